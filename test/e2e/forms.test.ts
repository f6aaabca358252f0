/** Pages behind search forms, through the real engine: found on both stores, and nothing is ever sent that changes something. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type HostForms, openCollection } from '../../src/index.ts'
import {
  type Asked,
  hiddenLibrary,
  hiddenShop,
  type Page,
  plain,
  type Site,
  startWorld,
  type World,
  withRobots,
} from '../world/index.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { JumpingClock } from './jumping-clock.ts'
import { temporaryFolder, tidewatch } from './shell.ts'
import { stage } from './stage.ts'

const freshSchema = freshSchemas()

const START = Date.UTC(2026, 5, 1)
const DAY_MS = 86_400_000

const SHOP = { seeds: ['http://shop.test/'], forms: { search: true } }
const shop = () => hiddenShop('shop.test', { products: 300, perPage: 10, most: 40 })
const html = (body: string) => plain(`<!doctype html><title>x</title>${body}`, 'x', 'text/html')
const asked = (world: World, path: RegExp) =>
  world.log.map(entry => entry.path).filter(each => path.test(each))
const items = (urls: readonly string[]) => urls.filter(url => /\/item\/\d+$/.test(url)).length

async function formsIn(where: string, archiveFolder?: string): Promise<HostForms[]> {
  const collection = await openCollection(where, archiveFolder === undefined ? {} : { archiveFolder })
  try {
    const forms: HostForms[] = []
    for await (const host of collection.forms()) forms.push(host)
    return forms
  } finally {
    await collection.close()
  }
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', kind => {
  it('records behind a search are found, and no other form is sent', async () => {
    const database = freshSchema()
    const { crawl, recrawl, world, folder } = await stage([shop()], kind === 'SQLite' ? {} : { database })
    const { stored, pages } = await crawl(SHOP)
    expect(items(stored)).toBeGreaterThan(270)
    expect(asked(world, /^\/(?:basket|door|letter)/)).toEqual([])
    expect(asked(world, /sort=/)).toEqual([])
    const [host] = await formsIn(kind === 'SQLite' ? folder : database, join(folder, 'archive'))
    const [search, ...others] = host!.forms
    expect(search).toMatchObject({
      kind: 'search',
      state: 'ended',
      method: 'get',
      fields: expect.arrayContaining(['q', 'dept']),
    })
    expect(search!.newPages).toBe(items(stored))
    expect(search!.queries).toBeLessThan(80)
    expect(others.every(({ state, queries }) => state === 'closed' && queries === 0)).toBe(true)
    expect(Math.abs(host!.estimate! - 300)).toBeLessThan(30)
    const answers = [...pages.values()].filter(page => page.kind === 'results')
    expect(answers.every(({ dueAt, status }) => dueAt === null && status === 'completed')).toBe(true)
    world.clearLog()
    await recrawl(SHOP, 'due')
    expect(asked(world, /^\/find/)).toEqual([])
  })

  it('a crawl that was interrupted goes on where it was', async () => {
    const database = freshSchema()
    const { crawl, world } = await stage([shop()], kind === 'SQLite' ? {} : { database })
    for (let run = 0; run < 4; run++) {
      const stop = new AbortController()
      let visits = 0
      const onVisit = () => ++visits >= 60 && stop.abort()
      await crawl(SHOP, { signal: stop.signal, onVisit: () => void onVisit() })
    }
    const { stored } = await crawl(SHOP)
    expect(items(stored)).toBeGreaterThan(270)
    const answers = asked(world, /^\/find\?/)
    expect(answers.length - new Set(answers).size).toBeLessThan(6)
  })
})

it('queries are asked again for what is new, where the config says so', async () => {
  let isGrown = false
  const [before, after] = [100, 115].map(products => hiddenShop('shop.test', { products, most: 120 }))
  const site: Site = { ...before!, find: (...asked) => (isGrown ? after! : before!).find(...asked) }
  const clock = new JumpingClock(START)
  const { crawl, recrawl, folder } = await stage([site], { clock })
  const refresh = { budget: '60/day', discover: '50%' }
  const input = { ...SHOP, forms: { search: true, again: '7d' }, refresh }
  const known = items((await crawl(input)).stored)
  expect(known).toBeGreaterThan(90)
  isGrown = true
  let found = known
  for (const days of [8, 2, 2]) {
    clock.jump(days * DAY_MS)
    found = items((await recrawl(input, 'due')).stored)
  }
  expect(found).toBeGreaterThan(known + 10)
  const collection = await openCollection(folder)
  for await (const { url } of collection.changes()) expect(url).not.toContain('/find')
  await collection.close()
})

it('a library whose own words find nothing is asked for years, and for what they bring', async () => {
  const { crawl, world } = await stage([hiddenLibrary('lib.test', { books: 250, most: 30 })])
  const { stored } = await crawl({ seeds: ['http://lib.test/'], forms: { search: true } })
  expect(stored.filter(url => /\/book\/\d+$/.test(url)).length).toBeGreaterThan(200)
  expect(asked(world, /^\/(?:delete|renew)\?/)).toEqual([])
})

it('nothing is asked unless the config says so', async () => {
  const { crawl, world, folder } = await stage([shop()])
  await crawl({ seeds: SHOP.seeds })
  expect(asked(world, /[?&]q=/)).toEqual([])
  expect(await formsIn(folder)).toEqual([])
})

it('what robots.txt forbids is not asked, and the reason is told', async () => {
  const { crawl, world, folder } = await stage([
    withRobots('User-agent: *\nDisallow: /find\n', ['/find'], shop()),
  ])
  await crawl(SHOP)
  expect(asked(world, /^\/find/)).toEqual([])
  expect((await formsIn(folder))[0]!.forms[0]).toMatchObject({
    state: 'ended',
    reason: expect.stringMatching(/its answers may not be read \(.*\/find/),
  })
})

it('the limits of queries and of the scope hold', async () => {
  const { crawl, world, folder } = await stage([shop()])
  await crawl({ ...SHOP, forms: { search: true, queries: 3 } })
  expect((await formsIn(folder))[0]!.forms[0]!.queries).toBe(3)
  await crawl({ ...SHOP, forms: { search: true, queries: 5 } })
  expect((await formsIn(folder))[0]!.forms[0]!.queries).toBe(5)
  const second = await stage([shop()])
  await second.crawl({ ...SHOP, scope: { exclude: [{ prefix: 'http://shop.test/find' }] } })
  expect(asked(second.world, /^\/find\?/)).toEqual([])
  expect((await formsIn(second.folder))[0]!.forms[0]!.reason).toMatch(/out of scope/)
  expect(asked(world, /^\/find\?/).length).toBeGreaterThan(3)
})

/** Forms that look like searches, and what was sent to them. */
const BAIT = `
  <form action="/delete"><input name=q><button>Search</button></form>
  <form action="/users"><input name=q><select name=do><option>List</option><option>Delete</option></select><button>Search</button></form>
  <form action="/in"><input name=q><input name=pw type=password><button>Search</button></form>
  <form action="http://other.test/search"><input name=q><button>Search</button></form>
  <form action="/search" method=post><input name=q><button>Search</button></form>
  <form action="/token"><input name=q><input type=hidden name=csrf_token value=x><button>Search</button></form>
  <form action="/mail/search"><input name=q><input type=email name=e><button>Search</button></form>
  <form action="/many">${'<input name=a>'.repeat(100_000)}<button>Search</button></form>`

