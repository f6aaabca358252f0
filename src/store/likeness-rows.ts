/** Which pages say the same: their likenesses, and the groups that they make (`duplicates/`). */
import { type Likeness, MAX_BITS_APART, type Sorting, simhashBitsApart } from '../duplicates/index.ts'
import type { Url } from '../url/index.ts'
import type { PageRef } from './batch.ts'
import type { HostId, PageId } from './ids.ts'

/** A page with what it is compared by. */
export interface LikePage extends PageRef, Likeness {
  readonly host: HostId
  readonly url: Url
}

/** Pages that say the same, the one that stands for them first. */
export interface PageGroup {
  readonly original: Url
  readonly copies: readonly Url[]
}

/** Decides what an arrival is a copy of; `neighbours` are sketches of originals of its host. */
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
  /** Sketches of originals of a host, for what all of its pages have. */
  sketchesOf(host: HostId, limit: number): Promise<readonly Buffer[]>
  /** Groups that were found, in the order in which their originals became known. */
  groups(): AsyncIterable<PageGroup>
  groupOf(page: PageRef): Promise<PageGroup | null>
  /** Stored pages whose payloads are the same bytes. */
  samePayloads(): AsyncIterable<PageGroup>
}

/** What sorting asks of a database, each inside the transaction of one arrival or of all. */
export interface LikenessRows {
  arrivals(limit: number): MaybePromise<readonly LikePage[]>
  /** Sorted pages that have one of the four parts of the simhash. */
  withAPartOf(simhash: Buffer): MaybePromise<readonly { readonly id: PageId; readonly simhash: Buffer }[]>
  /** The originals of these pages, or the pages themselves. */
  originals(pages: readonly PageId[]): MaybePromise<readonly LikePage[]>
  sketchesOf(host: HostId): MaybePromise<readonly Buffer[]>
  settle(arrival: LikePage, verdict: Sorting<PageId> | null): MaybePromise<void>
}

type MaybePromise<T> = T | Promise<T>

/** Pages with a part in common that are looked at for an arrival: more of them are pages of one template with hardly a word. */
export const MAX_WITH_A_PART = 2_000
/** Close originals that an arrival is compared with, the closest first. */
const MAX_COMPARED = 24
/** Pages of a host that tell what all of its pages have. */
export const MAX_NEIGHBOURS = 32

export async function sortEach(rows: LikenessRows, limit: number, judge: JudgeArrival): Promise<number> {
  const arrivals = await rows.arrivals(limit)
  for (const arrival of arrivals) await rows.settle(arrival, await verdictOn(rows, arrival, judge))
  return arrivals.length
}

async function verdictOn(rows: LikenessRows, arrival: LikePage, judge: JudgeArrival) {
  const close = closest(arrival.simhash, await rows.withAPartOf(arrival.simhash))
  const ids = close.map(({ id }) => id).filter(id => id !== arrival.id)
  if (ids.length === 0) return null
  const originals = (await rows.originals(ids)).filter(({ id }) => id !== arrival.id)
  return originals.length === 0 ? null : judge(arrival, originals, await rows.sketchesOf(arrival.host))
}

/** Those that are close enough, the closest first. */
export function closest<T extends { readonly simhash: Buffer }>(
  simhash: Buffer,
  pages: readonly T[],
  limit = MAX_COMPARED,
): readonly T[] {
  return pages
    .map(page => ({ page, apart: simhashBitsApart(simhash, page.simhash) }))
    .filter(({ apart }) => apart <= MAX_BITS_APART)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, limit)
    .map(({ page }) => page)
}
