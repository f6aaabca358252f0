/** Step 7 of a visit: learn how often the page changes, decide when it is next worth a fetch, and let queue plug-ins change that. */
import type { Clock } from '../../env/index.ts'
import { header } from '../../fetch/index.ts'
import { parseRetryAfter } from '../../fetch/politeness.ts'
import type { Candidate, ExcludedBy, PageStatus, QueuedPage } from '../../store/index.ts'
import { doesCount } from '../planning/counted-changes.ts'
import type { Finding, RefreshScheduler, Taught } from '../planning/scheduler.ts'
import { MISSES_BEFORE_GONE } from '../published.ts'
import type { ChangeShares, CrawlSettings } from '../settings.ts'
import type { Judged, Look } from './5-judge.ts'
import type { Followed } from './6-follow.ts'
import type { Candidates, PlannedVisit } from './candidates.ts'
import { modifiedAt } from './modified-at.ts'
import { type Outcome, outcomeReason } from './outcome.ts'
import type { Visit } from './visit.ts'

export interface Scheduled extends Followed {
  readonly state: NextState
  readonly next: PlannedVisit
  readonly belief: Buffer | null
  readonly rate: number | null
}

export interface ScheduleParts {
  readonly clock: Clock
  readonly settings: CrawlSettings
  readonly refresher: RefreshScheduler
  readonly candidates: Candidates
}

const DAY_MS = 24 * 3_600_000
const MONTH_MS = 30 * DAY_MS
/** What sites say about pages and may take back, perhaps because it was a mistake: stored pages are looked at again. */
const REVOCABLE: ReadonlySet<ExcludedBy> = new Set(['robots', 'noindex', 'type'])
/** Redirects that promise the page itself for later (RFC 9110, section 15.4). */
const FOR_NOW: ReadonlySet<number> = new Set([302, 303, 307])

export class Schedule {
  readonly #parts: ScheduleParts

  constructor(parts: ScheduleParts) {
    this.#parts = parts
  }

  async schedule(visit: Visit, followed: Followed): Promise<Scheduled> {
    const { judged } = followed
    const { belief, rate, dueAt } = this.#teach(visit, followed)
    const state = this.#state(visit, followed, dueAt)
    const { next, added } = await this.#next(visit, state, followed)
    const candidates = added.length === 0 ? followed.candidates : [...followed.candidates, ...added]
    return { ...followed, judged, candidates, state, next, belief, rate }
  }

  /** Learns from the visit how often the page changes, and when its next visit is worthwhile. */
  #teach({ page, host, at }: Visit, { judged, changed }: Followed): Taught {
    const { refresher, settings } = this.#parts
    const { outcome } = judged
    const isForNow = outcome.kind === 'moved' && FOR_NOW.has(outcome.status)
    const isSeen = outcome.kind === 'fetched' || outcome.kind === 'notModified'
    if (judged.kind === 'unanswered' || !isSeen) {
      const visitedAt = judged.kind === 'unanswered' ? at : judged.last.at
      return { belief: null, rate: null, dueAt: refresher.lookAgainAt(page, visitedAt, isForNow) }
    }
    const { last } = judged
    const sizeBytes = outcome.kind === 'fetched' ? last.parsed.facts.sizeBytes : page.sizeBytes
    const found = findingOf(page, last, changed, host.validatorsLie)
    const finding = counted(found, page.url, last, settings.refresh.changes)
    return refresher.visited(page, sizeBytes, host.learning, last.at, finding)
  }

  #state({ page }: Visit, { judged }: Followed, refreshAt: number): NextState {
    const { retries, retryDelayMs } = this.#parts.settings.request
    const rules = { retries, retryDelayMs, refreshAt }
    const now = this.#parts.clock.now()
    const state = nextState(judged.outcome, page, now, rules, retryAfterOf(judged))
    if (page.kind === 'results' && !isTriedAgain(judged.outcome))
      return { ...state, dueAt: this.#askAgainAt(judged.outcome, now) }
    const notBefore = judged.kind === 'unanswered' ? judged.notBefore : 0
    return state.dueAt === null ? state : { ...state, dueAt: Math.max(state.dueAt, notBefore) }
  }

  /** When to submit a query again to find new records. The pages it led to are kept current on their own; the answer itself is not. */
  #askAgainAt({ kind }: Outcome, nowMs: number): number | null {
    const againMs = this.#parts.settings.forms?.againMs ?? null
    return againMs !== null && (kind === 'fetched' || kind === 'notModified') ? nowMs + againMs : null
  }

  async #next(
    { page }: Visit,
    state: NextState,
    { plugged }: Followed,
  ): Promise<{ readonly next: PlannedVisit; readonly added: readonly Candidate[] }> {
    const usual = { dueAt: state.dueAt, rank: null, excluded: null }
    const added: Candidate[] = []
    const next = plugged
      ? await this.#parts.candidates.afterVisit(page, plugged, usual, candidate => added.push(candidate))
      : usual
    return { next, added }
  }
}

