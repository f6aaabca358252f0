/** Patterns that were found on pages: email addresses, phone numbers, and whatever users look for. */
import type { PageRef } from './batch.ts'

export interface PatternCommit {
  /** `email`, `phone`, or the name of a user's expression. */
  readonly kind: string
  readonly value: string
}

/** The patterns found in one payload of a page. */
export interface PatternsSeen {
  readonly page: PageRef
  readonly at: number
  readonly patterns: readonly PatternCommit[]
}

export interface PatternQuery {
  readonly kind?: string
  readonly origin?: string
  readonly limit?: number
  /** Continues after this value on this page. */
  readonly after?: PatternCommit & { readonly shard: number; readonly id: number }
}

export interface PatternRow extends PageRef, PatternCommit {
  readonly url: string
  readonly origin: string
  readonly firstAt: number
  /** The last visit that found it, including visits that found the page unchanged. */
  readonly lastAt: number
  /** Whether it was in the last payload. */
  readonly isCurrent: boolean
}

export interface PatternStore {
  /** Ordered by kind and value. */
  patterns(query: PatternQuery): AsyncIterable<PatternRow>
  /** Adds new patterns, and updates when known ones were last seen. */
  writePatterns(seen: readonly PatternsSeen[]): Promise<void>
  forgetPatterns(kinds: readonly string[]): Promise<void>
}
