/** Pages in an order that people choose, filtered, a part at a time. */
import type { PageRow, PageStatus } from './rows.ts'

export const PAGE_SORTS = [
  'discovered',
  'url',
  'fetchedAt',
  'changedAt',
  'dueAt',
  'changesPerDay',
  'status',
  'sizeBytes',
  'relevance',
] as const
export type PageSort = (typeof PAGE_SORTS)[number]

/** What only some pages have to be, to be listed. */
export interface ListFilter {
  readonly status?: PageStatus
  readonly origin?: string
  readonly pageClass?: string
  /** Letters that stand in the address or in the title; A to Z in either case. */
  readonly text?: string
  /** `application/pdf`, or `image/*`. */
  readonly type?: string
  /** Only pages that have changed since. */
  readonly changedSince?: number
  /** Without what is excluded or gone; false: nothing else. */
  readonly watched?: boolean
  /** Only pages about this topic of a focused crawl, and at least so relevant. */
  readonly topic?: string
  readonly minRelevance?: number
  /** Only pages whose content is stored. */
  readonly stored?: boolean
  /** Only pages whose copy the archive has lost. */
  readonly lost?: boolean
  /** Only pages before which something stood at their last visit. */
  readonly walled?: boolean
}

export interface PageListQuery extends ListFilter {
  readonly sort: PageSort
  /** The largest first. What has no such value comes last all the same. */
  readonly descending: boolean
  /** Goes on behind this place. */
  readonly after: PagePlace | null
  readonly limit: number
  readonly bounds?: ListBounds
}

/** Where a page stands in an order. An order is made of stretches: the pages that have a value, and those that have none. */
export interface PagePlace {
  readonly stretch: number
  readonly key: string | number | null
  readonly id: number
}

export interface ListedPage {
  readonly page: PageRow
  readonly place: PagePlace
}

/** However rare what is looked for may be, a part costs no more than its bounds allow: it may hold few pages, or none, and still not be the last. */
export interface PageListPart {
  readonly pages: readonly ListedPage[]
  /** Null at the end. */
  readonly next: PagePlace | null
  /** Pages that were looked at. */
  readonly looked: number
}

export interface ListBounds {
  /** Pages looked at for one part. */
  readonly maxLooked: number
  /** A filter that leaves no more than so many is sorted as a whole. */
  readonly maxSorted: number
}

/**
 * Looking at a page costs 2 µs in the order of discovery and 5 to 10 µs in others, so a part takes some 100 ms at most (`npm run bench:pages`). With
 * half of it, a rare text in a million pages takes twice as many questions; with twice as much, an answer may take 200 ms. A filter that leaves
 * 10,000 of a million pages costs as much to sort as an order costs to walk until a hundred of them were met.
 */
export const LIST_BOUNDS: ListBounds = { maxLooked: 10_000, maxSorted: 10_000 }
