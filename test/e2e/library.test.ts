/** The library as programs use it: open, crawl, be told, read. */
import { readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { realClock } from '../../src/env/index.ts'
import { Collection, type ConfigInput, Failure, type Page, type Visit } from '../../src/index.ts'
import { holdingsOf } from '../../src/library/collection-reader.ts'
import { type Editable, editableSite } from './editable.ts'
import { temporaryFolder } from './shell.ts'

const page = (title: string, body: string) => `<title>${title}</title><h1>${title}</h1><p>${body}</p>`
const LINKS = [1, 2, 3, 4].map(i => `<li><a href="/item/${i}">item ${i}</a></li>`).join('')

interface Opened {
  readonly site: Editable
  readonly folder: string
  readonly collection: Collection
  readonly config: ConfigInput
}

async function opened(more: ConfigInput = {}): Promise<Opened> {
  const items = [1, 2, 3, 4].map(i => [`/item/${i}`, page(`Item ${i}`, `costs <b>${i}0</b> pounds`)])
  const site = await editableSite({ '/': page('Home', `<ul>${LINKS}</ul>`), ...Object.fromEntries(items) })
  const folder = await temporaryFolder()
  const model = join(folder, 'model.csv')
  await writeFile(model, 'home,link,//li/a,item,list\nitem,string,//h1,name\nitem,number,//b,price\n')
  const config: ConfigInput = {
    seeds: [site.url('/')],
    threads: 1,
    patience: '1s',
    request: { delay: 0, allowPrivate: true },
    extract: { model },
    ...more,
  }
  const collection = await Collection.open(join(folder, 'data'), { mode: 'write' })
  return { site, folder, collection, config }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** The files in a folder that this process has open. */
async function openIn(folder: string, name: RegExp): Promise<string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => [])
  const files = await Promise.all(handles.map(each => readlink(`/proc/self/fd/${each}`).catch(() => '')))
  return files.filter(file => file.startsWith(folder) && name.test(file))
}

const paths = (pages: readonly Page[]) => pages.map(({ url }) => new URL(url).pathname)

