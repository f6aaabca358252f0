/** Every ordinary kind of site is found whole, and nothing else of it. */
import { describe, expect, it } from 'vitest'
import { farm, KINDS, type KindName, plain, sitemaps, wiki } from '../world/index.ts'
import { stage, truthOf } from './stage.ts'

const PLAIN = { sitemaps: false, feeds: false, traps: { yield: false } } as const

describe('stores exactly what can be reached', () => {
  const kinds: KindName[] = ['template', 'blog', 'news', 'shop', 'docs', 'wiki', 'robots', 'conditional']
  it.each(kinds)('%s', async kind => {
    const { world, crawl } = await stage([KINDS[kind]('site.test')], { addresses: 'public' })
    const seed = world.url('site.test', world.sites[0]!.entries[0])
    const ran = await crawl({ seeds: [seed], scope: PLAIN, request: { allowPrivate: false } })
    expect(ran.stored).toEqual(truthOf(world, seed))
    expect(ran.result.pages).toBe(ran.stored.length)
    expect(world.violations()).toEqual([])
    expect(world.strays).toEqual([])
  })
})

it('stops at the depth limit, and gives every page its true depth', async () => {
  const { world, crawl } = await stage([KINDS.docs('site.test')])
  const seed = world.url('site.test', world.sites[0]!.entries[0])
  const ran = await crawl({ seeds: [seed], scope: { ...PLAIN, depth: 2 } })
  const truth = world.reachable(seed, { depth: 2 })
  expect(ran.stored).toEqual(truthOf(world, seed, { depth: 2 }))
  for (const url of ran.stored) expect([url, ran.page(url).depth]).toEqual([url, truth.get(url)!.depth])
})

it('stays on the hosts of the seeds with local, and crosses hosts without', async () => {
  const { world, crawl } = await stage(farm(5, { pages: 4 }))
  const seed = world.url('h0.farm.test')
  const local = await crawl({ seeds: [seed], scope: { local: true } })
  expect(local.stored).toEqual(truthOf(world, seed, { hosts: ['h0.farm.test'] }))
  expect(new Set(world.log.map(entry => entry.host))).toEqual(new Set(['h0.farm.test']))
  expect(local.page('http://h1.farm.test/').status).toBe('excluded')
  const all = await crawl({ seeds: [seed] })
  expect(all.stored).toEqual(truthOf(world, seed))
})

it('keeps to include and exclude patterns', async () => {
  const { world, crawl } = await stage([wiki('wiki.test', { articles: 30 })])
  const ran = await crawl({
    seeds: ['http://wiki.test/wiki/Main_Page'],
    scope: { include: [{ prefix: 'http://wiki.test/wiki/' }], exclude: [{ regexp: '/wiki/[^/]*:' }] },
  })
  const truth = truthOf(world, 'http://wiki.test/wiki/Main_Page').filter(url => !url.slice(8).includes(':'))
  expect(ran.stored).toEqual(truth)
  expect(world.log.filter(entry => entry.path.includes(':'))).toEqual([])
})

it('finds every page that only a sitemap names, whatever its form', async () => {
  const { world, crawl } = await stage([sitemaps('maps.test', { huge: 300 })])
  const ran = await crawl({ seeds: ['http://maps.test/'], scope: { local: true, soft404: false } })
  const maps = ['plain', 'zipped', 'list', 'rss', 'atom', 'inner', 'broken']
  const named = [
    ...maps.flatMap(map => [0, 1, 2, 3, 4].map(n => `http://maps.test/only/${map}/${n}`)),
    ...Array.from({ length: 300 }, (_, n) => `http://maps.test/only/huge/${n}`),
  ]
  const pages = ran.stored.filter(url => !/\/maps\/|sitemap_index/.test(url))
  expect(pages).toEqual(['http://maps.test/', 'http://maps.test/linked', ...named].sort())
  expect(ran.page('http://maps.test/only/plain/0').hintedAt).toBe(Date.UTC(2026, 0, 5))
  expect(ran.result.pages).toBe(pages.length)
  expect(world.violations()).toEqual([])
})

it('looks for a sitemap at the usual address where robots.txt names none, if asked to', async () => {
  const map =
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://quiet.test/alone</loc></url></urlset>'
  const find = (path: string) => {
    if (path === '/sitemap.xml') return plain(map, 'map', 'application/xml')
    return path === '/' || path === '/alone'
      ? plain(`<title>${path}</title>`, 'page', 'text/html')
      : undefined
  }
  const { crawl, world } = await stage([{ host: 'quiet.test', kind: 'fixed', entries: ['/'], find }])
  const config = { seeds: ['http://quiet.test/'] }
  expect((await crawl(config)).pages.has('http://quiet.test/alone')).toBe(false)
  expect(world.log.some(({ path }) => path === '/sitemap.xml')).toBe(false)
  const { crawl: again } = await stage([{ host: 'quiet.test', kind: 'fixed', entries: ['/'], find }])
  const { stored } = await again({ ...config, scope: { sitemaps: 'guess' } })
  expect(stored).toContain('http://quiet.test/alone')
})

it('reads a sitemap of several megabytes to its end, whatever the limit for pages', async () => {
  const { crawl } = await stage([sitemaps('maps.test', { huge: 20_000 })])
  const ran = await crawl({
    seeds: [{ sitemap: 'http://maps.test/maps/huge.xml' }],
    scope: { pages: 1, sitemaps: false },
    request: { maxBody: '100KiB' },
  })
  expect([...ran.pages.keys()].filter(url => url.includes('/only/huge/')).length).toBe(20_000)
})

it('reads the feeds that pages name, unless told not to', async () => {
  const { world, crawl } = await stage([KINDS.blog('blog.test')])
  const off = await crawl({ seeds: ['http://blog.test/'], scope: { feeds: false, sitemaps: false } })
  expect(off.stored.filter(url => /feed|atom/.test(url))).toEqual([])
  expect(world.log.filter(entry => /feed|atom/.test(entry.path))).toEqual([])
})

it('takes a feed as a seed', async () => {
  const { world, crawl } = await stage([KINDS.blog('blog.test')])
  const ran = await crawl({
    seeds: [{ feed: 'http://blog.test/atom.xml' }],
    scope: { depth: 1, feeds: false, sitemaps: false },
  })
  const named = world.truth.of('http://blog.test/atom.xml')!.links.map(link => link.url)
  expect(named.length).toBeGreaterThan(3)
  for (const url of named) expect(ran.stored).toContain(url)
})