function bait(host: string, pages: (asked: Asked) => Page | undefined = () => undefined): Site {
  const given = (each: Asked) =>
    each.url.pathname === '/' ? html(BAIT) : (pages(each) ?? html('<p>harbor boats</p>'))
  return { host, kind: 'x', entries: ['/'], find: () => ({ ...html(''), given }) }
}

it('forms that only look like a search are left alone', async () => {
  const { crawl, world, folder } = await stage([bait('bait.test'), bait('other.test')])
  await crawl({ seeds: ['http://bait.test/'], forms: { search: true }, scope: { local: true } })
  expect(world.log.filter(({ method, path }) => method !== 'GET' || path.includes('?'))).toEqual([])
  const reasons = (await formsIn(folder))[0]!.forms.map(({ reason }) => reason)
  expect(reasons).toHaveLength(8)
  expect(reasons.every(reason => reason !== null)).toBe(true)
})

it('a search by POST is sent only if the config allows it', async () => {
  const bodies: string[] = []
  const answer = ({ method, body }: Asked) => {
    if (method !== 'POST') return undefined
    bodies.push(body)
    return html('<a href=/boat/1>one</a> <a href=/boat/2>two</a>')
  }
  const { crawl, world } = await stage([bait('bait.test', answer)])
  const { stored } = await crawl({
    seeds: ['http://bait.test/'],
    forms: { search: true, post: true, queries: 3 },
  })
  expect(bodies.length).toBe(3)
  expect(bodies.every(body => /^q=[^&]+$/.test(body))).toBe(true)
  expect(stored).toContain('http://bait.test/boat/1')
  const posts = world.log.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(new Set(posts)).toEqual(new Set(['/search']))
})