describe('reading', () => {
  it('lists pages by what they are, and goes on where it stopped', async () => {
    const { site, collection, config } = await opened()
    await collection.crawl(config)
    const pages = await all(collection.pages({ class: 'item' }))
    expect(paths(pages).sort()).toEqual(['/item/1', '/item/2', '/item/3', '/item/4'])
    const [first] = await all(collection.pages({ class: 'item', limit: 1 }))
    expect(await all(collection.pages({ class: 'item', cursor: first!.cursor }))).toHaveLength(3)
    expect(await all(collection.pages({ host: site.url('/'), status: 'completed' }))).toHaveLength(5)
    expect(await all(collection.pages({ host: 'elsewhere.example' }))).toEqual([])
    expect(await all(collection.pages({ changedSince: new Date(Date.now() + 1) }))).toEqual([])
    await expect(all(collection.pages({ cursor: 'nonsense' }))).rejects.toThrow(/is not a cursor/)
    await expect(all(collection.pages({ status: 'new' as 'error' }))).rejects.toThrow(/use one of waiting/)
    await collection.close()
  })

  it('reads a page: its facts, bodies, links, revisions, differences and record', async () => {
    const { site, collection, config } = await opened()
    await collection.crawl(config)
    site.set('/item/1', page('Item 1', 'costs <b>11</b> pounds since the autumn sale has come to its end'))
    await collection.recrawl(undefined, { which: 'all' })
    const item = (await collection.page(site.url('/item/1')))!
    expect(item).toMatchObject({ status: 'completed', title: 'Item 1', type: 'text/html', revision: 2 })
    expect(item.changedAt).toBeInstanceOf(Date)
    expect(await item.text()).toBe('Item 1\ncosts 11 pounds since the autumn sale has come to its end')
    expect(await item.html()).toContain('<b>11</b>')
    expect((await (await item.at(1))!.text())?.split('\n')[1]).toBe('costs 10 pounds')
    expect((await item.at(item.changedAt!))!.number).toBe(2)
    expect(await item.at(new Date(0))).toBeNull()
    expect((await item.history()).map(visit => visit.revision)).toEqual([1, 2])
    const diff = (await item.diff())!
    expect([diff.before.number, diff.after.number, diff.change?.changed]).toEqual([1, 2, true])
    const [first, second] = (await item.history()).map(({ at }) => at)
    expect((await item.diff(first, second))!.lines).toEqual(diff.lines)
    await expect(item.diff(new Date(0))).rejects.toThrow(/has no revision of 1970.*: it has 1 to 2/)
    expect(await item.diff(undefined, 1)).toBeNull()
    expect(await item.record()).toEqual({ name: 'Item 1', price: 11 })
    expect((await (await item.at())!.response())!.header('Content-Type')).toMatch(/html/)
    const home = (await collection.page(site.url('/')))!
    expect((await home.links()).map(link => link.text)).toEqual(['item 1', 'item 2', 'item 3', 'item 4'])
    expect(await home.diff()).toBeNull()
    expect((await home.explain()).standing).toEqual(['a seed'])
    expect(JSON.parse(JSON.stringify(home))).toMatchObject({ url: home.url, class: 'home' })
    expect(await collection.page('http://127.0.0.1:1/unknown')).toBeNull()
    expect((await collection.page(`${home.url.replace('http://', '')}#/x`))!.url).toBe(home.url)
    await expect(collection.page('no address')).rejects.toThrow(/is not a web address/)
    await collection.close()
  })

  it('tells hosts, classes, records, counts, plans and health', async () => {
    const { site, collection, config } = await opened()
    await collection.crawl(config)
    expect(await all(collection.hosts())).toMatchObject([
      { host: new URL(site.url('/')).origin, pages: 5, lastVisitAt: expect.any(Date) },
    ])
    expect(await collection.classes()).toContainEqual({ class: 'item', known: 4, stored: 4 })
    const records = await all(collection.records('item'))
    expect(records.map(({ values }) => values.price).sort()).toEqual([10, 20, 30, 40])
    expect(await all(collection.extract({ class: 'item' }))).toEqual(records)
    expect(await collection.counts()).toMatchObject({ fetched: 5, waiting: 0 })
    expect((await collection.config())?.seeds).toEqual(config.seeds)
    expect(await collection.plan({ budget: 10, freshness: '90%' })).toMatchObject({
      pages: 5,
      budgetPerDay: 10,
      goal: { freshness: 0.9 },
    })
    const findings = await all(collection.doctor({ full: true }))
    expect(findings.filter(({ level }) => level === 'problem')).toEqual([])
    const lines: string[] = []
    await collection.export('jsonl', { write: async text => void lines.push(String(text)) })
    expect(lines.join('').trim().split('\n')).toHaveLength(5)
    await collection.close()
  })

  it('says what a time must be, instead of finding nothing', async () => {
    const { collection, config, folder } = await opened()
    await collection.crawl(config)
    const none = new Date('2026-13-45')
    const text = '1d' as unknown as Date
    const home = (await collection.page(config.seeds![0] as string))!
    for (const time of [none, text]) {
      const sentence =
        /must be a Date, such as new Date\('2026-11-15'\), not (?:one that does not exist|"1d")/
      await expect(all(collection.changes({ since: time }))).rejects.toThrow(sentence)
      await expect(all(collection.pages({ changedSince: time }))).rejects.toThrow(sentence)
      await expect(all(collection.events({ since: time }))).rejects.toThrow(sentence)
      await expect(collection.samples({ since: time })).rejects.toThrow(sentence)
      await expect(collection.export('csv', join(folder, 'x.csv'), { since: time })).rejects.toThrow(sentence)
      await expect(home.at(time)).rejects.toThrow(sentence)
    }
  })

  it('only looks unless it is opened for writing', async () => {
    const { folder, collection, config } = await opened()
    await collection.crawl(config)
    await collection.close()
    const reader = await Collection.open(join(folder, 'data'))
    expect(reader.mode).toBe('read')
    expect(await all(reader.pages({ stored: true }))).toHaveLength(5)
    await expect(reader.crawl(config)).rejects.toThrow(/open it with \{ mode: 'write' \} to crawl/)
    await reader[Symbol.asyncDispose]()
    await expect(Collection.open(join(folder, 'nothing'))).rejects.toThrow(Failure)
  })
})

