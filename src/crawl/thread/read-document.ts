/** Step 4 of a visit: a document of any kind becomes links, metadata and, where a site model knows it, a record. */

import type { AccessibilitySettings, PackedCheck } from '../../document/accessibility/index.ts'
import type { PackedReport } from '../../document/accessibility/level-scores.ts'
import { isConverted } from '../../document/converted-types.ts'
import { cssAddresses } from '../../document/css.ts'
import { parseFeed } from '../../document/feed.ts'
import { LinkMemory } from '../../document/link-memory.ts'
import { type Link, LinkCollector } from '../../document/links.ts'
import type { FoundPattern, PatternFinder, PatternSettings } from '../../document/patterns/index.ts'
import { redirects } from '../../document/refresh.ts'
import { scanPage } from '../../document/scan-page.ts'
import { type PageFields, pageFields, plainFields } from '../../document/search-fields.ts'
import { parseSitemap } from '../../document/sitemap.ts'
import { isPageType } from '../../document/type.ts'
import { type FirstSight, type WallSign, wallOf } from '../../document/walls/index.ts'
import { realClock } from '../../env/clock.ts'
import { decodeBody, parseTree } from '../../html/index.ts'
import { Guide, type GuideData, type GuidedPage } from '../../site/guide/index.ts'
import type { Canonicalizer, Url } from '../../url/index.ts'
import { isSource } from '../page-kind.ts'
import { besideBody, charsetOf, type PushOffer, pushOffer, withoutFeeds } from './beside-body.ts'
import { withAllLinks } from './browser-links.ts'
import type { FormSight, FormSights } from './form-sights.ts'
import type { FoundUrls, ParseJob, ParseSettings } from './job.ts'

const FEED_TYPES = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
  'application/rdf+xml',
])
const SITEMAP_TYPE = 'application/sitemap+xml'
const STYLE_TYPE = 'text/css'
/** CSS Syntax 3.2: the declaration counts in exactly this form. */
const STYLE_CHARSET = /^@charset "([^"]{1,40})";/
/** Dates of entries that lie further in the future are no times of changes. */
const MAX_AHEAD_MS = 86_400_000
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

/** What is known of a body before it is read. */
interface KnownBody {
  readonly type: string
  /** It is the one that was stored before. */
  readonly same: boolean
}

