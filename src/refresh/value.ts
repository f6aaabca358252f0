/** Fetch a page when what a fetch is worth reaches the common price: the default policy, for any belief that gives shares of rates. */
import {
  BELIEF_WIDTH,
  beginBelief,
  learnBelief,
  longBelief,
  OPEN_PRIOR,
  rateBelief,
  rateRange,
  regularity,
} from './belief.ts'
import { bounded } from './bounds.ts'
import { demandOf, fillPenalties } from './demand.ts'
import { type Drift, driftingValue, drifts } from './drift.ts'
import { elapsedOn, momentAfter } from './operational.ts'
import { probed } from './probe.ts'
import { averaged, climb, LADDER, type RateGrid, survival, USUAL, valueAt } from './rates.ts'
import { type LastChange, regularSurvival, regularValue } from './renewal.ts'
import { type Listening, seenAs, signalledReach, signalledValue } from './signalled.ts'
import type { SignalTrust } from './signals.ts'
import type { Market, Next, Objective, Observation, PageFacts, Policy, Prior, State } from './types.ts'

/** How a policy of this family believes. */
export interface Model {
  readonly name: string
  readonly width: number
  readonly grid: RateGrid
  readonly sharesPriors?: boolean
  readonly usesClocks?: boolean
  begin(page: PageFacts): State
  learn(state: State, seen: Observation, prior: Prior): State
  /** Shares of the grid's classes, written to `into`. */
  shares(state: State, prior: Prior, into: Float64Array): Float64Array
  /** For models that know regular pages. */
  regularity?(state: State): Regularity | undefined
}

/** How likely a page is regular, and when it last changed. */
export interface Regularity extends LastChange {
  readonly weight: number
}

const evidenceModel: Model = {
  name: 'value',
  width: BELIEF_WIDTH,
  grid: USUAL,
  sharesPriors: true,
  begin: beginBelief,
  learn: learnBelief,
  shares: rateBelief,
  regularity,
}

/** Parts of a policy that can be left out, to see what each is worth. */
export const POLICY_PARTS = ['memories', 'regular', 'drift', 'probes', 'priors', 'clocks'] as const
export type PolicyPart = (typeof POLICY_PARTS)[number]

export const valuePolicy = (
  objective: Objective = 'freshness',
  without: readonly PolicyPart[] = ['clocks'],
): Policy => pricedPolicy({ ...evidenceWithout(without), usesClocks: true }, objective, without)

function evidenceWithout(without: readonly PolicyPart[]): Model {
  const { regularity: ruled, ...plain } = evidenceModel
  return {
    ...plain,
    ...(without.includes('regular') || !ruled ? {} : { regularity: ruled }),
    ...(without.includes('memories') ? { shares: longBelief } : {}),
    sharesPriors: !without.includes('priors'),
  }
}

export function pricedPolicy(
  model: Model,
  objective: Objective,
  without: readonly PolicyPart[] = [],
): Policy {
  const shares = new Float64Array(model.grid.rates.length)
  const driftFrom =
    model.sharesPriors && !without.includes('drift') ? drifts(model.grid, objective) : undefined
  const usesClocks = model.usesClocks === true && !without.includes('clocks')
  const priorOf = (page: PageFacts) => page.prior ?? OPEN_PRIOR
  const believe = (state: State, page: PageFacts) => model.shares(state, priorOf(page), shares)
  return {
    name: model.name,
    width: model.width,
    sharesPriors: model.sharesPriors ?? false,
    // The clock of its group makes a page's interval its own.
    sharesIntervals: !usesClocks,
    usesClocks,
    begin: page => model.begin(page),
    learn: (state, seen, page) => model.learn(state, seenAs(seen, page), priorOf(page)),
    next: (state, page, market) =>
      new PricedNext(
        {
          shares: () => believe(state, page),
          grid: model.grid,
          objective,
          drift: driftFrom?.(priorOf(page), market.even ?? USUAL_ROUND),
          regular: model.regularity?.(state),
          probes: !without.includes('probes'),
        },
        page,
        market,
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

/** What a decision stands on. */
interface Grounds {
  /** Computed when asked, into one array that all pages share: a copy for each decision cost more than the decision. */
  readonly shares: () => Float64Array
  readonly grid: RateGrid
  readonly objective: Objective
  readonly drift: Drift | undefined
  readonly regular: Regularity | undefined
  /** Visits early where a visit teaches most. */
  readonly probes: boolean
}

class PricedNext implements Next {
  readonly dueAt: number
  readonly interval: number
  readonly #grounds: Grounds
  readonly #page: PageFacts
  readonly #market: Market

  constructor(grounds: Grounds, page: PageFacts, market: Market) {
    this.#grounds = grounds
    this.#page = page
    this.#market = market
    this.interval = bounded(this.#wish(), page, market).interval
    this.dueAt = momentAfter(page, page.visitedAt, this.interval)
  }

  /** The interval before bounds. */
  #wish(): number {
    const { grid, objective } = this.#grounds
    const page = this.#page
    const shares = this.#grounds.shares()
    const target = (this.#market.price * page.cost) / page.weight
    if (page.trust) return signalledReach(this.#listening(shares, page.trust), target)
    const wish = climb(this.#worth(shares), target)
    const curiosity = this.#grounds.probes ? (this.#market.curiosity ?? 0) : 0
    if (!(curiosity > 0) || !(target > 0)) return wish
    return probed(shares, wish, { grid, objective, target, curiosity })
  }

  /** V at each step of the ladder: by chance or by rule, drift included. */
  #worth(shares: Float64Array): (step: number) => number {
    const { grid, objective, drift, regular } = this.#grounds
    const rows = grid.value[objective]
    const plain = drift
      ? driftingValue(shares, grid, objective, drift)
      : (step: number) => averaged(rows, step, shares)
    if (!regular) return plain
    const { weight } = regular
    return step =>
      (1 - weight) * plain(step) + weight * regularValue(shares, objective, regular, LADDER[step]!)
  }

  #listening(shares: Float64Array, trust: SignalTrust): Listening {
    const { grid, objective } = this.#grounds
    return {
      shares,
      rows: grid.value[objective],
      objective,
      trust,
      count: this.#page.signalledAt?.length ?? 0,
    }
  }

  /** Operational days since the visit. */
  #elapsed(at: number): number {
    return Math.max(1e-9, elapsedOn(this.#page, this.#page.visitedAt, at))
  }

  value(at: number): number {
    const { grid, objective, regular } = this.#grounds
    const page = this.#page
    const shares = this.#grounds.shares()
    const tau = this.#elapsed(at)
    const plain = page.trust
      ? signalledValue(this.#listening(shares, page.trust), tau)
      : valueAt(grid.value[objective], shares, tau)
    const value = mixed(regular, plain, last => regularValue(shares, objective, last, tau))
    return (value * page.weight) / page.cost
  }

  reason() {
    const { grid, regular } = this.#grounds
    const shares = this.#grounds.shares()
    const { mean, low, high } = rateRange(shares, grid.rates)
    const { now, price } = this.#market
    const tau = this.#elapsed(now)
    return {
      rate: mean,
      rateLow: low,
      rateHigh: high,
      fresh: mixed(regular, survival(shares, tau, grid), last => regularSurvival(shares, last, tau)),
      value: this.value(now),
      price,
      interval: this.interval,
      because: bounded(this.#wish(), this.#page, this.#market).because,
    }
  }
}

function mixed(
  regular: Regularity | undefined,
  plain: number,
  ruled: (regular: Regularity) => number,
): number {
  return regular ? (1 - regular.weight) * plain + regular.weight * ruled(regular) : plain
}
