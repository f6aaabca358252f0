/** Which pages say the same: their likenesses, and the groups that they make (`duplicates/`). */
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

/** Pages that say the same, the one that stands for them first. */
export interface PageGroup {
  readonly original: Url
  readonly copies: readonly Url[]
}

/** Decides what an arrival is a copy of; `neighbours` are sketches of pages of its host. */
export type JudgeArrival = (
  arrival: LikePage,
  originals: readonly LikePage[],
  neighbours: readonly Buffer[],
) => Sorting<PageId> | null

/** Pages that say the same. Likenesses come with revisions; who is whose copy is found afterwards, by one worker at a time. */
export interface LikenessStore {
  /** Sorts pages that have arrived; returns how many. */
  sortArrivals(limit: number, judge: JudgeArrival): Promise<number>
  /** Likenesses of stored pages that were fetched without. */
  writeLikenesses(pages: readonly (PageRef & Likeness)[]): Promise<void>
  likeness(page: PageRef): Promise<LikePage | null>
  /** Pages whose simhash is close, whatever group they are in. */
  pagesLike(simhash: Buffer, limit: number): Promise<readonly LikePage[]>
  /** Sketches of pages of the same host that became known about when this one did, for what all of them have. */
  sketchesBeside(page: LikePage): Promise<readonly Buffer[]>
  /** Groups that were found, in the order in which their originals became known. */
  groups(): AsyncIterable<PageGroup>
  /** Stored pages whose payloads are the same bytes. */
  samePayloads(): AsyncIterable<PageGroup>
  /** Addresses of those whose payload has this digest, in the order in which they became known. */
  withPayload(digest: Buffer): Promise<readonly Url[]>
}

/** Pages with a part in common that are looked at for an arrival: more of them are pages of one template with hardly a word. */
export const MAX_WITH_A_PART = 2_000
/** Close originals that an arrival is compared with, the closest first. */
const MAX_COMPARED = 24
/**
 * Pages on either side that tell what all pages of a part of the host have. Links of one page become known together, so these are
 * mostly pages of one template.
 */
export const MAX_NEIGHBOURS = 24

/** Those that are close enough, the closest first. */
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
