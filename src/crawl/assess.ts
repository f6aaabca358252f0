/** From an answer to an Outcome, and from an Outcome to the next state of the page. Pure. */
import { type Answer, type Breakdown, header, isTransient } from '../fetch/index.ts'
import { parseRetryAfter } from '../fetch/politeness.ts'
import type { PageStatus, QueuedPage } from '../store/index.ts'
import type { Canonicalizer } from '../url/index.ts'
import { type Outcome, outcomeReason } from './outcome.ts'
import type { ParseResult } from './parse/job.ts'

const MOST_HOPS = 10
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const DAY_MS = 24 * 3_600_000
const MONTH_MS = 30 * DAY_MS
/** So many answers of "not there" in a row make a page gone. */
const MISSES_BEFORE_GONE = 2

export function outcomeOfBreakdown(breakdown: Breakdown, isStored: boolean): Outcome {
  const isRefused = breakdown.code === 'private-address'
  if (isRefused && !isStored) return { kind: 'denied', by: breakdown.message, status: null, facts: null }
  return {
    kind: 'failed',
    code: breakdown.code,
    message: breakdown.message,
    status: null,
    // A page we have has not moved inside: somebody between us and its name server lies for a while.
    transient: isRefused || isTransient(breakdown.code),
  }
}

export function outcomeOfAnswer(
  answer: Answer,
  parsed: ParseResult,
  page: QueuedPage,
  canonicalizer: Canonicalizer,
): Outcome {
  const { status } = answer
  if (status === 304 && page.revision > 0 && page.payloadAt !== null)
    return { kind: 'notModified', status: 304 }
  if (REDIRECTS.has(status)) return redirect(answer, page, canonicalizer)
  if (status >= 200 && status < 300) return document(status, parsed, page)
  if (status === 404 || status === 410) return { kind: 'gone', status, why: `HTTP ${status}` }
  return {
    kind: 'failed',
    code: 'http',
    message: `HTTP ${status}${answer.statusText ? ` ${answer.statusText}` : ''}`,
    status,
    // Nobody asked whether it was modified: the copy we had is lost, and a 304 does not bring it back.
    transient: TRANSIENT.has(status) || (status === 304 && page.revision > 0),
  }
}

function document(status: number, parsed: ParseResult, page: QueuedPage): Outcome {
  if (parsed.refresh !== null && parsed.facts.linkCount <= 2) {
    const problem = page.hops >= MOST_HOPS ? `more than ${MOST_HOPS} redirects` : null
    if (problem) return { kind: 'failed', code: 'redirects', message: problem, status, transient: false }
    return { kind: 'moved', status, to: parsed.refresh, problem: null }
  }
  const { facts } = parsed
  if (facts.noindex) return { kind: 'denied', by: 'the page says noindex', status, facts }
  if (!facts.wanted) return { kind: 'denied', by: `type ${facts.type}`, status, facts }
  return { kind: 'fetched', status, facts }
}

function redirect(answer: Answer, page: QueuedPage, canonicalizer: Canonicalizer): Outcome {
  const location = header(answer.headers, 'location')
  const failed = (message: string): Outcome => ({
    kind: 'failed',
    code: 'redirects',
    message,
    status: answer.status,
    transient: false,
  })
  if (location === undefined) return failed(`HTTP ${answer.status} without a Location`)
  const to = canonicalizer.canonical(location, page.url)
  if (to === undefined)
    return failed(`HTTP ${answer.status} to "${location.slice(0, 200)}", which is not a web address`)
  if (to === page.url) return failed(`HTTP ${answer.status} to itself`)
  if (page.hops >= MOST_HOPS) return failed(`more than ${MOST_HOPS} redirects`)
  return { kind: 'moved', status: answer.status, to, problem: null }
}

/** Might the same page come with other request headers? A type nobody wants, or a refusal for what we are or accept. */
export function isUnwanted(outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return outcome.status === 403 || outcome.status === 406
  return outcome.kind === 'denied' && outcome.facts !== null && !outcome.facts.wanted
}

export interface NextState {
  readonly status: PageStatus
  readonly reason: string | null
  readonly dueAt: number | null
  readonly failures: number
}

export interface RetryRules {
  readonly retries: number
  readonly retryDelayMs: number
  /** When a page that was fetched now is worth its next visit. */
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
      return { status: 'excluded', reason, dueAt: null, failures: 0 }
    case 'gone': {
      const failures = page.failures + 1
      if (failures >= MISSES_BEFORE_GONE) return { status: 'gone', reason, dueAt: nowMs + MONTH_MS, failures }
      return { status: 'error', reason, dueAt: nowMs + DAY_MS, failures }
    }
    case 'failed': {
      const failures = page.failures + 1
      if (!outcome.transient) return { status: 'error', reason, dueAt: null, failures }
      const asked = parseRetryAfter(retryAfter, nowMs) ?? 0
      const waitMs =
        failures <= rules.retries && outcome.code !== 'dns'
          ? rules.retryDelayMs * 2 ** (failures - 1)
          : Math.min(DAY_MS * 2 ** Math.max(0, failures - rules.retries - 1), MONTH_MS)
      return { status: 'error', reason, dueAt: nowMs + Math.max(waitMs, asked), failures }
    }
  }
}
