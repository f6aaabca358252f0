/**
 * Sitemaps against the files of crawler-commons (`--folder crawler-commons`: its src/test/resources). What each file holds
 * is known from that project's tests: kind, number of addresses, and a few facts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSitemap, type Sitemap } from '../../src/document/index.ts'
import { inflate } from '../../src/fetch/inflate.ts'

type Check = (sitemap: Sitemap) => boolean
type Expected = readonly [file: string, url: string, kind: Sitemap['kind'], count: number, check?: Check]

const has =
  (loc: string): Check =>
  ({ entries }) =>
    entries.some(entry => entry.loc === loc)
const month = (time: number | undefined) =>
  time === undefined ? undefined : new Date(time).getUTCMonth() + 1
const PUBLISHED = 1_483_619_690_000

const EXPECTED: readonly Expected[] = [
  [
    'sitemaps/sitemap.ns.xml',
    'http://www.example.com/sitemap.ns.xml',
    'urlset',
    2,
    ({ entries }) => entries[0]?.changefreq === 'daily',
  ],
  ['sitemaps/sitemap.badns.xml', 'http://www.example.com/sitemap.badns.xml', 'urlset', 2],
  [
    'sitemaps/sitemap.index.xml',
    'http://www.example.com/sitemap.index.xml',
    'index',
    15,
    has('https://example.com/sitemap.jss?portalCode=10260&lang=en'),
  ],
  ['sitemaps/sitemap.txt', 'http://www.example.com/sitemap.txt', 'text', 2],
  ['sitemaps/sitemap-with-bom.txt', 'http://www.example.com/sitemap.txt', 'text', 2],
  ['sitemaps/sitemap.txt.gz', 'http://www.example.com/sitemap.txt.gz', 'text', 5],
  ['sitemaps/xmlSitemap.gz', 'http://www.example.com/sitemap.xml.gz', 'urlset', 5],
  ['sitemaps/do-not-visit.txt', 'http://www.example.com/x.txt', 'text', 1],
  [
    'sitemaps/atom.xml',
    'http://example.org/atom.xml',
    'feed',
    1,
    ({ entries }) =>
      entries[0]?.loc === 'http://example.org/2003/12/13/atom03' && month(entries[0].lastmod) === 12,
  ],
  [
    'rss/feed.rss',
    'https://www.example.com/index.php?feed/rss',
    'feed',
    4,
    sitemap =>
      has('https://www.example.com/guid.html')(sitemap) &&
      has('https://www.example.com/foo?q=a&l=fr')(sitemap) &&
      month(sitemap.entries[0]?.lastmod) === 9,
  ],
  [
    'rss/xmlRss_pubDate.xml',
    'http://www.example.com/rss.xml',
    'feed',
    7,
    ({ entries }) =>
      [1, 2, 3, 4].every(n => entries[n - 1]?.lastmod === PUBLISHED + 1000 * n) &&
      entries[5]?.lastmod === undefined &&
      entries[6]?.lastmod === undefined,
  ],
  ['sitemaps/extension/sitemap-videos.xml', 'http://www.example.com/', 'urlset', 3],
  ['sitemaps/extension/sitemap-videos-tvshow.xml', 'http://www.example.com/', 'urlset', 1],
  ['sitemaps/extension/sitemap-images.xml', 'http://www.example.com/', 'urlset', 1],
  ['sitemaps/extension/sitemap-links.xml', 'http://www.example.com/', 'urlset', 3],
  ['sitemaps/extension/sitemap-news.xml', 'http://www.example.org/', 'urlset', 2],
  ['sitemaps/extension/shinpaideshou-news-sitemap.xml', 'http://www.example.org/', 'urlset', 3],
  [
    'sitemaps/extension/hebdenbridgetimes-articles-sitemap.xml',
    'http://www.example.org/',
    'urlset',
    74,
    ({ entries }) => entries.every(entry => entry.lastmod !== undefined),
  ],
  ['sitemaps/extension/sitemap-mobile.xml', 'http://www.example.org/', 'urlset', 3],
  ['sitemaps/extension/pagemaps-sitemap.xml', 'http://www.example.org/', 'urlset', 2],
]

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
if (values.folder === undefined) {
  console.error('usage: sitemaps.ts --folder crawler-commons')
  process.exit(2)
}
let passed = 0
for (const [file, url, kind, count, check] of EXPECTED) {
  const path = join(values.folder, 'src/test/resources', file)
  if (!existsSync(path)) {
    console.log(`  missing: ${file}`)
    continue
  }
  const { bytes } = await inflate(readFileSync(path), 'gzip', 50 << 20)
  const sitemap = parseSitemap(bytes, url)
  if (sitemap.kind === kind && sitemap.entries.length === count && (check?.(sitemap) ?? true)) passed++
  else
    console.log(
      `  ${file}: want ${kind} ${count}, got ${sitemap.kind} ${sitemap.entries.length}`,
      sitemap.entries.slice(0, 7),
    )
}
console.log(`sitemaps: ${passed} of ${EXPECTED.length}`)
