/** Crawling by a site model: a specification by hand, with forms and pictures; an inferred one; records out of both. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configFrom } from '../../src/config/index.ts'
import { definePlugin, openHoldings } from '../../src/crawl/index.ts'
import { makeModel } from '../../src/crawl/models/make-model.ts'
import { keepModel, newestModel } from '../../src/crawl/models/model-versions.ts'
import { realClock, realRandom, silentLog } from '../../src/env/index.ts'
import { Collection, inferModel, type Visit } from '../../src/index.ts'
import { UNPLACED_CLASS } from '../../src/site/index.ts'
import { asUrl } from '../../src/url/index.ts'
import {
  type Asked,
  a,
  CREDENTIALS,
  type Element,
  el,
  type Page,
  PERFUMES,
  perfumes,
  portal,
  type Site,
  templateSite,
} from '../world/index.ts'
import { serveWorld, temporaryFolder, tidewatch } from './shell.ts'
import { type CrawlExtras, type Ran, stage, truthOf } from './stage.ts'

async function modelFile(text: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'tidewatch-model-')), 'model.csv')
  await writeFile(file, text)
  return file
}

const SECRET = /\$\{PERFUMES_PASSWORD\}/
const OPEN = PERFUMES.replace(SECRET, CREDENTIALS.password)
const SEED = 'http://perfumes.test/'

describe('a crawl by specification', () => {
  it('logs in on the page, turns the lists, reads every record, and visits nothing else', async () => {
    const { crawl, world, read } = await stage([perfumes('perfumes.test', { perfumes: 25 })])
    const extract = { model: await modelFile(OPEN) }
    const ran = await crawl({ seeds: [SEED], extract })
    const paths = [...ran.stored].map(url => new URL(url).pathname)
    expect(paths.filter(path => path.startsWith('/perfume/'))).toHaveLength(25)
    expect(paths.filter(path => path.startsWith('/bottle/'))).toHaveLength(25)
    expect(paths.filter(path => /news|brands|door/.test(path))).toEqual([])
    expect(world.log.filter(entry => entry.path === '/door')).toHaveLength(1)
    expect(ran.result.errors).toBe(0)
    const classes = await read(({ store }) => store.classes())
    expect(classes.map(({ pageClass, stored }) => [pageClass, stored])).toEqual([
      [null, 25],
      ['home', 1],
      ['perfume', 25],
      ['perfumes', 3],
    ])
    for (const url of ran.stored.filter(each => each.includes('/perfume/'))) {
      const truth = world.truth.of(url)!.fields as Record<string, string>
      const record = await read(async ({ store }) => {
        const [revision] = await store.revisions((await store.page(asUrl(url)))!)
        return JSON.parse(revision!.record!) as Record<string, unknown>
      })
      for (const name of ['Name', 'Family', 'Perfumer', 'Collection', 'Top notes', 'Base notes'])
        expect(record[name]).toBe(truth[name])
      expect(String(record.Created)).toBe(truth.Created)
      expect(record.Price).toBe(Number(truth.Price))
    }
  })

  it('says that a log-in was refused, and goes on', async () => {
    const { crawl, world } = await stage([perfumes('perfumes.test', { perfumes: 12 })])
    const extract = { model: await modelFile(PERFUMES.replace(SECRET, 'wrong')) }
    const ran = await crawl({ seeds: [SEED], extract })
    expect(ran.events.filter(event => event.kind === 'form-refused')).toHaveLength(3)
    expect(world.log.filter(entry => entry.path === '/door').length).toBeLessThanOrEqual(3)
    expect(ran.stored.filter(url => url.includes('/perfume/'))).toHaveLength(12)
  })

  it('goes on after an interruption, and reads stored pages anew when the model is another', async () => {
    const { crawl, world } = await stage([perfumes('perfumes.test', { perfumes: 25 })])
    const extract = { model: await modelFile(OPEN) }
    const stop = new AbortController()
    let visits = 0
    await crawl(
      { seeds: [SEED], extract },
      { signal: stop.signal, onVisit: () => void (++visits === 9 && stop.abort()) },
    )
    const whole = await crawl({ seeds: [SEED], extract })
    expect(whole.stored.filter(url => url.includes('/perfume/'))).toHaveLength(25)
    const asked = world.log.length
    const shorter = OPEN.split('\n')
      .filter(line => !line.includes('img') && !line.includes('Family'))
      .join('\n')
    const again = await crawl({ seeds: [SEED], extract: { model: await modelFile(shorter) } })
    expect(world.log.length).toBe(asked)
    expect(again.page(whole.stored.find(url => url.includes('/perfume/'))!).pageClass).toBe('perfume')
  })

  it('keeps a class-wise rest of the server', async () => {
    const { crawl, world } = await stage([perfumes('perfumes.test', { perfumes: 3 })])
    const model = await modelFile(
      OPEN.split('\n')
        .filter(line => !line.includes(',img,'))
        .join('\n'),
    )
    const request = { delays: [{ class: 'perfumes', delay: '700ms' }] }
    await crawl({ seeds: [SEED], extract: { model }, request })
    const pages = world.log.filter(entry => /^\/perfume/.test(entry.path))
    const [list, first] = [
      pages.find(entry => entry.path === '/perfumes')!,
      pages.find(entry => entry.path.startsWith('/perfume/'))!,
    ]
    expect(first.arrivedAt - list.arrivedAt).toBeGreaterThanOrEqual(690)
  })
})

describe('a crawl by an inferred model', () => {
  it('looks at the site first, then visits the pages of its classes', async () => {
    const { crawl, read, world } = await stage([
      templateSite('shop.test', { categories: 6, perCategory: 60 }),
    ])
    const ran = await crawl({
      seeds: ['http://shop.test/'],
      scope: { local: true },
      extract: { model: 'auto' },
    })
    const items = ran.stored.filter(url => url.includes('/item/'))
    expect(items).toHaveLength(360)
    const records = await read(async ({ store }) => {
      const rows: Record<string, unknown>[] = []
      for (const url of items)
        rows.push(JSON.parse((await store.revisions((await store.page(asUrl(url)))!))[0]!.record!))
      return rows
    })
    const truths = items.map(url => world.truth.of(url)!.fields as Record<string, string>)
    const right = records.filter((record, i) =>
      Object.values(record).flat().map(String).includes(truths[i]!.number!),
    )
    expect(right.length).toBeGreaterThan(340)
    expect(await read(({ store }) => store.classes())).not.toHaveLength(0)
  })
})

describe('visits that making a model takes', () => {
  it('are handed to programs like all others, by class and with their records', async () => {
    const { world, folder } = await stage([templateSite('shop.test', { categories: 2, perCategory: 15 })])
    const seen: Visit[] = []
    const items: Visit[] = []
    await using collection = await Collection.open(folder, { mode: 'write' })
    const result = await collection.crawl(
      {
        seeds: ['http://shop.test/'],
        scope: { local: true },
        extract: { model: 'auto' },
        request: { delay: 0, allowPrivate: true },
      },
      {
        env: { network: world.network },
        onVisit: visit => seen.push(visit),
        on: { item: visit => items.push(visit), default: () => {} },
      },
    )
    const asked = world.log.filter(({ path }) => path !== '/robots.txt').map(({ path }) => path)
    expect(result.visits).toBe(seen.length)
    const paths = seen.map(({ url }) => url.replace('http://shop.test', ''))
    expect(paths.sort()).toEqual([...new Set(asked)].sort())
    const stored = (await collection.classes()).find(({ class: name }) => name === 'item')!.stored
    expect(items).toHaveLength(stored)
    expect(items.filter(({ record }) => Object.keys(record ?? {}).length > 0)).toHaveLength(stored)
  })

  it('are handed over when the run is stopped before there is a model', async () => {
    const { world, folder } = await stage([templateSite('shop.test', { categories: 2, perCategory: 15 })])
    const seen: Visit[] = []
    const stop = new AbortController()
    const stopper = definePlugin({ name: 'stopper', response: () => stop.abort() })
    await using collection = await Collection.open(folder, { mode: 'write' })
    const result = await collection.crawl(
      { seeds: ['http://shop.test/'], extract: { model: 'auto' }, request: { delay: 0, allowPrivate: true } },
      {
        env: { network: world.network },
        signal: stop.signal,
        plugins: [stopper],
        onVisit: visit => seen.push(visit),
      },
    )
    expect(result).toMatchObject({ interrupted: true, pages: 1, visits: 1 })
    expect(seen).toHaveLength(1)
  })
})

describe('models of several sites', () => {
  it('are made side by side, and made again only for sites that have outgrown theirs', async () => {
    const hosts = ['one.test', 'two.test']
    const nothing: Site = { host: 'none.test', kind: 'none', entries: ['/'], find: () => undefined }
    const { crawl, world, folder } = await stage([
      ...hosts.map(host => templateSite(host, { categories: 3, perCategory: 20 })),
      nothing,
    ])
    const input = {
      seeds: ['http://one.test/', 'http://none.test/', 'http://two.test/'],
      scope: { local: true },
      extract: { model: 'auto', sample: 40 },
    }
    const looked: (readonly string[])[] = []
    const unmodeled: string[] = []
    const extras = {
      onModeling: (starts: readonly string[]) => {
        looked.push(starts)
        return () => {}
      },
      onUnmodeled: (start: string) => unmodeled.push(start),
    }
    const ran = await crawl(input, extras)
    expect([looked, unmodeled]).toEqual([[input.seeds], ['http://none.test/']])
    for (const host of hosts)
      expect(ran.stored.filter(url => url.startsWith(`http://${host}/item/`))).toHaveLength(60)
    const turns = world.log.map(entry => entry.host).filter(host => hosts.includes(host))
    expect(turns.indexOf('two.test')).toBeLessThan(turns.lastIndexOf('one.test', 40))

    const collection = await openHoldings(folder, { mode: 'write' })
    for await (const page of collection.store.pages({ origin: 'http://two.test', stored: true }))
      if (page.url.includes('/item/1'))
        await collection.store.writeRecords([
          { page, revision: page.revision, pageClass: UNPLACED_CLASS, record: '{}' },
        ])
    await collection.close()
    await crawl(input, extras)
    expect(looked.slice(1)).toEqual([['http://none.test/', 'http://two.test/']])
  })
})

describe('fields that somebody chose', () => {
  it('stay chosen when the model is made anew', async () => {
    const { crawl, folder } = await stage([templateSite('shop.test', { categories: 3, perCategory: 20 })])
    const input = { seeds: ['http://shop.test/'], scope: { local: true } }
    await crawl({ ...input, extract: { model: 'auto', sample: 30 } })
    const site = 'http://shop.test'
    await using collection = await Collection.open(folder, { mode: 'write' })
    const before = (await collection.storedModel(site))!
    const [pageClass, { fields }] = Object.entries(before.wrappers!).find(([name]) => name.includes('item'))!
    expect(fields.length).toBeGreaterThan(5)
    const chosen = [{ ...fields[1]!, name: 'what I want' }, fields[3]!]
    expect(await collection.saveFields(site, pageClass, chosen)).toMatchObject({ isNew: true })
    const remade = await inferModel(collection, `${site}/`, {}, { pages: 60, seed: 2 })
    expect(remade.pagesUsed).toBeGreaterThan(before.pagesUsed)
    expect(remade.wrappers![pageClass]!.fields).toEqual(chosen)
  })
})

describe('a model that knows little of its site', () => {
  it('finds every page that is one of its own all the same, leaves what repeats them, and grows', async () => {
    const { crawl, read, world, folder } = await stage([
      portal('portal.test', { items: 48, topics: 24, articles: 20, pictures: 24 }),
    ])
    const seeds = ['http://portal.test/']
    const input = { seeds, scope: { local: true }, request: { delay: 0, allowPrivate: true } } as const
    const { settings } = configFrom(input)
    const env = { clock: realClock, random: realRandom, network: world.network, log: silentLog }
    const collection = await openHoldings(folder, { mode: 'write' })
    const how = { pages: 12, seed: 1 }
    const made = await makeModel(collection, { env, settings, start: seeds[0]!, how })
    await keepModel(collection.store, made!.model)
    await collection.close()

    const ran = await crawl({ ...input, extract: { model: 'auto' } })
    const truth = truthOf(world, seeds)
    expect(truth.filter(url => !ran.stored.includes(url))).toEqual([])
    const traps = ran.stored.filter(url => world.truth.of(url)!.trap)
    const everything = truthOf(world, seeds, { traps: true })
    expect(traps.length).toBeLessThan((everything.length - truth.length) / 2)
    expect(ran.events.filter(event => event.kind === 'model-grown').length).toBeGreaterThan(0)
    const before = made!.model.classes.map(({ name }) => name)
    const after = await read(({ store }) => newestModel(store, 'http://portal.test'))
    expect(after!.classes.map(({ name }) => name)).toEqual(expect.arrayContaining(before))
    const templates = new Set(truth.map(url => world.truth.of(url)!.template))
    expect(after!.classes.length).toBeGreaterThan(Math.min(before.length, templates.size - 1))
  })
})

/** A shop whose product pages look different from one day to the other. */
function redesignedShop(host: string, isNew: () => boolean): Site {
  const ids = Array.from({ length: 40 }, (_, i) => i)
  const page = (template: string, body: Element[], fields?: Page['fields']): Page => ({
    template,
    draw: () =>
      el('html', {}, el('head', {}, el('title', {}, template)), el('body', { class: template }, ...body)),
    ...(fields ? { fields } : {}),
  })
  const record = (id: number) => ({
    name: `Lamp ${id} of brass`,
    price: `${100 + id}.90`,
    maker: `Maker ${id * 7}`,
  })
  const product = (id: number): Page => {
    const { name, price, maker } = record(id)
    const old = [
      el('h1', { class: 'name' }, name),
      el('p', { class: 'price' }, price),
      el('p', { class: 'maker' }, maker),
    ]
    const now = [
      el('div', { class: 'hero' }, el('h2', { class: 'headline' }, name)),
      el('ul', { class: 'facts' }, el('li', { class: 'cost' }, price), el('li', { class: 'brand' }, maker)),
    ]
    return page('product', [a('/', 'home'), ...(isNew() ? now : old)], () => record(id))
  }
  const home = () =>
    page('home', [el('ul', { class: 'all' }, ...ids.map(id => el('li', {}, a(`/lamp/${id}`, `Lamp ${id}`))))])
  const find = (path: string): Page | undefined => {
    const id = /^\/lamp\/(\d+)$/.exec(path)?.[1]
    return path === '/' ? home() : id && Number(id) < ids.length ? product(Number(id)) : undefined
  }
  return { host, kind: 'redesigned', entries: ['/'], find }
}

