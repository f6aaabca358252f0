/**
 * The types every policy shares. All times are days since any fixed moment, all lengths are days: callers with milliseconds divide by
 * `DAY_MS`. Costs are in units of one plain fetch.
 */
import type { Habits } from './habits.ts'
import type { UsualTime } from './rhythm.ts'
import type { SignalTrust } from './signals.ts'

export const DAY_MS = 86_400_000

export const OBJECTIVES = ['freshness', 'age', 'harmonic'] as const
/** What is minimized: the share of stale pages, their mean age, or the harmonic count of missed changes. */
export type Objective = (typeof OBJECTIVES)[number]

/** What a policy remembers about a page: a short row of numbers of fixed length, so that any store can hold it. */
export type State = ArrayLike<number>

/** Shares of memories and classes of rate (`belief.ts`), learned from the groups a page belongs to. */
export type Prior = ArrayLike<number>

/** Turns wall time into operational time, in which changes come evenly. */
export interface OperationalTime {
  /** Operational days between two moments. */
  between(from: number, to: number): number
  /** The moment at which `days` operational days have passed since `from`. */
  after(from: number, days: number): number
}

export interface PageFacts {
  /** How much this page counts; 1 is usual. */
  readonly weight: number
  /** What one fetch of it costs; 1 is usual. */
  readonly cost: number
  /** When it was last fetched successfully. */
  readonly visitedAt: number
  /** Shortest and longest interval, set by the user. */
  readonly shortest?: number
  readonly longest?: number
  /** The prior learned from its host and directory; the policy's own prior when absent. */
  readonly prior?: Prior
  /** Working hours of its host, which turn wall time into operational time. */
  readonly habits?: Habits
  /** Clock of its group, for batches in which many pages change at once. */
  readonly clock?: OperationalTime
  /** Times of the signals since the last visit, oldest first, and how far its host's signals are trusted. */
  readonly signalledAt?: readonly number[]
  readonly trust?: SignalTrust
  /** The true rate, where it is known: the oracle of the lab, or a user's table. */
  readonly rate?: number
}

/** What a visit found. A failed visit is not an observation: do not call `learn` for it. */
export interface Observation {
  readonly at: number
  /** Days since the previous visit. */
  readonly elapsed: number
  readonly changed: boolean
  /** From a trusted Last-Modified: how long before `at` the last change was. */
  readonly modifiedAgo?: number
  /** The number of changes, where it is known from a feed's entries or trusted signals. */
  readonly changes?: number
}

export interface Market {
  /** μ: what a fetch must be worth to be made. Policies without a price ignore it. */
  readonly price: number
  readonly now: number
  /** Pages that would wait longer than this are probed whatever they are worth; paid for by the exploration share. */
  readonly probeEvery?: number
  /** Days for which knowledge of a page is expected to be useful: this limits what an early visit made to learn may cost. */
  readonly curiosity?: number
  /** Interval at which all pages would be visited equally often. */
  readonly even?: number
  /** A random number in [0, 1), for policies that choose at random. */
  readonly chance?: number
}

/** `value` and `reason` read the state they were made from: call them before it is overwritten in place. */
export interface Next {
  /** Infinity when the page is dropped at this price. */
  readonly dueAt: number
  readonly interval: number
  /** Whether it is due at a particular hour (its rhythm), whatever the clock of its group says. */
  readonly isTimed?: boolean
  /** What a fetch at that time is worth, to be compared with the price. */
  value(at: number): number
  /** Chance that the stored copy is still current then; only for policies that can compute it without the whole reason. */
  fresh?(at: number): number
  reason(): Reason
}

/** Chance that the stored copy is still current at a moment. */
export const freshAt = (next: Next, now: number): number => next.fresh?.(now) ?? next.reason().fresh

/** Why, in numbers, as printed by `tidewatch history`. */
export interface Reason {
  /** Mean believed rate in changes a day, and the range that holds 90% of the belief. */
  readonly rate: number
  readonly rateLow: number
  readonly rateHigh: number
  /** Chance that the stored copy is still current now. */
  readonly fresh: number
  readonly value: number
  readonly price: number
  readonly interval: number
  /** Which rule set the interval. */
  readonly because: Because
  /** When it usually changes, if it has a weekly rhythm. */
  readonly usualTime?: UsualTime
}

export type Because = 'price' | 'shortest' | 'longest' | 'probe' | 'dropped' | 'rule' | 'rhythm'

/** What one page would get at each of many prices; the rows are as long as the prices and filled in by `Policy.demand`. */
export interface Demand {
  /** Length of a round of all pages at the present budget, in days. */
  readonly even?: number
  readonly interval: Float64Array
  /** Mean penalties at that interval (staleness, age in days, harmonic count); filled in only if present. */
  readonly penalties?: Readonly<Record<Objective, Float64Array>>
}

export interface Policy {
  readonly name: string
  /** Length of a state. */
  readonly width: number
  /** What else the meaning of a state depends on: states made under other terms are learned anew. */
  readonly terms?: string
  /** Whether its states are beliefs that a `PriorGroup` can learn from. */
  readonly sharesPriors?: boolean
  /**
   * Whether a page is due its interval after its visit, in its operational time, and the interval depends only on state, prior, weight,
   * cost, bounds, signals and market. Pages that agree in all of these then share one decision.
   */
  readonly sharesIntervals?: boolean
  /** Whether rates are counted in the operational time of a page's group (`PageFacts.clock`). */
  readonly usesClocks?: boolean
  /** The state of a page before its second visit. */
  begin(page: PageFacts): State
  learn(state: State, seen: Observation, page: PageFacts): State
  /** When the page is worth its next fetch at this price, and why. */
  next(state: State, page: PageFacts, market: Market): Next
  /** The page's interval and penalties at every price (ascending); absent for interval rules, which use no price. */
  demand?(state: State, page: PageFacts, prices: Float64Array, into: Demand): void
}
