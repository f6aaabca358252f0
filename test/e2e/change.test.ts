/** What counts as a change, through the real engine: noise does not, edits do, and each visit says why. */
import { expect, it } from 'vitest'
import { acceleratedClock } from '../../src/env/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { listed, NOISE_KINDS, noisy, type Page, type Site, templateSite } from '../world/index.ts'
import { stage } from './stage.ts'

const START = Date.UTC(2026, 0, 5)
const config = {
  seeds: ['http://noisy.test/'],
  scope: { pages: 200 },
  // On a fast clock, seconds are moments.
  request: { timeout: '12h', connectTimeout: '12h' },
}

/** A site full of noise whose numbered pages change once, when `change.at` says. */
async function noisySite(change: { at: number }) {
  const once = {
    ...listed([]),
    changes: (from: number, to: number) => (change.at > from && change.at <= to ? [change.at] : []),
    latest: (at: number) => (at >= change.at ? [change.at] : []),
  }
  const changes = (_seed: number, path: string) => (/\d/.test(path) ? once : listed([]))
  // A related item that is exchanged stands beside the content, and is none.
  const changeKinds = ['sentence', 'price', 'item'] as const
  const shape = { categories: 2, perCategory: 6, changes, changeKinds }
  const site = noisy([...NOISE_KINDS], templateSite('noisy.test', shape))
  return stage([site], { clock: acceleratedClock(2_000, undefined, START) })
}

it('does not take noise for a change once it has seen it, and finds every edit', {
  timeout: 120_000,
}, async () => {
  const change = { at: Number.POSITIVE_INFINITY }
  const { world, crawl, recrawl, read } = await noisySite(change)
  const first = await crawl(config)
  for (let pass = 0; pass < 3; pass++) await recrawl(config)
  const quiet = await recrawl(config)
  const mistaken = quiet.visits.filter(visit => visit.commit.revision !== null)
  expect(mistaken.map(visit => [visit.url, visit.commit.note])).toEqual([])
  expect(quiet.visits.every(visit => visit.outcome.kind !== 'fetched' || visit.commit.note !== null)).toBe(
    true,
  )

  change.at = world.clock.now()
  const edited = await recrawl(config)
  const truly = first.stored.filter(url => world.truth.of(url)!.changes(START).length > 0)
  const found = new Set<string>(
    edited.visits.filter(visit => visit.commit.revision !== null).map(visit => visit.url),
  )
  expect(truly.filter(url => !found.has(url))).toEqual([])
  const [page] = truly
  const note = await read(async ({ store }) => {
    const visits = await store.visits((await store.page(asUrl(page!)))!)
    return JSON.parse(visits.findLast(visit => visit.revision !== null)!.note!)
  })
  expect(note).toMatchObject({ changed: true, level: 'content' })
  expect(note.paths.length).toBeGreaterThan(0)
})

it('counts every other byte at level raw', async () => {
  const { crawl, recrawl } = await noisySite({ at: Number.POSITIVE_INFINITY })
  await crawl(config)
  const again = await recrawl({ ...config, change: { level: 'raw' } })
  const pages = again.visits.filter(visit => visit.outcome.kind === 'fetched')
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.every(visit => visit.commit.revision !== null)).toBe(true)
})

it('fetches the first pages twice where it is told to, and so knows noise before the first change', {
  timeout: 60_000,
}, async () => {
  const { crawl, recrawl, world } = await noisySite({ at: Number.POSITIVE_INFINITY })
  const twice = { ...config, change: { doubleFetch: true } }
  const first = await crawl(twice)
  const asked = [...Map.groupBy(world.log, entry => entry.path).values()].filter(({ length }) => length > 1)
  expect(asked.length).toBeGreaterThan(3)
  expect(
    first.visits.every(visit => visit.commit.revision?.number === 1 || visit.outcome.kind !== 'fetched'),
  ).toBe(true)
  expect(first.visits.every(visit => (visit.commit.note ?? null) === null)).toBe(true)
  const again = await recrawl(twice)
  const mistaken = again.visits.filter(visit => visit.commit.revision !== null)
  expect(mistaken.map(visit => [visit.url, visit.commit.note])).toEqual([])
})

