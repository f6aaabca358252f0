/**
 * What a body says, once its bytes are here: its true type, links, text and metadata; sitemaps and feeds.
 *
 * All of it is pure: bytes or characters in, plain data out. Nothing throws on what the web sends; sizes, counts and
 * nesting are bounded, time is linear. `scanPage` is the hot path (one page in some 100 µs); the rest runs rarely.
 */
export { type Canonical, type Link, type LinkKind, MOST_LINKS } from './links.ts'
export {
  type FeedLink,
  type LanguageLink,
  type PageScan,
  type RobotsDirectives,
  type ScanPageOptions,
  scanPage,
} from './page.ts'
