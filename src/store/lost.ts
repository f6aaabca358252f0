/** What happens to a page when the archive has lost records of it; the same in every store. */
import type { Url } from '../url/index.ts'
import type { PageRef } from './batch.ts'
import type { HostId, PageId } from './ids.ts'
import type { PageStatus } from './rows.ts'

/** When a page without its copy is due: before everything else. */
export const BEFORE_ALL_OTHERS = 0

/** What a collection lost along with records of its archive. */
export interface LostCopies {
  /** Addresses of pages whose current revision no longer has a copy. */
  readonly pages: readonly Url[]
  /** Earlier revisions, which cannot be fetched again. */
  readonly earlierRevisions: number
}

/** A page at the time its records are found to be lost. */
export interface BereftPage extends PageRef {
  readonly host: HostId
  readonly url: Url
  readonly status: PageStatus
  readonly revision: number
  readonly payloadAt: number | null
}

export interface LostVisit {
  readonly page: PageId
  readonly at: number
  /** Whether it brought other bytes than the visit before. */
  readonly hadPayload: boolean
}

export interface LostRevision {
  readonly page: PageId
  readonly number: number
}

export interface Bereavement {
  /** Pages to fetch again, without validators. */
  readonly askAgain: readonly BereftPage[]
  /** Lost visits whose payload later revisit records refer to: those records are lost too. */
  readonly payloads: readonly LostVisit[]
  readonly copies: LostCopies
}

/**
 * Finds out which pages to fetch again. The last payload of a page matters as well as its current revision, because a revisit record must
 * not refer to a payload that is lost.
 */
export function bereavement(
  pages: readonly BereftPage[],
  visits: readonly LostVisit[],
  revisions: readonly LostRevision[],
): Bereavement {
  const byId = new Map(pages.map(page => [page.id, page]))
  const current = revisions.filter(({ page, number }) => byId.get(page)?.revision === number)
  const bereft = new Set(current.map(({ page }) => page))
  const payloads = visits.filter(
    visit => visit.hadPayload || bereft.has(visit.page) || byId.get(visit.page)?.payloadAt === visit.at,
  )
  const lastLost = new Set(
    visits.filter(visit => byId.get(visit.page)?.payloadAt === visit.at).map(({ page }) => page),
  )
  return {
    askAgain: pages.filter(({ id }) => bereft.has(id) || lastLost.has(id)),
    payloads,
    copies: {
      pages: pages.filter(({ id }) => bereft.has(id)).map(({ url }) => url),
      earlierRevisions: revisions.length - current.length,
    },
  }
}
