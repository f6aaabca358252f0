import type { Compression, Redaction } from '../../archive/index.ts'
import type { AccessibilitySettings } from '../../document/accessibility/index.ts'
import type { PatternSettings } from '../../document/patterns/index.ts'
import type { GuideData } from '../../site/index.ts'
import type { CanonicalOptions, ScopeSettings } from '../../url/index.ts'

/** Settings that are the same for every page of a crawl; each thread gets them once. */
export interface ParseSettings {
  readonly canonical: CanonicalOptions
  readonly scope: ScopeSettings
  /** Media types that are kept; feeds and sitemaps are read whatever is listed. */
  readonly types: readonly string[]
  /** The name under which robots directives address us. */
  readonly agent: string
  readonly maxBodyBytes: number
  readonly compression: Compression
  readonly level: number
  /** Whether records may be packed with dictionaries, which help only with payloads without a content coding. */
  readonly dictionaries: boolean
  /** What is removed from the records. */
  readonly redaction: Redaction
  /** Follow images, scripts and styles too, for archives that replay. */
  readonly resources: boolean
  /** Whether pages are sampled for a model that will guide the crawl. */
  readonly sampling: boolean
  /** Selectors of the only links that are followed; none: all are. */
  readonly follow: readonly string[]
  /** Follow addresses that a page mentions without linking to them. */
  readonly mentions: boolean
  /** Recognize walls that are shown in place of the requested page. */
  readonly walls: boolean
  /** Ignore links that people cannot see and that look like traps. */
  readonly hiddenRule: boolean
  /** Prepare the terms for the full-text index. */
  readonly search: boolean
  /** Prepare what a focused crawl judges pages and links by. */
  readonly focus: boolean
  /** Also report links that were reported before: the order of the crawl counts them. */
  readonly countsLinks: boolean
  /** How search forms are filled in; null: they are not. */
  readonly forms: { readonly post: boolean } | null
  /** How long one document may be read; the rest of it is ignored. */
  readonly documentMs: number
  /** Patterns to look for on every page. */
  readonly patterns: readonly PatternSettings[]
  /** How pages are checked for accessibility; null: they are not. */
  readonly accessibility: AccessibilitySettings | null
  /** Site models that say where to go and what to read. */
  readonly guides: readonly GuideData[]
}
