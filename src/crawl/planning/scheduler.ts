/**
 * Behind step 7 of a visit: learns how the page changes, and decides when it is worth its next fetch.
 *
 * The policy (`src/refresh`) is pure; this gives it what the collection knows: the page's belief, the priors, habits
 * and signals of its host, the user's weights and bounds, and the price of the last plan. The price does not change between
 * plans, so a visit costs a few microseconds here, however many pages there are. Before the first plan there is no
 * price: pages then come back after the usual interval, or by the rule of a policy that needs none.
 */
import {
  Calibration,
  DAY_MS,
  freshAt,
  type Market,
  momentAfter,
  type Next,
  type Observation,
  type PageFacts,
  type Policy,
  type State,
} from '../../refresh/index.ts'
import type { ChangeShares, CrawlSettings } from '../settings.ts'
import { packBelief, unpackBelief, unpackInto } from './belief.ts'
import { type HostLearning, heardSince } from './host-learning.ts'
import { lotOf } from './lot.ts'
import { RulesOfPages } from './page-rules.ts'
import { SharedIntervals } from './shared-intervals.ts'

/** The part of the config that decides when pages are due. */
export type ScheduleSettings = Pick<CrawlSettings, 'refresh' | 'weights'>

/** The result of the last plan; kept with the collection. Durations are in days; null stands for "never". */
export interface PlannedMarket {
  readonly at: number
  readonly price: number
  readonly evenDays: number
  readonly probeDays: number | null
  readonly curiosityDays: number
  /** Higher prices, by host id, for hosts whose servers cannot take what the common price would send them. */
  readonly own: Readonly<Record<string, number>>
  /** Which of the pages that are far off the next plan asks about; absent: the first. */
  readonly nextTurn?: number
}

/** A page as the scheduler needs it; pages of the queue and of a plan both qualify. */
export interface KnownPage {
  readonly host: number
  readonly url: string
  readonly fetchedAt: number | null
  readonly hintedAt: number | null
  readonly hintedBy: number
  readonly saidRate: string | null
  readonly belief: Buffer | null
  readonly importance: number | null
  readonly copyOf: number | null
  readonly pageClass: string | null
  readonly accessibility: number | null
  readonly relevance: number | null
}

export interface Taught {
  readonly belief: Buffer | null
  /** How often the page changes by that belief, in changes per day; null if there is no belief. */
  readonly rate: number | null
  readonly dueAt: number
}

/** The facts of a page in a collection: its bounds and its prior are always known. */
export type FactsOfPage = PageFacts & Required<Pick<PageFacts, 'shortest' | 'longest' | 'prior'>>

/** Made for millions of pages, so it is filled field by field: spreading parts of it took longer than deciding. */
type Writable<T> = { -readonly [K in keyof T]: T[K] }
const NOTHING_HEARD: Pick<PageFacts, 'trust' | 'signalledAt'> = {}

/** What a visit found out about the page since the previous visit. */
export type Finding =
  | { readonly kind: 'first' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly modifiedAt: number | null }

export class RefreshScheduler {
  readonly policy: Policy
  /** How far beliefs were off from what visits found. */
  readonly calibration: Calibration
  readonly #settings: ScheduleSettings
  readonly #rules: RulesOfPages
  #market: PlannedMarket | null
  #shared = new SharedIntervals()
  /** The state of the page that a plan is asking about. */
  readonly #scratch: Float64Array

  constructor(
    policy: Policy,
    settings: ScheduleSettings,
    market: PlannedMarket | null,
    calibration = new Calibration(),
  ) {
    this.policy = policy
    this.calibration = calibration
    this.#scratch = new Float64Array(policy.width)
    this.#settings = settings
    this.#rules = new RulesOfPages(settings)
    this.#market = market
  }

  get market(): PlannedMarket | null {
    return this.#market
  }

  set market(market: PlannedMarket | null) {
    this.#market = market
    this.#shared = new SharedIntervals()
  }

  /** How long a round of all pages takes. */
  get roundDays(): number {
    return this.#market?.evenDays ?? this.#settings.refresh.intervalMs / DAY_MS
  }

  get rules(): RulesOfPages {
    return this.#rules
  }

  /** Which share of the changes found counts. */
  get changeShares(): ChangeShares {
    return this.#settings.refresh.changes
  }

