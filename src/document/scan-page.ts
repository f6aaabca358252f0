/**
 * One page read once: title, links, robots directives, alternates and, if asked for, its visible text.
 * Step 4 of a visit; `reader.ts` is the handler behind the scanner, this file is what others see.
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
  /** What relative addresses are relative to: `<base href>` or the page's own address. */
  readonly base: string
  readonly canonical?: Url
  /** A WebSub hub, and the address under which it knows the page. */
  readonly hub?: string
  readonly self?: string
  /** From `<meta name=robots>` and `<meta name=AGENT>` together; the stricter word wins. */
  readonly robots: RobotsDirectives
  /** A reload of the page itself has the page's address. */
  readonly refresh?: { readonly url: Url; readonly delaySeconds: number }
  /** In document order, each address once for its kind. */
  readonly links: readonly Link[]
  readonly feeds: readonly FeedLink[]
  readonly hreflang: readonly LanguageLink[]
  readonly lang?: string
  /** Visible text, words parted by one space, blocks by one new line. */
  readonly text?: string
  /** About how many characters of text it has; counted up to `MAX_COUNTED_CHARS`. */
  readonly shownChars: number
  /** Its title and first headings, a line each. */
  readonly headings: string
  /** Does it ask for a password? */
  readonly hasPassword: boolean
  /** How many elements lead somewhere, be it on the page itself. */
  readonly anchors: number
}

export interface ScanPageOptions {
  readonly text?: boolean
  /** List addresses that texts and scripts spell out, too. */
  readonly mentions?: boolean
  /** Recognize links that people cannot see. */
  readonly hidden?: boolean
  /** The name whose `<meta name=…>` directives concern us, besides `robots`. */
  readonly agent?: string
  /** That of the page's bytes: queries of links are written in it. */
  readonly charset?: string
  /** Where addresses lead, for those who read page after page with one canonicalizer. */
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
