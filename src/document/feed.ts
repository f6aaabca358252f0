/**
 * Feeds: RSS 0.9–2.0, RDF, Atom and JSON Feed in one shape. They announce new pages and, by their dates, show how often a site publishes;
 * `ttl` says how long a feed may be kept, and `hub` who reports changes.
 */

import { createRequire } from 'node:module'
import { given } from '../env/given.ts'
import { decodeBody } from '../html/index.ts'
import { parseDate } from './dates.ts'
import { parseBrokenFeed } from './feed-broken.ts'
import { isMarkedUp } from './feed-markup.ts'
import type { Parsed, ParsedFeed, ParsedItem, ParsedLink, ParsedText } from './feed-shapes.ts'
import { fold, foldMarkup } from './fold.ts'

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
  /** Minutes for which the feed may be cached. */
  readonly ttl?: number
  /** When the feed says it last changed, in milliseconds since 1970. */
  readonly updated?: number
  /** A WebSub hub, which sends a request when the feed changes. */
  readonly hub?: string
  /** The address under which the hub knows the feed. */
  readonly self?: string
  readonly entries: readonly FeedEntry[]
}

const MAX_CHARS = 16 * 1024 * 1024
const MAX_ENTRIES = 10_000
const MAX_TITLE_CHARS = 1000

/** Undefined if it is not a feed. */
export function parseFeed(body: Uint8Array | string, url: string): Feed | undefined {
  const text = typeof body === 'string' ? body : decodeBody(body, undefined, 'xml').text
  if (text.length > MAX_CHARS) return undefined
  const parsed = (isMarkedUp(text) ? parseWell(text) : undefined) ?? parseBrokenFeed(text)
  return parsed === undefined ? undefined : shape(parsed, url)
}

/** Loaded when the first feed is met: it takes 9 MB in each thread. */
let library: typeof import('feedsmith') | undefined
function feedsmith(): typeof import('feedsmith') {
  library ??= createRequire(import.meta.url)('feedsmith') as typeof import('feedsmith')
  return library
}

/** The library throws on anything that is not a feed, and on damage. */
function parseWell(text: string): Parsed | undefined {
  const { parseFeed: parseAny } = feedsmith()
  try {
    return parseAny(text) as Parsed
  } catch {
    return undefined
  }
}

function shape({ format, feed }: Parsed, url: string): Feed {
  const base = resolve(feed.xml?.base, url) ?? url
  const links = [...(feed.links ?? []), ...(feed.atom?.links ?? [])]
  const link = resolve(feed.link ?? feed.home_page_url ?? pageLink(feed.links ?? []), base)
  const hub = resolve(links.find(({ rel }) => rel === 'hub')?.href ?? feed.hubs?.[0]?.url, base)
  const self = resolve(links.find(({ rel }) => rel === 'self')?.href ?? feed.feed_url, base)
  const updated = feedDate(feed)
  const items = feed.items ?? feed.entries ?? []
  return {
    format,
    title: plain(feed.title ?? feed.dc?.titles?.[0]),
    ...given({ link, updated, hub }),
    ...(feed.ttl !== undefined && feed.ttl >= 0 && { ttl: feed.ttl }),
    ...(hub !== undefined && self !== undefined && { self }),
    entries: items.slice(0, MAX_ENTRIES).map(item => entry(item, base)),
  }
}

function feedDate(feed: ParsedFeed): number | undefined {
  const { dc, dcterms, atom } = feed
  const changed = feed.updated ?? feed.lastBuildDate ?? feed.pubDate ?? atom?.updated
  return parseDate(changed ?? dc?.date ?? dc?.dates?.[0] ?? dcterms?.modified?.[0] ?? dcterms?.issued?.[0])
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
    ...given({ id, link, published, updated }),
    title: plain(item.title ?? item.dc?.titles?.[0] ?? item.media?.title),
  }
}

/** A guid is an address unless it says otherwise (RSS 2.0, guid). */
function entryLink(item: ParsedItem): string | undefined {
  const own =
    item.link ??
    item.url ??
    pageLink(item.links ?? []) ??
    pageLink(item.atom?.links ?? []) ??
    item.external_url
  if (own !== undefined) return own
  const guid = item.guid
  if (guid?.value !== undefined && guid.isPermaLink !== false && /^https?:\/\//i.test(guid.value))
    return guid.value
  return item.rdf?.about
}

/** RFC 4287 4.2.7.2: without `rel` it is `alternate`; of several, the one that is a page. */
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

/** Titles are text or HTML, and RSS does not say which: anything that looks like a tag is taken as one. */
function plain(title: ParsedText | undefined): string {
  const text = (typeof title === 'string' ? title : title?.value) ?? ''
  return /<[a-z!/]|&[#a-z]/i.test(text) ? foldMarkup(text, MAX_TITLE_CHARS) : fold(text, MAX_TITLE_CHARS)
}
