import type { PackedReport } from '../../document/accessibility/level-scores.ts'
import type { Link } from '../../document/links.ts'
import type { FoundPattern } from '../../document/patterns/index.ts'
import type { PageFields } from '../../document/search-fields.ts'
import type { WallSign } from '../../document/walls/index.ts'
import type { GuidedPage } from '../../site/guide/index.ts'
import type { Url } from '../../url/index.ts'
import type { PushOffer } from './beside-body.ts'
import type { FormSight } from './form-sights.ts'
import type { FoundUrls } from './job.ts'

/** What the reader of one kind of document found. */
export interface DocumentReading {
  readonly title: string | null
  readonly charset: string | null
  readonly links: readonly Link[]
  /** The only addresses that are followed, where the config names the parts of pages whose links are; null: all. */
  readonly followed: ReadonlySet<Url> | null
  /** How many links, the last ones, came from headers: people who read the page do not see these. */
  readonly linksBeside: number
  readonly hints: ReadonlyMap<string, number> | null
  /** What a sitemap says about how often addresses change. */
  readonly saidRates: ReadonlyMap<string, string> | null
  readonly kind: FoundUrls['kind']
  readonly sources: readonly Url[]
  readonly noindex: boolean
  readonly nofollow: boolean
  readonly canonical: Url | null
  readonly refresh: Url | null
  /** Signs that a wall was shown in place of the page. */
  readonly wall: WallSign | null
  /** The WebSub hub that announces changes of the document. */
  readonly push: PushOffer | null
  readonly text: string | null
  /** What goes into the full-text index, if there is one and the document has text. */
  readonly fields: PageFields | null
  readonly guided: GuidedPage | null
  /** Whether only the links that the model names are followed. */
  readonly bound: boolean
  /** What the configured patterns matched. */
  readonly patterns: readonly FoundPattern[] | null
  /** What accessibility checks found, on a payload that differs from the stored one. */
  readonly accessibility: PackedReport | null
  /** Forms and words, if search forms are filled in. */
  readonly forms: FormSight | null
  /** Why the document could not be read; worded to follow "the file". */
  readonly unreadable: string | null
}

/** The reading of a document that says nothing. */
export const NOTHING: DocumentReading = {
  title: null,
  charset: null,
  links: [],
  followed: null,
  linksBeside: 0,
  hints: null,
  saidRates: null,
  kind: 'links',
  sources: [],
  noindex: false,
  nofollow: false,
  canonical: null,
  refresh: null,
  wall: null,
  push: null,
  text: null,
  fields: null,
  guided: null,
  bound: false,
  patterns: null,
  accessibility: null,
  forms: null,
  unreadable: null,
}
