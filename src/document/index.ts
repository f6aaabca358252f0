/**
 * What a body says, once its bytes are here: its true type, links, text and metadata; sitemaps and feeds.
 *
 * All of it is pure: bytes or characters in, plain data out. Nothing throws on what the web sends; sizes, counts and
 * nesting are bounded, time is linear. `scanPage` is the hot path and costs a few times the scanner alone
 * (`bench/suites/html.ts --pages DIR` measures both); the rest runs rarely.
 */
export { parseDate } from './dates.ts'
export { type Feed, type FeedEntry, parseFeed } from './feed.ts'
export { fold } from './fold.ts'
export { type HeaderLink, linksFromHeader, refreshFromHeader, robotsFromHeader } from './header.ts'
export { type Canonical, type Link, type LinkKind, MOST_LINKS } from './links.ts'
export {
  type FeedLink,
  type LanguageLink,
  type PageScan,
  type RobotsDirectives,
  type ScanPageOptions,
  scanPage,
} from './page.ts'
export { parseRefresh } from './refresh.ts'
export { parseSitemap, type Sitemap, type SitemapEntry } from './sitemap.ts'
export { allStructured, parseAddress, structuredOf, structuredTexts } from './structured/index.ts'
export { type SniffedType, sniffType } from './type.ts'