  /** What one fetch of a page costs the budget. */
  cost(sizeBytes: number | null): number {
    return this.#settings.refresh.budget?.unit === 'bytes' ? Math.max(1, sizeBytes ?? 0) : 1
  }

  weight(page: KnownPage): number {
    return this.#rules.of(page).weight
  }

  facts(page: KnownPage, sizeBytes: number | null, host: HostLearning, visitedAtMs: number): FactsOfPage {
    const { weight, shortestMs, longestMs } = this.#rules.of(page)
    const { habits, signals } = this.#settings.refresh
    const heard = signals ? host.signalsSince(page, visitedAtMs) : NOTHING_HEARD
    // Believed signals say more about a page than its neighbors do.
    const clock = this.policy.usesClocks && !heard.trust ? host.clock(page) : undefined
    const facts: Writable<FactsOfPage> = {
      weight,
      cost: this.cost(sizeBytes),
      visitedAt: visitedAtMs / DAY_MS,
      shortest: shortestMs / DAY_MS,
      longest: longestMs / DAY_MS,
      prior: host.prior(page),
    }
    if (habits) facts.habits = host.habits
    if (clock) facts.clock = clock
    if (heard.trust) facts.trust = heard.trust
    if (heard.signalledAt) facts.signalledAt = heard.signalledAt
    return facts
  }

  state(page: KnownPage, facts: PageFacts): State {
    return unpackBelief(page.belief, this.policy) ?? this.policy.begin(facts)
  }

  /** Null before the first plan, if the policy needs a price. */
  next(page: KnownPage, state: State, facts: PageFacts, nowMs: number): Next | null {
    const plain = this.#plainMarket(page.url, facts, nowMs)
    const market = this.policy.demand ? this.#pricedMarket(page.host, plain) : plain
    if (!market) return null
    const goal = this.#rules.goalOf(page)
    if (!goal) return this.policy.next(state, facts, market)
    const { rate } = this.policy.next(state, facts, market).reason()
    return this.policy.next(state, { ...facts, longest: goal.longest(rate, facts.longest!) }, market)
  }