it('counts a deadline that was moved, and says so, but no clock beside it', { timeout: 60_000 }, async () => {
  const clock = acceleratedClock(2_000, undefined, START)
  const shown = { deadline: '3 May 2027' }
  const page: Page = {
    template: 'page',
    act: ({ response }) => {
      const today = new Date(clock.now()).toUTCString()
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        `<main><h1>Call for papers</h1><p>${'We meet at the harbour, as each year. '.repeat(8)}</p>
        <p>The deadline for papers is ${shown.deadline}.</p><p>It is ${today}</p></main>`,
      )
    },
  }
  const site: Site = {
    host: 'papers.test',
    kind: 'script',
    entries: ['/'],
    find: path => (path === '/' ? page : undefined),
  }
  const { crawl, recrawl } = await stage([site], { clock })
  const papers = { ...config, seeds: ['http://papers.test/'] }
  await crawl(papers)
  const noteOf = async () => JSON.parse((await recrawl(papers)).visits[0]!.commit.note!)
  expect(await noteOf()).toMatchObject({ changed: false, why: 'noise' })
  shown.deadline = '31 May 2027'
  const note = await noteOf()
  expect(note).toMatchObject({ changed: true, level: 'content' })
  expect(note.summary).toContain('deadline for papers is 31 May 2027')
  expect(await noteOf()).toMatchObject({ changed: false, why: 'noise' })
})

