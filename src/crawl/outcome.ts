import type { BreakdownCode } from '../fetch/index.ts'
import type { PageFacts } from './parse/job.ts'

/** What came of one attempt at a Url. */
export type Outcome =
  /** A document, new or as it was. */
  | { readonly kind: 'fetched'; readonly status: number; readonly facts: PageFacts }
  /** The server says that the stored revision still holds. */
  | { readonly kind: 'notModified'; readonly status: 304 }
  | { readonly kind: 'moved'; readonly status: number; readonly to: string; readonly problem: string | null }
  /** We must not, or do not want to: robots.txt, a directive in the page, its type, a plug-in. */
  | {
      readonly kind: 'denied'
      readonly by: string
      readonly status: number | null
      readonly facts: PageFacts | null
    }
  | { readonly kind: 'gone'; readonly status: number; readonly why: string }
  | {
      readonly kind: 'failed'
      readonly code: BreakdownCode | 'http' | 'redirects' | 'parse'
      readonly message: string
      readonly status: number | null
      readonly transient: boolean
    }

/** One line for people and tables. */
export function outcomeReason(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case 'fetched':
    case 'notModified':
      return null
    case 'moved':
      return outcome.problem ?? `moved to ${outcome.to}`
    case 'denied':
      return outcome.by
    case 'gone':
      return outcome.why
    case 'failed':
      return outcome.message
  }
}
