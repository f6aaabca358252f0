/** Durable visits in the form the public API reports them, and handlers by page class. */

import type { ChangeNote } from '../change/index.ts'
import { exclusionWords } from '../crawl/exclusion.ts'
import type { VisitReport } from '../crawl/index.ts'
import type { WallKind } from '../document/walls/index.ts'
import { jsonOf } from '../env/json.ts'
import { changeOf } from './history.ts'
import type { Page } from './page.ts'
import { dateOf } from './plain.ts'

/** The result of one attempt to fetch a Url. */
export type Outcome =
  | { readonly kind: 'fetched'; readonly status: number }
  | { readonly kind: 'notModified'; readonly status: number }
  | { readonly kind: 'moved'; readonly status: number; readonly to: string }
  /** Forbidden or unwanted, because of robots.txt, a directive in the page, its type, or a plug-in. */
  | { readonly kind: 'denied'; readonly by: string }
  | { readonly kind: 'gone'; readonly status: number; readonly why: string }
  /** A wall was in front of the page; its stored copy is kept. */
  | { readonly kind: 'walled'; readonly status: number; readonly wall: WallKind; readonly by: string }
  | {
      readonly kind: 'failed'
      /** Machine-readable code: `dns`, `timeout`, `http`, … */
      readonly code: string
      readonly message: string
      /** Whether a retry may succeed. */
      readonly transient: boolean
    }

/** One visit, reported once it is safely in the archive and the store. */
export interface Visit {
  readonly url: string
  readonly depth: number
  readonly at: Date
  readonly outcome: Outcome
  readonly httpStatus: number | null
  /** The page's class in the model of the site. */
  readonly class: string | null
  readonly title: string | null
  readonly type: string | null
  readonly sizeBytes: number | null
  /** Whether the page was stored before and its content has changed. */
  readonly changed: boolean
  /** Number of the new revision: 1 for a page that was not stored before, null if nothing has changed. */
  readonly revision: number | null
  /** Why different bytes did or did not count as a change. */
  readonly change: ChangeNote | null
  /** The record that the wrapper of its class extracted, even if the page has not changed. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** When the page is due for its next visit. */
  readonly dueAt: Date | null
  /** Reads the page as it is now, after this visit. */
  page(): Promise<Page>
}

/**
 * Handlers by page class, or by address: a name that begins with a slash is compared with the path and query of the page
 * (`/products/*`), one with `://` with its whole address; `*` stands for anything. Each durable visit is passed to one handler, one at a
 * time: that of the class of its page, or else the first whose address fits, or else `default`. Promises are awaited.
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
    case 'walled':
      return { kind: 'walled', status: outcome.status, wall: outcome.wall, by: outcome.by }
    case 'failed': {
      const { code, message, transient } = outcome
      return { kind: 'failed', code, message, transient }
    }
  }
}
