/**
 * All pages as one demand curve: daily spending at each of about 160 prices, and the collection's mean penalty under each objective. It is
 * filled page by page in one streaming pass; memory does not grow. Counting a page costs next to nothing and computing its demand about
 * fifty microseconds, so in a large collection a sample of a few thousand pages is used, each representing several. The price is where the
 * curve meets the budget; the exploration share pays for an upper bound on intervals.
 */
import { LADDER, ladderPosition, STEPS } from './rates.ts'
import { type Demand, OBJECTIVES, type Objective, type PageFacts, type Policy, type State } from './types.ts'

const PER_OCTAVE = 3
const LOWEST = -30
const HIGHEST = 24
const COUNT = (HIGHEST - LOWEST) * PER_OCTAVE + 1
const PRICES = Float64Array.from({ length: COUNT }, (_, i) => 2 ** (LOWEST + i / PER_OCTAVE))

const rows = (): Record<Objective, Float64Array> => ({
  freshness: new Float64Array(COUNT),
  age: new Float64Array(COUNT),
  harmonic: new Float64Array(COUNT),
})

/** What a budget buys. Penalties are weighted means over the collection; freshness is 1 − staleness. */
export interface Outlook {
  readonly budgetPerDay: number
  readonly price: number
  readonly freshness: number
  readonly age: number
  readonly harmonic: number
}

export interface PopulationOptions {
  /** The present price, for `probeEvery`; no page is probed while it is unknown. */
  readonly price?: number | undefined
  /** The present round of all pages, in days. */
  readonly even?: number
  /** Computes penalties too, for `outlook` and `budgetFor`; doubles the time. */
  readonly penalties?: boolean
}

export class Population {
  readonly #policy: Policy
  readonly #cost = new Float64Array(COUNT)
  readonly #penalty = rows()
  readonly #demand: Demand
  /** Cost, and cost a day, of pages by their interval at the present price. */
  readonly #waiting = new Float64Array(STEPS + 1)
  readonly #spending = new Float64Array(STEPS + 1)
  readonly #price: number | undefined
  #pages = 0
  #weight = 0
  #allCost = 0

