import type { Compression, Redaction } from '../../archive/index.ts'
import type { AccessibilitySettings } from '../../document/accessibility/index.ts'
import type { PatternSettings } from '../../document/patterns/index.ts'
import type { GuideData } from '../../site/index.ts'
import type { CanonicalOptions, ScopeSettings } from '../../url/index.ts'

/** The same for every page of a crawl; a thread gets it once. */
export interface ParseSettings {
  readonly canonical: CanonicalOptions
  readonly scope: ScopeSettings
  /** Media types that are kept; feeds and sitemaps are read whatever is listed. */
  readonly types: readonly string[]
  /** The name whose robots directives concern us. */
  readonly agent: string
  readonly maxBodyBytes: number
  readonly compression: Compression
  readonly level: number
  /** Records may be packed with dictionaries, which only see through payloads that are not coded. */
  readonly dictionaries: boolean
  /** What is left out of the records. */
  readonly redaction: Redaction
  /** Follow images, scripts and styles too, for archives that replay. */
  readonly resources: boolean
  /** Pages are looked at for a model that the crawl then goes by. */
  readonly sampling: boolean
  /** Follow addresses that are only mentioned. */
  readonly mentions: boolean
  /** Recognize pages that stand before the one that was asked for. */
  readonly walls: boolean
  /** Leave links alone that people cannot see and that look like traps. */
  readonly hiddenRule: boolean
  /** Prepare what goes into the full-text index. */
  readonly search: boolean
  /** Prepare what a focused crawl judges pages and links by. */
  readonly focus: boolean
  /** Report links that were reported before, too: the order of the crawl goes by how many there are. */
  readonly countsLinks: boolean
  /** How search forms are asked; null where they are not. */
  readonly forms: { readonly post: boolean } | null
  /** How long one document may be read; what comes after that is left out. */
  readonly documentMs: number
  /** What is looked for on every page. */
  readonly patterns: readonly PatternSettings[]
  /** How pages are checked for accessibility; null where they are not. */
  readonly accessibility: AccessibilitySettings | null
  /** Site models that tell where to go and what to read. */
  readonly guides: readonly GuideData[]
}
