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
  /** How many of them, the last ones, came in headers: its readers do not see these. */
  readonly linksBeside: number
  readonly hints: ReadonlyMap<string, number> | null
  /** What a sitemap says of how often addresses change. */
  readonly saidRates: ReadonlyMap<string, string> | null
  readonly kind: FoundUrls['kind']
  readonly sources: readonly Url[]
  readonly noindex: boolean
  readonly nofollow: boolean
  readonly canonical: Url | null
  readonly refresh: Url | null
  /** It looks as if something stood before the page. */
  readonly wall: WallSign | null
  /** Somebody who says when it changes. */
  readonly push: PushOffer | null
  readonly text: string | null
  /** What the full-text index takes, where it is kept and the document has text. */
  readonly fields: PageFields | null
  readonly guided: GuidedPage | null
  /** Is what the model names all that is followed? */
  readonly bound: boolean
  /** What was looked for and found. */
  readonly patterns: readonly FoundPattern[] | null
  /** What accessibility checks found on a page that is not the one before. */
  readonly accessibility: PackedReport | null
  /** Forms and words, where search forms are asked. */
  readonly forms: FormSight | null
  /** Why nothing could be read of it; the reason follows "the file". */
  readonly unreadable: string | null
}

/** Of a document that says nothing. */
export const NOTHING: DocumentReading = {
  title: null,
  charset: null,
  links: [],
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
