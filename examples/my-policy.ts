/**
 * A refresh policy of one's own in twenty lines: visit twice as soon after a change, half as soon after none. Compare it:
 *
 *   tidewatch lab run --world P1 --budget 7d --policies ./examples/my-policy.ts,value,uniform
 */
import type { Policy, State } from '../src/refresh/index.ts'

const days = (state: State) => state[0]!

const halving: Policy = {
  name: 'halving',
  width: 1, // the state of a page is one number: its interval in days
  begin: () => [7],
  learn: (state, seen) => [Math.min(90, Math.max(0.25, days(state) * (seen.changed ? 0.5 : 2)))],
  next: (state, page, { price }) => {
    const interval = days(state)
    const value = (at: number) => (at - page.visitedAt) / interval
    const belief = { rate: 1 / interval, rateLow: 0, rateHigh: 1, fresh: 0.5 }
    const reason = () => ({ ...belief, value: 1, price, interval, because: 'rule' as const })
    return { dueAt: page.visitedAt + interval, interval, value, reason }
  },
}

export default halving
