import type { Redaction } from '../../archive/index.ts'
import type { GuideData } from '../../site/index.ts'
import type { CrawlSettings } from '../settings.ts'

/** Settings of a crawl that reading a page depends on. */
type ReadSettings = Pick<
  CrawlSettings,
  | 'canonical'
  | 'scope'
  | 'types'
  | 'resources'
  | 'follow'
  | 'mentions'
  | 'walls'
  | 'hiddenRule'
  | 'forms'
  | 'patterns'
  | 'accessibility'
> &
  Pick<CrawlSettings['request'], 'agent' | 'maxBodyBytes'> &
  Pick<CrawlSettings['archive'], 'compression' | 'level' | 'dictionaries'>

/** Settings that are the same for every page of a crawl; each thread gets them once. */
export interface ParseSettings extends ReadSettings {
  /** What is removed from the records. */
  readonly redaction: Redaction
  /** Whether pages are sampled for a model that will guide the crawl. */
  readonly sampling: boolean
  /** Prepare the terms for the full-text index. */
  readonly search: boolean
  /** Prepare what a focused crawl judges pages and links by. */
  readonly focus: boolean
  /** Also report links that were reported before: the order of the crawl counts them. */
  readonly countsLinks: boolean
  /** How long one document may be read; the rest of it is ignored. */
  readonly documentMs: number
  /** Site models that say where to go and what to read. */
  readonly guides: readonly GuideData[]
}
