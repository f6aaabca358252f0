/** A durable visit as it is told to programs, and the handlers that programs keep for the classes of pages. */
import type { ChangeNote } from '../change/index.ts'
import { exclusionWords } from '../crawl/exclusion.ts'
import type { VisitReport } from '../crawl/index.ts'
import { changeOf } from './history.ts'
import type { Page } from './page.ts'
import { dateOf, jsonOf } from './plain.ts'

/** What came of one attempt at a Url. */
export type Outcome =
  | { readonly kind: 'fetched'; readonly status: number }
  | { readonly kind: 'notModified'; readonly status: number }
  | { readonly kind: 'moved'; readonly status: number; readonly to: string }
  /** We must not, or do not want to: robots.txt, a directive in the page, its type, a plug-in. */
  | { readonly kind: 'denied'; readonly by: string }
  | { readonly kind: 'gone'; readonly status: number; readonly why: string }
  | {
      readonly kind: 'failed'
      /** A word for machines: `dns`, `timeout`, `http`, … */
      readonly code: string
      readonly message: string
      /** It is worth another try. */
      readonly transient: boolean
    }

/** One visit, told when archive and store have it. */
export interface Visit {
  readonly url: string
  readonly depth: number
  readonly at: Date
  readonly outcome: Outcome
  readonly httpStatus: number | null
  /** Its class in the model of the site. */
  readonly class: string | null
  readonly title: string | null
  readonly type: string | null
  readonly sizeBytes: number | null
  /** The page was stored before and has another content now. */
  readonly changed: boolean
  /** The revision that it brought: 1 for a page that was not stored before, null when nothing has changed. */
  readonly revision: number | null
  /** Why other bytes counted as a change, or did not. */
  readonly change: ChangeNote | null
  /** What the wrapper of its class read, also on a page that has not changed. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** When the page is to be visited again. */
  readonly dueAt: Date | null
  /** The page as this visit left it. */
  page(): Promise<Page>
}

/**
 * Called for each durable visit by the class of its page, one after the other: a promise is waited for. `default` takes those that
 * have no handler.
 */
export type Handlers = Readonly<Record<string, (visit: Visit) => unknown>>

export function visitOfReport(
  { url, depth, outcome, commit, record }: VisitReport,
  page: () => Promise<Page>,
  pageClass: string | null = commit.pageClass ?? null,
): Visit {
  const facts = outcome.kind === 'fetched' ? outcome.facts : null
  return {
    url,
    depth,
    at: dateOf(commit.at),
    outcome: plainOutcome(outcome),
    httpStatus: commit.httpStatus,
    class: pageClass,
    title: facts?.title ?? null,
    type: facts?.type ?? null,
    sizeBytes: commit.sizeBytes,
    changed: commit.revision !== null && commit.revision.number > 1,
    revision: commit.revision?.number ?? null,
    change: changeOf(commit.note),
    record: jsonOf(record),
    dueAt: dateOf(commit.dueAt),
    page,
  }
}

function plainOutcome(outcome: VisitReport['outcome']): Outcome {
  switch (outcome.kind) {
    case 'fetched':
    case 'notModified':
      return { kind: outcome.kind, status: outcome.status }
    case 'moved':
      return { kind: 'moved', status: outcome.status, to: outcome.to }
    case 'denied':
      return { kind: 'denied', by: exclusionWords(outcome) }
    case 'gone':
      return { kind: 'gone', status: outcome.status, why: outcome.why }
    case 'failed': {
      const { code, message, transient } = outcome
      return { kind: 'failed', code, message, transient }
    }
  }
}
