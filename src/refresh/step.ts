/**
 * Two well-known rules, for comparison and for users who want them. `step` is the rule of the 2004 tool: it begins with a visit
 * a day and moves only when a change is found, two days up when the last update interval exceeded the present one by two or more,
 * four days down when it fell short by four or more, within 1 … 30 days. `adaptive` is Nutch's: 20 % sooner after a
 * change, 40 % later after none, within a minute and a year.
 */
import { ruledNext } from './intervals.ts'
import type { Observation, Policy, State } from './types.ts'

/** The parameters of the rule, in days. */
export interface StepOptions {
  /** The interval of a page never seen to change. */
  readonly first: number
  readonly longer: number
  readonly shorter: number
  readonly shortest: number
  readonly longest: number
}

/** As published. */
export const STEP_2004: StepOptions = { first: 1, longer: 2, shorter: 4, shortest: 1, longest: 30 }

/** A visit that comes a moment before a whole day has passed counts as a whole day later. */
const DAY_TOLERANCE = 1e-3

/** State: interval, and days since the last change found. */
function learnStep(state: State, seen: Observation, options: StepOptions): State {
  const interval = state[0]!
  const updateInterval = state[1]! + seen.elapsed
  if (!seen.changed) return [interval, updateInterval]
  const { longer, shorter, shortest, longest } = options
  const excess = updateInterval - interval
  if (excess >= longer - DAY_TOLERANCE) return [Math.min(longest, interval + longer), 0]
  if (-excess >= shorter - DAY_TOLERANCE) return [Math.max(shortest, interval - shorter), 0]
  return [interval, 0]
}

export function stepPolicy(options: StepOptions = STEP_2004): Policy {
  return {
    name: 'step',
    width: 2,
    begin: () => [options.first, 0],
    learn: (state, seen) => learnStep(state, seen, options),
    next: (state, page, market) => ruledNext(state[0]!, page, market),
  }
}

const SOONER = 0.2
const LATER = 0.4

export const adaptive: Policy = {
  name: 'adaptive',
  width: 1,
  begin: () => [30],
  learn: (state, seen) => {
    const interval = state[0]! * (seen.changed ? 1 - SOONER : 1 + LATER)
    return [Math.min(365, Math.max(1 / 1440, interval))]
  },
  next: (state, page, market) => ruledNext(state[0]!, page, market),
}