it('a form link of a specification is asked query by query', async () => {
  const model = join(await temporaryFolder(), 'model.csv')
  const lines = [
    'home,link,//a[.="Catalog"],catalog,singleton',
    'catalog,link,"//form[@name=""lookup""], .//input[@name=""term""] : *",results,form',
    'results,link,//td/a,book,list',
    'book,string,//h2,Title',
  ]
  await writeFile(model, `${lines.join('\n')}\n`)
  const { crawl, world, folder } = await stage([hiddenLibrary('lib.test', { books: 150, most: 30 })])
  const config = { seeds: ['http://lib.test/'], extract: { model } }
  expect((await crawl(config)).stored).toHaveLength(2)
  expect(await formsIn(folder)).toEqual([])
  const { pages } = await crawl({ ...config, forms: { search: true } })
  const classes = [...pages.values()].filter(page => page.revision > 0).map(page => page.pageClass)
  expect(classes.filter(each => each === 'book').length).toBeGreaterThan(100)
  expect(classes.filter(each => each === 'results').length).toBeGreaterThan(10)
  expect(asked(world, /renew|delete/)).toEqual([])
})

it('a crawl by an inferred model asks search forms too', async () => {
  const { crawl } = await stage([shop()])
  const { stored } = await crawl({ ...SHOP, extract: { model: 'auto', sample: 20 } })
  expect(items(stored)).toBeGreaterThan(250)
})

it('a model of a site whose forms were asked has their answers as a class, and form links to it', async () => {
  const { crawl, folder, world } = await stage([shop()])
  await crawl(SHOP)
  const collection = await openCollection(folder, { mode: 'write' })
  const request = { delay: 0, allowPrivate: true } as const
  world.clearLog()
  const model = await collection.model('http://shop.test/', {
    config: { request },
    env: { network: world.network },
  })
  expect(asked(world, /^\/(?:find|basket|door|letter)/)).toEqual([])
  const classOf = (path: string) => model.classes.find(({ address }) => address.startsWith(path))!.name
  const [answers, item, home] = [classOf('/find'), classOf('/item'), classOf('/*')]
  expect(model.links).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ from: home, to: answers, type: 'form', coverage: 1 }),
      expect.objectContaining({ from: answers, to: item, type: 'list' }),
    ]),
  )
  expect(model.forms.filter(({ to }) => to !== undefined).map(({ kind }) => kind)).toEqual(
    model.classes.map(() => 'search'),
  )
  const lines = (await collection.specification('http://shop.test'))!.split('\r\n')
  expect(lines.find(line => line.startsWith(`${home},`) && line.endsWith(',form'))).toMatch(/"?q"+\] : \*/)
  await collection.close()
})

it('answers without end, and forms that answer the same to all, come to an end', async () => {
  let pages = 0
  const site: Site = {
    host: 'endless.test',
    kind: 'x',
    entries: ['/'],
    find: path => {
      const url = new URL(path, 'http://endless.test')
      const page = Number(url.searchParams.get('page') ?? '1')
      if (url.pathname === '/')
        return html('<form action=/s><input name=q><button>Search</button></form> boats')
      if (url.pathname !== '/s') return html('<p>boats</p>')
      pages++
      const q = url.searchParams.get('q') ?? ''
      const links = [1, 2, 3].map(n => `<a href="/r/${q}/${page}/${n}">r ${n}</a>`)
      return html(`${links.join(' ')} <a href="/s?q=${q}&page=${page + 1}">next</a>`)
    },
  }
  const { crawl } = await stage([site])
  await crawl({ seeds: ['http://endless.test/'], forms: { search: true, queries: 4 } })
  expect(pages).toBeLessThan(4 * 50 + 1)
})

it('the commands ask, and tell what was asked', async () => {
  const folder = await temporaryFolder()
  const world = await startWorld({ sites: [shop()] })
  const config = join(folder, 'config.json')
  const request = { allowPrivate: true, delay: 0 }
  await writeFile(config, JSON.stringify({ seeds: SHOP.seeds, request, dns: { hosts: world.hosts() } }))
  const where = ['-c', join(folder, 'c')]
  try {
    const crawled = await tidewatch('crawl', '--config', config, '--forms', 'search', ...where)
    expect(crawled.code, crawled.stderr).toBe(0)
    const shown = await tidewatch('forms', '--queries', ...where)
    expect(shown.stdout).toMatch(
      /http:\/\/shop\.test: \d+ pages found in \d+ pages of answers, of at least \d+: about \d+ still hidden/,
    )
    expect(shown.stdout).toMatch(/search +get +ended/)
    expect(shown.stdout).toMatch(/asked http:\/\/shop\.test\/find: dept = 1, /)
    const { rows } = await tidewatch('forms', 'http://shop.test', '--json', ...where)
    expect(rows[0]).toMatchObject({ host: 'http://shop.test', hidden: expect.any(Number) })
    const none = await tidewatch('forms', 'elsewhere.test', ...where)
    expect(none.stderr).toMatch(/no page of elsewhere.test is known/)
  } finally {
    await world.stop()
  }
})