  /** The market for a policy without a price: how often an even round comes, and the page's lot until its next visit. */
  #plainMarket(url: string, { visitedAt }: PageFacts, nowMs: number): Market {
    const plain = { price: 0, now: nowMs / DAY_MS, even: this.roundDays }
    // Drawing a lot for every page of a plan takes as long as half of its decisions.
    if (this.policy.sharesIntervals) return plain
    return { ...plain, chance: lotOf(url, Math.round(visitedAt * DAY_MS)) }
  }

  #pricedMarket(host: number, plain: Market): Market | null {
    if (!this.market) return null
    const { price, own, probeDays, curiosityDays } = this.market
    // A server at its limit has no fetches to spare for curiosity.
    const isCapped = own[host] !== undefined && own[host] > price
    return {
      ...plain,
      price: Math.max(price, own[host] ?? 0),
      curiosity: isCapped ? 0 : curiosityDays,
      ...(probeDays === null || isCapped ? {} : { probeEvery: probeDays }),
    }
  }

  /** Learns from a visit that got an answer. */
  visited(
    page: KnownPage,
    sizeBytes: number | null,
    host: HostLearning,
    atMs: number,
    finding: Finding,
  ): Taught {
    const before = this.facts(page, sizeBytes, host, page.fetchedAt ?? atMs)
    const known = unpackBelief(page.belief, this.policy)
    let state = known ?? this.policy.begin(before)
    if (finding.kind !== 'first' && page.fetchedAt !== null && atMs > page.fetchedAt) {
      const seen = observation(page.fetchedAt, atMs, finding)
      const learned = this.policy.learn(state, seen, before)
      const foretold = this.#chanceOfNone(state, before, atMs)
      this.calibration.saw({ ...seen, chanceOfNone: foretold, weight: before.weight }, this.roundDays)
      host.observe(
        {
          url: page.url,
          pageClass: page.pageClass,
          saidRate: page.saidRate,
          before: known,
          now: learned,
          atMs,
          elapsedMs: atMs - page.fetchedAt,
          changed: seen.changed,
          ...(seen.modifiedAgo === undefined ? {} : { changedAt: seen.at - seen.modifiedAgo }),
          heard: heardSince(page, page.fetchedAt),
          chanceOfNone: before.trust ? this.#chanceOfNone(state, withoutSignals(before), atMs) : foretold,
          isClocked: before.clock !== undefined,
        },
        this.policy,
      )
      state = learned
    }
    const after = this.facts({ ...page, hintedAt: null }, sizeBytes, host, atMs)
    const dueAt = this.dueAt(page, state, after, atMs)
    if (finding.kind === 'first') return { belief: null, rate: null, dueAt }
    return { belief: packBelief(state), rate: this.#rate(state, after, atMs), dueAt }
  }

  /**
   * When to look again at a page that taught nothing, such as one that has moved: plans leave it alone. What is only for a time comes back
   * with the next round.
   */
  lookAgainAt(page: KnownPage, atMs: number, isForNow: boolean): number {
    const { shortestMs, longestMs } = this.#rules.of(page)
    const atLeastMs = Math.max(shortestMs, isForNow ? 0 : this.#settings.refresh.intervalMs)
    return Math.round(atMs + Math.min(Math.max(this.roundDays * DAY_MS, atLeastMs), longestMs))
  }

  #rate(state: State, facts: PageFacts, atMs: number): number {
    return this.policy.next(state, facts, { price: 0, now: atMs / DAY_MS }).reason().rate
  }

  /** Chance that the stored copy is current. */
  #chanceOfNone(state: State, facts: PageFacts, atMs: number): number {
    const at = atMs / DAY_MS
    return freshAt(this.policy.next(state, facts, { price: 0, now: at }), at)
  }

  /** Where a plan puts the next visit of a page. Pages that have taught nothing yet share their intervals. */
  plannedAt(page: KnownPage, facts: FactsOfPage, nowMs: number): number {
    if (!this.#sharesInterval(page, facts))
      return this.dueAt(page, this.#passingState(page, facts), facts, nowMs)
    const interval = this.#shared.of(
      facts,
      this.#market!.own[page.host] ?? null,
      kind => this.next(page, this.policy.begin(kind), kind, nowMs)!.interval,
    )
    return inBounds(momentAfter(facts, facts.visitedAt, interval), facts)
  }

  #passingState(page: KnownPage, facts: PageFacts): State {
    const { belief } = page
    if (belief === null || belief.length !== this.policy.width * 4) return this.policy.begin(facts)
    return unpackInto(this.#scratch, belief)
  }

  #sharesInterval(page: KnownPage, { trust }: PageFacts): boolean {
    if (page.belief !== null || trust !== undefined || this.#market === null) return false
    return this.policy.sharesIntervals === true && this.#rules.goalOf(page) === undefined
  }

  dueAt(page: KnownPage, state: State, facts: PageFacts, nowMs: number): number {
    const next = this.next(page, state, facts, nowMs)
    const visitedAtMs = facts.visitedAt * DAY_MS
    if (!next) return Math.round(visitedAtMs + this.#settings.refresh.intervalMs)
    return inBounds(next.dueAt, facts)
  }
}

function withoutSignals({ trust: _trust, signalledAt: _signalledAt, ...plain }: PageFacts): PageFacts {
  return plain
}

/** The user's bounds are in real time, whatever the clock of a group says. */
function inBounds(dueAt: number, { visitedAt, shortest, longest }: PageFacts): number {
  const within = Math.min(Math.max(dueAt, visitedAt + (shortest ?? 0)), visitedAt + (longest ?? Infinity))
  return Math.round(within * DAY_MS)
}

/** A finding in the form that policies take. */
export function observation(
  beforeMs: number,
  atMs: number,
  finding: Exclude<Finding, { readonly kind: 'first' }>,
): Observation {
  const seen = { at: atMs / DAY_MS, elapsed: (atMs - beforeMs) / DAY_MS, changed: finding.kind === 'changed' }
  if (finding.kind !== 'changed' || finding.modifiedAt === null) return seen
  // A date before the last visit, or in the future, cannot be that of the change that was found.
  const isPossible = finding.modifiedAt > beforeMs && finding.modifiedAt <= atMs
  return isPossible ? { ...seen, modifiedAgo: (atMs - finding.modifiedAt) / DAY_MS } : seen
}
