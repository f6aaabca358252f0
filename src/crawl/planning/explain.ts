/** Inspects a collection's refreshing without running it: what a plan would say, and why a page is due when it is. */
import type { Env } from '../../env/index.ts'
import {
  DAY_MS,
  MarketMaker,
  momentAfter,
  type PageFacts,
  type Reason,
  type SourceRecord,
} from '../../refresh/index.ts'
import type { HostStore, MetaStore, PageRow, PlanStore, RefreshStore } from '../../store/index.ts'
import type { Holdings } from '../holdings.ts'
import type { CrawlSettings } from '../settings.ts'
import type { HostLearning } from './host-learning.ts'
import { LearnedHosts } from './learned-hosts.ts'
import { Planner } from './planner.ts'
import { policyOf } from './policy.ts'
import { RefreshState } from './refresh-state.ts'
import type { Survey } from './survey.ts'

/** Surveys all pages as the planner sees them now. Nothing is written. */
export async function surveyCollection(
  { store }: Holdings<MetaStore & HostStore & PlanStore & RefreshStore>,
  env: Env,
  settings: CrawlSettings,
): Promise<Survey & { readonly refreshing: RefreshState }> {
  const refreshing = await RefreshState.open(store, env, settings, await policyOf(settings.refresh))
  const hosts = new LearnedHosts(store, refreshing)
  const planner = new Planner({
    store,
    clock: env.clock,
    settings: settings.refresh,
    delayMs: settings.request.delayMs,
    refresher: refreshing.refresher,
    market: new MarketMaker(refreshing.correction),
    learning: page => hosts.of(page),
  })
  return { ...(await planner.survey()), refreshing }
}

/** Why a page is fetched when it is. Durations are in days. */
export interface Explanation extends Reason {
  readonly policy: string
  readonly objective: string
  readonly weight: number
  readonly cost: number
  /** Days since the last visit. */
  readonly elapsed: number
  /** Factor by which the page's weight would have to grow for the page to be due now; 1 or less if it is due. */
  readonly weightForNow: number | null
  /** How well the sources that announce changes on its host did, and how far each is believed. */
  readonly signals: readonly SourceRecord[]
  /** What the pages around it did since its last visit; null if they change independently. */
  readonly together: Together | null
}

/** Pages that change together. */
export interface Together {
  /** A class or a directory; empty for all pages of the host. */
  readonly group: string
  /** Changes of the group's pages since the page's last visit, and how many were expected. */
  readonly changes: number
  readonly expected: number
  /** By how many days this brings the page's next visit forward; negative if it puts the visit off. */
  readonly earlierDays: number
}

/** Null for a page that was never fetched or is no longer kept fresh, and for a collection that was never planned. */
export async function explainPage(
  { store }: Holdings<MetaStore & HostStore & RefreshStore>,
  env: Env,
  settings: CrawlSettings,
  page: PageRow,
): Promise<Explanation | null> {
  if (page.fetchedAt === null || page.revision === 0 || isRemoved(page)) return null
  const refreshing = await RefreshState.open(store, env, settings, await policyOf(settings.refresh))
  const { refresher } = refreshing
  const host = await new LearnedHosts(store, refreshing).of(page)
  // A collection that ran on an accelerated clock is ahead of ours.
  const nowMs = Math.max(env.clock.now(), page.fetchedAt)
  const facts = refresher.facts(page, page.sizeBytes, host, page.fetchedAt)
  const next = refresher.next(page, refresher.state(page, facts), facts, nowMs)
  if (!next) return null
  const reason = next.reason()
  return {
    ...reason,
    policy: refresher.policy.name,
    objective: settings.refresh.objective,
    weight: facts.weight,
    cost: facts.cost,
    elapsed: nowMs / DAY_MS - facts.visitedAt,
    weightForNow: reason.value > 0 ? reason.price / reason.value : null,
    signals: settings.refresh.signals ? host.signalRecords : [],
    together: togetherOf(host, page, facts, next.interval),
  }
}

/** If the next visit moves by less than this share of the interval, the pages around it make no difference. */
const TELLING = 0.05

function togetherOf(host: HostLearning, page: PageRow, facts: PageFacts, interval: number): Together | null {
  const clock = facts.clock ? host.clock(page) : undefined
  if (!clock || interval === Infinity) return null
  const { clock: _, ...even } = facts
  const { visitedAt } = facts
  const earlierDays = momentAfter(even, visitedAt, interval) - momentAfter(facts, visitedAt, interval)
  if (Math.abs(earlierDays) < TELLING * interval) return null
  return { group: host.clockGroup(page), ...clock.since(visitedAt), earlierDays }
}

/** As readers see it: nobody needs the stored copy to be current. */
const isRemoved = ({ status, movedTo }: PageRow) =>
  status === 'gone' || status === 'excluded' || movedTo !== null
