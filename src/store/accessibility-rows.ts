/** What accessibility checks found on pages: a score for each level, and the rules that failed. */
import type { LevelScores, PackedReport } from '../document/accessibility/level-scores.ts'
import type { PageRef } from './batch.ts'

/** What was found on one payload of a page. */
export interface AccessibilitySeen {
  readonly page: PageRef
  readonly at: number
  readonly revision: number
  readonly report: PackedReport
}

export interface AccessibilityQuery {
  readonly origin?: string
  readonly pageClass?: string
  /** Pages as they were at this time; as they are now when absent. */
  readonly until?: number
  readonly limit?: number
}

export interface AccessibilityRow extends PageRef, PackedReport {
  readonly url: string
  readonly origin: string
  readonly pageClass: string | null
  readonly revision: number
  readonly at: number
}

/** The pages of a host, or of one class on a host. */
export interface AccessibilityGroup extends LevelScores {
  readonly origin: string
  readonly pageClass: string | null
  readonly pages: number
}

export interface AccessibilityStore {
  /** Pages as they were last seen, worst first; pages that are gone are left out. */
  pages(query: AccessibilityQuery): AsyncIterable<AccessibilityRow>
  /** Everything that was found on a page, oldest first. */
  history(page: PageRef): Promise<readonly AccessibilityRow[]>
  /** Means over the pages of each host, or of each class of each host, ordered by name. */
  groups(query: AccessibilityQuery, by: 'host' | 'class'): Promise<readonly AccessibilityGroup[]>
  write(seen: readonly AccessibilitySeen[]): Promise<void>
  forget(): Promise<void>
}
