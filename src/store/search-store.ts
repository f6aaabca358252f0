/** Full text: what a page leaves in the index, and how it is found again. The words themselves are the business of `search/`. */
import type { PageFilter, SearchPlan, SearchTerms } from '../search/index.ts'
import type { Url } from '../url/index.ts'
import type { PageRef } from './batch.ts'

/** What a link calls its target. */
export interface AnchorCommit {
  /** Of the target, as in `Candidate`. */
  readonly key: Buffer
  readonly origin: string
  /** Stems, parted by spaces. */
  readonly terms: string
}

/** What a new revision leaves in the index. */
export interface SearchCommit {
  /** Null for what has no text. */
  readonly terms: SearchTerms | null
  readonly anchors: readonly AnchorCommit[]
}

/** A stored revision that is indexed later than it was stored. */
export interface IndexedRevision extends SearchCommit {
  readonly page: PageRef
  readonly revision: number
  readonly type: string | null
  /** When it was current: from its fetch until the next revision, or still. */
  readonly sinceMs: number
  readonly untilMs: number | null
}

export interface SearchRequest {
  readonly plan: SearchPlan
  readonly filter: PageFilter
  /** Of the index, as `searchLanguages` names them. */
  readonly languages: readonly string[]
  /** What was current then; now when null. */
  readonly at: number | null
  /** One of the wanted words is enough. */
  readonly isAny: boolean
}

export interface FoundPage extends PageRef {
  readonly url: Url
  readonly revision: number
  readonly language: string
  /** Larger is better; only the order means something. */
  readonly score: number
}

/** Nobody looks at more, and whoever wants all pages with a word lists them by other means. */
export const MAX_FOUND = 500
/**
 * Pages whose relevance is worked out for a query, in the order in which they were indexed: those near the seeds come first. A word
 * on more pages than this says little about any of them. With half of it, a query for such a word takes half the time.
 */
export const MAX_CANDIDATES = 10_000
/** Different things that links call one page: the first ones say most, and a page that all others link to gets no more. */
export const MAX_ANCHORS = 16

export interface SearchStore {
  /** Best first, at most `MAX_FOUND`. */
  search(request: SearchRequest): Promise<readonly FoundPage[]>
  /** Of the indexed pages, the most frequent first; none when nothing is indexed. */
  searchLanguages(): Promise<readonly string[]>
  /**
   * Adds revisions that are stored and not indexed; one that is not current any more only if it says until when it was.
   * `keepsPast` as in `Commit`.
   */
  indexRevisions(revisions: readonly IndexedRevision[], keepsPast: boolean): Promise<void>
  /** Numbers of the revisions of a page that are indexed. */
  indexedRevisions(page: PageRef): Promise<readonly number[]>
}
