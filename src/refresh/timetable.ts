/**
 * Policies based on one number, the most likely rate: `optimal` computes the best timetable for it, `proportional` visits in proportion to
 * it (and shows why one should not). With `page.rate` they know the truth: `optimal` is then the oracle of the lab.
 */
import { demandOf, fillPenalties } from './demand.ts'
import { ruledNext } from './intervals.ts'
import { valueAtRate } from './objective.ts'
import { timetableInterval } from './price.ts'
import { RateGrid } from './rates.ts'
import type { Objective, Observation, PageFacts, Policy, State } from './types.ts'

/** State: visits, unchanged time, changed visits, and the sum of the logs of their intervals. */
function learnCounts(state: State, seen: Observation): State {
  const visits = state[0]!
  const free = state[1]!
  const changed = state[2]!
  const logs = state[3]!
  return seen.changed
    ? [visits + 1, free, changed + 1, logs + Math.log(seen.elapsed)]
    : [visits + 1, free + seen.elapsed, changed, logs]
}

/**
 * Most likely rate with one fake changed and one fake unchanged interval; in closed form, since all changed intervals count as equally
 * long.
 */
function rateOf(state: State, page: PageFacts): number {
  if (page.rate !== undefined) return Math.max(1e-7, page.rate)
  const visits = state[0]!
  const free = state[1]!
  const changed = state[2]!
  const logs = state[3]!
  if (visits === 0) return 1 / 30
  const typical = changed > 0 ? Math.exp(logs / changed) : free / visits
  return Math.log1p(((changed + 0.5) * typical) / (free + 0.5 * typical)) / typical
}

const counting = { width: 4, begin: () => [0, 0, 0, 0], learn: learnCounts }

export function optimalPolicy(objective: Objective): Policy {
  return {
    name: 'optimal',
    ...counting,
    next: (state, page, market) => {
      const rate = rateOf(state, page)
      const wish = timetableInterval(objective, rate, (market.price * page.cost) / page.weight)
      const next = ruledNext(wish, page, market, rate, 'price')
      const value = (at: number) =>
        (valueAtRate(objective, rate, at - page.visitedAt) * page.weight) / page.cost
      return {
        ...next,
        value,
        reason: () => ({ ...next.reason(), value: value(market.now), price: market.price }),
      }
    },
    demand: (state, page, prices, into) => {
      const grid = gridOf(rateOf(state, page))
      demandOf(step => grid.value[objective][step]!, page, prices, into)
      fillPenalties(ONE, grid, into)
    },
  }
}

const ONE = Float64Array.of(1)
const grids = new Map<number, RateGrid>()

/** Rates are rounded to 1%: a few thousand grids of one class, each made once. */
function gridOf(rate: number): RateGrid {
  const key = Math.round(Math.log(rate) * 100)
  const known = grids.get(key) ?? new RateGrid([Math.exp(key / 100)])
  grids.set(key, known)
  return known
}

/** The price is the number of changes expected between two visits of a page. */
export const proportional: Policy = {
  name: 'proportional',
  ...counting,
  next: (state, page, market) => {
    const rate = rateOf(state, page)
    return ruledNext(market.price / rate, page, market, rate, 'price')
  },
  demand: (state, page, prices, into) => {
    const rate = rateOf(state, page)
    for (let i = 0; i < prices.length; i++) into.interval[i] = prices[i]! / rate
  },
}
