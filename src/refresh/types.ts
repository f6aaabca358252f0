/**
 * The words every policy shares. All times are days since any fixed moment, all lengths are days: a caller with
 * milliseconds divides by `DAY_MS` at the door. Costs are in units of one plain fetch.
 */
import type { Habits } from './habits.ts'
import type { UsualTime } from './rhythm.ts'
import type { SignalTrust } from './signals.ts'

export const DAY_MS = 86_400_000

export const OBJECTIVES = ['freshness', 'age', 'harmonic'] as const
/** What is to be kept small: the share of stale pages, their mean age, or the harmonic count of missed changes. */
export type Objective = (typeof OBJECTIVES)[number]

/** What a policy keeps of a page: a short row of numbers of fixed length, so that any store can hold it. */
export type State = ArrayLike<number>

/** Shares of memories and classes of rate (`belief.ts`), learned from the groups a page belongs to. */
export type Prior = ArrayLike<number>

/** Turns wall time into operational time, in which changes come evenly. */
export interface OperationalTime {
  /** Operational days between two moments. */
  between(from: number, to: number): number
  /** The moment at which so many operational days have run. */
  after(from: number, days: number): number
}

export interface PageFacts {
  /** How much this page counts; 1 is usual. */
  readonly weight: number
  /** What one fetch of it costs; 1 is usual. */
  readonly cost: number
  /** When it was last fetched with success. */
  readonly visitedAt: number
  /** Shortest and longest interval, set by the user. */
  readonly shortest?: number
  readonly longest?: number
  /** What its host and directory teach of it; the policy's own prior when absent. */
  readonly prior?: Prior
  /** When its host works: turns wall time into operational time. */
  readonly habits?: Habits
  /** How fast its group changes: batches of many pages at once. */
  readonly clock?: OperationalTime
  /** Times of the signals since the last visit, oldest first, and how far its host's signals are to be trusted. */
  readonly signalledAt?: readonly number[]
  readonly trust?: SignalTrust
  /** The true rate, where somebody knows it: the oracle of the lab, or a user's table. */
  readonly rate?: number
}

/** What a visit found. A failed visit is no observation: do not call `learn` for it. */
export interface Observation {
  readonly at: number
  /** Since the visit before. */
  readonly elapsed: number
  readonly changed: boolean
  /** A trusted Last-Modified: how long before `at` the last change was. */
  readonly modifiedAgo?: number
  /** How many changes there were, where somebody counted them: a feed's entries, trusted signals. */
  readonly changes?: number
}

export interface Market {
  /** μ: what a fetch must be worth to be made. Policies without a price ignore it. */
  readonly price: number
  readonly now: number
  /** Pages waiting longer than this are probed whatever they are worth: what the exploration share buys. */
  readonly probeEvery?: number
  /** Days that what is learned of a page is expected to serve: how much an early visit for the sake of knowledge may cost. */
  readonly curiosity?: number
  /** Interval at which everything would be visited equally often. */
  readonly even?: number
  /** A number in [0, 1) for policies that draw lots. */
  readonly chance?: number
}

/** `value` and `reason` read the state they were made from: ask before it is overwritten in place. */
export interface Next {
  /** Infinity when the page is dropped at this price. */
  readonly dueAt: number
  readonly interval: number
  /** It is due at an hour of its own, whatever the clock of its group says. */
  readonly isTimed?: boolean
  /** What a fetch at that time is worth: compare with the price. */
  value(at: number): number
  /** Chance that the stored copy is still current then; for those who want nothing else, where a policy can say it alone. */
  fresh?(at: number): number
  reason(): Reason
}

/** Chance that the stored copy is still current at the moment that a decision was asked for. */
export const freshAt = (next: Next, now: number): number => next.fresh?.(now) ?? next.reason().fresh

/** Why, in numbers: `tidewatch history` prints it. */
export interface Reason {
  /** Mean rate believed, changes a day, and the range that holds nine tenths of the belief. */
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
  /** When it usually changes, where it has a weekly rhythm. */
  readonly usualTime?: UsualTime
}

export type Because = 'price' | 'shortest' | 'longest' | 'probe' | 'dropped' | 'rule' | 'rhythm'

/** What one page would get at each of many prices; rows as long as the prices, filled by `Policy.demand`. */
export interface Demand {
  /** A round of all pages at the present budget, in days. */
  readonly even?: number
  readonly interval: Float64Array
  /** Mean penalties at that interval (staleness, age in days, harmonic count), where somebody wants to know. */
  readonly penalties?: Readonly<Record<Objective, Float64Array>>
}

export interface Policy {
  readonly name: string
  /** Length of a state. */
  readonly width: number
  /** What the meaning of a state depends on besides: states made under another one are learned anew. */
  readonly terms?: string
  /** Its states are beliefs that a `PriorGroup` can learn from. */
  readonly sharesPriors?: boolean
  /**
   * A page is due its interval after its visit, in its operational time, and the interval depends on nothing but state,
   * prior, weight, cost, bounds, signals and market. Pages that agree in all of these are then asked once.
   */
  readonly sharesIntervals?: boolean
  /** Counts rates in the time of a page's group (`PageFacts.clock`). */
  readonly usesClocks?: boolean
  /** What is believed of a page before its second visit. */
  begin(page: PageFacts): State
  learn(state: State, seen: Observation, page: PageFacts): State
  /** When the page is worth its next fetch at this price, and why. */
  next(state: State, page: PageFacts, market: Market): Next
  /** The page's interval and penalties at every price (ascending); absent for interval rules, which know no price. */
  demand?(state: State, page: PageFacts, prices: Float64Array, into: Demand): void
}
