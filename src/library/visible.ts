/**
 * Decides what readers may see, and is the only place that does: every page, body, history, record and export is read through this class.
 *
 * Usually that is everything. With `refresh.publish: shadow`, it is the state at the end of the last cycle: later visits have not
 * happened, later revisions do not exist, and pages first stored later are hidden. Before the first cycle has ended, no stored
 * page is visible. A Url that was never stored has nothing to hide and is always listed.
 *
 * Cost: with shadow, a listing reads the revisions and visits of each page; otherwise nothing.
 */

import type { Holdings } from '../crawl/holdings.ts'
import { MISSES_BEFORE_GONE, publishedAt } from '../crawl/published.ts'
import {
  type ChangeQuery,
  type ChangeRow,
  type ClassCount,
  isAnswered,
  type ListedPage,
  type ListFilter,
  type PageListPart,
  type PageListQuery,
  type PageQuery,
  type PageRef,
  type PageRow,
  type PageStatus,
  type PatternQuery,
  type PatternRow,
  type RevisionRow,
  type VisitRow,
} from '../store/index.ts'
import type { Url } from '../url/index.ts'
import { rememberedConfig } from './remembered.ts'

export class Visible {
  readonly holdings: Holdings
  /** Visits after this time are hidden; null hides none. */
  readonly until: number | null

  constructor(holdings: Holdings, until: number | null) {
    this.holdings = holdings
    this.until = until
  }

  /** Shows the cycle that is the last one now; the instance keeps showing it even after later cycles have ended. */
  static async of(holdings: Holdings): Promise<Visible> {
    const remembered = await rememberedConfig(holdings)
    const isShadow = remembered?.refresh?.publish === 'shadow'
    return new Visible(holdings, isShadow ? ((await publishedAt(holdings.store)) ?? 0) : null)
  }

  shows(at: number): boolean {
    return this.until === null || at <= this.until
  }

  /** Null for an unknown page, and for one that readers must not see yet. */
  async find(url: Url): Promise<PageRow | null> {
    const row = await this.holdings.store.page(url)
    return row && this.page(row)
  }

  /** A page as readers see it; null if it was not stored yet. */
  async page(row: PageRow): Promise<PageRow | null> {
    if (this.until === null || row.revision === 0) return row
    const revision = await this.current(row)
    if (!revision) return null
    const visits = await this.holdings.store.visits(row)
    const seen = visits.filter(visit => this.shows(visit.at))
    if (seen.length === visits.length && revision.number === row.revision) return row
    const { number, fetchedAt, digest, sizeBytes, type, title } = revision
    const content = { revision: number, changedAt: fetchedAt, digest, sizeBytes, type, title }
    return { ...row, ...content, ...stateAfter(seen, fetchedAt) }
  }

  changes({ until = Number.MAX_SAFE_INTEGER, ...query }: ChangeQuery): AsyncIterable<ChangeRow> {
    return this.holdings.store.changes({ ...query, until: Math.min(until, this.until ?? until) })
  }

  async *pages(query: PageQuery = {}): AsyncGenerator<PageRow> {
    const { store } = this.holdings
    if (this.until === null) return yield* store.pages(query)
    // The query must be checked against the state of that time, not against the row as it is now.
    const { status, lost, walled, limit = Number.POSITIVE_INFINITY, changedSince = 0, ...rest } = query
    let left = limit
    if (left <= 0) return
    for await (const row of store.pages({ ...rest, ...(changedSince > 0 && { changedSince }) })) {
      const page = await this.page(row)
      if (page === null || (status !== undefined && page.status !== status)) continue
      if (changedSince > 0 && (page.changedAt ?? 0) < changedSince) continue
      if (walled && page.wall === null) continue
      if (query.removed && !isRemoved(page)) continue
      if (lost && (page.revision === 0 || (await this.current(page))?.place !== null)) continue
      yield page
      if (--left <= 0) return
    }
  }

  /**
   * Lists part of the pages in a chosen order. With `shadow`, they are sorted by the crawler's values, which may be newer than those shown, but
   * a page is filtered and listed as readers see it.
   */
  async listPages(query: PageListQuery): Promise<PageListPart> {
    const { store } = this.holdings
    if (this.until === null) return store.listPages(query)
    const { status, lost, walled, changedSince, text, type, watched, ...rest } = query
    const part = await store.listPages(rest)
    const pages: ListedPage[] = []
    for (const { page: row, place } of part.pages) {
      const page = await this.page(row)
      if (page && isListed(page, query) && !(lost && (await this.current(page))?.place !== null))
        pages.push({ page, place })
    }
    return { ...part, pages }
  }