const retryAfterOf = (judged: Followed['judged']) =>
  judged.kind === 'judged' ? header((judged satisfies Judged).last.answer.headers, 'retry-after') : undefined

/** What the answer says about the page's changes. A date is trusted unless the host's dates have been wrong. */
function findingOf(
  { revision }: QueuedPage,
  { answer, at }: Look,
  changed: boolean,
  datesLie: boolean,
): Finding {
  if (revision === 0) return { kind: 'first' }
  if (!changed) return { kind: 'unchanged' }
  return { kind: 'changed', modifiedAt: datesLie ? null : modifiedAt(answer.headers, at) }
}

/** Treats a change that does not count as no change. */
function counted(found: Finding, url: string, { at, parsed }: Look, shares: ChangeShares): Finding {
  if (found.kind !== 'changed') return found
  return doesCount(parsed.comparison?.note ?? null, shares, url, at) ? found : { kind: 'unchanged' }
}

export interface NextState {
  readonly status: PageStatus
  readonly excludedBy?: ExcludedBy
  readonly reason: string | null
  readonly dueAt: number | null
  readonly failures: number
}

export interface RetryRules {
  readonly retries: number
  readonly retryDelayMs: number
  /** When the next visit is due if this one succeeds. */
  readonly refreshAt: number
}

export function nextState(
  outcome: Outcome,
  page: QueuedPage,
  nowMs: number,
  rules: RetryRules,
  retryAfter?: string,
): NextState {
  const reason = outcomeReason(outcome)
  switch (outcome.kind) {
    case 'fetched':
    case 'notModified':
    case 'moved':
      return { status: 'completed', reason, dueAt: rules.refreshAt, failures: 0 }
    case 'denied':
      return {
        status: 'excluded',
        excludedBy: outcome.by,
        reason: outcome.reason,
        failures: 0,
        dueAt: page.revision > 0 && REVOCABLE.has(outcome.by) ? rules.refreshAt : null,
      }
    case 'gone': {
      const failures = page.failures + 1
      if (failures >= MISSES_BEFORE_GONE) return { status: 'gone', reason, dueAt: nowMs + MONTH_MS, failures }
      return { status: 'error', reason, dueAt: nowMs + DAY_MS, failures }
    }
    case 'walled':
    case 'failed': {
      const failures = page.failures + 1
      const isFinal = outcome.kind === 'failed' && !outcome.transient
      if (isFinal && page.revision === 0) return { status: 'error', reason, dueAt: null, failures }
      const asked = parseRetryAfter(retryAfter, nowMs) ?? 0
      const retries = !isFinal && isBrief(outcome) ? rules.retries : 0
      const waitMs =
        failures <= retries
          ? rules.retryDelayMs * 2 ** (failures - 1)
          : Math.min(DAY_MS * 2 ** Math.max(0, failures - rules.retries - 1), MONTH_MS)
      return { status: 'error', reason, dueAt: nowMs + Math.max(waitMs, asked), failures }
    }
  }
}

/** Whether the query will be retried because this visit got no answer. */
const isTriedAgain = (outcome: Outcome) =>
  outcome.kind === 'walled' || (outcome.kind === 'failed' && outcome.transient)

/** Whether the failure may pass within minutes. An unknown host name, a log-in or a check lasts longer. */
const isBrief = (outcome: Extract<Outcome, { kind: 'failed' | 'walled' }>) =>
  outcome.kind === 'failed' ? outcome.code !== 'dns' : outcome.wall === 'rateLimit'
