/**
 * Reads a response body: its true type, links, text and metadata; sitemaps and feeds.
 *
 * All of it is pure: bytes or characters in, plain data out. Nothing throws on what the web sends; sizes, counts and
 * nesting are bounded, time is linear. `scanPage` is the hot path and costs a few times the scanner alone
 * (`bench/suites/html.ts --pages DIR` measures both); the rest runs rarely.
 */
export { parseDate } from './dates.ts'
export { type Feed, parseFeed } from './feed.ts'
export { parseRefresh, redirects } from './refresh.ts'
export { scanPage } from './scan-page.ts'
export { parseSitemap, type Sitemap } from './sitemap.ts'
export { allStructured, parseAddress, structuredOf, structuredTexts } from './structured/index.ts'
export { sniffType } from './type.ts'