const NOTHING: DocumentReading = {
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

export class DocumentReader {
  readonly #agent: string
  readonly #types: ReadonlySet<string>
  readonly #documentMs: number
  readonly #patterns: readonly PatternSettings[]
  #finder: PatternFinder | null = null
  readonly #accessibility: AccessibilitySettings | null
  #check: PackedCheck | null = null
  readonly #canonicalizer: Canonicalizer
  readonly #isIndexed: boolean
  readonly #knowsWalls: boolean
  readonly #mindsHidden: boolean
  readonly #linkMemory = new LinkMemory()
  readonly #formRules: ParseSettings['forms']
  #forms: FormSights | null = null
  #guides: readonly Guide[] = []

  constructor(settings: ParseSettings, canonicalizer: Canonicalizer) {
    this.#agent = settings.agent
    this.#types = new Set(settings.types)
    this.#documentMs = settings.documentMs
    this.#patterns = settings.patterns
    this.#accessibility = settings.accessibility
    this.#canonicalizer = canonicalizer
    this.#isIndexed = settings.search || settings.focus
    this.#knowsWalls = settings.walls
    this.#mindsHidden = settings.hiddenRule
    this.#formRules = settings.forms
    this.guideBy(settings.guides)
  }

  guideBy(guides: readonly GuideData[]): void {
    this.#guides = guides.map(guide => new Guide(guide))
  }

  /** Whether patterns can be looked for, pages be checked and forms be read: what does that is large, and loaded by threads that need it. */
  get isReady(): boolean {
    const findsPatterns = this.#patterns.length === 0 || this.#finder !== null
    const readsForms = this.#formRules === null || this.#forms !== null
    return findsPatterns && readsForms && (this.#accessibility === null || this.#check !== null)
  }

  async prepare(): Promise<void> {
    if (this.#formRules) this.#forms = new (await import('./form-sights.ts')).FormSights(this.#formRules)
    if (this.#patterns.length > 0)
      this.#finder = new (await import('../../document/patterns/index.ts')).PatternFinder(this.#patterns)
    if (this.#accessibility === null) return
    const { packedCheck } = await import('../../document/accessibility/index.ts')
    this.#check = packedCheck(this.#accessibility)
  }

  #found(url: string, type: string, text: string, source: string): readonly FoundPattern[] | null {
    return this.#finder?.find({ url, type, text, source }) ?? null
  }

  /** A promise only where a library reads. */
  read(
    job: ParseJob,
    bytes: Uint8Array,
    { type, same }: KnownBody,
  ): DocumentReading | Promise<DocumentReading> {
    if (isPageType(type)) return this.#readPage(job, bytes, { type, same })
    if (type === SITEMAP_TYPE || (isSource(job.kind) && !FEED_TYPES.has(type)))
      return this.#readSitemap(job, bytes)
    if (FEED_TYPES.has(type)) return this.#readFeed(job, bytes)
    if (type === STYLE_TYPE) return this.#readStyles(job, bytes)
    if (isConverted(type) && this.#types.has(type)) return this.#readConverted(job, bytes, type)
    if (type.startsWith('text/') && (job.want.text || this.#isIndexed || this.#finder !== null)) {
      const { text, charset } = decodeBody(bytes, charsetOf(job), 'text')
      const fields = this.#isIndexed ? plainFields(text) : null
      return { ...NOTHING, charset, text, fields, patterns: this.#found(job.url, type, text, text) }
    }
    return NOTHING
  }

  #readPage(job: ParseJob, bytes: Uint8Array, { type, same }: KnownBody): DocumentReading {
    const { text: html, charset } = decodeBody(bytes, charsetOf(job), 'html')
    const page = scanPage(html, job.url, this.#canonicalizer, {
      text: job.want.text || job.want.fingerprints || (this.#finder ?? this.#forms) !== null,
      agent: this.#agent,
      memory: this.#linkMemory,
      charset,
      hidden: this.#mindsHidden,
    })
    const beside = besideBody(job.response.headers, job.url, this.#canonicalizer)
    const refresh = page.refresh ?? beside.refresh
    const feeds = [...page.feeds.map(feed => feed.href), ...beside.feeds]
    const { rendered, url } = job
    const found = rendered ? withAllLinks(page.links, rendered, url, this.#canonicalizer) : page.links
    const links = withoutFeeds(found, feeds)
    const offered = withoutFeeds(beside.links, feeds)
    const guide = this.#guides.find(each => each.isFor(job.url))
    // A picture named in a record is never a page of the model, whatever it turns out to be.
    const isGuided = guide !== undefined && job.response.status === 200 && job.kind !== 'image'
    const isChecked = this.#check !== null && !same && job.kind === 'page' && job.response.status === 200
    const tree = isGuided || isChecked ? parseTree(html, charset) : null
    const guided = isGuided ? guide.read(tree!, job.url, job.pageClass) : null
    const asks = (this.#forms && guided && guide?.asks(tree!, guided.pageClass)) ?? null
    const soon = refresh && redirects(refresh) && refresh.url !== job.url
    return {
      title: page.title || null,
      charset,
      links: offered.length === 0 ? links : [...links, ...offered],
      linksBeside: offered.length,
      hints: null,
      saidRates: null,
      kind: 'links',
      sources: feeds,
      noindex: page.robots.noindex,
      nofollow: page.robots.nofollow,
      canonical: page.canonical ?? beside.canonical,
      refresh: soon ? (this.#canonicalizer.canonical(refresh.url, job.url) ?? null) : null,
      // A model that fills in its form knows the door.
      wall: guided?.action ? null : this.#wall(job, page, html),
      push: pushOffer(job.response.headers, job.url, page),
      text: page.text ?? null,
      fields: this.#isIndexed ? pageFields(html) : null,
      guided,
      bound: guide?.follows ?? false,
      patterns: this.#found(job.url, type, page.text ?? '', html),
      accessibility: isChecked ? this.#check!(tree!, rendered?.findings) : null,
      forms: this.#forms?.read(job, { html, charset, text: page.text ?? '', links, tree, asks }) ?? null,
      unreadable: null,
    }
  }

  /** A file stands before nothing: what is in it is its content. */
  #wall({ url, response }: ParseJob, page: FirstSight, html: string): WallSign | null {
    if (!this.#knowsWalls || url.startsWith('file:')) return null
    return wallOf(html, page, { url, status: response.status, headers: response.headers })
  }

  /** PDF, office files and books. Their readers are large: they are loaded by those threads that meet one. */
  async #readConverted(job: ParseJob, bytes: Uint8Array, type: string): Promise<DocumentReading> {
    if (job.isOpaque) return { ...NOTHING, unreadable: 'takes too much time or memory to read' }
    const { convertDocument, documentFields, documentText } = await import('../../document/convert/index.ts')
    const endsAt = realClock.monotonic() + this.#documentMs
    const document = await convertDocument(bytes, { type, isOver: () => realClock.monotonic() > endsAt })
    const { canonical } = besideBody(job.response.headers, job.url, this.#canonicalizer)
    if (document.kind === 'unreadable') return { ...NOTHING, canonical, unreadable: document.reason }
    const collector = new LinkCollector(job.url, this.#canonicalizer)
    for (const { href, text } of document.links) {
      const link = collector.add(href, 'a')
      if (link?.text === '') link.text = text
    }
    const text = documentText(document)
    const patterns = this.#found(job.url, type, text, '')
    const fields = this.#isIndexed ? documentFields(document) : null
    return { ...NOTHING, canonical, title: document.title, links: collector.links, text, fields, patterns }
  }

  /** Imports, pictures and fonts, for archives that replay. */
  #readStyles(job: ParseJob, bytes: Uint8Array): DocumentReading {
    const opening = Buffer.from(bytes.subarray(0, 60)).toString('latin1')
    const declared = charsetOf(job) ?? STYLE_CHARSET.exec(opening)?.[1]
    const { text, charset } = decodeBody(bytes, declared, 'text')
    const collector = new LinkCollector(job.url, this.#canonicalizer, undefined, charset)
    for (const { href, kind } of cssAddresses(text)) collector.add(href, kind)
    return { ...NOTHING, charset, links: collector.links, text: job.want.text ? text : null }
  }

  #readSitemap(job: ParseJob, bytes: Uint8Array): DocumentReading {
    const saidRates = new Map<string, string>()
    const { kind, entries } = parseSitemap(bytes, job.url, job.at)
    const hints = new Map<string, number>()
    const links: Link[] = []
    for (const entry of entries) {
      const href = this.#canonicalizer.canonical(entry.loc, job.url)
      if (href === undefined) continue
      if (entry.lastmod !== undefined) hints.set(href, entry.lastmod)
      if (entry.changefreq !== undefined) saidRates.set(href, entry.changefreq)
      links.push({ href, text: '', kind: 'link', nofollow: false })
    }
    if (kind === 'index') return { ...NOTHING, kind: 'sitemap', sources: links.map(link => link.href), hints }
    return { ...NOTHING, kind: 'sitemap', links, hints, saidRates }
  }

  /** Feeds are rare and their parser is large: it is loaded by those threads that meet one. */
  #readFeed(job: ParseJob, bytes: Uint8Array): DocumentReading {
    const feed = parseFeed(bytes, job.url)
    if (!feed) return { ...NOTHING, kind: 'feed' }
    const hints = new Map<string, number>()
    const links: Link[] = []
    for (const entry of feed.entries) {
      const href = entry.link === undefined ? undefined : this.#canonicalizer.canonical(entry.link, job.url)
      if (href === undefined) continue
      const changed = entry.updated ?? entry.published
      if (changed !== undefined && changed <= job.at + MAX_AHEAD_MS) hints.set(href, changed)
      links.push({ href, text: entry.title ?? '', kind: 'a', nofollow: false })
    }
    const push = pushOffer(job.response.headers, job.url, feed)
    return { ...NOTHING, kind: 'feed', title: feed.title ?? null, links, hints, push }
  }
}
