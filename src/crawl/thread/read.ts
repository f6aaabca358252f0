/** Step 4 of a visit: a document of any kind becomes links, metadata and, where a site model knows it, a record. */
import { parseFeed } from '../../document/feed.ts'
import { linksFromHeader, refreshFromHeader } from '../../document/header.ts'
import { LinkMemory } from '../../document/link-memory.ts'
import type { Link } from '../../document/links.ts'
import { scanPage } from '../../document/page.ts'
import { parseSitemap } from '../../document/sitemap.ts'
import { declaredCharset, isPageType } from '../../document/type.ts'
import { header, headerAll } from '../../fetch/exchange.ts'
import { decodeBody, parseTree } from '../../html/index.ts'
import { Guide, type GuideData, type GuidedPage } from '../../site/guide/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import type { FoundUrls, ParseJob, ParseSettings } from './job.ts'

const FEED_TYPES = new Set([
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
  'application/rdf+xml',
])
const SITEMAP_TYPE = 'application/sitemap+xml'
const SOON_SECONDS = 5
const PAGE_RELATIONS = new Set([
  'next',
  'prev',
  'alternate',
  'canonical',
  'amphtml',
  'related',
  'help',
  'license',
])

/** What the reader of one kind of document found. */
export interface Reading {
  readonly title: string | null
  readonly charset: string | null
  readonly links: readonly Link[]
  readonly hints: ReadonlyMap<string, number> | null
  readonly kind: FoundUrls['kind']
  readonly sources: readonly string[]
  readonly noindex: boolean
  readonly nofollow: boolean
  readonly canonical: string | null
  readonly refresh: string | null
  readonly text: string | null
  readonly guided: GuidedPage | null
  /** Is what the model names all that is followed? */
  readonly bound: boolean
}

const NOTHING: Reading = {
  title: null,
  charset: null,
  links: [],
  hints: null,
  kind: 'links',
  sources: [],
  noindex: false,
  nofollow: false,
  canonical: null,
  refresh: null,
  text: null,
  guided: null,
  bound: false,
}

export class DocumentReader {
  readonly #agent: string
  readonly #canonicalizer: Canonicalizer
  readonly #linkMemory = new LinkMemory()
  #guides: readonly Guide[] = []

  constructor(settings: ParseSettings, canonicalizer: Canonicalizer) {
    this.#agent = settings.agent
    this.#canonicalizer = canonicalizer
    this.guideBy(settings.guides)
  }

  guideBy(guides: readonly GuideData[]): void {
    this.#guides = guides.map(guide => new Guide(guide))
  }

  read(job: ParseJob, bytes: Uint8Array, type: string): Reading {
    if (isPageType(type)) return this.#readPage(job, bytes)
    if (type === SITEMAP_TYPE || (job.source && !FEED_TYPES.has(type))) return this.#readSitemap(job, bytes)
    if (FEED_TYPES.has(type)) return this.#readFeed(job, bytes)
    if (type.startsWith('text/') && job.want.text) {
      const { text, charset } = decodeBody(bytes, charsetOf(job), 'text')
      return { ...NOTHING, charset, text }
    }
    return NOTHING
  }

  #readPage(job: ParseJob, bytes: Uint8Array): Reading {
    const { text: html, charset } = decodeBody(bytes, charsetOf(job), 'html')
    const page = scanPage(html, job.url, this.#canonicalizer, {
      text: job.want.text || job.want.fingerprints,
      agent: this.#agent,
      memory: this.#linkMemory,
    })
    const beside = this.#besideBody(job)
    const refresh = page.refresh ?? beside.refresh
    const guide = this.#guides.find(each => each.isFor(job.url))
    const isGuided = guide !== undefined && job.response.status === 200
    const soon = refresh && refresh.delaySeconds <= SOON_SECONDS && refresh.url !== job.url
    return {
      title: page.title || null,
      charset,
      links: withoutFeeds(
        beside.links.length === 0 ? page.links : [...page.links, ...beside.links],
        page.feeds,
      ),
      hints: null,
      kind: 'links',
      sources: page.feeds.map(feed => feed.href),
      noindex: page.robots.noindex,
      nofollow: page.robots.nofollow,
      canonical: page.canonical ?? beside.canonical,
      refresh: soon ? (this.#canonicalizer.canonical(refresh.url, job.url) ?? null) : null,
      text: page.text ?? null,
      guided: isGuided ? guide.read(parseTree(html), job.url, job.pageClass) : null,
      bound: guide?.follows ?? false,
    }
  }

  /** `Link` and `Refresh` headers say the same things as elements in the page. */
  #besideBody(job: ParseJob) {
    const { headers } = job.response
    const links: Link[] = []
    let canonical: string | null = null
    for (const value of headerAll(headers, 'link')) {
      for (const { href: raw, rel, title } of linksFromHeader(value, job.url)) {
        const href = this.#canonicalizer.canonical(raw, job.url)
        if (href === undefined) continue
        if (rel.includes('canonical')) canonical = href
        const isPage = rel.some(word => PAGE_RELATIONS.has(word))
        if (isPage) links.push({ href, text: title ?? '', kind: 'link', nofollow: rel.includes('nofollow') })
      }
    }
    const refresh = refreshFromHeader(header(headers, 'refresh') ?? '', job.url)
    return { links, canonical, refresh }
  }

  #readSitemap(job: ParseJob, bytes: Uint8Array): Reading {
    const { kind, entries } = parseSitemap(bytes, job.url)
    const hints = new Map<string, number>()
    const links: Link[] = []
    for (const entry of entries) {
      const href = this.#canonicalizer.canonical(entry.loc, job.url)
      if (href === undefined) continue
      if (entry.lastmod !== undefined) hints.set(href, entry.lastmod)
      links.push({ href, text: '', kind: 'link', nofollow: false })
    }
    if (kind === 'index') return { ...NOTHING, kind: 'sitemap', sources: links.map(link => link.href), hints }
    return { ...NOTHING, kind: 'sitemap', links, hints }
  }

  /** Feeds are rare and their parser is large: it is loaded by those threads that meet one. */
  #readFeed(job: ParseJob, bytes: Uint8Array): Reading {
    const feed = parseFeed(bytes, job.url)
    if (!feed) return { ...NOTHING, kind: 'feed' }
    const hints = new Map<string, number>()
    const links: Link[] = []
    for (const entry of feed.entries) {
      const href = entry.link === undefined ? undefined : this.#canonicalizer.canonical(entry.link, job.url)
      if (href === undefined) continue
      const changed = entry.updated ?? entry.published
      if (changed !== undefined) hints.set(href, changed)
      links.push({ href, text: entry.title ?? '', kind: 'a', nofollow: false })
    }
    return { ...NOTHING, kind: 'feed', title: feed.title ?? null, links, hints }
  }
}

/** Feeds are announced by `<link>` too; as sources they are read when the operator wants feeds, and else not at all. */
function withoutFeeds(links: readonly Link[], feeds: readonly { readonly href: string }[]): readonly Link[] {
  if (feeds.length === 0) return links
  const announced = new Set(feeds.map(feed => feed.href))
  return links.filter(link => link.kind !== 'link' || !announced.has(link.href))
}

export function charsetOf(job: ParseJob): string | undefined {
  return declaredCharset(header(job.response.headers, 'content-type'))
}