/** A site that is reached by its search only, and one of whose pages tries to make the crawler send a form of its own. */
function searchOnly(host: string): Site {
  const page = (template: string, ...body: Element[]): Page => ({
    template,
    draw: () => el('html', {}, el('head', {}, el('title', {}, template)), el('body', {}, ...body)),
  })
  const form = (method: string) =>
    el(
      'form',
      { id: method, action: '/find', method },
      el('input', { name: 'q' }),
      el('input', { type: 'submit' }),
    )
  const found = (asked: Asked): Page => {
    const query = asked.method === 'POST' ? new URLSearchParams(asked.body) : asked.url.searchParams
    const word = query.get('q') ?? 'nothing'
    return page('results', el('h1', {}, word), a(`/${asked.method}/${word}`, word), a('/trick', 'trick'))
  }
  const find = (path: string): Page | undefined => {
    if (path === '/') return page('home', form('get'), form('post'))
    if (path.startsWith('/find')) return { ...page('results'), given: found }
    if (path === '/trick') return { template: 'trick', status: 302, location: '/pay?__wb_method=POST&all=1' }
    return path.startsWith('/pay') || /^\/(?:GET|POST)\//.test(path)
      ? page('item', el('h1', {}, path))
      : undefined
  }
  return { host, kind: 'search', entries: ['/'], find }
}

