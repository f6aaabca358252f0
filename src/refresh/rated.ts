/**
 * Interval rules know nothing about rates, so they could not say how fresh a copy is. Their pages therefore carry two more numbers, a
 * Gamma belief about the rate, learned from the same visits. It says how fresh the copy is; the rule decides as before.
 */
import { OPEN_PRIOR, rateRange } from './belief.ts'
import { gammaModel } from './gamma.ts'
import { RATES } from './rates.ts'
import type { Policy, State } from './types.ts'

/** The chance that Gamma(a, b) gives to no change within `days`. */
const chanceOfNone = (a: number, b: number, days: number) => (b / (b + Math.max(0, days))) ** a

/** The rule reads its own numbers, which come first, and ignores the two after them. */
export function rated(rule: Policy): Policy {
  const { width } = rule
  const told = (state: State) => [state[width]!, state[width + 1]!] as const
  const shares = new Float64Array(RATES.length)
  return {
    ...rule,
    width: width + gammaModel.width,
    begin: page => [...Array.from(rule.begin(page)), ...Array.from(gammaModel.begin(page))],
    learn: (state, seen, page) => [
      ...Array.from(rule.learn(state, seen, page)),
      ...Array.from(gammaModel.learn(told(state), seen, page.prior ?? OPEN_PRIOR)),
    ],
    next: (state, page, market) => {
      const next = rule.next(state, page, market)
      const [a, b] = told(state)
      const fresh = (at: number) => chanceOfNone(a, b, at - page.visitedAt)
      const reason = () => {
        const { mean, low, high } = rateRange(gammaModel.shares([a, b], OPEN_PRIOR, shares), RATES)
        return { ...next.reason(), rate: mean, rateLow: low, rateHigh: high, fresh: fresh(market.now) }
      }
      return { ...next, fresh, reason }
    },
  }
}
