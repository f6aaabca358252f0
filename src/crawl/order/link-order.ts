/** An order of links that learns from every page that is fetched: what visits tell it, and what it tells them. */
import type { LinkExpectation, Relevance } from '../../focus/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import type { Url } from '../../url/index.ts'
import type { ParseResult } from '../thread/job.ts'

/** What was known of a page before its first visit. Kept with the page as JSON, and told by `history`. */
export type Expectation =
  /** Pages that linked to it, and the share of readers that come by when they follow links at random from the seeds. */
  | { readonly by: 'links'; readonly links: number; readonly share: number }
  /** How relevant its links promised to be, and what spoke for and against it most. */
  | ({ readonly by: 'topic' } & LinkExpectation)

export interface MovedLink {
  readonly url: Url
  readonly rank: number
}

/** Of links that moved more than once: where they are now. */
export const lastOfEach = (moved: readonly MovedLink[]): MovedLink[] => [
  ...new Map(moved.map(link => [link.url, link])).values(),
]

/** What a visit leaves behind in an order that learns. */
export interface OrderedVisit {
  /** How much the page is about a topic; null where there is none, or no text to judge. */
  readonly relevance: Relevance | null
  readonly expected: Expectation | null
  /** In parallel with the links found: smaller comes earlier. */
  readonly ranks: readonly number[]
  /** Links that wait, and take other places by what this page says. */
  readonly moved: readonly MovedLink[]
}

export interface LinkOrder {
  /** A page was fetched and read. */
  saw(page: QueuedPage, parsed: ParseResult): OrderedVisit | null
  /** A page has moved: the rank of the new address. */
  movedTo(page: QueuedPage, to: Url): number
  /** Pages of a host that may be taken at once: what they teach comes too late for each other. */
  readonly readAhead: number
  /** All that was learned is in the store. */
  close(): Promise<void>
}
