/** Fetch a page when what a fetch is worth reaches the common price: the default policy, for any belief that gives shares of rates. */
import { BELIEF_WIDTH, beginBelief, learnBelief, OPEN_PRIOR, rateBelief, rateRange } from './belief.ts'
import { bounded } from './bounds.ts'
import { demandOf, fillPenalties } from './demand.ts'
import { type Drift, driftingValue, drifts } from './drift.ts'
import { probed } from './probe.ts'
import { averaged, CLASSES, climb, type RateGrid, reach, survival, USUAL, valueAt } from './rates.ts'
import { type Listening, seenAs, signalledReach, signalledValue } from './signalled.ts'
import type { SignalTrust } from './signals.ts'
import type { Market, Next, Objective, Observation, PageFacts, Policy, Prior, State } from './types.ts'

/** How a policy of this family believes. */
export interface Model {
  readonly name: string
  readonly width: number
  readonly grid: RateGrid
  readonly sharesPriors?: boolean
  begin(page: PageFacts): State
  learn(state: State, seen: Observation, prior: Prior): State
  /** Shares of the grid's classes, written to `into`. */
  shares(state: State, prior: Prior, into: Float64Array): Float64Array
}

const evidenceModel: Model = {
  name: 'value',
  width: BELIEF_WIDTH,
  grid: USUAL,
  sharesPriors: true,
  begin: beginBelief,
  learn: learnBelief,
  shares: rateBelief,
}

export const valuePolicy = (objective: Objective = 'freshness'): Policy =>
  pricedPolicy(evidenceModel, objective)

export function pricedPolicy(model: Model, objective: Objective): Policy {
  const shares = new Float64Array(model.grid.rates.length)
  const driftFrom = model.sharesPriors ? drifts(model.grid, objective) : undefined
  const priorOf = (page: PageFacts) => page.prior ?? OPEN_PRIOR
  const believe = (state: State, page: PageFacts) => model.shares(state, priorOf(page), shares)
  return {
    name: model.name,
    width: model.width,
    sharesPriors: model.sharesPriors ?? false,
    begin: page => model.begin(page),
    learn: (state, seen, page) => model.learn(state, seenAs(seen, page), priorOf(page)),
    next: (state, page, market) =>
      new PricedNext(
        believe(state, page).slice(),
        model.grid,
        objective,
        page,
        market,
        driftFrom?.(priorOf(page), market.even ?? USUAL_ROUND),
      ),
    demand: (state, page, prices, into) => {
      const belief = believe(state, page)
      const drift = driftFrom?.(priorOf(page), into.even ?? USUAL_ROUND)
      const rows = model.grid.value[objective]
      demandOf(
        drift ? driftingValue(belief, model.grid, objective, drift) : step => averaged(rows, step, belief),
        page,
        prices,
        into,
      )
      fillPenalties(belief, model.grid, into)
    },
  }
}

/** Days of a round where nobody says. */
const USUAL_ROUND = 30

class PricedNext implements Next {
  readonly dueAt: number
  readonly interval: number
  readonly #shares: Float64Array
  readonly #grid: RateGrid
  readonly #objective: Objective
  readonly #page: PageFacts
  readonly #market: Market
  readonly #drift: Drift | undefined

  constructor(
    shares: Float64Array,
    grid: RateGrid,
    objective: Objective,
    page: PageFacts,
    market: Market,
    drift: Drift | undefined,
  ) {
    this.#shares = shares
    this.#drift = drift
    this.#grid = grid
    this.#objective = objective
    this.#page = page
    this.#market = market
    this.interval = bounded(this.#wish(), page, market).interval
    const { visitedAt, habits } = page
    this.dueAt =
      habits && this.interval < Infinity ? habits.after(visitedAt, this.interval) : visitedAt + this.interval
  }

  /** The interval before bounds. */
  #wish(): number {
    const page = this.#page
    const target = (this.#market.price * page.cost) / page.weight
    const rows = this.#grid.value[this.#objective]
    if (page.trust) return signalledReach(this.#listening(page.trust), target)
    const wish = this.#drift
      ? climb(driftingValue(this.#shares, this.#grid, this.#objective, this.#drift), target)
      : reach(rows, this.#shares, target)
    const curiosity = this.#market.curiosity ?? 0
    if (!(curiosity > 0) || !(target > 0)) return wish
    return probed(this.#shares, wish, { grid: this.#grid, objective: this.#objective, target, curiosity })
  }

  #listening(trust: SignalTrust): Listening {
    return {
      shares: this.#shares,
      rows: this.#grid.value[this.#objective],
      objective: this.#objective,
      trust,
      count: this.#page.signalledAt?.length ?? 0,
    }
  }

  /** Operational days since the visit. */
  #elapsed(at: number): number {
    const { visitedAt, habits } = this.#page
    return Math.max(1e-9, habits ? habits.between(visitedAt, at) : at - visitedAt)
  }

  value(at: number): number {
    const page = this.#page
    const tau = this.#elapsed(at)
    const value = page.trust
      ? signalledValue(this.#listening(page.trust), tau)
      : valueAt(this.#grid.value[this.#objective], this.#shares, tau)
    return (value * page.weight) / page.cost
  }

  reason() {
    const { mean, low, high } = rateRange(this.#shares, this.#grid.rates)
    const { now, price } = this.#market
    return {
      rate: mean,
      rateLow: low,
      rateHigh: high,
      fresh: survival(this.#shares, this.#elapsed(now), this.#grid),
      value: this.value(now),
      price,
      interval: this.interval,
      because: bounded(this.#wish(), this.#page, this.#market).because,
    }
  }
}

/** What a first fetch of a page is worth: the time its copy would stay fresh. Compare with the price: discovery against refresh. */
export function worthOfNew(page: PageFacts, horizonDays = 90): number {
  const shares = rateBelief(beginBelief(), page.prior ?? OPEN_PRIOR, new Float64Array(CLASSES))
  let fresh = 0
  for (let k = 0; k < CLASSES; k++) {
    const rate = USUAL.rates[k]!
    fresh += (shares[k]! * -Math.expm1(-rate * horizonDays)) / rate
  }
  return (fresh * page.weight) / page.cost
}
