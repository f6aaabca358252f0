/**
 * Two rules of the trade, for comparison and for those who want them. `step` is the rule of the 2004 tool: two days later when the last
 * update interval exceeded the present one by two or more, four days sooner when it fell short by four or more, within 1 … 30
 * days. `adaptive` is Nutch's: 20 % sooner after a change, 40 % later after none, within a minute and a year.
 */
import { ruledNext } from './intervals.ts'
import type { Observation, Policy, State } from './types.ts'

const FIRST_DAYS = 7

/** State: interval, days since the last change that was found. */
function learnStep(state: State, seen: Observation): State {
  const interval = state[0]!
  const updateInterval = state[1]! + seen.elapsed
  if (!seen.changed && updateInterval < interval + 2) return [interval, updateInterval]
  const longer = updateInterval >= interval + 2 ? 2 : 0
  const shorter = updateInterval <= interval - 4 ? 4 : 0
  return [Math.min(30, Math.max(1, interval + longer - shorter)), seen.changed ? 0 : updateInterval]
}

export const step: Policy = {
  name: 'step',
  width: 2,
  begin: () => [FIRST_DAYS, 0],
  learn: learnStep,
  next: (state, page, market) => ruledNext(state[0]!, page, market),
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
