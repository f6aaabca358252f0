/**
 * Feeds that are not well-formed XML: cut short, unclosed, with undeclared prefixes. The library rejects them; here elements are
 * recognized by their local names, and whatever was read before the damage is kept.
 */
import { type Attributes, decodeXmlText, type ScanHandler, scan, type TextMode } from '../html/index.ts'
import type { Parsed, ParsedFeed, ParsedItem } from './feed-shapes.ts'

const MAX_ENTRIES = 10_000
const MAX_LINKS = 100
const MAX_FIELD_CHARS = 8192
/** Elements with their own titles and links. */
const ASIDE = /^(image|textinput|author|source|contributor|content|thumbnail|group)$/

export function parseBrokenFeed(text: string): Parsed | undefined {
  const reader = new BrokenFeedReader(text)
  scan(text, reader, { xml: true })
  return reader.format === undefined ? undefined : { format: reader.format, feed: reader.feed }
}

class BrokenFeedReader implements ScanHandler {
  format: Parsed['format'] | undefined
  readonly items: ParsedItem[] = []
  readonly feed: ParsedFeed = { links: [], items: this.items }
  private rooted = false
  private item: ParsedItem | undefined
  private aside = ''
  private field = ''
  private value = ''
  private readonly xml: string

  constructor(xml: string) {
    this.xml = xml
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    const local = localName(name)
    if (!this.rooted) this.root(local)
    else if (local === 'item' || local === 'entry') this.open()
    else if (ASIDE.test(local) && this.aside === '') this.aside = local
    else if (local === 'link' && attributes.has('href')) this.link(attributes)
    this.field = this.aside === '' ? local : ''
    this.value = ''
    if (selfClosing) this.endTag(name)
  }

  text(start: number, end: number, mode: TextMode): void {
    if (this.field === '' || this.value.length >= MAX_FIELD_CHARS) return
    this.value += decodeXmlText(this.xml, start, end, mode)
  }

  endTag(name: string): void {
    const local = localName(name)
    if (local === this.aside) this.aside = ''
    else if (local === 'item' || local === 'entry') this.item = undefined
    else if (local === this.field && this.value.trim() !== '') this.store(local, this.value.trim())
    this.field = ''
  }

  private root(local: string): void {
    this.rooted = true
    if (local === 'rss' || local === 'rdf') this.format = local
    else if (local === 'feed') this.format = 'atom'
  }

  private open(): void {
    this.aside = ''
    this.item = { links: [] }
    if (this.items.length < MAX_ENTRIES) this.items.push(this.item)
  }

  private link(attributes: Attributes): void {
    const { links } = this.item ?? this.feed
    const rel = attributes.get('rel')
    const type = attributes.get('type')
    const link = {
      href: attributes.get('href')!,
      ...(rel !== undefined && { rel }),
      ...(type !== undefined && { type }),
    }
    if (links!.length < MAX_LINKS) links!.push(link)
  }

  private store(local: string, value: string): void {
    const holder = this.item ?? this.feed
    if (local === 'title') holder.title ??= value
    else if (local === 'link') holder.link ??= value
    else if (local === 'updated' || local === 'modified' || local === 'lastbuilddate')
      holder.updated ??= value
    else if (local === 'ttl' && this.item === undefined) this.feed.ttl ??= Number(value)
    else if (this.item !== undefined) storeItem(this.item, local, value)
  }
}

function storeItem(item: ParsedItem, local: string, value: string): void {
  if (local === 'id') item.id ??= value
  else if (local === 'guid') item.guid ??= { value }
  else if (/^(pubdate|published|issued|date|created)$/.test(local)) item.pubDate ??= value
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase()
}
