/** Depth, scope and the limits of a host hold for every way in which an address can be found. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConfigInput } from '../../src/config/index.ts'
import { definePlugin, type Plugin } from '../../src/crawl/index.ts'
import { type Page, plain, type Site, type World } from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { type Ran, stage } from './stage.ts'

const html = (head: string, headers: Record<string, string> = {}): Page => ({
  ...plain(`<!doctype html><title>x</title>${head}<p>Some words`, 'x', 'text/html'),
  headers: { 'content-type': 'text/html', ...headers },
})
const xml = (text: string) => plain(text, 'x', 'application/xml')
const feed = (to: string) =>
  plain(
    `<rss version="2.0"><channel><title>f</title><item><title>i</title><link>${to}</link></item></channel></rss>`,
    'x',
    'application/rss+xml',
  )
const map = (to: string) =>
  xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${to}</loc></url></urlset>`)
const index = (to: string) =>
  xml(
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${to}</loc></sitemap></sitemapindex>`,
  )

interface Way {
  /** A page that leads to another address in this way alone. */
  readonly page: (to: string, path: string) => Page
  /** Pages of an endless chain that may be asked for with a depth of 2. */
  readonly most: number
  readonly plugin?: Plugin
  /** A site model that the crawl goes by, as CSV. */
  readonly model?: string
}

const moved = (to: string): Page => ({ template: 'x', status: 302, location: to })

const WAYS: Readonly<Record<string, Way>> = {
  link: { page: to => html(`<a href="${to}">x</a>`), most: 3 },
  area: { page: to => html(`<map><area href="${to}"></map>`), most: 3 },
  frame: { page: to => html(`<iframe src="${to}"></iframe>`), most: 3 },
  'rel=next': { page: to => html(`<link rel=next href="${to}">`), most: 3 },
  hreflang: { page: to => html(`<link rel=alternate hreflang=de href="${to}">`), most: 3 },
  'Link header': { page: to => html('', { link: `<${to}>; rel="next"` }), most: 3 },
  canonical: { page: to => html(`<link rel=canonical href="${to}">`), most: 3 },
  'canonical header': { page: to => html('', { link: `<${to}>; rel="canonical"` }), most: 3 },
  // Redirects are no steps, but there are at most ten.
  redirect: { page: moved, most: 11 },
  'meta refresh': { page: to => html(`<meta http-equiv=refresh content="0;url=${to}">`), most: 11 },
  'Refresh header': { page: to => html('', { refresh: `0;url=${to}` }), most: 11 },
  'redirect and canonical': {
    page: (to, path) => (Number(path.slice(1)) % 2 ? html(`<link rel=canonical href="${to}">`) : moved(to)),
    most: 6,
  },
  feed: {
    page: (to, path) =>
      Number(path.slice(1)) % 2
        ? feed(to)
        : html(`<link rel=alternate type="application/rss+xml" href="${to}">`),
    most: 3,
  },
  form: {
    page: to => html(`<form action="${to}"><input name=q></form>`),
    most: 3,
    model: 'page,link,"//form,input[1]:lamp",page,form\n',
  },
  'plug-in': {
    page: () => html(''),
    most: 3,
    plugin: definePlugin({
      name: 'adds the next',
      queue(page, context) {
        const { host, pathname } = page.url
        if (page.visit?.outcome === 'fetched')
          context.add(`http://${host === 'to-b.test' ? 'b.test' : host}/${Number(pathname.slice(1)) + 1}`)
      },
    }),
  },
}

/** `/0` leads to `/1`, and so on without end. */
function chain(host: string, way: Way, next: (number: number) => string): Site {
  return {
    host,
    kind: 'x',
    entries: ['/0'],
    find: path => {
      const number = /^\/(\d+)(?:\?|$)/.exec(path)?.[1]
      return number === undefined ? undefined : way.page(next(Number(number) + 1), path)
    },
  }
}

const asked = (world: World, host: string) =>
  new Set(
    world.log.filter(entry => entry.host === host && entry.path !== '/robots.txt').map(entry => entry.path),
  )
const CHECKS = { traps: { yield: false, dates: false }, soft404: false, sitemaps: true, feeds: true } as const
const SQLITE = 'SQLite'
const POSTGRES = 'PostgreSQL'

const freshSchema = freshSchemas()

/** Crawls from `/0` of the first site by the way, under a scope. */
async function crawlBy(
  way: Way,
  scope: ConfigInput['scope'],
  sites: readonly Site[],
  store: string,
): Promise<{ readonly world: World; readonly ran: Ran }> {
  const database = freshSchema()
  const { world, folder, crawl } = await stage(sites, store === POSTGRES ? { database } : {})
  const model = join(folder, 'model.csv')
  if (way.model !== undefined) await writeFile(model, way.model)
  const ran = await crawl(
    {
      seeds: [`http://${sites[0]!.host}/0`],
      scope: { ...CHECKS, ...scope },
      ...(way.model !== undefined && { extract: { model } }),
    },
    way.plugin ? { plugins: [way.plugin] } : {},
  )
  return { world, ran }
}

/** The engine decides most of it, and what it decides is the same for both stores: a few ways show that they agree. */
const ON_BOTH = new Set(['link', 'canonical', 'redirect', 'form'])
const CASES = Object.entries(WAYS).flatMap(([name, way]) =>
  (ON_BOTH.has(name) ? [SQLITE, POSTGRES] : [SQLITE]).map(store => ({ name, way, store })),
)

