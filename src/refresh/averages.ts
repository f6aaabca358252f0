/**
 * The three averages of the 2004 tool as policies: a page is visited at the mean of its update intervals (the days between the changes
 * found), within the bounds of `step`. `average-equal` gives all intervals in a window the same weight and drops older ones;
 * `average-half` gives the latest interval half of the weight and rounds up to whole days; `average-age` weights each interval by how long
 * ago its update came.
 */
import { agingAverage, equalAverage, halved } from './estimators.ts'
import { ruledNext } from './intervals.ts'
import { STEP_2004, type StepOptions } from './step.ts'
import type { Observation, Policy, State } from './types.ts'

/** Number of update intervals kept; older ones are dropped. */
const WINDOW = 10

/** State: days since the last change found, then the update intervals, newest first; 0 where there is none yet. */
function learnWindow(state: State, seen: Observation): State {
  const [since, ...intervals] = Array.from(state).slice(0, 1 + WINDOW)
  const interval = since! + seen.elapsed
  return seen.changed ? [0, interval, ...intervals.slice(0, WINDOW - 1)] : [interval, ...intervals]
}

/** The intervals of a state, the oldest first. */
const intervalsOf = (state: State): number[] =>
  Array.from(state)
    .slice(1, 1 + WINDOW)
    .filter(interval => interval > 0)
    .reverse()

function windowPolicy(
  name: string,
  average: (intervals: readonly number[]) => number,
  { first, shortest, longest }: StepOptions,
): Policy {
  return {
    name,
    width: 1 + WINDOW,
    begin: () => new Array<number>(1 + WINDOW).fill(0),
    learn: learnWindow,
    next: (state, page, market) => {
      const intervals = intervalsOf(state)
      const mean = intervals.length === 0 ? first : average(intervals)
      return ruledNext(Math.min(longest, Math.max(shortest, mean)), page, market)
    },
  }
}

export const equalAveragePolicy = (options: StepOptions = STEP_2004): Policy =>
  windowPolicy('average-equal', equalAverage, options)

export const agingAveragePolicy = (options: StepOptions = STEP_2004): Policy =>
  windowPolicy('average-age', agingAverage, options)

/** State: days since the last change found, and the average so far (0 before the first change). */
export function halvingAveragePolicy({ first, shortest, longest }: StepOptions = STEP_2004): Policy {
  return {
    name: 'average-half',
    width: 2,
    begin: () => [0, 0],
    learn: (state, seen) => {
      const interval = state[0]! + seen.elapsed
      if (!seen.changed) return [interval, state[1]!]
      return [0, state[1]! > 0 ? halved(state[1]!, interval) : interval]
    },
    next: (state, page, market) =>
      ruledNext(Math.min(longest, Math.max(shortest, state[1]! > 0 ? state[1]! : first)), page, market),
  }
}