it('counts what changes places on a page, and learns of lists that are drawn anew each time', {
  timeout: 60_000,
}, async () => {
  const clock = acceleratedClock(2_000, undefined, START)
  let asked = 0
  const clubs = ['North', 'South', 'East', 'West', 'Upper', 'Lower']
  const shown = { table: clubs, stock: ['In stock', 'Sold out', 'In stock', 'Sold out'] }
  const turned = (by: number) => clubs.map((_, at) => clubs[(at * (by % 2 ? 5 : 1) + by) % clubs.length]!)
  const list = (items: readonly string[], tag: string) =>
    items.map(item => `<${tag}>${item}</${tag}>`).join('')
  const bodies: Readonly<Record<string, () => string>> = {
    '/': () => '<a href="/table">Table</a> <a href="/shop">Shop</a> <a href="/drawn">Drawn</a>',
    '/table': () => `<ol>${list(shown.table, 'li')}</ol>`,
    '/shop': () =>
      `<ul>${shown.stock.map((word, at) => `<li>Boat ${at}</li><li>${word}</li>`).join('')}</ul>`,
    '/drawn': () => `<ul>${list(turned(asked++), 'li')}</ul>`,
  }
  const page = (path: string): Page => ({
    template: 'page',
    act: ({ response }) => {
      const prose = `The page ${path} has words of its own beside its list. `.repeat(8)
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<main><h1>${path}</h1><p>${prose}</p>${bodies[path]!()}</main>`)
    },
  })
  const site: Site = {
    host: 'clubs.test',
    kind: 'script',
    entries: ['/'],
    find: path => (path in bodies ? page(path) : undefined),
  }
  const { crawl, recrawl } = await stage([site], { clock })
  const ranks = { ...config, seeds: ['http://clubs.test/'] }
  await crawl(ranks)
  const changes = async () =>
    new Map(
      (await recrawl(ranks)).visits
        .filter(({ commit }) => commit.revision !== null)
        .map(({ url, commit }) => [new URL(url).pathname, JSON.parse(commit.note!).summary]),
    )
  expect(await changes()).toEqual(new Map())
  shown.table = shown.table.toSpliced(0, 2, 'South', 'North')
  shown.stock = shown.stock.with(2, 'Sold out')
  const found = await changes()
  expect([...found.keys()].sort()).toEqual(['/shop', '/table'])
  expect(found.get('/table')).toMatch(/^main\/ol\/li: moved “(North|South)”$/)
  expect(await changes()).toEqual(new Map())
})

it('does not take what one page draws for the noise of all pages that are built like it', {
  timeout: 120_000,
}, async () => {
  const clock = acceleratedClock(2_000, undefined, START)
  let asked = 0
  const edited = new Set<string>()
  const piers = [...'abcdefghijkl'].map(letter => `/pier/${letter}`)
  const sayings = 'bold tide stitch leap deep light'.split(' ')
  const bodyOf = (path: string) => {
    if (path === '/') return ['/saying', ...piers].map(each => `<a href="${each}">Page ${each}</a>`).join(' ')
    if (path === '/saying') return `<p>A saying for you.</p><p>Nothing like a ${sayings[asked++ % 6]}.</p>`
    const state = edited.has(path) ? 'It is closed until next spring' : 'It is open all the year'
    return `<p>The pier ${path} has ships.</p><p>${state}, says the pilot of ${path}.</p><p>Entry to ${path} is free.</p>`
  }
  const page = (path: string): Page => ({
    template: 'page',
    act: ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(`<title>Page ${path}</title><main><h1>${path}</h1>${bodyOf(path)}</main>`)
    },
  })
  const site: Site = {
    host: 'piers.test',
    kind: 'script',
    entries: ['/'],
    find: path => (['/', '/saying', ...piers].includes(path) ? page(path) : undefined),
  }
  const { crawl, recrawl } = await stage([site], { clock })
  const harbor = { ...config, seeds: ['http://piers.test/'] }
  await crawl(harbor)
  const changed = async () =>
    (await recrawl(harbor)).visits
      .filter(({ commit }) => commit.revision !== null)
      .map(({ url }) => new URL(url).pathname)
      .sort()
  // Some pages are edited before they were ever seen twice, some after they had stood still.
  for (const path of piers.slice(0, 4)) edited.add(path)
  expect(await changed()).toEqual(piers.slice(0, 4))
  expect(await changed()).toEqual([])
  for (const path of piers.slice(4)) edited.add(path)
  expect(await changed()).toEqual(piers.slice(4))
})

it('counts news beside every article for a few pages at most, and then as no page’s own', {
  timeout: 60_000,
}, async () => {
  const clock = acceleratedClock(500, undefined, START)
  const shown = { news: 0, seventh: 'It sails at dawn.' }
  const BOATS = Array.from({ length: 12 }, (_, boat) => `/boat/${boat}`)
  const page = (path: string): Page => ({
    template: 'page',
    act: ({ response }) => {
      const boat = Number(path.split('/')[2] ?? 0)
      const news = [0, 1, 2].map(
        at => `<p>News ${'abcdefgh'[shown.news + at]}: boats come to the harbour</p>`,
      )
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(
        path === '/'
          ? BOATS.map(each => `<a href="${each}">${each}</a>`).join(' ')
          : `<div class="x"><h1>Boat ${boat}</h1><p>${`The boat number ${boat} is made of oak. `.repeat(9)}</p>
        <p>${boat === 7 ? shown.seventh : 'It lies at the pier.'}</p></div><div class="y"><h3>Latest</h3>${news.join('')}</div>`,
      )
    },
  })
  const site: Site = {
    host: 'boats.test',
    kind: 'script',
    entries: ['/'],
    find: path => (path === '/' || BOATS.includes(path) ? page(path) : undefined),
  }
  const { crawl, recrawl } = await stage([site], { clock })
  // Slowly enough for one page to be read before the next comes.
  const request = { ...config.request, delay: '45s' }
  const boats = { ...config, request, patience: '1h', seeds: ['http://boats.test/'] }
  await crawl(boats)
  const changed = async () => {
    shown.news++
    const { visits } = await recrawl(boats)
    const revised = visits.filter(visit => visit.commit.revision !== null)
    return [...new Set(revised.map(visit => new URL(visit.url).pathname))]
  }
  // Second looks leave the others time to agree: at times they do before any page counts.
  expect((await changed()).length).toBeLessThan(BOATS.length / 2)
  await changed()
  await changed()
  expect(await changed()).toEqual([])
  shown.seventh = 'It was sold to Norway.'
  expect(await changed()).toEqual(['/boat/7'])
})

it('keeps what is stored when a server sends nothing for a while', { timeout: 60_000 }, async () => {
  const prose = '<p>The harbor is open all the year, and the pilots are kind.</p>'.repeat(4)
  const shown = { status: 200, body: `<main><h1>Harbor</h1>${prose}</main>` }
  const page: Page = {
    template: 'page',
    act: ({ response }) => {
      response.writeHead(shown.status, { 'content-type': 'text/html' })
      response.end(shown.body)
    },
  }
  const find = (path: string) => (path === '/' ? page : undefined)
  const { crawl, recrawl, body } = await stage([{ host: 'blank.test', kind: 'script', entries: ['/'], find }])
  const blank = { ...config, seeds: ['http://blank.test/'], request: { retries: 0 } }
  const { body: whole } = shown
  await crawl(blank)
  for (const [status, sent] of [
    [200, ''],
    [204, ''],
    [200, whole],
  ] as const) {
    Object.assign(shown, { status, body: sent })
    const { visits } = await recrawl(blank)
    expect(visits.map(({ commit }) => commit.revision)).toEqual(visits.map(() => null))
    expect(visits[0]!.outcome.kind).toBe(sent === '' ? 'failed' : 'fetched')
    expect(String(await body('http://blank.test/'))).toBe(whole)
  }
})
