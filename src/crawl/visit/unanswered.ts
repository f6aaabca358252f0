/** Visits that end before there is an answer to read, and how they are described. */
import { type Breakdown, isTransient } from '../../fetch/index.ts'
import type { ExcludedBy } from '../../store/index.ts'
import type { Url } from '../../url/index.ts'
import type { Outcome } from './outcome.ts'
import type { Visit } from './visit.ts'

/** A visit that ended before there was an answer to read. */
export interface Unanswered {
  readonly kind: 'unanswered'
  readonly outcome: Outcome
  readonly durationMs: number
  /** The page is not tried again before this time. */
  readonly notBefore: number
  /** The address to visit instead. */
  readonly instead?: Url
}

/** Nothing was learned: the page goes back to the queue unchanged. */
export interface PutBack {
  readonly kind: 'putBack'
}

export function unanswered(outcome: Outcome, durationMs = 0): Unanswered {
  return { kind: 'unanswered', outcome, durationMs, notBefore: 0 }
}

/** Forbidden or unwanted. */
export function denied(by: ExcludedBy, reason: string | null): Unanswered {
  return unanswered({ kind: 'denied', by, reason, status: null, facts: null })
}

export function failed(
  code: Extract<Outcome, { kind: 'failed' }>['code'],
  message: string,
  transient: boolean,
): Unanswered {
  return unanswered({ kind: 'failed', code, message, status: null, transient })
}

export function broken({ page }: Visit, breakdown: Breakdown): Unanswered | PutBack {
  const { code, message } = breakdown
  if (code === 'dns-alarm' || code === 'aborted') return { kind: 'putBack' }
  const durationMs = breakdown.endedAt - breakdown.startedAt
  const isRefused = code === 'private-address'
  if (isRefused && page.revision === 0) return { ...denied('address', message), durationMs }
  // A stored page has hardly moved into a private network: more likely something between us and its name server lies for a while.
  return { ...failed(code, message, isRefused || isTransient(code)), durationMs }
}
