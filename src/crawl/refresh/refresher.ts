/**
 * Step 8 of a visit: what it taught of the page's changes, and when the page is worth its next fetch.
 *
 * The policy (`src/refresh`) is pure; this gives it what the collection knows: the page's belief, the priors, habits
 * and signals of its host, the user's weights and bounds, and the price of the last plan. Between plans the price stands
 * still, so a visit costs a few microseconds here, whatever the number of pages. Before the first plan nobody knows a
 * price: pages then come back after the usual interval.
 */
import {
  DAY_MS,
  type Market,
  type Next,
  type PageFacts,
  type Policy,
  type State,
} from '../../refresh/index.ts'
import type { CrawlSettings } from '../settings.ts'
import { packBelief, unpackBelief } from './belief.ts'
import type { HostLearning } from './host-learning.ts'
import { RulesOfPages } from './page-rules.ts'

/** What was planned last; kept with the collection. */
export interface PlannedMarket {
  readonly at: number
  readonly price: number
  readonly evenDays: number
  readonly probeDays: number | null
}

/** A page as the refresher needs it; pages of the queue and of a plan both are. */
export interface KnownPage {
  readonly url: string
  readonly fetchedAt: number | null
  readonly hintedAt: number | null
  readonly belief: Buffer | null
}

export interface Taught {
  readonly belief: Buffer | null
  readonly dueAt: number
}

/** What a visit found out about the page since the one before. */
export type Finding =
  | { readonly kind: 'first' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly modifiedAt: number | null }

export class Refresher {
  readonly policy: Policy
  readonly #settings: CrawlSettings
  readonly #rules: RulesOfPages
  readonly #chance: () => number
  market: PlannedMarket | null

  constructor(policy: Policy, settings: CrawlSettings, market: PlannedMarket | null, chance: () => number) {
    this.policy = policy
    this.#settings = settings
    this.#rules = new RulesOfPages(settings)
    this.market = market
    this.#chance = chance
  }

  /** What one fetch of a page takes from the budget. */
  cost(sizeBytes: number | null): number {
    return this.#settings.refresh.budget?.unit === 'bytes' ? Math.max(1, sizeBytes ?? 0) : 1
  }

  facts(page: KnownPage, sizeBytes: number | null, host: HostLearning, visitedAtMs: number): PageFacts {
    const { weight, shortestMs, longestMs } = this.#rules.of(page.url)
    return {
      weight,
      cost: this.cost(sizeBytes),
      visitedAt: visitedAtMs / DAY_MS,
      shortest: shortestMs / DAY_MS,
      longest: longestMs / DAY_MS,
      prior: host.prior(page.url),
      ...host.rhythm(this.#settings.refresh),
      ...(this.#settings.refresh.signals ? host.signalsSince(page.hintedAt, visitedAtMs) : {}),
    }
  }

  state(page: KnownPage, facts: PageFacts): State {
    return unpackBelief(page.belief, this.policy) ?? this.policy.begin(facts)
  }

  next(state: State, facts: PageFacts, nowMs: number): Next | null {
    if (!this.market) return null
    const market: Market = {
      price: this.market.price,
      now: nowMs / DAY_MS,
      even: this.market.evenDays,
      chance: this.#chance(),
      ...(this.market.probeDays === null ? {} : { probeEvery: this.market.probeDays }),
    }
    return this.policy.next(state, facts, market)
  }

  /** A visit that got an answer. */
  visited(
    page: KnownPage,
    sizeBytes: number | null,
    host: HostLearning,
    atMs: number,
    finding: Finding,
  ): Taught {
    const known = unpackBelief(page.belief, this.policy)
    const before = this.facts(page, sizeBytes, host, page.fetchedAt ?? atMs)
    let state = known ?? this.policy.begin(before)
    if (finding.kind !== 'first' && page.fetchedAt !== null && atMs > page.fetchedAt) {
      state = this.policy.learn(state, observation(page.fetchedAt, atMs, finding), before)
      host.observe(page, known, state, atMs, finding.kind === 'changed')
    }
    const after = this.facts({ ...page, hintedAt: null }, sizeBytes, host, atMs)
    return {
      belief: finding.kind === 'first' ? null : packBelief(state),
      dueAt: this.dueAt(state, after, atMs),
    }
  }

  dueAt(state: State, facts: PageFacts, nowMs: number): number {
    const next = this.next(state, facts, nowMs)
    const days = next ? Math.min(next.dueAt, facts.visitedAt + (facts.longest ?? Infinity)) : null
    const visitedAtMs = facts.visitedAt * DAY_MS
    return Math.round(
      days === null || !Number.isFinite(days)
        ? visitedAtMs + this.#settings.refresh.intervalMs
        : days * DAY_MS,
    )
  }
}

function observation(beforeMs: number, atMs: number, finding: Exclude<Finding, { kind: 'first' }>) {
  const seen = { at: atMs / DAY_MS, elapsed: (atMs - beforeMs) / DAY_MS, changed: finding.kind === 'changed' }
  if (finding.kind !== 'changed' || finding.modifiedAt === null) return seen
  // A date before the last visit, or in the future, cannot be that of the change just found.
  const isPossible = finding.modifiedAt > beforeMs && finding.modifiedAt <= atMs
  return isPossible ? { ...seen, modifiedAgo: (atMs - finding.modifiedAt) / DAY_MS } : seen
}
