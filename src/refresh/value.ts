/**
 * The default policy: fetches a page when the value of a fetch reaches the common price. It works with any belief that gives shares of
 * rates.
 */
import {
  BELIEF_WIDTH,
  beginBelief,
  learnBelief,
  longBelief,
  OPEN_PRIOR,
  RHYTHM,
  rateBelief,
  rateRange,
} from './belief.ts'
import { type Bounded, bounded } from './bounds.ts'
import { demandOf, fillPenalties } from './demand.ts'
import { type Drift, driftingValue, drifts } from './drift.ts'
import { elapsedOn, momentAfter } from './operational.ts'
import { probed } from './probe.ts'
import { averaged, climb, type RateGrid, survival, USUAL, valueAt } from './rates.ts'
import { believedRhythm, chanceToRest, isChecked, learnRhythm, type Rhythm, rhythmicDue } from './rhythm.ts'
import { type Listening, seenAs, signalledReach, signalledValue } from './signalled.ts'
import type { SignalTrust } from './signals.ts'
import type { Market, Next, Objective, Observation, PageFacts, Policy, Prior, State } from './types.ts'
import { widened } from './widened.ts'

/** The belief used by a policy of this family. */
export interface Model {
  readonly name: string
  readonly width: number
  readonly grid: RateGrid
  readonly terms?: string
  readonly sharesPriors?: boolean
  readonly usesClocks?: boolean
  /** Index of the page's rhythm in a state. */
  readonly rhythmAt?: number
  begin(page: PageFacts): State
  /** Returns a new row, which the policy may modify. */
  learn(state: State, seen: Observation, prior: Prior): State
  /** Shares of the grid's classes, written to `into`. */
  shares(state: State, prior: Prior, into: Float64Array): Float64Array
}

const evidenceModel: Model = {
  name: 'value',
  width: BELIEF_WIDTH,
  grid: USUAL,
  sharesPriors: true,
  usesClocks: true,
  rhythmAt: RHYTHM,
  begin: beginBelief,
  learn: learnBelief,
  shares: rateBelief,
}

/** Parts of a policy that can be left out, to measure what each contributes. */
export const POLICY_PARTS = ['memories', 'drift', 'probes', 'priors', 'clocks', 'rhythm'] as const
export type PolicyPart = (typeof POLICY_PARTS)[number]

export const valuePolicy = (
  objective: Objective = 'freshness',
  without: readonly PolicyPart[] = [],
): Policy => pricedPolicy(evidenceWithout(without), objective, without)

