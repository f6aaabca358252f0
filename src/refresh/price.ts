/**
 * The price for pages of known rates. Under freshness the frequency is f = λ/g⁻¹(μcλ/w): the factor g⁻¹ depends on cλ/w alone, so pages fall
 * into 4,096 buckets of log(cλ/w) and bisection runs over the buckets. Ten million pages take one pass of
 * additions and some fifty passes over 4,096 numbers. The thesis of 2006 stated this as N+1 equations with N+1 unknowns.
 */
import { inverseG, valueAtRate } from './objective.ts'
import type { Objective } from './types.ts'

export interface KnownRate {
  readonly rate: number
  readonly weight: number
  readonly cost: number
  readonly count: number
}

/** The interval after which V reaches the price (in units of w/c); Infinity when it never does. */
export function timetableInterval(objective: Objective, rate: number, price: number): number {
  if (rate <= 0) return Infinity
  if (objective === 'freshness') return inverseG(price * rate) / rate
  let low = 0
  let high = 1
  while (valueAtRate(objective, rate, high) < price && high < 1e9) high *= 2
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (valueAtRate(objective, rate, middle) < price) low = middle
    else high = middle
  }
  return high
}

/** `costAt` decreases in the price, so bisection on the price's logarithm finds where it meets the budget. */
export function bisectPrice(costAt: (price: number) => number, budget: number): number {
  let low = 1e-12
  let high = 1e12
  if (costAt(low) <= budget) return 0
  for (let i = 0; i < 100; i++) {
    const middle = Math.sqrt(low * high)
    if (costAt(middle) > budget) low = middle
    else high = middle
  }
  return high
}

/** Exact, for a few classes of pages. */
export function priceOfKnownRates(objective: Objective, pages: readonly KnownRate[], budget: number): number {
  return bisectPrice(price => {
    let cost = 0
    for (const { rate, weight, cost: each, count } of pages)
      cost += (count * each) / timetableInterval(objective, rate, (price * each) / weight)
    return cost
  }, budget)
}

const BUCKETS = 4_096
const LOWEST = Math.log(1e-9)
const WIDTH = (Math.log(1e6) - LOWEST) / BUCKETS

/** Pages of known rates in bounded memory: add every page, then ask for the price. */
export class RateHistogram {
  /** Σ cλ of each bucket: the cost at f = λ, divided by g⁻¹ when a cost is computed. */
  readonly #change = new Float64Array(BUCKETS)
  /** Σ cλ/w·cλ: for the mean position inside a bucket. */
  readonly #moment = new Float64Array(BUCKETS)

  add(rate: number, weight = 1, cost = 1): void {
    if (!(rate > 0) || !(weight > 0)) return
    const position = (cost * rate) / weight
    const bucket = Math.min(BUCKETS - 1, Math.max(0, ((Math.log(position) - LOWEST) / WIDTH) | 0))
    this.#change[bucket]! += cost * rate
    this.#moment[bucket]! += cost * rate * position
  }

  /** Cost a day at this price. */
  costAt(price: number): number {
    let cost = 0
    for (let i = 0; i < BUCKETS; i++) {
      const change = this.#change[i]!
      if (change > 0) cost += change / inverseG((price * this.#moment[i]!) / change)
    }
    return cost
  }

  price(budgetPerDay: number): number {
    return bisectPrice(price => this.costAt(price), budgetPerDay)
  }
}
