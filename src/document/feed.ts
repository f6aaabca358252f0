/**
 * Feeds: RSS 0.9–2.0, RDF, Atom and JSON Feed in one shape. They tell of new pages and, by their dates, how often a
 * site publishes; `ttl` and `hub` say how to learn of changes without asking.
 */
import { parseFeed as parseAny } from 'feedsmith'
import { decodeBody } from '../html/index.ts'
import { parseDate } from './dates.ts'
import { fold } from './fold.ts'

export interface FeedEntry {
  readonly id?: string
  /** Absolute. */
  readonly link?: string
  readonly title: string
  /** Milliseconds since 1970. */
  readonly published?: number
  readonly updated?: number
}

export interface Feed {
  readonly format: 'rss' | 'atom' | 'rdf' | 'json'
  readonly title: string
  readonly link?: string
  /** Minutes for which the feed may be kept. */
  readonly ttl?: number
  /** A WebSub hub: it will call when the feed changes. */
  readonly hub?: string
  readonly entries: readonly FeedEntry[]
}

const MOST_CHARACTERS = 16 * 1024 * 1024
const MOST_ENTRIES = 10_000
const LONGEST_TITLE = 1000

/** Undefined if it is no feed. */
export function parseFeed(body: Uint8Array | string, url: string): Feed | undefined {
  const text = typeof body === 'string' ? body : decodeBody(body, undefined, 'xml').text
  if (text.length > MOST_CHARACTERS) return undefined
  try {
    return shape(parseAny(text) as Parsed, url)
  } catch {
    return undefined
  }
}

/** The parts we read, of all the formats together: each is absent where its format has no such thing. */
interface ParsedLink {
  readonly href?: string
  readonly rel?: string
  readonly type?: string
}
interface Parsed {
  readonly format: Feed['format']
  readonly feed: ParsedFeed
}
interface ParsedFeed {
  readonly title?: string | { readonly value?: string }
  readonly link?: string
  readonly links?: readonly ParsedLink[]
  readonly home_page_url?: string
  readonly ttl?: number
  readonly hubs?: readonly { readonly url?: string }[]
  readonly atom?: { readonly links?: readonly ParsedLink[] }
  readonly xml?: { readonly base?: string }
  readonly items?: readonly ParsedItem[]
  readonly entries?: readonly ParsedItem[]
}
interface ParsedItem {
  readonly id?: string
  readonly guid?: { readonly value?: string; readonly isPermaLink?: boolean }
  readonly link?: string
  readonly url?: string
  readonly external_url?: string
  readonly links?: readonly ParsedLink[]
  readonly title?: string | { readonly value?: string }
  readonly pubDate?: string
  readonly published?: string
  readonly date_published?: string
  readonly updated?: string
  readonly date_modified?: string
  readonly rdf?: { readonly about?: string }
  readonly dc?: {
    readonly date?: string
    readonly dates?: readonly string[]
    readonly titles?: readonly string[]
  }
  readonly dcterms?: {
    readonly modified?: readonly string[]
    readonly created?: readonly string[]
    readonly issued?: readonly string[]
  }
  readonly atom?: {
    readonly links?: readonly ParsedLink[]
    readonly updated?: string
    readonly published?: string
    readonly id?: string
  }
  readonly xml?: { readonly base?: string }
}

function shape({ format, feed }: Parsed, url: string): Feed {
  const base = resolve(feed.xml?.base, url) ?? url
  const links = [...(feed.links ?? []), ...(feed.atom?.links ?? [])]
  const link = resolve(feed.link ?? feed.home_page_url ?? pageLink(feed.links ?? []), base)
  const hub = resolve(links.find(({ rel }) => rel === 'hub')?.href ?? feed.hubs?.[0]?.url, base)
  const items = feed.items ?? feed.entries ?? []
  return {
    format,
    title: plain(feed.title),
    ...(link !== undefined && { link }),
    ...(feed.ttl !== undefined && feed.ttl >= 0 && { ttl: feed.ttl }),
    ...(hub !== undefined && { hub }),
    entries: items.slice(0, MOST_ENTRIES).map(item => entry(item, base)),
  }
}

function entry(item: ParsedItem, feedBase: string): FeedEntry {
  const base = resolve(item.xml?.base, feedBase) ?? feedBase
  const link = resolve(entryLink(item), base)
  const id = item.id ?? item.guid?.value ?? item.rdf?.about ?? item.atom?.id
  const published = parseDate(
    item.pubDate ??
      item.published ??
      item.date_published ??
      dublinDate(item, 'issued') ??
      item.atom?.published,
  )
  const updated = parseDate(
    item.updated ?? item.date_modified ?? item.atom?.updated ?? dublinDate(item, 'modified'),
  )
  return {
    ...(id !== undefined && { id }),
    ...(link !== undefined && { link }),
    title: plain(item.title ?? item.dc?.titles?.[0]),
    ...(published !== undefined && { published }),
    ...(updated !== undefined && { updated }),
  }
}

/** A guid is an address unless it says otherwise (RSS 2.0, guid). */
function entryLink(item: ParsedItem): string | undefined {
  const given =
    item.link ??
    item.url ??
    pageLink(item.links ?? []) ??
    pageLink(item.atom?.links ?? []) ??
    item.external_url
  if (given !== undefined) return given
  const guid = item.guid
  if (guid?.value !== undefined && guid.isPermaLink !== false && /^https?:\/\//i.test(guid.value))
    return guid.value
  return item.rdf?.about
}

/** RFC 4287 4.2.7.2: without rel it is `alternate`; of several, the one that is a page. */
function pageLink(links: readonly ParsedLink[]): string | undefined {
  const pages = links.filter(({ rel }) => rel === undefined || rel === 'alternate')
  return (pages.find(({ type }) => type === undefined || /html/i.test(type)) ?? pages[0])?.href
}

function dublinDate(item: ParsedItem, word: 'issued' | 'modified'): string | undefined {
  const own =
    word === 'issued'
      ? (item.dc?.date ?? item.dc?.dates?.[0] ?? item.dcterms?.issued?.[0] ?? item.dcterms?.created?.[0])
      : undefined
  return own ?? (word === 'modified' ? item.dcterms?.modified?.[0] : undefined)
}

function resolve(href: string | undefined, base: string): string | undefined {
  if (href === undefined || href.trim() === '') return undefined
  const url = URL.parse(href.trim(), base)
  return url !== null && /^(https?|file):$/.test(url.protocol) ? url.href : undefined
}

function plain(title: string | { readonly value?: string } | undefined): string {
  return fold((typeof title === 'string' ? title : title?.value) ?? '', LONGEST_TITLE)
}
