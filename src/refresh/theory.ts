/**
 * The freshness and age that theory gives for a schedule, for pages of known rates, by order of synchronization, and the best frequencies
 * under a budget. Used by the gates of `tidewatch lab theory` and by the bisection for known rates.
 */
import { meanPenalty } from './objective.ts'
import { priceOfKnownRates, timetableInterval } from './price.ts'
import type { Objective } from './types.ts'

export const ORDERS = ['fixed', 'permutation', 'random'] as const
/** Whether a page is visited at even intervals; once a round in a new random order; or at purely random times. */
export type Order = (typeof ORDERS)[number]

/** Freshness at r = λ/f changes for each visit. */
export function freshnessOfOrder(order: Order, r: number): number {
  if (r <= 0) return 1
  switch (order) {
    case 'fixed':
      return -Math.expm1(-r) / r
    case 'permutation': {
      // The gap between visits of two rounds is triangular on (0, 2): E[∫₀^gap e^(−rs) ds] = (1 − ((1−e^(−r))/r)²)/r.
      const fixed = -Math.expm1(-r) / r
      return (1 - fixed * fixed) / r
    }
    case 'random':
      return 1 / (1 + r)
  }
}

/** Mean age at r changes for each visit, in rounds. */
export function ageOfOrder(order: Order, r: number): number {
  if (r <= 0) return 0
  const fixed = -Math.expm1(-r) / r
  switch (order) {
    case 'fixed':
      return 0.5 - (1 - fixed) / r
    case 'permutation':
      return 7 / 12 - 1 / r + (1 - fixed * fixed) / (r * r)
    case 'random':
      return r / (1 + r)
  }
}

/**
 * Freshness of a collection that is crawled once a round, in the first `share` of it, with pages published as they are fetched or all at
 * the end of the crawl (shadowed). A crawl that takes the whole round is a continuous one.
 */
export function freshnessPublished(how: 'in-place' | 'shadow', r: number, share: number): number {
  const fixed = freshnessOfOrder('fixed', r)
  return how === 'in-place' ? fixed : fixed * freshnessOfOrder('fixed', r * share)
}

/** A class of similar pages: rate in changes a day, and share of the collection. */
export interface RateClass {
  readonly rate: number
  readonly share: number
}

export type Allocation = 'uniform' | 'proportional' | 'optimal'

/** Visits a day of each class when a page gets one visit in `every` days on average. */
export function allocate(
  allocation: Allocation,
  classes: readonly RateClass[],
  every: number,
  objective: Objective = 'freshness',
): number[] {
  const total = classes.reduce((sum, one) => sum + one.share, 0)
  const budget = total / every
  if (allocation === 'uniform') return classes.map(() => 1 / every)
  if (allocation === 'proportional') {
    const changes = classes.reduce((sum, one) => sum + one.share * one.rate, 0)
    return classes.map(one => (one.rate * budget) / changes)
  }
  const pages = classes.map(one => ({ rate: one.rate, weight: 1, cost: 1, count: one.share }))
  const price = priceOfKnownRates(objective, pages, budget)
  return classes.map(one => 1 / timetableInterval(objective, one.rate, price))
}

/** Mean penalty under the given frequencies; for `freshness`, the freshness itself rather than staleness. */
export function expectedOf(
  objective: Objective,
  classes: readonly RateClass[],
  frequencies: readonly number[],
): number {
  const total = classes.reduce((sum, one) => sum + one.share, 0)
  let sum = 0
  classes.forEach((one, i) => {
    const frequency = frequencies[i]!
    const dropped = objective === 'freshness' ? 1 : Infinity
    sum += one.share * (frequency > 0 ? meanPenalty(objective, one.rate, 1 / frequency) : dropped)
  })
  return objective === 'freshness' ? 1 - sum / total : sum / total
}
