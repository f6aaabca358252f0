import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { VirtualClock } from '../../../src/env/clock.ts'
import { get } from '../fetching.ts'
import {
  blog,
  busyBoard,
  CREDENTIALS,
  charsets,
  conditional,
  DAY_MS,
  demoSeeds,
  demoSites,
  docs,
  encodings,
  forum,
  frozen,
  KIND_NAMES,
  KINDS,
  media,
  negotiated,
  news,
  plainPath,
  portal,
  ROBOTS_VARIANTS,
  redirects,
  robotsSite,
  type Site,
  sessions,
  shop,
  sitemaps,
  soft404,
  startWorld,
  templateSite,
  traps,
  wiki,
} from '../index.ts'

const NOW = Date.UTC(2026, 5, 3, 12)

async function setup(...sites: Site[]) {
  const clock = new VirtualClock(NOW)
  const world = await startWorld({ sites, clock })
  onTestFinished(() => world.stop())
  return { world, clock, host: sites[0]!.host, home: `http://${sites[0]!.host}/` }
}

function hrefs(html: string, base: string): Set<string> {
  const found = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(match =>
    match[1]!.replaceAll('&amp;', '&'),
  )
  const urls = found.filter(href => URL.canParse(href, base)).map(href => new URL(href, base))
  return new Set(urls.filter(url => url.protocol.startsWith('http')).map(url => url.href.replace(/#.*/, '')))
}

const ORDERLY: Site[] = [
  templateSite('template.test', { languages: ['ja'] }),
  blog('blog.test'),
  news('news.test'),
  shop('shop.test'),
  docs('docs.test'),
  wiki('wiki.test'),
  conditional('conditional.test'),
  negotiated('negotiated.test'),
  soft404('soft.test'),
  sessions('sessions.test'),
]

for (const site of ORDERLY) {
  test(`${site.kind}: what is served is what is true, and every link leads to a page`, async () => {
    const { world, home, host } = await setup(site)
    const reached = world.reachable(new URL(site.entries[0]!, home).href, { hosts: [host] })
    expect(reached.size).toBeGreaterThan(10)
    for (const fact of reached.values()) {
      const { status, text } = await get(world, fact.url)
      expect([fact.url, status]).toEqual([fact.url, fact.status])
      expect(fact.exists).toBe(true)
      if (status === 200 && !fact.template.startsWith('feed'))
        expect(hrefs(text, fact.url)).toEqual(new Set(fact.links.map(link => link.url)))
    }
    expect(world.violations()).toEqual([])
  })
}

for (const name of KIND_NAMES) {
  test(`${name}: starts, and its entry page answers`, async () => {
    const { world, host } = await setup(KINDS[name]('a.test'))
    const { status } = await get(world, world.url(host, KINDS[name]('a.test').entries[0]))
    expect(status).toBe(200)
  })
}

test('news: articles come, are listed on the front page, and go', async () => {
  const { world, clock, home } = await setup(news('news.test', { birthsPerDay: 5, lifeDays: 3 }))
  const before = clock.now()
  const old = [...world.reachable(home).values()].filter(fact => fact.template === 'article')
  await clock.advance(2 * DAY_MS)
  const now = [...world.reachable(home).values()].filter(fact => fact.template === 'article')
  const fresh = now.filter(fact => fact.bornAt! > before)
  expect(fresh.length).toBeGreaterThan(2)
  await clock.advance(2 * DAY_MS)
  for (const { url } of old) expect((await get(world, url)).status).toBe(410)
  for (const { url } of fresh.filter(fact => fact.diesAt! > clock.now()))
    expect((await get(world, url)).status).toBe(200)
})

test('news: lists change exactly when an article on them comes or goes', async () => {
  const { world, clock, home } = await setup(news('news.test', { birthsPerDay: 8, lifeDays: 2 }))
  const pages = [home, `${home}section/sport`, `${home}archive/2026-06-03`, `${home}archive/2026-06-02`]
  const seen = new Map<string, string>()
  let changes = 0
  for (let step = 0; step < 30; step++) {
    const before = clock.now() - DAY_MS / 48
    for (const url of pages) {
      const { text, status } = await get(world, url)
      const changed = world.truth.of(url)!.changes(before).length > 0
      if (seen.has(url) && status === 200)
        expect([url, step, text !== seen.get(url)]).toEqual([url, step, changed])
      seen.set(url, text)
      if (changed) changes++
    }
    await clock.advance(DAY_MS / 48)
  }
  expect(changes).toBeGreaterThan(5)
})

test('shop: the price on the page is the price that is true, before and after a change', async () => {
  const { world, clock, home } = await setup(shop('shop.test', { products: 8 }))
  const products = [...world.reachable(home).values()].filter(fact => fact.template === 'product')
  expect(products.length).toBe(8)
  for (let day = 0; day < 10; day++) {
    for (const { url } of products)
      expect((await get(world, url)).text).toContain(world.truth.of(url)!.fields.price)
    await clock.advance(DAY_MS)
  }
})

test('sitemaps: lastmod is the time of the last change when it is honest', async () => {
  const { world, home } = await setup(shop('shop.test', { products: 5 }))
  const { text } = await get(world, `${home}sitemap.xml`)
  for (const [, url, lastmod] of text.matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g))
    expect(Date.parse(lastmod!)).toBe(world.truth.of(url!)!.modifiedAt)
  const maps = await setup(sitemaps('maps.test', { huge: 100 }))
  const index = maps.world.reachable(`${maps.home}sitemap_index.xml`, { hosts: ['maps.test'] })
  expect([...index.values()].filter(fact => fact.template === 'leaf').length).toBe(7 * 5 + 100 + 1)
})

test('robots: the truth leaves out what each variant forbids', async () => {
  const sites = ROBOTS_VARIANTS.map(variant => robotsSite(`${variant.toLowerCase()}.test`, variant))
  const { world } = await setup(...sites)
  const count = (variant: string) => world.reachable(world.url(`${variant.toLowerCase()}.test`)).size
  expect(count('none')).toBe(13)
  expect(count('everything')).toBe(0)
  expect(count('prefix')).toBe(10)
  expect(count('longest')).toBe(11)
  expect((await get(world, 'http://prefix.test/robots.txt')).text).toContain('Disallow: /private/')
  await get(world, 'http://prefix.test/private/1')
  expect(world.violations().length).toBe(1)
})

test('redirects: Location and truth agree', async () => {
  const { world, home } = await setup(redirects('r.test', { otherHost: 'other.test' }), soft404('other.test'))
  const reached = world.reachable(home)
  expect(reached.get('http://r.test/chain/0')?.template).toBe('chain-end')
  for (const fact of [...reached.values()].filter(fact => fact.status >= 300 && fact.redirect)) {
    const { headers } = await get(world, fact.url)
    expect(new URL(headers.location!, fact.url).href.replace(/#.*/, '')).toBe(fact.redirect)
  }
})

test('charsets: the bytes decode to the true text', async () => {
  const { world, home } = await setup(charsets('c.test'))
  const pages = [...world.reachable(home).values()].filter(fact => fact.fields.text)
  expect(pages.length).toBeGreaterThan(50)
  for (const { url, fields } of pages) {
    const decoded = new TextDecoder(fields.encoding).decode((await get(world, url)).body)
    expect(decoded).toContain(fields.text)
    expect(fields.text).not.toMatch(/\?\?\?\?/)
  }
})

test('encodings: sound bodies unpack to the true page', async () => {
  const { world, home } = await setup(encodings('e.test'))
  const unpack: Record<string, (body: Buffer) => Buffer> = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    zstd: zstdDecompressSync,
    deflate: inflateSync,
  }
  for (const [coding, open] of Object.entries(unpack)) {
    const { body, headers } = await get(world, `${home}${coding}`)
    expect(headers['content-encoding']).toBe(coding)
    expect(open(body).toString()).toBe(world.truth.of(`${home}${coding}`)!.fields.html)
  }
  expect((await get(world, `${home}bomb-gzip`)).body.length).toBeLessThan(2 ** 21)
})

test('conditional: 304 exactly while the page has not changed, unless the validator lies', async () => {
  const { world, clock, home } = await setup(conditional('c.test'))
  for (const name of ['etag-strong', 'etag-weak', 'modified-true', 'both']) {
    const url = `${home}${name}/0`
    const { headers } = await get(world, url)
    const known: Record<string, string> = {}
    if (headers.etag) known['if-none-match'] = headers.etag
    else known['if-modified-since'] = headers['last-modified']!
    expect((await get(world, url, { headers: known })).status).toBe(304)
    await clock.advance(20 * DAY_MS)
    expect((await get(world, url, { headers: known })).status).toBe(200)
  }
  const { status, body, headers } = await get(world, `${home}ranges/0`, { headers: { range: 'bytes=0-99' } })
  expect([status, body.length, headers['content-range']?.startsWith('bytes 0-99/')]).toEqual([206, 100, true])
  expect((await get(world, `${home}ranges/0`, { headers: { range: 'bytes=9999999-' } })).status).toBe(416)
})

test('sessions: each door opens with its key only', async () => {
  const { world, home } = await setup(sessions('s.test'))
  expect((await get(world, `${home}members/1`)).headers.location).toBe('/login')
  const token = /name="token" value="(\w+)"/.exec((await get(world, `${home}login`)).text)![1]
  const body = new URLSearchParams({
    username: CREDENTIALS.user,
    password: CREDENTIALS.password,
    token: token!,
  }).toString()
  const entered = await get(world, `${home}login`, { method: 'POST', body })
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  expect((await get(world, `${home}members/1`, { headers: { cookie } })).status).toBe(200)
  const authorization = `Basic ${Buffer.from(`${CREDENTIALS.user}:${CREDENTIALS.password}`).toString('base64')}`
  expect((await get(world, `${home}basic/1`, { headers: { authorization } })).status).toBe(200)
  expect((await get(world, `${home}basic/1`)).status).toBe(401)
})

test('traps: a crawl that falls into none finds the real pages', async () => {
  const { world, home } = await setup(traps('t.test'))
  const reached = world.reachable(home)
  expect([...reached.values()].filter(fact => fact.template === 'leaf').length).toBe(10)
  expect(reached.size).toBeLessThan(40)
  expect(world.reachable(home, { traps: true, limit: 500 }).size).toBe(500)
})

test('forum: addresses that are said to be copies show what their plain address shows', async () => {
  const { world, home } = await setup(forum('f.test', { threads: 12, sessions: false }))
  const text = async (path: string) => (await get(world, new URL(path, home).href)).text
  for (const path of ['/index.html', '/thread/3?replyto=2', '/thread/3?print=1'])
    expect(await text(path)).toBe(await text(plainPath(path)))
  expect(plainPath('/board/1?page=2&sort=date&visit=x')).toBe('/board/1?page=2')
  expect(await text('/board/1?page=1&sort=date')).not.toBe(await text('/board/1?page=1&sort=author'))
})

test('portal: every program is reached, and what the wiki says about its pages is a trap', async () => {
  const { world, home } = await setup(portal('p.test', { items: 30, topics: 20, articles: 12, pictures: 16 }))
  const counts = Map.groupBy(world.reachable(home).values(), fact => fact.template)
  for (const [template, count] of Object.entries({
    item: 30,
    table: 30,
    topic: 20,
    article: 12,
    picture: 16,
  }))
    expect(counts.get(template)).toHaveLength(count)
  expect(counts.has('special')).toBe(false)
  expect(world.reachable(home, { traps: true }).size).toBeGreaterThan(12 * 6)
})

test('busyBoard: most addresses only act on what others show', async () => {
  const { world, home } = await setup(busyBoard('b.test', { posts: 10, topics: 20, members: 5 }))
  const content = [...world.reachable(home).values()].filter(fact => fact.status === 200)
  expect(content.filter(fact => fact.template === 'topic')).toHaveLength(20)
  expect(world.reachable(home, { traps: true }).size).toBeGreaterThan(5 * content.length)
})

test('media: bytes are what the truth says, whatever the header claims', async () => {
  const { world, home } = await setup(media('m.test'))
  expect((await get(world, `${home}pdf-as-html`)).body.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await get(world, `${home}html-without-type`)).headers['content-type']).toBeUndefined()
})

test('the demonstration has about six hundred pages', async () => {
  const { world } = await setup(...demoSites(1))
  const pages = [...world.reachable(demoSeeds()).values()].filter(fact => fact.status === 200)
  expect(pages.length).toBeGreaterThan(500)
  expect(pages.length).toBeLessThan(800)
})

test('a frozen site serves the same bytes without drawing them again', async () => {
  const site = templateSite('cat.test')
  const { world } = await setup(frozen(site))
  const other = await setup(site)
  expect((await get(world, 'http://cat.test/')).text).toBe((await get(other.world, 'http://cat.test/')).text)
})
