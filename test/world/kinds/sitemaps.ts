/** Sitemaps of every form; the field `pages` of each says how many pages can be found only through it. */
import { gzipSync } from 'node:zlib'
import { atom, type Entry, rss, sitemapIndexXml, sitemapXml } from '../feeds.ts'
import { leaf, listing } from '../listing.ts'
import { routes } from '../routes.ts'
import { type Page, plain, type Site } from '../site.ts'

export interface SitemapOptions {
  /** URLs of the huge sitemap (default 50,000, the limit of the protocol). */
  readonly huge?: number
  readonly perMap?: number
}

const XML = 'application/xml'
const LASTMOD = Date.UTC(2026, 0, 5)

export function sitemaps(host: string, options: SitemapOptions = {}): Site {
  const { huge = 50_000, perMap = 5 } = options
  const home = `http://${host}`
  const urls = (map: string, count = perMap) =>
    Array.from({ length: count }, (_, n) => `${home}/only/${map}/${n}`)
  const entries = (map: string, count = perMap): Entry[] =>
    urls(map, count).map(url => ({ url, title: map, at: LASTMOD }))
  const page = (type: string, names: readonly string[], bytes: () => Uint8Array | string): Page => ({
    template: 'sitemap',
    headers: { 'content-type': type },
    fields: () => ({ pages: String(names.length) }),
    names: () => names,
    bytes,
  })
  const index = (paths: readonly string[]) => {
    const maps = paths.map(path => home + path)
    return page(XML, maps, () => sitemapIndexXml(maps))
  }
  const maps: Readonly<Record<string, () => Page>> = {
    '/maps/plain.xml': () => page(XML, urls('plain'), () => sitemapXml(entries('plain'))),
    '/maps/zipped.xml.gz': () =>
      page('application/gzip', urls('zipped'), () => gzipSync(sitemapXml(entries('zipped')))),
    '/maps/list.txt': () => page('text/plain', urls('list'), () => `\uFEFF${urls('list').join('\r\n')}\r\n`),
    '/maps/rss.xml': () =>
      page('application/rss+xml', urls('rss'), () => rss(`${home}/`, 'x', entries('rss'))),
    '/maps/atom.xml': () =>
      page('application/atom+xml', urls('atom'), () => atom(`${home}/`, 'x', entries('atom'))),
    '/maps/nested.xml': () => index(['/maps/inner.xml', '/maps/nested.xml']),
    '/maps/inner.xml': () => page(XML, urls('inner'), () => sitemapXml(entries('inner'))),
    /** Cut in the middle of an element: what comes before still counts. */
    '/maps/broken.xml': () =>
      page(XML, urls('broken'), () =>
        sitemapXml(entries('broken')).replace('</urlset>', '<url><loc>http://bro'),
      ),
    '/maps/html.xml': () =>
      plain('<!DOCTYPE html><title>Not found</title><p>Not found', 'sitemap', 'text/html'),
    '/maps/foreign.xml': () =>
      page(XML, [], () => sitemapXml([{ url: 'http://elsewhere.test/', title: '', at: LASTMOD }])),
    '/maps/huge.xml': () => page(XML, urls('huge', huge), () => sitemapXml(entries('huge', huge))),
    '/maps/none.xml': () => ({ template: 'missing', status: 404, bytes: () => 'no' }),
  }
  const listed = Object.keys(maps).filter(path => path !== '/maps/inner.xml')
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Sitemaps', ['/linked']),
    '/linked': ({ seed }) => leaf(seed, 'leaf', 'Linked'),
    '/robots.txt': () => plain(`User-agent: *\nAllow: /\nSitemap: ${home}/sitemap_index.xml\n`, 'robots'),
    '/sitemap_index.xml': () => index(listed),
    '/maps/*': ({ pathname }) => maps[pathname]?.(),
    '/only/:map/:n#': ({ seed, path, part, number }) =>
      number('n') < (part('map') === 'huge' ? huge : perMap) ? leaf(seed, 'leaf', path, 1) : undefined,
  })
  return { host, kind: 'sitemaps', entries: ['/'], find }
}