function evidenceWithout(without: readonly PolicyPart[]): Model {
  return {
    ...evidenceModel,
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
  const priorOf = (page: PageFacts) => (page.prior ? widened(page.prior) : OPEN_PRIOR)
  const believe = (state: State, page: PageFacts) => model.shares(state, priorOf(page), shares)
  const rhythmAt = without.includes('rhythm') ? undefined : model.rhythmAt
  return {
    name: model.name,
    width: model.width,
    ...(model.terms === undefined ? {} : { terms: model.terms }),
    sharesPriors: model.sharesPriors ?? false,
    sharesIntervals: true,
    usesClocks,
    begin: page => model.begin(page),
    learn: (state, seen, page) => {
      const running = seenAs(seen, page)
      const learned = model.learn(state, running, priorOf(page))
      if (rhythmAt === undefined) return learned
      const plainChance = () => survival(believe(state, page), running.elapsed, model.grid)
      const rhythmic = learned instanceof Float64Array ? learned : Float64Array.from(learned)
      learnRhythm(rhythmic, rhythmAt, seen, plainChance)
      return rhythmic
    },
    next: (state, page, market) =>
      new PricedNext(
        {
          shares: () => believe(state, page),
          grid: model.grid,
          objective,
          drift: driftFrom?.(priorOf(page), market.even ?? USUAL_ROUND),
          probes: !without.includes('probes'),
          // Trusted signals say more than the hour does.
          rhythm: rhythmAt === undefined || page.trust ? undefined : believedRhythm(state, rhythmAt),
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

/** Days of a round where the market gives none. */
const USUAL_ROUND = 30

/** What a decision is based on. */
interface Grounds {
  /** Computed on demand, into one array that all pages share: a copy for each decision cost more than the decision. */
  readonly shares: () => Float64Array
  readonly grid: RateGrid
  readonly objective: Objective
  readonly drift: Drift | undefined
  /** Whether to visit early where a visit teaches most. */
  readonly probes: boolean
  readonly rhythm: Rhythm | undefined
}

/** When a page is due, and why. */
interface Decision extends Bounded {
  readonly dueAt: number
  readonly isTimed: boolean
}

/** Computing beliefs is what costs, so they are computed once for each question. */
class PricedNext implements Next {
  readonly #grounds: Grounds
  readonly #page: PageFacts
  readonly #market: Market
  #decision: Decision | undefined

  constructor(grounds: Grounds, page: PageFacts, market: Market) {
    this.#grounds = grounds
    this.#page = page
    this.#market = market
  }

  get dueAt(): number {
    return this.#decided.dueAt
  }

  get interval(): number {
    return this.#decided.interval
  }

  get isTimed(): boolean {
    return this.#decided.isTimed
  }

  get #decided(): Decision {
    this.#decision ??= this.#decide(this.#grounds.shares())
    return this.#decision
  }

  #decide(shares: Float64Array): Decision {
    const { rhythm } = this.#grounds
    const page = this.#page
    const plain = bounded(this.#wish(shares), page, this.#market)
    const dueAt = momentAfter(page, page.visitedAt, plain.interval)
    if (rhythm === undefined) return { ...plain, dueAt, isTimed: false }
    const usual = this.#usualDue(rhythm)
    if (dueAt < usual && isChecked(rhythm, page.visitedAt)) return { ...plain, dueAt, isTimed: false }
    const timed = bounded(usual - page.visitedAt, page, this.#market, 'rhythm')
    return { ...timed, dueAt: page.visitedAt + timed.interval, isTimed: true }
  }

  /** The next due time by the page's rhythm. */
  #usualDue(rhythm: Rhythm): number {
    const { objective } = this.#grounds
    return rhythmicDue(rhythm, this.#page.visitedAt, { objective, target: this.#target })
  }

  get #target(): number {
    return (this.#market.price * this.#page.cost) / this.#page.weight
  }

  /** The interval before bounds are applied. */
  #wish(shares: Float64Array): number {
    const { grid, objective } = this.#grounds
    const page = this.#page
    const target = this.#target
    if (page.trust) return signalledReach(this.#listening(shares, page.trust), target)
    const wish = climb(this.#worth(shares), target)
    const curiosity = this.#grounds.probes ? (this.#market.curiosity ?? 0) : 0
    if (!(curiosity > 0) || !(target > 0)) return wish
    return probed(shares, wish, { grid, objective, target, curiosity })
  }

  /** V at each step of the ladder, drift included. */
  #worth(shares: Float64Array): (step: number) => number {
    const { grid, objective, drift } = this.#grounds
    const rows = grid.value[objective]
    return drift ? driftingValue(shares, grid, objective, drift) : step => averaged(rows, step, shares)
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
    return this.#value(this.#grounds.shares(), at)
  }

  #value(shares: Float64Array, at: number): number {
    const { grid, objective } = this.#grounds
    const page = this.#page
    const tau = this.#elapsed(at)
    const value = page.trust
      ? signalledValue(this.#listening(shares, page.trust), tau)
      : valueAt(grid.value[objective], shares, tau)
    return (value * page.weight) / page.cost
  }

  fresh(at: number): number {
    return this.#fresh(this.#grounds.rhythm ? undefined : this.#grounds.shares(), at)
  }

  #fresh(shares: Float64Array | undefined, at: number): number {
    const { grid, rhythm } = this.#grounds
    if (rhythm) return chanceToRest(rhythm, this.#page.visitedAt, at)
    return survival(shares!, this.#elapsed(at), grid)
  }

  reason() {
    const { grid, rhythm } = this.#grounds
    const shares = this.#grounds.shares()
    const { mean, low, high } = rateRange(shares, grid.rates)
    const { now, price } = this.#market
    this.#decision ??= this.#decide(shares)
    const { interval, because } = this.#decision
    return {
      rate: mean,
      rateLow: low,
      rateHigh: high,
      fresh: this.#fresh(shares, now),
      value: this.#value(shares, now),
      price,
      interval,
      because,
      ...(rhythm ? { usualTime: { from: rhythm.from, lengthDays: rhythm.lengthDays } } : {}),
    }
  }
}
