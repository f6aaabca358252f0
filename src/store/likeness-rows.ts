/** Which pages say the same: their likenesses, and the groups they form (`duplicates/`). */
import { simhashBitsApart } from '../change/signature/simhash.ts'
import { type Likeness, MAX_BITS_COMPARED, type Sorting } from '../duplicates/index.ts'
import type { Url } from '../url/index.ts'
import type { PageRef } from './batch.ts'
import type { HostId, PageId } from './ids.ts'

/** A page with what it is compared by. */
export interface LikePage extends PageRef, Likeness {
  readonly host: HostId
  readonly url: Url
  readonly title: string | null
}

/** Pages that say the same: the original that stands for them, and its copies. */
export interface PageGroup {
  readonly original: Url
  readonly copies: readonly Url[]
}

/** Decides what an arrival is a copy of, if anything; `neighbors` are sketches of other pages of its host. */
export type JudgeArrival = (
  arrival: LikePage,
  originals: readonly LikePage[],
  neighbors: readonly Buffer[],
) => Sorting<PageId> | null

/** Pages that say the same. Likenesses are stored with revisions; copies are found afterward, by one worker at a time. */
export interface LikenessStore {
  /** Finds out whether new pages are copies of others; returns how many were sorted. */
  sortArrivals(limit: number, judge: JudgeArrival): Promise<number>
  /** Writes the likenesses of stored pages that were fetched without one. */
  writeLikenesses(pages: readonly (PageRef & Likeness)[]): Promise<void>
  likeness(page: PageRef): Promise<LikePage | null>
  /** Pages with a similar simhash, whatever group they are in. */
  pagesLike(simhash: Buffer, limit: number): Promise<readonly LikePage[]>
  /** Sketches of pages of the same host that were discovered around the same time, to recognize what all of them share. */
  sketchesBeside(page: LikePage): Promise<readonly Buffer[]>
  /** The groups that were found, in the order in which their originals were discovered. */
  groups(): AsyncIterable<PageGroup>
  /** Stored pages whose payloads are identical bytes. */
  samePayloads(): AsyncIterable<PageGroup>
  /** Urls whose payload has this digest, in the order in which they were discovered. */
  withPayload(digest: Buffer): Promise<readonly Url[]>
}

/**
 * How many pages that share a part of their simhash are considered for an arrival; more than this are pages of one template with hardly any
 * text.
 */
export const MAX_WITH_A_PART = 2_000
/** How many similar originals an arrival is compared with, the closest first. */
const MAX_COMPARED = 24
/**
 * How many pages on either side of a page are read to learn what all pages of that part of the host share. The links of a page are
 * discovered together, so these are mostly pages of one template.
 */
export const MAX_NEIGHBORS = 24

/** The pages that are close enough, closest first. */
export function closest<T extends { readonly simhash: Buffer }>(
  simhash: Buffer,
  pages: readonly T[],
  limit = MAX_COMPARED,
): readonly T[] {
  return pages
    .map(page => ({ page, apart: simhashBitsApart(simhash, page.simhash) }))
    .filter(({ apart }) => apart <= MAX_BITS_COMPARED)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, limit)
    .map(({ page }) => page)
}