describe('forms that lead on', () => {
  it('are followed by GET and by POST, and only those that the model names', async () => {
    const { crawl, world, read } = await stage([searchOnly('search.test')])
    const model = await modelFile(
      [
        'home,link,"//form[@id=""get""],input[1]:lamp",results,form',
        'home,link,"//form[@id=""post""],input[1]:chair",results,form',
        'results,link,//a,item,list',
        'item,string,//h1,Path',
        '',
      ].join('\n'),
    )
    const ran = await crawl({ seeds: ['http://search.test/'], extract: { model } })
    const paths = ran.stored.map(url => url.slice('http://search.test'.length))
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/GET/lamp',
        '/POST/chair',
        '/find?q=lamp',
        '/find?__wb_method=POST&q=chair',
      ]),
    )
    expect(world.log.filter(entry => entry.method === 'POST').map(entry => entry.path)).toEqual(['/find'])
    expect(world.log.some(entry => entry.path.startsWith('/pay'))).toBe(false)
    const classes = await read(({ store }) => store.classes())
    expect(classes.find(each => each.pageClass === 'results')).toMatchObject({ stored: 2 })
  })
})

/** Two lamps; a text beside their records, and the price of one of them, are another at each edition. */
function editions(host: string, edition: () => number): Site {
  const page = (template: string, ...body: Element[]): Page => ({
    template,
    draw: () => el('html', {}, el('head', {}, el('title', {}, template)), el('body', {}, ...body)),
  })
  const lamp = (id: string) =>
    page(
      'lamp',
      el('h1', {}, `Lamp ${id}`),
      el('b', { class: 'price' }, id === '1' ? String(10 + edition()) : '20'),
      el('p', {}, ['A quiet lamp for the desk.', 'It was praised by all who read at night.'][edition()]!),
    )
  const find = (path: string): Page | undefined => {
    if (path === '/') return page('home', el('p', {}, a('/lamp/1', 'one'), a('/lamp/2', 'two')))
    return path.startsWith('/lamp/') ? lamp(path.slice('/lamp/'.length)) : undefined
  }
  return { host, kind: 'editions', entries: ['/'], find }
}

