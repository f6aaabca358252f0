/**
 * Sitemaps (sitemaps.org 0.9): XML, index files, plain text, RSS and Atom; compressed or not; well formed or not.
 * Many are written by hand: elements are left open, namespaces are wrong, addresses lack their scheme. Everything whose meaning is certain is taken.
 */
import {
  type Attributes,
  decodeBody,
  decodeXmlText,
  type ScanHandler,
  scan,
  type TextMode,
} from '../html/index.ts'
import { parseDate } from './dates.ts'
import { parseFeed } from './feed.ts'

export interface SitemapEntry {
  readonly loc: string
  /** Milliseconds since 1970. */
  readonly lastmod?: number
  readonly changefreq?: string
  /** 0 to 1. */
  readonly priority?: number
}

export interface Sitemap {
  readonly kind: 'urlset' | 'index' | 'text' | 'feed'
  readonly entries: readonly SitemapEntry[]
  readonly truncated: boolean
}

export const MAX_ENTRIES = 50_000
export const MAX_SITEMAP_BYTES = 50 * 1024 * 1024
const DAY_MS = 86_400_000
const MAX_FIELD_CHARS = 4096

/** With `now`, modification times more than a day in the future are dropped as false. */
export function parseSitemap(bytes: Uint8Array, url: string, now?: number): Sitemap {
  const whole = bytes.length <= MAX_SITEMAP_BYTES
  const { text } = decodeBody(whole ? bytes : bytes.subarray(0, MAX_SITEMAP_BYTES), undefined, 'xml')
  const parsed = text.trimStart().startsWith('<') ? parseXml(text, url, now) : parseText(text)
  return { ...parsed, truncated: parsed.truncated || !whole }
}

function parseXml(text: string, url: string, now: number | undefined): Sitemap {
  const reader = new SitemapReader(text, url, now)
  scan(text, reader, { xml: true })
  reader.end()
  if (reader.kind === 'feed') return feedEntries(text, url)
  return { kind: reader.kind, entries: reader.entries, truncated: reader.full }
}

function feedEntries(text: string, url: string): Sitemap {
  const entries: SitemapEntry[] = []
  for (const { id, link, updated, published } of parseFeed(text, url)?.entries ?? []) {
    const lastmod = updated ?? published
    const loc = link ?? address(id ?? '')
    if (loc !== undefined) entries.push({ loc, ...(lastmod !== undefined && { lastmod }) })
  }
  return { kind: 'feed', entries: entries.slice(0, MAX_ENTRIES), truncated: entries.length > MAX_ENTRIES }
}

function parseText(text: string): Sitemap {
  const entries: SitemapEntry[] = []
  let truncated = false
  for (let at = 0; at < text.length && !truncated; ) {
    const newLine = text.indexOf('\n', at)
    const end = newLine < 0 ? text.length : newLine
    const loc = end - at > MAX_FIELD_CHARS ? undefined : address(text.slice(at, end))
    at = end + 1
    if (loc === undefined) continue
    if (entries.length < MAX_ENTRIES) entries.push({ loc })
    else truncated = true
  }
  return { kind: 'text', entries, truncated }
}

