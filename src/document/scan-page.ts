/**
 * Reads a page once: title, links, robots directives, alternates and, if requested, its visible text. Step 4 of a visit; `page-reader.ts`
 * is the scan handler, this file the public part.
 */
import { scan } from '../html/index.ts'
import type { Url } from '../url/index.ts'
import { trapsOn } from './hidden-links.ts'
import type { LinkMemory } from './link-memory.ts'
import type { Canonical, Link } from './links.ts'
import { PageReader } from './page-reader.ts'

export interface RobotsDirectives {
  readonly noindex: boolean
  readonly nofollow: boolean
  readonly noarchive: boolean
}

export interface FeedLink {
  readonly href: Url
  readonly type: string
  readonly title: string
}

export interface LanguageLink {
  readonly lang: string
  readonly href: Url
}

export interface PageScan {
  readonly title: string
  /** The base of relative addresses: `<base href>` or the page's own address. */
  readonly base: string
  readonly canonical?: Url
  /** A WebSub hub, and the address by which it knows the page. */
  readonly hub?: string
  readonly self?: string
  /** From `<meta name=robots>` and `<meta name=AGENT>` together; the stricter directive wins. */
  readonly robots: RobotsDirectives
  /** A reload of the page itself gives the page's address. */
  readonly refresh?: { readonly url: Url; readonly delaySeconds: number }
  /** In document order, each address once for each kind. */
  readonly links: readonly Link[]
  readonly feeds: readonly FeedLink[]
  readonly hreflang: readonly LanguageLink[]
  readonly lang?: string
  /** Visible text, with words separated by one space and blocks by one newline. */
  readonly text?: string
  /** Approximate number of characters of text, counted up to `MAX_COUNTED_CHARS`. */
  readonly shownChars: number
  /** Its title and first headings, one on each line. */
  readonly headings: string
  /** Whether it asks for a password. */
  readonly hasPassword: boolean
  /** Number of elements with a link, including links within the page. */
  readonly anchors: number
}

export interface ScanPageOptions {
  readonly text?: boolean
  /** Also list addresses that texts and scripts merely contain. */
  readonly mentions?: boolean
  /** Recognize links that people cannot see. */
  readonly hidden?: boolean
  /** The agent name whose `<meta name=…>` directives apply, besides `robots`. */
  readonly agent?: string
  /** The charset of the page's bytes, in which queries of links are encoded. */
  readonly charset?: string
  /** Memory of where addresses lead, for reading page after page with one canonicalizer. */
  readonly memory?: LinkMemory
}

export function scanPage(
  html: string,
  url: string,
  canonicalizer: Canonical,
  options: ScanPageOptions = {},
): PageScan {
  const reader = new PageReader(html, url, canonicalizer, options)
  scan(html, reader)
  const page = reader.result()
  if (!options.hidden || !reader.mayHideTraps) return page
  const traps = trapsOn(html, url, canonicalizer, options.charset)
  if (traps.size === 0) return page
  const links = page.links.map(link =>
    link.kind === 'a' && traps.has(link.href) ? { ...link, hidden: true } : link,
  )
  return { ...page, links }
}