describe.each(CASES)('found by $name, on $store', ({ way, store }) => {
  const own = () => [chain('a.test', way, n => `http://a.test/${n}`)]

  it('holds the depth', async () => {
    const { world } = await crawlBy(way, { depth: 2 }, own(), store)
    const pages = asked(world, 'a.test').size
    expect(pages).toBeGreaterThan(1)
    expect(pages).toBeLessThanOrEqual(way.most)
  })

  it('holds the scope', async () => {
    const away = chain('to-b.test', way, n => `http://b.test/${n}`)
    const there = chain('b.test', way, n => `http://b.test/${n}`)
    const { world, ran } = await crawlBy(way, { local: true }, [away, there], store)
    expect(world.log.filter(entry => entry.host === 'b.test')).toEqual([])
    const left = [...ran.pages.values()].filter(page => page.url.startsWith('http://b.test'))
    expect(left[0]).toMatchObject({ status: 'excluded', reason: 'not a seed host' })
  })

  it('holds the limit of pages for a host, and ends', async () => {
    const { ran } = await crawlBy(way, { perHost: 5, sitemapsPerHost: 5 }, own(), store)
    expect(ran.result.pages).toBeLessThanOrEqual(5)
  })
})

/** Sitemaps that robots.txt names; `find` answers for the rest. */
function mapped(host: string, sitemaps: readonly string[], find: (path: string) => Page | undefined): Site {
  const robots = sitemaps.map(url => `Sitemap: ${url}`).join('\n')
  return {
    host,
    kind: 'x',
    entries: ['/0'],
    find: path => (path === '/robots.txt' ? plain(robots, 'x') : path === '/0' ? html('') : find(path)),
  }
}

describe('sitemaps', () => {
  const numberOf = (path: string) => Number(/\d+/.exec(path)?.[0] ?? 0)
  const seeds = ['http://a.test/0']

  it('that name ever new ones are followed three times', async () => {
    const site = mapped('a.test', ['http://a.test/map0.xml'], path =>
      path.startsWith('/map') ? index(`http://a.test/map${numberOf(path) + 1}.xml`) : undefined,
    )
    const { world, crawl } = await stage([site])
    const ran = await crawl({ seeds, scope: CHECKS })
    expect([...asked(world, 'a.test')].sort()).toEqual([
      '/0',
      '/map0.xml',
      '/map1.xml',
      '/map2.xml',
      '/map3.xml',
    ])
    expect(ran.events.map(event => event.kind)).toContain('sitemaps-too-deep')
  })

  it('that send to ever new ones are followed as far as redirects are', async () => {
    const site = mapped('a.test', ['http://a.test/map0.xml'], path =>
      path.startsWith('/map') ? moved(`/map${numberOf(path) + 1}.xml`) : undefined,
    )
    const { world, crawl } = await stage([site])
    await crawl({ seeds, scope: CHECKS })
    expect(asked(world, 'a.test').size).toBeLessThanOrEqual(12)
  })

  it('are read up to the limit of a host, whoever names them', async () => {
    const many = Array.from({ length: 40 }, (_, n) => `http://a.test/map${n}.xml`)
    const wide = many.map(url => `<sitemap><loc>${url.replace('map', 'more')}</loc></sitemap>`).join('')
    const site = mapped('a.test', many.slice(0, 3), path =>
      path.startsWith('/map') ? xml(`<sitemapindex>${wide}</sitemapindex>`) : map('http://a.test/0'),
    )
    const { world, crawl, recrawl } = await stage([site])
    const config = { seeds, scope: { ...CHECKS, sitemapsPerHost: 10 } }
    const ran = await crawl(config)
    const sources = () => [...asked(world, 'a.test')].filter(path => path.endsWith('.xml'))
    expect(sources()).toHaveLength(10)
    expect(
      [...ran.pages.values()].filter(page => page.reason?.startsWith('limit of 10 sitemaps')),
    ).not.toEqual([])
    await recrawl(config)
    expect(sources()).toHaveLength(10)
  })

  it('of another host are left out by the scope, when robots.txt names them and when an index does', async () => {
    const inside = mapped('a.test', ['http://b.test/map.xml', 'http://a.test/map0.xml'], path =>
      path === '/map0.xml' ? index('http://b.test/other.xml') : undefined,
    )
    const outside = mapped('b.test', [], () => map('http://a.test/1'))
    const { world, crawl } = await stage([inside, outside])
    const ran = await crawl({ seeds, scope: { ...CHECKS, local: true } })
    expect(world.log.filter(entry => entry.host === 'b.test')).toEqual([])
    for (const url of ['http://b.test/map.xml', 'http://b.test/other.xml'])
      expect(ran.page(url)).toMatchObject({ status: 'excluded', reason: 'not a seed host' })
  })

  it('that are excluded are left out, and those that no include names are read all the same', async () => {
    const site = mapped('a.test', ['http://a.test/map1.xml', 'http://a.test/map2.xml'], path =>
      path.startsWith('/map') ? map(`http://a.test/news/${numberOf(path)}`) : html(''),
    )
    const { world, crawl } = await stage([site])
    const exclude = [{ suffix: 'map2.xml', on: 'url' as const }]
    await crawl({ seeds, scope: { ...CHECKS, include: [{ prefix: 'a.test/news' }], exclude } })
    expect([...asked(world, 'a.test')].sort()).toEqual(['/0', '/map1.xml', '/news/1'])
  })

  it('hold the depth', async () => {
    const site = mapped('a.test', ['http://a.test/map0.xml'], path =>
      path.startsWith('/map') ? map('http://a.test/1') : html(`<a href="/${numberOf(path) + 1}">x</a>`),
    )
    const { world, crawl } = await stage([site])
    await crawl({ seeds, scope: { ...CHECKS, depth: 2 } })
    expect([...asked(world, 'a.test')].sort()).toEqual(['/0', '/1', '/2', '/map0.xml'])
  })
})