  /** Hides values found later. Whether a value was still there at an earlier time is not recorded, so `isCurrent` describes now. */
  async *patterns(query: PatternQuery): AsyncGenerator<PatternRow> {
    const { until } = this
    if (until === null) return yield* this.holdings.store.patterns(query)
    const { limit = Number.POSITIVE_INFINITY, ...rest } = query
    let left = limit
    for await (const row of this.holdings.store.patterns(rest)) {
      if (left <= 0) return
      if (row.firstAt > until) continue
      left--
      yield { ...row, lastAt: Math.min(row.lastAt, until) }
    }
  }

  async revisions(page: PageRef): Promise<readonly RevisionRow[]> {
    const all = await this.holdings.store.revisions(page)
    return this.until === null ? all : all.filter(({ fetchedAt }) => this.shows(fetchedAt))
  }

  async current(page: PageRef): Promise<RevisionRow | undefined> {
    return (await this.revisions(page)).at(-1)
  }

  async visits(page: PageRef): Promise<readonly VisitRow[]> {
    const all = await this.holdings.store.visits(page)
    return this.until === null ? all : all.filter(({ at }) => this.shows(at))
  }

  async classes(): Promise<readonly ClassCount[]> {
    if (this.until === null) return this.holdings.store.classes()
    const classes = new Map<string | null, { known: number; stored: number }>()
    for await (const { kind, pageClass, revision } of this.pages()) {
      if (pageClass === null && kind !== 'image') continue
      const count = classes.get(pageClass) ?? { known: 0, stored: 0 }
      classes.set(pageClass, { known: count.known + 1, stored: count.stored + (revision > 0 ? 1 : 0) })
    }
    return [...classes]
      .map(([pageClass, count]) => ({ pageClass, ...count }))
      .sort((a, b) => ((a.pageClass ?? '') < (b.pageClass ?? '') ? -1 : 1))
  }
}

/** Whether a page passes a filter in the state that readers see. */
function isListed(page: PageRow, filter: ListFilter): boolean {
  const { status, changedSince, text, type, watched, lost, walled } = filter
  if (status !== undefined && page.status !== status) return false
  const isWatched = page.status !== 'gone' && page.status !== 'excluded'
  if (watched !== undefined && watched !== isWatched) return false
  if (walled && page.wall === null) return false
  if (lost && page.revision === 0) return false
  if (changedSince !== undefined && (page.changedAt ?? 0) < changedSince) return false
  if (
    type?.endsWith('/*')
      ? !page.type?.startsWith(type.slice(0, -1))
      : type !== undefined && page.type !== type
  )
    return false
  return text === undefined || `${page.url}\n${page.title ?? ''}`.toLowerCase().includes(text.toLowerCase())
}

/** The state that a page had after these visits. */
function stateAfter(
  visits: readonly VisitRow[],
  storedAt: number,
): Pick<PageRow, 'status' | 'excludedBy' | 'reason' | 'wall' | 'failures' | 'httpStatus' | 'fetchedAt'> {
  const last = visits.at(-1)
  const answered = visits.findLast(isAnswered)
  const failures = visits.length - 1 - visits.findLastIndex(visit => !isFailure(visit))
  return {
    status: statusAfter(last, failures),
    // Visits do not record which rule denied them, only a message.
    excludedBy: null,
    reason: last?.error ?? null,
    wall: last?.wall ?? null,
    failures,
    httpStatus: last?.httpStatus ?? null,
    fetchedAt: answered?.at ?? storedAt,
  }
}

const isRemoved = ({ status, movedTo }: PageRow) =>
  status === 'gone' || status === 'excluded' || movedTo !== null

const isFailure = ({ outcome }: VisitRow) =>
  outcome === 'failed' || outcome === 'gone' || outcome === 'walled'

function statusAfter(last: VisitRow | undefined, failures: number): PageStatus {
  switch (last?.outcome) {
    case 'failed':
    case 'walled':
      return 'error'
    case 'gone':
      return failures >= MISSES_BEFORE_GONE ? 'gone' : 'error'
    case 'denied':
      return 'excluded'
    default:
      return 'completed'
  }
}
