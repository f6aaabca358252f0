/** Step 4 of a visit: turns a document of any kind into links, metadata and, if a site model knows it, a record. */

import type { PackedCheck } from '../../document/accessibility/index.ts'
import { isConverted } from '../../document/converted-types.ts'
import { LinkMemory } from '../../document/link-memory.ts'
import { LinkCollector } from '../../document/links.ts'
import type { FoundPattern, PatternFinder } from '../../document/patterns/index.ts'
import { redirects } from '../../document/refresh.ts'
import { scanPage } from '../../document/scan-page.ts'
import { pageFields, plainFields } from '../../document/search-fields.ts'
import { isPageType } from '../../document/type.ts'
import { type FirstSight, type WallSign, wallOf } from '../../document/walls/index.ts'
import { realClock } from '../../env/clock.ts'
import { decodeBody, parseTree } from '../../html/index.ts'
import type { Guide, GuideData } from '../../site/guide/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import { isSource } from '../page-kind.ts'
import { besideBody, charsetOf, pushOffer, withoutFeeds } from './beside-body.ts'
import { withAllLinks, withoutPlaces } from './browser-links.ts'
import { type DocumentReading, NOTHING } from './document-reading.ts'
import { followedLinks } from './followed-links.ts'
import type { FormSights } from './form-sights.ts'
import type { ParseJob } from './job.ts'
import type { ParseSettings } from './parse-settings.ts'
import { readFeed, readScript, readSitemap, readStyles } from './read-sources.ts'

const FEED_TYPES = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
  'application/rdf+xml',
])
const SITEMAP_TYPE = 'application/sitemap+xml'
const STYLE_TYPE = 'text/css'
const SCRIPT_TYPE = /^(?:text|application)\/(?:x-)?(?:javascript|ecmascript)$/
/** What is known about a body before it is read. */
interface KnownBody {
  readonly type: string
  /** Whether it is the payload that is already stored. */
  readonly same: boolean
}

/** The true reason, whatever its reader says of a file without its end. */
const CUT_SHORT = 'was cut short when it was fetched, and cannot be read without its end'

export class DocumentReader {
  readonly #settings: ParseSettings
  readonly #types: ReadonlySet<string>
  /** Whether the words of documents are needed: for the full-text index, or to judge them by a topic. */
  readonly #isIndexed: boolean
  readonly #canonicalizer: Canonicalizer
  readonly #linkMemory = new LinkMemory()
  #finder: PatternFinder | null = null
  #check: PackedCheck | null = null
  #forms: FormSights | null = null
  #guideData: readonly GuideData[] = []
  /** Null until they are built. */
  #guides: readonly Guide[] | null = null

  constructor(settings: ParseSettings, canonicalizer: Canonicalizer) {
    this.#settings = settings
    this.#types = new Set(settings.types)
    this.#isIndexed = settings.search || settings.focus
    this.#canonicalizer = canonicalizer
    this.guideBy(settings.guides)
  }

  guideBy(guides: readonly GuideData[]): void {
    this.#guideData = guides
    this.#guides = guides.length === 0 ? [] : null
  }

  /** Whether the code that finds patterns, checks pages, reads forms and follows models is loaded. It is large, so only threads that need it load it. */
  get isReady(): boolean {
    if (this.#guides === null) return false
    const { patterns, forms, accessibility } = this.#settings
    const findsPatterns = patterns.length === 0 || this.#finder !== null
    const readsForms = forms === null || this.#forms !== null
    return findsPatterns && readsForms && (accessibility === null || this.#check !== null)
  }

  async prepare(): Promise<void> {
    if (this.#guides === null) {
      const { Guide } = await import('../../site/guide/index.ts')
      this.#guides = this.#guideData.map(guide => new Guide(guide))
    }
    const { patterns, forms, accessibility } = this.#settings
    if (forms) this.#forms = new (await import('./form-sights.ts')).FormSights(forms)
    if (patterns.length > 0)
      this.#finder = new (await import('../../document/patterns/index.ts')).PatternFinder(patterns)
    if (accessibility === null) return
    const { packedCheck } = await import('../../document/accessibility/index.ts')
    this.#check = packedCheck(accessibility)
  }

  #found(url: string, type: string, text: string, source: string): readonly FoundPattern[] | null {
    return this.#finder?.find({ url, type, text, source }) ?? null
  }

  /** Returns a promise only if a library has to read the document. */
  read(
    job: ParseJob,
    bytes: Uint8Array,
    { type, same }: KnownBody,
  ): DocumentReading | Promise<DocumentReading> {
    if (isPageType(type)) return this.#readPage(job, bytes, { type, same })
    if (type === SITEMAP_TYPE || (isSource(job.kind) && !FEED_TYPES.has(type)))
      return readSitemap(job, bytes, this.#canonicalizer)
    if (FEED_TYPES.has(type)) return readFeed(job, bytes, this.#canonicalizer)
    if (type === STYLE_TYPE) return readStyles(job, bytes, this.#canonicalizer)
    if (this.#settings.mentions && SCRIPT_TYPE.test(type)) return readScript(job, bytes, this.#canonicalizer)
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
      agent: this.#settings.agent,
      memory: this.#linkMemory,
      charset,
      hidden: this.#settings.hiddenRule,
      mentions: this.#settings.mentions,
    })
    const beside = besideBody(job.response.headers, job.url, this.#canonicalizer)
    const refresh = page.refresh ?? beside.refresh
    const feeds = [...page.feeds.map(feed => feed.href), ...beside.feeds]
    const { rendered, url } = job
    const found = rendered
      ? withoutPlaces(withAllLinks(page.links, rendered, url, this.#canonicalizer), html, url)
      : page.links
    const links = withoutFeeds(found, feeds)
    const offered = withoutFeeds(beside.links, feeds)
    const guide = this.#guides?.find(each => each.isFor(job.url))
    // An image named in a record is never a page of the model, whatever it turns out to be.
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
      followed:
        this.#settings.follow.length > 0
          ? followedLinks(html, url, this.#settings.follow, this.#canonicalizer)
          : null,
      linksBeside: offered.length,
      hints: null,
      saidRates: null,
      kind: 'links',
      sources: feeds,
      noindex: page.robots.noindex,
      nofollow: page.robots.nofollow,
      canonical: page.canonical ?? beside.canonical,
      refresh: soon ? (this.#canonicalizer.canonical(refresh.url, job.url) ?? null) : null,
      // A model that fills in the page's form knows that the form is not a wall.
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

  /** A local file is never a wall: what is in it is its content. */
  #wall({ url, response }: ParseJob, page: FirstSight, html: string): WallSign | null {
    if (!this.#settings.walls || url.startsWith('file:')) return null
    return wallOf(html, page, { url, status: response.status, headers: response.headers })
  }

  /** Reads PDF, office files and books. Their readers are large, so only threads that get such a file load them. */
  async #readConverted(job: ParseJob, bytes: Uint8Array, type: string): Promise<DocumentReading> {
    if (job.isOpaque) return { ...NOTHING, unreadable: 'takes too much time or memory to read' }
    const { convertDocument, documentFields, documentText } = await import('../../document/convert/index.ts')
    const endsAt = realClock.monotonic() + this.#settings.documentMs
    const document = await convertDocument(bytes, { type, isOver: () => realClock.monotonic() > endsAt })
    const { canonical } = besideBody(job.response.headers, job.url, this.#canonicalizer)
    if (document.kind === 'unreadable')
      return { ...NOTHING, canonical, unreadable: job.cut === null ? document.reason : CUT_SHORT }
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
}
