/** Pages in an order that people choose, filtered, one part at a time. */
import type { PageConditions, PageRow } from './rows.ts'

// biome-ignore format: a list
export const PAGE_SORTS = [
  'discovered', 'url', 'fetchedAt', 'changedAt', 'dueAt', 'changesPerDay', 'status', 'sizeBytes',
  'relevance',
] as const
export type PageSort = (typeof PAGE_SORTS)[number]

/** Conditions that listed pages must meet. */
export interface ListFilter extends PageConditions {
  /** Text that occurs in the address or the title; A to Z match in either case. */
  readonly text?: string
  /** `application/pdf`, or `image/*`. */
  readonly type?: string
  /** True leaves out pages that are excluded or gone; false lists only those. */
  readonly watched?: boolean
}

export interface PageListQuery extends ListFilter {
  readonly sort: PageSort
  /** Largest values first. Pages without a value come last either way. */
  readonly descending: boolean
  /** Continues after this place. */
  readonly after: PagePlace | null
  readonly limit: number
  readonly bounds?: ListBounds
}

/** The place of a page in an order. An order consists of stretches: the pages that have a value, and those that have none. */
export interface PagePlace {
  readonly stretch: number
  readonly key: string | number | null
  readonly id: number
}

export interface ListedPage {
  readonly page: PageRow
  readonly place: PagePlace
}

/**
 * A part of a listing. It never costs more than its bounds allow, however rare the pages in question are, so it may hold few pages or none
 * and still not be the last.
 */
export interface PageListPart {
  readonly pages: readonly ListedPage[]
  /** Null at the end. */
  readonly next: PagePlace | null
  /** Pages that were looked at. */
  readonly looked: number
}

export interface ListBounds {
  /** How many pages to look at for one part. */
  readonly maxLooked: number
  /** If a filter leaves at most this many pages, they are sorted as a whole. */
  readonly maxSorted: number
}

/**
 * Looking at a page costs 2 µs in the order of discovery and 5 to 10 µs in others, so a part takes some 100 ms at most (`npm run
 * bench:pages`). With half of this, a search for a rare text among a million pages takes twice as many requests; with twice as much, a
 * response may take 200 ms. A filter that leaves 10,000 of a million pages costs as much to sort as it costs to walk an order until a
 * hundred of them were found.
 */
export const LIST_BOUNDS: ListBounds = { maxLooked: 10_000, maxSorted: 10_000 }
