/** Full text: what a page adds to the index, and how it is found again. How words become terms is up to `search/`. */
import type { PageFilter, SearchPlan, SearchTerms } from '../search/index.ts'
import type { Url } from '../url/index.ts'
import type { PageRef } from './batch.ts'

/** The text of a link, indexed for its target. */
export interface AnchorCommit {
  /** The key of the target, as in `Candidate`. */
  readonly key: Buffer
  readonly origin: string
  /** Stems, separated by spaces. */
  readonly terms: string
}

/** What a new revision adds to the index. */
export interface SearchCommit {
  /** Null if it has no text. */
  readonly terms: SearchTerms | null
  readonly anchors: readonly AnchorCommit[]
}

/** A revision that is indexed some time after it was stored. */
export interface IndexedRevision extends SearchCommit {
  readonly page: PageRef
  readonly revision: number
  readonly type: string | null
  /** When it was current: from its fetch until the next revision; `untilMs` is null if it still is. */
  readonly sinceMs: number
  readonly untilMs: number | null
}

export interface SearchRequest {
  readonly plan: SearchPlan
  readonly filter: PageFilter
  /** The languages of the index, as `searchLanguages` names them. */
  readonly languages: readonly string[]
  /** Searches what was current at this time; null means now. */
  readonly at: number | null
  /** Whether one of the wanted words is enough. */
  readonly isAny: boolean
}

export interface FoundPage extends PageRef {
  readonly url: Url
  readonly revision: number
  readonly language: string
  /** Larger is better; only the order has a meaning. */
  readonly score: number
}

/** Nobody looks at more results; to get all pages with a word, there are other ways to list them. */
export const MAX_FOUND = 500
/**
 * How many pages are scored for a query, in the order in which they were indexed: those near the seeds come first. A word on more pages
 * than this says little about any of them. With half of this, a query for such a word takes half the time.
 */
export const MAX_CANDIDATES = 10_000
/** How many different link texts are indexed for one page: the first ones say most, and a page that all others link to needs no more. */
export const MAX_ANCHORS = 16

export interface SearchStore {
  /** Best first; at most `MAX_FOUND`. */
  search(request: SearchRequest): Promise<readonly FoundPage[]>
  /** The languages of the indexed pages, most frequent first; none when nothing is indexed. */
  searchLanguages(): Promise<readonly string[]>
  /**
   * Indexes revisions that are stored but not indexed yet; a revision that is no longer current must say until when it was. `keepsPast` is
   * as in `Commit`.
   */
  indexRevisions(revisions: readonly IndexedRevision[], keepsPast: boolean): Promise<void>
  /** The numbers of a page's revisions that are indexed. */
  indexedRevisions(page: PageRef): Promise<readonly number[]>
}
