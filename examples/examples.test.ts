/** The examples are run as they stand, against a world whose truth is known. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { Shelf, serve } from '../src/api/index.ts'
import { realEnv } from '../src/env/index.ts'
import { Collection, type ConfigInput, crawl, openCollection, type Page, type Plugin } from '../src/index.ts'
import { editableSite } from '../test/e2e/editable.ts'
import { negotiated, type Site, shop, startWorld, type World } from '../test/world/index.ts'
import { acceptProber } from './accept-prober.ts'
import { firstCrawl } from './first-crawl.ts'
import { latestChanges } from './follow-changes.ts'
import { jsonApi } from './json-api.ts'
import { readPages } from './read-pages.ts'
import { regexpHarvester } from './regexp-harvester.ts'
import { reprioritiser } from './reprioritiser.ts'
import { type Item, scrapeShop } from './scrape-shop.ts'
import { watchPrices } from './watch-prices.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-example-'))
  open.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function worldOf(...sites: Site[]): Promise<World> {
  const world = await startWorld({ sites, addresses: 'public' })
  open.push(() => world.stop())
  return world
}

async function crawled(
  world: World,
  seed: string,
  plugin: Plugin,
  config: ConfigInput = {},
): Promise<{ pages: Page[]; fields: Record<string, unknown>[] }> {
  const collection = await openCollection(await freshFolder(), { mode: 'write' })
  open.push(() => collection.close())
  await crawl(
    collection,
    { seeds: [seed], request: { delay: 0 }, ...config },
    { plugins: [plugin], env: { network: world.network } },
  )
  const pages: Page[] = []
  const fields: Record<string, unknown>[] = []
  for await (const page of collection.pages()) {
    pages.push(page)
    for (const revision of await page.revisions()) if (revision.fields) fields.push(revision.fields)
  }
  return { pages, fields }
}

it('first-crawl lists what a site holds', async () => {
  const world = await worldOf(shop('shop.world.test', { products: 10 }))
  const lines = await firstCrawl(
    world.url('shop.world.test'),
    await freshFolder(),
    { request: { delay: 0 } },
    { network: world.network },
  )
  expect(lines.length).toBeGreaterThan(10)
  expect(lines[0]).toContain('http://shop.world.test/')
})

it('regexp-harvester finds the prices of a shop', async () => {
  const world = await worldOf(shop('shop.world.test', { products: 10 }))
  const { fields } = await crawled(world, world.url('shop.world.test'), regexpHarvester())
  expect(fields.filter(one => Array.isArray(one.price)).length).toBeGreaterThanOrEqual(10)
})

it('accept-prober tries the next value when one is refused, stays with the one that brings a page, and notes it', async () => {
  const world = await worldOf(negotiated('negotiated.world.test'))
  // These pages are for those alone who ask for XHTML too, and are refused with 406 to others.
  const seeds = [0, 1, 2].map(n => `${world.url('negotiated.world.test')}strict/${n}`)
  const { fields } = await crawled(world, '', acceptProber(), {
    seeds,
    scope: { depth: 0 },
    limits: { connections: 1 },
  })
  const asked = world.log
    .filter(entry => entry.path.startsWith('/strict/'))
    .map(entry => entry.headers.accept)
  const both = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5'
  expect(asked).toEqual(['text/html', both, both])
  const noted = { accept: { asked: both, got: 'text/html', status: 200 } }
  expect(fields).toEqual([noted, noted])
})

it('reprioritiser brings wanted pages forward, drops print views and sets the next visit', async () => {
  const world = await worldOf(shop('shop.world.test', { products: 10 }))
  const wishes = { first: /\/product/, words: /./ }
  const before = Date.now()
  const { pages } = await crawled(world, world.url('shop.world.test'), reprioritiser(wishes), {
    order: 'best',
    limits: { connections: 1 },
  })
  const products = pages.filter(page => /\/product/.test(page.url))
  expect(products.length).toBeGreaterThanOrEqual(10)
  expect(products.every(page => page.priority === -1)).toBe(true)
  const home = pages.find(page => page.depth === 0)!
  expect(home.dueAt!.getTime() - before).toBeLessThan(2 * 24 * 3_600_000)
})

it('watch-pages tells of the parts that count, and of nothing else', async () => {
  const says = { price: '49.90', seen: 12, news: 'The lamp is back.', offer: 'Buy rugs.' }
  const page = (html: string, type = 'text/html') =>
    ({ template: 'fixed', headers: { 'content-type': type }, bytes: () => html }) as const
  const pages = (path: string) => {
    const { price, seen, news, offer } = says
    if (path === '/lamp')
      return page(
        `<h1>Lamp</h1><b class=price>€ ${price}</b><i id=stock>in stock</i><p>${offer}</p><a href=/other>x</a>`,
      )
    if (path === '/news')
      return page(`<p>${news}</p><p>seen ${seen} times, so far</p><div class=recommended>${offer}</div>`)
    return path === '/lamp.json'
      ? page(JSON.stringify({ seen, lamp: { price: Number(price) } }), 'application/json')
      : undefined
  }
  const site = (host: string): Site => ({ host, kind: 'fixed', entries: ['/'], find: pages })
  const world = await worldOf(site('shop.example'), site('api.example'))
  const text = await readFile(join(import.meta.dirname, 'watch-pages.yaml'), 'utf8')
  const config = parse(text.replaceAll('https:', 'http:')) as ConfigInput
  const collection = await openCollection(await freshFolder(), { mode: 'write' })
  open.push(() => collection.close())
  const env = { network: world.network }
  await collection.crawl({ ...config, request: { delay: 0 } }, { env })
  const found = async (): Promise<string[]> => {
    await collection.recrawl({ ...config, request: { delay: 0 } }, { which: 'all', env })
    const changes: string[] = []
    for await (const { url, change } of collection.changes())
      changes.push(`${new URL(url).pathname} ${change?.summary}`)
    return changes.toSorted()
  }
  Object.assign(says, { seen: 340, offer: 'Buy tables.' })
  expect(await found()).toEqual([])
  Object.assign(says, { price: '39.90', news: 'The lamp is sold out.' })
  expect(await found()).toEqual([
    '/lamp body: “€ 49.90 in stock” → “€ 39.90 in stock”',
    '/lamp.json line: “49.9” → “39.9”',
    '/news p: “The lamp is back.” → “The lamp is sold out.”',
  ])
  expect((await collection.counts()).fetched).toBe(3)
})

it('scrape-shop follows the links it names, writes an item for each product, and goes on from there', async () => {
  const world = await worldOf(shop('shop.world.test', { products: 10 }))
  const folder = await freshFolder()
  const file = join(folder, 'items.jsonl')
  const scrape = () =>
    scrapeShop({
      ...{ url: world.url('shop.world.test'), folder: join(folder, 'data'), file },
      config: { request: { delay: 0 } },
      env: { network: world.network },
    })
  expect(await scrape()).toMatchObject({ errors: 0, interrupted: false })
  const items = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Item)
  expect(items).toHaveLength(10)
  expect(items.every(({ name, price }) => name !== '' && price > 0)).toBe(true)
  const asked = new Set(world.log.map(({ path }) => path))
  for (const path of ['/terms', '/search', '/sitemap.xml'])
    expect([path, asked.has(path)]).toEqual([path, false])
  const before = world.log.length
  expect((await scrape()).visits).toBe(0)
  expect(world.log.slice(before).filter(({ path }) => path !== '/robots.txt')).toEqual([])
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(10)
})

it('json-api follows a list to its end, and asks for each of its items by POST', async () => {
  const posted: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api.test')
    const at = Number(searchParams.get('page') ?? 1)
    let body = ''
    for await (const chunk of request) body += chunk
    if (pathname === '/graphql') posted.push(`${request.method} ${request.url} ${body}`)
    const items = { items: [{ id: at }], next: at < 3 ? `/api/items?page=${at + 1}` : null }
    const answer = pathname === '/graphql' ? { data: { price: body.length } } : items
    response.writeHead(pathname === '/robots.txt' ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(async () => void server.close().closeAllConnections())
  const collection = await Collection.open(await freshFolder(), { mode: 'write' })
  open.push(() => collection.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const plugins = [jsonApi({ list: '/api/items', queries: '/graphql' })]
  const scope = { types: ['application/json'] }
  await collection.crawl({ ...HERE, seeds: [`${origin}/api/items`], scope }, { plugins })
  expect(posted.sort()).toEqual(
    [1, 2, 3].map(id => `POST /graphql ${JSON.stringify({ query: `{ item(id: ${id}) { price } }` })}`),
  )
  const stored: string[] = []
  for await (const page of collection.pages({ stored: true })) stored.push(page.url.slice(origin.length))
  expect(stored.filter(path => path.startsWith('/api'))).toHaveLength(3)
  expect(stored.filter(path => path.startsWith('/graphql?query='))).toHaveLength(3)
  const out = join(await freshFolder(), 'warc')
  await collection.export('warc', out)
  const [file] = (await readdir(out)).filter(name => name.endsWith('.warc.gz'))
  const archived = gunzipSync(await readFile(join(out, file!))).toString()
  expect(archived).toMatch(/POST \/graphql HTTP\/1\.1\r\n[\s\S]*?\r\n\r\n\{"query":"\{ item\(id: \d\)/)
})

const HERE = { threads: 1, patience: '1s', request: { delay: 0, allowPrivate: true } } as const
const product = (price: string) =>
  `<title>Lamp</title><h1>Lamp</h1><p>costs <b class="price">${price}</b></p>`

it('read-pages tells the words of pages and what changed on them', async () => {
  const site = await editableSite({ '/': '<title>Home</title><p>one two three</p>' })
  const folder = await freshFolder()
  const collection = await Collection.open(folder, { mode: 'write' })
  await collection.crawl({ seeds: [site.url('/')], ...HERE })
  site.set('/', '<title>Home</title><p>one two four</p>')
  await collection.recrawl(undefined, { which: 'all' })
  await collection.close()
  expect(await readPages(folder)).toEqual([
    `${site.url('/')}: 3 words, visited 2 times, revision 2`,
    '  ~ one two [three][four]',
  ])
})

it('watch-prices tells a new price', async () => {
  const site = await editableSite({
    '/': '<ul><li><a href="/lamp">Lamp</a></ul>',
    '/lamp': asked => product(asked === 1 ? '7 €' : '9 €'),
  })
  const told: string[] = []
  const stop = new AbortController()
  await watchPrices({
    url: site.url('/'),
    folder: await freshFolder(),
    signal: stop.signal,
    tell(sentence) {
      told.push(sentence)
      stop.abort()
    },
    config: { ...HERE, refresh: { budget: '1000000/day', bounds: ['1s', '2s'] } },
  })
  expect(told).toEqual(['Lamp: 7 → 9'])
})

it('follow-changes tells what changed, with nothing but the address of a server', async () => {
  const folder = await freshFolder()
  const site = await editableSite({ '/': '<title>Home</title><p>The boat leaves at nine.</p>' })
  const config: ConfigInput = {
    seeds: [site.url('/')],
    threads: 1,
    request: { delay: 0, allowPrivate: true },
  }
  {
    await using collection = await Collection.open(join(folder, 'boats'), { mode: 'write' })
    await collection.crawl(config)
    site.set('/', '<title>Home</title><p>The boat leaves at ten.</p>')
    await collection.recrawl(undefined, { which: 'all' })
  }
  const shelf = new Shelf({ home: join(folder, 'home'), env: realEnv })
  shelf.add(join(folder, 'boats'))
  const { url, token, close } = await serve(shelf, { address: '127.0.0.1', port: 0 })
  open.push(close)
  expect(await latestChanges(`${url}#token=${token}`)).toEqual([expect.stringContaining(site.url('/'))])
})