  constructor(policy: Policy, options: PopulationOptions = {}) {
    this.#policy = policy
    this.#price = options.price
    const interval = new Float64Array(COUNT)
    this.#demand = {
      interval,
      ...(options.even === undefined ? {} : { even: options.even }),
      ...(options.penalties ? { penalties: rows() } : {}),
    }
  }

  get pages(): number {
    return this.#pages
  }

  /** Whether the policy has a demand, that is, values fetches by a price; interval rules do not. */
  get isPriced(): boolean {
    return this.#policy.demand !== undefined
  }

  add(state: State, page: PageFacts): void {
    this.count(page)
    this.ask(state, page)
  }

  /** Counts a page, standing for `times` pages of its kind, whatever its demand. */
  count({ weight, cost }: Pick<PageFacts, 'weight' | 'cost'>, times = 1): void {
    this.#pages += times
    this.#weight += times * weight
    this.#allCost += times * cost
  }

  /** Adds a page's demand, standing for `times` pages of its kind. */
  ask(state: State, page: PageFacts, times = 1): void {
    if (!this.#policy.demand) return
    this.#policy.demand(state, page, PRICES, this.#demand)
    const { interval, penalties } = this.#demand
    const cost = times * page.cost
    for (let i = 0; i < COUNT; i++) this.#cost[i]! += cost / interval[i]!
    if (penalties)
      for (const objective of OBJECTIVES)
        addScaled(this.#penalty[objective], penalties[objective], times * page.weight)
    if (this.#price !== undefined) this.#note(cost, interval[Math.round(positionOf(this.#price))]!)
  }

  #note(cost: number, interval: number): void {
    const step = stepOf(interval)
    this.#waiting[step]! += cost
    this.#spending[step]! += cost / interval
  }

  /** The price at which exactly `budgetPerDay` is spent; 0 when the budget pays for everything. */
  price(budgetPerDay: number): number {
    const position = this.#meets(budgetPerDay)
    return position <= 0 ? 0 : 2 ** (LOWEST + position / PER_OCTAVE)
  }

  /** Cost a day at a price. */
  costAt(price: number): number {
    const position = positionOf(price)
    const low = Math.min(COUNT - 2, Math.floor(position))
    return between(this.#cost[low]!, this.#cost[low + 1]!, position - low)
  }

  /** Position on the curve, between two prices, at which the cost falls to the budget. */
  #meets(budget: number): number {
    let low = 0
    let high = COUNT - 1
    if (this.#cost[low]! <= budget) return 0
    if (this.#cost[high]! >= budget) return high
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#cost[middle]! > budget) low = middle
      else high = middle
    }
    return low + partBetween(this.#cost[low]!, this.#cost[high]!, budget)
  }

  /** The longest interval that `budgetPerDay` can pay for, on top of what is spent at the present price. */
  probeEvery(budgetPerDay: number): number {
    if (!(budgetPerDay > 0) || this.#price === undefined) return Infinity
    let waiting = 0
    let spending = 0
    for (let step = STEPS; step > 0; step--) {
      waiting += this.#waiting[step]!
      spending += this.#spending[step]!
      const shortest = LADDER[step - 1]!
      if (waiting / shortest - spending > budgetPerDay) return waiting / (budgetPerDay + spending)
    }
    return LADDER[0]!
  }

  /** Interval at which all pages would be visited equally often. */
  even(budgetPerDay: number): number {
    return this.#allCost / budgetPerDay
  }

  /** What a budget would buy; needs a population built with `penalties`. */
  outlook(budgetPerDay: number): Outlook {
    const position = this.#meets(budgetPerDay)
    const mean = (objective: Objective) =>
      interpolated(this.#penalty[objective], position) / Math.max(1e-12, this.#weight)
    return {
      budgetPerDay,
      price: position <= 0 ? 0 : 2 ** (LOWEST + position / PER_OCTAVE),
      freshness: 1 - mean('freshness'),
      age: mean('age'),
      harmonic: mean('harmonic'),
    }
  }

  /** The smallest budget a day that reaches a goal, or Infinity. */
  budgetFor(goal: { readonly freshness: number } | { readonly age: number }): number {
    for (let i = COUNT - 1; i >= 0; i--) {
      const outlook = this.outlook(this.#cost[i]!)
      if ('freshness' in goal ? outlook.freshness >= goal.freshness : outlook.age <= goal.age)
        return this.#cost[i]!
    }
    return Infinity
  }
}

const positionOf = (price: number) =>
  Math.max(0, Math.min(COUNT - 1, (Math.log2(Math.max(price, 2 ** LOWEST)) - LOWEST) * PER_OCTAVE))

/** Bucket of an interval, 0 … STEPS; the last one holds pages that are never visited. */
const stepOf = (interval: number) =>
  interval === Infinity ? STEPS : Math.max(0, Math.min(STEPS - 1, Math.round(ladderPosition(interval))))

/** Cost falls like a power of the price, except where the last page is dropped. */
function between(above: number, below: number, part: number): number {
  return below > 0 ? above * (below / above) ** part : above * (1 - part)
}

/** The inverse of `between`: the part of the way at which the cost has fallen to `budget`. */
function partBetween(above: number, below: number, budget: number): number {
  if (!(above > below)) return 0
  return below > 0 ? Math.log(above / budget) / Math.log(above / below) : 1 - budget / above
}

function addScaled(into: Float64Array, row: Float64Array, by: number): void {
  for (let i = 0; i < into.length; i++) into[i]! += row[i]! * by
}

function interpolated(row: Float64Array, position: number): number {
  const low = Math.min(row.length - 2, Math.floor(position))
  return row[low]! + (row[low + 1]! - row[low]!) * (position - low)
}
