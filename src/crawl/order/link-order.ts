/** An order of links that learns from every page that is fetched: what visits report to it, and what they get back. */
import type { LinkExpectation, Relevance } from '../../focus/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import type { Url } from '../../url/index.ts'
import type { ParseResult } from '../thread/job.ts'

/** What was known about a page before its first visit. Kept with the page as JSON, and shown by `history`. */
export type Expectation =
  /** Number of links to it, and the share of readers that come by when they follow links at random from the seeds. */
  | { readonly by: 'links'; readonly links: number; readonly share: number }
  /** How relevant its links promised to be, and what counted most for and against it. */
  | ({ readonly by: 'topic' } & LinkExpectation)

export interface MovedLink {
  readonly url: Url
  readonly rank: number
}

/** The last move of each link that moved more than once. */
export const lastOfEach = (moved: readonly MovedLink[]): MovedLink[] => [
  ...new Map(moved.map(link => [link.url, link])).values(),
]

/** What a visit brings in an order that learns. */
export interface OrderedVisit {
  /** How much the page is about a topic; null without a topic, or without text to judge. */
  readonly relevance: Relevance | null
  readonly expected: Expectation | null
  /** In parallel with the links found; smaller ranks come earlier. */
  readonly ranks: readonly number[]
  /** Queued links that change places because of this page. */
  readonly moved: readonly MovedLink[]
}

export interface LinkOrder {
  /** Called when a page was fetched and read. */
  saw(page: QueuedPage, parsed: ParseResult): OrderedVisit | null
  /** Called when a page has moved; returns the rank of the new address. */
  movedTo(page: QueuedPage, to: Url): number
  /** Number of pages of a host that may be taken at once; they cannot profit from what the others of them teach. */
  readonly readAhead: number
  /** Resolves when everything learned is in the store. */
  close(): Promise<void>
}