describe('being told', () => {
  it('calls the handler of the class of each page, in order, and the default one for the rest', async () => {
    const { collection, config } = await opened()
    const told: string[] = []
    const seen: Visit[] = []
    const name = ({ url }: Visit) => new URL(url).pathname
    await collection.crawl(config, {
      onVisit: visit => void seen.push(visit),
      on: {
        async item(visit) {
          told.push(`item ${(await (await visit.page()).record())!.price} ${visit.record!.price}`)
        },
        default: visit => void told.push(`default ${name(visit)}`),
      },
    })
    expect(told.sort()).toEqual(['default /', 'item 10 10', 'item 20 20', 'item 30 30', 'item 40 40'])
    expect(seen.map(visit => [visit.outcome.kind, visit.revision, visit.changed])).toEqual(
      seen.map(() => ['fetched', 1, false]),
    )
    await collection.close()
  })

  it('knows the class of a page that has not changed', async () => {
    const { collection, config } = await opened()
    await collection.crawl(config)
    const told: string[] = []
    const item = (visit: Visit) => void told.push(visit.class ?? 'none')
    await collection.recrawl(config, { which: 'all', on: { item } })
    expect(told).toEqual(['item', 'item', 'item', 'item'])
    await collection.close()
  })

  it('a handler that throws ends the run with its error, and what was fetched is kept', async () => {
    const { collection, config } = await opened()
    const item = () => {
      throw new Error('the shelf is full')
    }
    await expect(collection.crawl(config, { on: { item } })).rejects.toThrow('the shelf is full')
    expect((await collection.counts()).fetched).toBeGreaterThan(0)
    await collection.close()
  })

  it.each<[string, () => void]>([
    [
      'throws',
      () => {
        throw new Error('no room')
      },
    ],
    ['rejects', (() => Promise.reject(new Error('no room'))) as () => void],
  ])(
    'an onVisit that %s ends the run with its error, and leaves nothing behind that keeps the next from working',
    async (_, onVisit) => {
      const { collection, config, folder } = await opened()
      await collection.crawl(config)
      await expect(collection.recrawl(config, { which: 'all', onVisit })).rejects.toThrow('no room')
      expect(await openIn(folder, /warc/)).toEqual([])
      expect((await collection.recrawl(config, { which: 'all' })).visits).toBe(5)
      await collection.close()
    },
  )

  it('a run that fails lets go of its servers and files', async () => {
    const { collection, config, folder } = await opened()
    await collection.crawl(config)
    const { store } = holdingsOf(collection)
    const commit = store.commit.bind(store)
    store.commit = () => Promise.reject(new Error('the disk is full'))
    await expect(collection.recrawl(config, { which: 'all' })).rejects.toThrow('the disk is full')
    store.commit = commit
    expect(await openIn(folder, /warc/)).toEqual([])
    expect((await collection.recrawl(config, { which: 'all' })).visits).toBe(5)
    await collection.close()
  })

  it('runs once at a time, and again when the run has ended', async () => {
    const { collection, config } = await opened()
    const first = collection.crawl(config)
    await expect(collection.recrawl(config)).rejects.toThrow(
      /^cannot recrawl .+ yet: crawl\(\) has not ended$/,
    )
    expect((await first).pages).toBe(5)
    expect((await collection.recrawl(config, { which: 'all' })).visits).toBe(5)
    await collection.close()
  })

  it('starts no visits that a slow handler could not take', async () => {
    const pages = 1_500
    const links = Array.from({ length: pages }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(' ')
    const many = Array.from({ length: pages }, (_, i) => [`/${i}`, page(`Page ${i}`, `words of page ${i}`)])
    const site = await editableSite({ '/': page('Home', links), ...Object.fromEntries(many) })
    const collection = await Collection.open(join(await temporaryFolder(), 'data'), { mode: 'write' })
    let visits = 0
    let handled = 0
    const open = Promise.withResolvers<void>()
    const crawled = collection.crawl(
      { seeds: [site.url('/')], threads: 1, patience: '1s', request: { delay: 0, allowPrivate: true } },
      {
        onVisit: () => void visits++,
        on: {
          async default() {
            await open.promise
            handled++
          },
        },
      },
    )
    let before = -1
    while (visits === 0 || visits !== before) {
      before = visits
      await realClock.sleep(1_000)
    }
    expect(visits).toBeLessThan(1_200)
    open.resolve()
    await crawled
    expect(visits).toBe(pages + 1)
    expect(handled).toBe(visits)
    await collection.close()
  })

  it('follows events until it is told to stop', async () => {
    const { collection } = await opened()
    const { store } = holdingsOf(collection)
    const report = (subject: string, at: number) =>
      store.commit({
        ...{ visits: [], candidates: [], servers: [], memories: [], archives: [] },
        events: [{ at, kind: 'server-rests', subject, message: 'it rests' }],
      })
    await report('a', 1)
    await report('b', 2)
    expect((await all(collection.events({ since: new Date(2) }))).map(event => event.subject)).toEqual(['b'])
    const stop = new AbortController()
    const told: string[] = []
    for await (const { subject } of collection.events({ follow: true, signal: stop.signal })) {
      told.push(subject)
      if (subject === 'b') await report('c', 3)
      if (subject === 'c') stop.abort()
    }
    expect(told).toEqual(['a', 'b', 'c'])
    await collection.close()
  })
})
