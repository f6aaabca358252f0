/** `<meta>` and `<link>`: what a page says about itself and what it refers to outside its text. */
import type { Attributes } from '../html/index.ts'
import type { Url } from '../url/index.ts'
import { fold } from './fold.ts'
import type { LinkCollector, LinkKind } from './links.ts'
import { leadsToPage, type Relation } from './page-relations.ts'
import { parseRefresh } from './refresh.ts'
import type { FeedLink, LanguageLink, RobotsDirectives } from './scan-page.ts'

const FEED_TYPES =
  /^\s*(application\/(rss|atom|rdf|feed)\+(xml|json)|application\/json\s*;.*feed|text\/(rss|atom)\+?xml)/i
const MAX_ALTERNATES = 1000
/** Relations that only tune the connection or name a vocabulary. */
const NO_ADDRESS = /^(dns-prefetch|preconnect|profile|pingback|hub|edituri|wlwmanifest|import)$/

export class Metadata {
  canonical: Url | undefined
  /** A WebSub hub, and the address by which it knows the page. */
  hub: string | undefined
  self: string | undefined
  refresh: { url: Url; delaySeconds: number } | undefined
  readonly robots: { -readonly [K in keyof RobotsDirectives]: boolean } = {
    noindex: false,
    nofollow: false,
    noarchive: false,
  }
  readonly feeds: FeedLink[] = []
  readonly hreflang: LanguageLink[] = []
  private readonly links: LinkCollector
  private readonly url: string
  private readonly agent: string | undefined

  constructor(links: LinkCollector, url: string, agent: string | undefined) {
    this.links = links
    this.url = url
    this.agent = agent?.toLowerCase()
  }

  meta(attributes: Attributes): void {
    const content = attributes.get('content')
    if (content === undefined) return
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').trim().toLowerCase()
    const header = attributes.get('http-equiv')?.trim().toLowerCase()
    if (header === 'refresh') this.readRefresh(content)
    else if (header === 'content-security-policy') this.policy(content)
    if (name === 'robots' || (name !== '' && name === this.agent)) readDirectives(content, this.robots)
    else if (MENTIONS.has(name)) this.links.add(content, 'meta')
    else if (IMAGES.has(name)) this.links.add(content, 'image')
  }

  link(attributes: Attributes): void {
    const href = attributes.get('href')
    if (!href) return
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/[\t\n\f\r ]+/)
    const address = this.links.resolve(href)
    if (address !== undefined) this.relate(relations, address, attributes)
    const kind = linkKind(relations, attributes.get('as'))
    const link = kind && this.links.add(href, kind, isNofollow(relations))
    if (link && kind === 'link' && leadsToPage(relationOf(attributes))) link.turns = true
  }

  private relate(relations: readonly string[], href: Url, attributes: Attributes): void {
    if (relations.includes('canonical')) this.canonical ??= href
    if (relations.includes('hub')) this.hub ??= href
    if (relations.includes('self')) this.self ??= href
    if (!relations.includes('alternate') && !relations.includes('feed')) return
    const type = attributes.get('type')?.trim().toLowerCase() ?? ''
    const lang = attributes.get('hreflang')?.trim()
    if (isFeed(relations, type)) {
      const title = fold(attributes.get('title') ?? '', 200)
      if (this.feeds.length < MAX_ALTERNATES) this.feeds.push({ href, type, title })
    } else if (lang && this.hreflang.length < MAX_ALTERNATES) this.hreflang.push({ lang, href })
  }

  private readRefresh(content: string): void {
    const value = parseRefresh(content)
    if (value === undefined || this.refresh !== undefined) return
    const url = this.links.resolve(value.url === '' ? this.url : value.url)
    if (url === undefined) return
    this.refresh = { url, delaySeconds: value.delaySeconds }
    if (value.url !== '') this.links.add(value.url, 'refresh')
  }

  private policy(content: string): void {
    const reports = /(?:^|;)\s*report-uri\s+([^\s;]+)/i.exec(content.slice(0, 8192))
    this.links.add(reports?.[1], 'meta')
  }
}

const relationOf = (attributes: Attributes): Relation => ({
  rel: attributes.get('rel'),
  type: attributes.get('type'),
  hreflang: attributes.get('hreflang'),
})

const MENTIONS = new Set(['og:url', 'twitter:url', 'msapplication-config', 'msapplication-starturl'])
const IMAGES = new Set(['og:image', 'og:image:url', 'twitter:image', 'msapplication-tileimage', 'thumbnail'])

/** "noindex, nofollow"; `none` is both. Shared with the X-Robots-Tag header. */
export function readDirectives(
  content: string,
  into: { noindex: boolean; nofollow: boolean; noarchive: boolean },
): void {
  for (const word of content
    .slice(0, 4096)
    .toLowerCase()
    .split(/[\s,;]+/)) {
    if (word === 'noindex' || word === 'none') into.noindex = true
    if (word === 'nofollow' || word === 'none') into.nofollow = true
    if (word === 'noarchive' || word === 'nocache') into.noarchive = true
  }
}

/** Whether a link with these relations announces a feed. */
export function isFeed(relations: readonly string[], type: string): boolean {
  return relations.includes('feed') || (relations.includes('alternate') && FEED_TYPES.test(type))
}

export function isNofollow(relations: readonly string[]): boolean {
  return relations.some(word => word === 'nofollow' || word === 'ugc' || word === 'sponsored')
}

/** What a link element or header with these relations leads to; undefined if there is nothing to fetch. */
export function linkKind(relations: readonly string[], as: string | undefined): LinkKind | undefined {
  if (relations.includes('stylesheet')) return 'style'
  if (relations.some(word => word.endsWith('icon') || word === 'image_src')) return 'image'
  if (relations.includes('modulepreload')) return 'script'
  if (relations.includes('preload') || relations.includes('prefetch')) return preloadKind(as)
  return relations.some(word => NO_ADDRESS.test(word)) ? undefined : 'link'
}

function preloadKind(as: string | undefined): LinkKind {
  switch (as?.toLowerCase()) {
    case 'script':
    case 'style':
    case 'image':
      return as.toLowerCase() as LinkKind
    case undefined:
    case 'document':
      return 'link'
    default:
      return 'object'
  }
}
