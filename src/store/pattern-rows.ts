/** Patterns that were found on pages: addresses, numbers, and what users look for. */
import type { PageRef } from './batch.ts'

export interface PatternCommit {
  /** `email`, `phone`, or the name of a user's expression. */
  readonly kind: string
  readonly value: string
}

/** What one payload of a page holds. */
export interface PatternsSeen {
  readonly page: PageRef
  readonly at: number
  readonly patterns: readonly PatternCommit[]
}

export interface PatternQuery {
  readonly kind?: string
  readonly origin?: string
  readonly limit?: number
  /** Goes on behind this value on this page. */
  readonly after?: PatternCommit & { readonly shard: number; readonly id: number }
}

export interface PatternRow extends PageRef, PatternCommit {
  readonly url: string
  readonly origin: string
  readonly firstAt: number
  /** The last visit that found it; one that found the page as before counts. */
  readonly lastAt: number
  /** It was in the payload that was seen last. */
  readonly isCurrent: boolean
}

export interface PatternStore {
  /** In the order of their kinds and values. */
  patterns(query: PatternQuery): AsyncIterable<PatternRow>
  /** Adds what is new, and notes when the rest was seen. */
  writePatterns(seen: readonly PatternsSeen[]): Promise<void>
  forgetPatterns(kinds: readonly string[]): Promise<void>
}
