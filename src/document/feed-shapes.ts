/** The parts of a parsed feed that are used, for all formats together: each is absent if its format lacks it. */

export interface ParsedLink {
  readonly href?: string
  readonly rel?: string
  readonly type?: string
}

export type ParsedText = string | { readonly value?: string; readonly type?: string }

export interface Parsed {
  readonly format: 'rss' | 'atom' | 'rdf' | 'json'
  readonly feed: ParsedFeed
}

interface DublinCore {
  readonly date?: string
  readonly dates?: readonly string[]
  readonly titles?: readonly string[]
}

interface Terms {
  readonly modified?: readonly string[]
  readonly created?: readonly string[]
  readonly issued?: readonly string[]
}

export interface ParsedFeed {
  title?: ParsedText
  link?: string
  readonly links?: ParsedLink[]
  readonly home_page_url?: string
  readonly feed_url?: string
  ttl?: number
  readonly hubs?: readonly { readonly url?: string }[]
  readonly lastBuildDate?: string
  readonly pubDate?: string
  updated?: string
  readonly dc?: DublinCore
  readonly dcterms?: Terms
  readonly atom?: { readonly links?: readonly ParsedLink[]; readonly updated?: string }
  readonly xml?: { readonly base?: string }
  readonly items?: ParsedItem[]
  readonly entries?: readonly ParsedItem[]
}

export interface ParsedItem {
  id?: string
  guid?: { readonly value?: string; readonly isPermaLink?: boolean }
  link?: string
  readonly url?: string
  readonly external_url?: string
  readonly links?: ParsedLink[]
  title?: ParsedText
  pubDate?: string
  readonly published?: string
  readonly date_published?: string
  updated?: string
  readonly date_modified?: string
  readonly rdf?: { readonly about?: string }
  readonly dc?: DublinCore
  readonly dcterms?: Terms
  readonly atom?: {
    readonly links?: readonly ParsedLink[]
    readonly updated?: string
    readonly published?: string
    readonly id?: string
  }
  readonly media?: { readonly title?: { readonly value?: string } }
  readonly xml?: { readonly base?: string }
}