/** A line of a text sitemap must be absolute, as it has no base. */
function address(line: string): string | undefined {
  const word = line.trim()
  if (/\s/.test(word)) return undefined
  if (/^https?:\/\//i.test(word)) return URL.parse(word)?.href
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+\//i.test(word) ? URL.parse(`http://${word}`)?.href : undefined
}

/** `bare` is text outside any field: some sitemaps omit the `<loc>` around the address. */
type Field = 'bare' | 'loc' | 'lastmod' | 'changefreq' | 'priority' | 'news'
const FREQUENCIES = new Set(['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'])

/** Names count only with the root's prefix, so that `image:loc` is not a page. */
class SitemapReader implements ScanHandler {
  kind: Sitemap['kind'] = 'text'
  readonly entries: SitemapEntry[] = []
  full = false
  private readonly xml: string
  private readonly url: string
  private readonly now: number | undefined
  private prefix: string | undefined
  private field: Field | undefined
  /** The element opened last; '' once anything was closed. */
  private parent = ''
  private fields: Partial<Record<Field, string>> = {}

  constructor(xml: string, url: string, now: number | undefined) {
    this.xml = xml
    this.url = url
    this.now = now
  }

  startTag(name: string, _attributes: Attributes, selfClosing: boolean): void {
    this.open(name)
    if (selfClosing) this.endTag(name)
  }

  private open(name: string): void {
    if (this.prefix === undefined) {
      this.root(name)
      return
    }
    this.parent = name
    const field = this.fieldOf(name)
    if (field === undefined) {
      if (this.field === undefined && this.isEntry(name)) this.flush()
      return
    }
    if (field === 'loc' && this.fields.loc !== undefined) this.flush()
    this.field = field
    this.fields[field] = ''
  }

  text(start: number, end: number, mode: TextMode): void {
    const field = this.field ?? (this.isEntry(this.parent) ? 'bare' : undefined)
    if (field === undefined) return
    const before = this.fields[field] ?? ''
    if (before.length < MAX_FIELD_CHARS)
      this.fields[field] = before + decodeXmlText(this.xml, start, end, mode)
  }

  endTag(name: string): void {
    this.parent = ''
    if (this.fieldOf(name) === this.field) this.field = undefined
    else if (this.field === undefined && this.isEntry(name)) this.flush()
  }

  private root(name: string): void {
    const colon = name.indexOf(':')
    this.prefix = name.slice(0, colon + 1)
    const local = name.slice(colon + 1).toLowerCase()
    if (local === 'urlset') this.kind = 'urlset'
    else if (local === 'sitemapindex') this.kind = 'index'
    else if (local === 'rss' || local === 'feed' || local === 'rdf') this.kind = 'feed'
  }

  private isEntry(name: string): boolean {
    const local = this.local(name)
    return local === 'url' || local === 'sitemap'
  }

  private local(name: string): string {
    return name.startsWith(this.prefix!) ? name.slice(this.prefix!.length).toLowerCase() : name
  }

  private fieldOf(name: string): Field | undefined {
    const local = this.local(name)
    if (local === 'loc' || local === 'lastmod' || local === 'changefreq' || local === 'priority') return local
    return name === 'news:publication_date' ? 'news' : undefined
  }

  /** If the document ends inside an address, that address is dropped: half of one leads nowhere. */
  end(): void {
    if (this.field === 'loc' && !/<[^>]{0,100}$/.test(this.xml.slice(-100))) delete this.fields.loc
    this.flush()
  }

  private flush(): void {
    const { bare } = this.fields
    const loc = this.fields.loc ?? (/^\s*https?:\/\/\S+\s*$/i.test(bare ?? '') ? bare : undefined)
    const entry = loc === undefined || this.kind === 'text' ? undefined : this.entry(loc, this.fields)
    this.fields = {}
    this.field = undefined
    if (entry === undefined) return
    if (this.entries.length < MAX_ENTRIES) this.entries.push(entry)
    else this.full = true
  }

  private entry(loc: string, fields: Partial<Record<Field, string>>): SitemapEntry | undefined {
    const word = loc.trim()
    const href = word === '' ? undefined : URL.parse(/^www\./i.test(word) ? `http://${word}` : word, this.url)
    if (!href || !/^https?:$/.test(href.protocol)) return undefined
    const lastmod = this.credible(parseDate(fields.lastmod) ?? parseDate(fields.news))
    const changefreq = fields.changefreq?.trim().toLowerCase()
    const priority = Number(fields.priority?.trim() || 'none')
    return {
      loc: href.href,
      ...(lastmod !== undefined && { lastmod }),
      ...(changefreq !== undefined && FREQUENCIES.has(changefreq) && { changefreq }),
      ...(priority >= 0 && { priority: Math.min(1, priority) }),
    }
  }

  private credible(time: number | undefined): number | undefined {
    return time !== undefined && this.now !== undefined && time > this.now + DAY_MS ? undefined : time
  }
}