describe('level record', () => {
  it('counts what the model reads, on the pages of its class, and nothing else', async () => {
    let edition = 0
    const { crawl, recrawl, read } = await stage([editions('lamps.test', () => edition)])
    const lines = ['home,link,//a,lamp,list', 'lamp,string,//h1,Name', 'lamp,number,//b,Price', '']
    const input = {
      seeds: ['http://lamps.test/'],
      extract: { model: await modelFile(lines.join('\n')) },
      change: { rules: [{ class: 'lamp', level: 'record' as const }] },
    }
    await crawl(input)
    edition = 1
    await recrawl(input)
    const told = (url: string) =>
      read(async ({ store }) => {
        const page = (await store.page(asUrl(url)))!
        const { changed, level, why, summary } = JSON.parse((await store.visits(page)).at(-1)!.note!)
        return [(await store.revisions(page)).length, changed, level, why ?? summary]
      })
    expect(await told('http://lamps.test/lamp/1')).toEqual([2, true, 'record', 'Price: “10” → “11”'])
    expect(await told('http://lamps.test/lamp/2')).toEqual([1, false, 'record', 'elsewhere'])
  })
})

describe('a model that was written out', () => {
  it('can be crawled by: as CSV, and as JSON', async () => {
    const folder = await temporaryFolder()
    const served = await serveWorld('--kind', 'shop')
    const config = await served.config(folder, { scope: { local: true } })
    const [seed] = served.seeds
    const files = ['m.csv', 'm.json'].map(name => join(folder, name))
    const out = files.flatMap(file => ['--out', file])
    const made = await tidewatch(
      'model',
      seed!,
      '--pages',
      '40',
      '--config',
      config,
      '-c',
      join(folder, 'a'),
      ...out,
    )
    expect(made.code).toBe(0)
    expect(await readFile(files[0]!, 'utf8')).toMatch(/\n# home,link,.*:\s*TEXT.*,search-results,form/)
    for (const [i, file] of files.entries()) {
      const collection = join(folder, `crawl-${i}`)
      const words = ['--model', file, '--format', 'jsonl', '--config', config, '-c', collection]
      expect((await tidewatch('crawl', seed!, ...words)).code).toBe(0)
      const rows = (await readFile(join(collection, 'records', 'product.jsonl'), 'utf8')).trim().split('\n')
      expect(rows).toHaveLength(60)
      expect(JSON.parse(rows[0]!)).toMatchObject({
        class: 'product',
        name: expect.any(String),
        price: expect.any(Number),
      })
    }
  })
})

describe('a template that changes', () => {
  it('is noticed, the wrapper is mended, and both are reported', async () => {
    let isNew = false
    const { crawl, recrawl, read, world } = await stage([redesignedShop('lamps.test', () => isNew)])
    const input = {
      seeds: ['http://lamps.test/'],
      scope: { local: true },
      extract: { model: 'auto' },
    }
    const first = await crawl(input)
    const valuesOf = (id: number) =>
      read(async ({ store }) => {
        const revision = (
          await store.revisions((await store.page(asUrl(`http://lamps.test/lamp/${id}`)))!)
        ).at(-1)!
        return Object.values(JSON.parse(revision.record ?? '{}') as object)
          .flat()
          .map(String)
      })
    expect(await valuesOf(3)).toEqual(expect.arrayContaining(['Lamp 3 of brass', '103.9', 'Maker 21']))
    isNew = true
    const second = await recrawl(input)
    expect(second.events.filter(event => event.kind === 'wrapper-repaired').length).toBeGreaterThanOrEqual(3)
    expect(second.stored).toEqual(first.stored)
    const asked = world.log.length
    await crawl(input)
    expect(world.log.length).toBe(asked)
    for (const id of [0, 3, 17, 39])
      expect(await valuesOf(id)).toEqual(
        expect.arrayContaining([`Lamp ${id} of brass`, `${100 + id}.9`, `Maker ${id * 7}`]),
      )
  })

  it('is noticed by runs that see a few pages each', async () => {
    let isNew = false
    const { crawl, recrawl } = await stage([redesignedShop('lamps.test', () => isNew)])
    const input = {
      seeds: ['http://lamps.test/'],
      scope: { local: true },
      extract: { model: 'auto' },
    }
    await crawl(input)
    isNew = true
    const slowly = { ...input, request: { delay: '100ms' } }
    /** Ends with its third request, as with a small budget. */
    const someOf = async (run: (extras: CrawlExtras) => Promise<Ran>) => {
      const ending = new AbortController()
      let left = 3
      const plugin = definePlugin({ name: 'few', request: () => void (--left === 0 && ending.abort()) })
      return run({ signal: ending.signal, plugins: [plugin], work: { discover: true, refresh: true } })
    }
    const isMended = ({ events }: Ran) => events.some(event => event.kind === 'wrapper-repaired')
    const runs = [await someOf(extras => recrawl(slowly, 'all', extras))]
    while (runs.length < 16 && !isMended(runs.at(-1)!))
      runs.push(await someOf(extras => crawl(slowly, extras)))
    const lamps = (ran: Ran) => ran.visits.filter(({ url }) => url.includes('/lamp/')).length
    expect(Math.max(...runs.map(lamps))).toBeLessThan(8)
    expect(isMended(runs.at(-1)!)).toBe(true)
  })
})

describe('the commands', () => {
  it('crawl --model writes a table for each class; extract and classes tell the rest', async () => {
    const folder = await temporaryFolder()
    const served = await serveWorld('--kind', 'perfumes')
    const config = await served.config(folder)
    const [seed] = served.seeds
    const collection = join(folder, 'data')
    const model = join(folder, 'perfumes.csv')
    await writeFile(model, PERFUMES)
    const missing = await tidewatch('crawl', seed!, '--model', model, '--config', config, '-c', collection)
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/PERFUMES_PASSWORD.*is not set/),
    ])
    process.env.PERFUMES_PASSWORD = CREDENTIALS.password
    const crawled = await tidewatch('crawl', seed!, '--model', model, '--config', config, '-c', collection)
    expect([crawled.code, crawled.stderr]).toEqual([
      0,
      expect.stringMatching(/45 records of 1 class and 45 pictures/),
    ])
    const out = join(collection, 'records')
    expect((await readdir(out)).sort()).toEqual([
      'images',
      'index.csv',
      'perfume.csv',
      'tidewatch-export.json',
    ])
    const table = (await readFile(join(out, 'perfume.csv'), 'utf8')).trim().split('\r\n')
    expect(table).toHaveLength(46)
    expect(table[0]).toMatch(/^url,fetchedAt,Name,Family,Facets,Perfumer,Created,Collection,Price/)
    const index = (await readFile(join(out, 'index.csv'), 'utf8')).trim().split('\r\n')
    expect(index[0]).toBe('url,class,record,file,offset')
    const place = '[^,]+\\.warc\\.gz,\\d+$'
    const listed = (middle: string) => index.filter(line => new RegExp(`,${middle},${place}`).test(line))
    expect(listed('perfume,perfume\\.csv')).toHaveLength(45)
    expect(listed('image,images/[0-9a-f]{16}\\.png')).toHaveLength(45)
    const stored = (await tidewatch('pages', '-c', collection, '--status', 'completed', '--json')).rows
    expect(
      index
        .slice(1)
        .map(line => line.split(',')[0])
        .sort(),
    ).toEqual(stored.map(row => row.url).sort())
    // Lists and the home page have no record, and are there all the same.
    expect(listed('[^,]+,').length).toBeGreaterThan(0)

    // Whoever only looks needs no secrets.
    delete process.env.PERFUMES_PASSWORD
    expect((await tidewatch('pages', '-c', collection)).code).toBe(0)
    expect((await tidewatch('plan', '-c', collection)).code).toBe(0)
    const classes = await tidewatch('classes', '-c', collection, '--json')
    expect(classes.rows).toContainEqual({ class: 'perfume', known: 45, stored: 45 })
    const rows = (await tidewatch('extract', '-c', collection)).rows
    expect(rows).toHaveLength(45)
    expect(rows[0]).toMatchObject({ class: 'perfume', Name: expect.any(String), Price: expect.any(Number) })
    const csv = await tidewatch('extract', '-c', collection, '--class', 'perfume', '--format', 'csv')
    expect(csv.stdout.trim().split('\r\n')).toHaveLength(46)
    const parquet = join(folder, 'parquet')
    expect((await tidewatch('extract', '-c', collection, '--format', 'parquet', '--out', parquet)).code).toBe(
      0,
    )
    const bytes = await readFile(join(parquet, 'perfume.parquet'))
    expect([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1'])
    const { parquetReadObjects } = await import('hyparquet')
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const read = await parquetReadObjects({ file: buffer })
    expect(read).toHaveLength(45)
    expect(read[0]).toMatchObject({ Name: rows[0]!.Name, Price: rows[0]!.Price })

    expect(await tidewatch('extract', '-c', collection, '--class', 'wrong')).toMatchObject({ code: 2 })
    expect(await tidewatch('extract', '-c', collection, '--format', 'csv')).toMatchObject({ code: 2 })
    const broken = join(folder, 'broken.csv')
    await writeFile(broken, 'home,link,//a[,list\nhome,lnk,//a,x\n')
    const told = await tidewatch(
      'crawl',
      seed!,
      '--model',
      broken,
      '--config',
      config,
      '-c',
      join(folder, 'new'),
    )
    expect(told.code).toBe(2)
    expect(told.stderr).toMatch(/broken\.csv:1:\d+: XPath, character/)
    expect(told.stderr).toMatch(/broken\.csv:2:\d+: "lnk" is no type/)
  })
})
