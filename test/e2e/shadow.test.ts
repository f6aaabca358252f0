/** Publishing by shadow: until a cycle has ended, no reading of any kind shows what it brought. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { holdingsOf } from '../../src/library/collection-reader.ts'
import { type Editable, editableSite } from './editable.ts'
import { temporaryFolder, tidewatch } from './shell.ts'

const MODEL = `home,link,//li/a,book,list
book,string,//h1,name
book,number,//b,price
`
const home = (...books: readonly string[]) =>
  `<title>Shop</title><ul>${books.map(book => `<li><a href="/${book}">${book}</a></li>`).join('')}</ul>`
const book = (name: string, price: number, words: string) =>
  `<title>${name}</title><h1>${name}</h1><b>${price}</b><p>${words}</p><a href="/about-${words.slice(0, 5)}">about</a>`

const OLD = 'first edition, bound in cloth, with a ribbon and forty plates by the author'
const NEW = 'later edition, bound in paper, without a ribbon and without any plates at all'

interface Shelf {
  readonly site: Editable
  readonly collection: Collection
  readonly folder: string
  /** Ends the cycle. */
  publish(): Promise<void>
}

/** A collection with a published cycle, and behind it a visit that changed a book, found a new one and lost a third. */
async function shelf(): Promise<Shelf> {
  const folder = await temporaryFolder()
  const site = await editableSite({
    '/': home('kept', 'gone'),
    '/kept': book('Kept', 10, OLD),
    '/gone': book('Gone', 7, OLD),
  })
  const model = join(folder, 'model.csv')
  await writeFile(model, MODEL)
  const config: ConfigInput = {
    seeds: [site.url('/')],
    threads: 1,
    patience: '1s',
    request: { delay: 0, allowPrivate: true },
    refresh: { publish: 'shadow', every: '1d' },
    search: 'current',
    extract: { model },
  }
  const data = join(folder, 'data')
  const collection = await Collection.open(data, { mode: 'write' })
  const { store } = holdingsOf(collection)
  const publish = () => store.writeMeta({ published: String(Date.now()) })
  await collection.crawl(config)
  await publish()
  await nextMillisecond()
  site.set('/', home('kept', 'gone', 'fresh'))
  site.set('/kept', book('Kept', 12, NEW))
  site.set('/gone', null)
  site.set('/fresh', book('Fresh', 9, NEW))
  await collection.recrawl(config, { which: 'all' })
  return { site, collection, folder: data, publish }
}

/** Times are whole milliseconds: what happens in the one in which a cycle ended belongs to it. */
async function nextMillisecond(): Promise<void> {
  for (const now = Date.now(); Date.now() <= now; ) await new Promise(setImmediate)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe('before its cycle has ended, a change is hidden from', () => {
  it('search', async () => {
    const { collection, publish } = await shelf()
    const found = async (query: string) =>
      (await all(collection.search(query)))
        .map(({ url, revision }) => `${new URL(url).pathname} ${revision}`)
        .sort()
    expect(await found('"first edition" ribbon plates')).toEqual(['/gone 1', '/kept 1'])
    expect(await found('later paper')).toEqual([])
    expect(await found('fresh')).toEqual([])
    await publish()
    expect(await found('later paper')).toEqual(['/fresh 1', '/kept 2'])
    expect(await found('cloth')).toEqual(['/gone 1'])
  })

  it('pages and page', async () => {
    const { site, collection } = await shelf()
    const pages = await all(collection.pages({ stored: true }))
    expect(pages.map(page => new URL(page.url).pathname).sort()).toEqual(['/', '/gone', '/kept'])
    expect(pages.map(page => [page.status, page.revision, page.httpStatus])).toEqual(
      pages.map(() => ['completed', 1, 200]),
    )
    expect(await all(collection.pages({ status: 'error' }))).toEqual([])
    expect(await collection.errors()).toEqual([])
    expect(await all(collection.pages({ stored: true, limit: 1 }))).toHaveLength(1)
    expect(await all(collection.pages({ changedSince: new Date() }))).toEqual([])
    expect(await collection.page(site.url('/fresh'))).toBeNull()
    await collection.close()
  })

  it('bodies, links, revisions, history, differences and records of a page', async () => {
    const { site, collection } = await shelf()
    const page = (await collection.page(site.url('/kept')))!
    for (const reading of [
      page.html(),
      page.text(),
      page.bytes().then(bytes => Buffer.from(bytes!).toString()),
    ])
      expect(await reading).toContain('first edition')
    expect((await page.links()).map(({ url }) => url)).toEqual([site.url('/about-first')])
    expect(await page.revisions()).toHaveLength(1)
    expect(await page.at(2)).toBeNull()
    expect((await page.at(new Date(Date.now() + 1e6)))?.number).toBe(1)
    expect(await page.history()).toMatchObject([{ revision: 1 }])
    expect(await page.diff()).toBeNull()
    await expect(page.diff(1, 2)).rejects.toThrow(/has no revision 2: it has 1 to 1/)
    expect(await page.record()).toEqual({ name: 'Kept', price: 10 })
    expect((await collection.page(site.url('/gone')))!).toMatchObject({ status: 'completed', failures: 0 })
    await collection.close()
  })

  it('classes, records and extracts', async () => {
    const { collection, folder } = await shelf()
    expect(await collection.classes()).toEqual([
      { class: 'book', known: 2, stored: 2 },
      { class: 'home', known: 1, stored: 1 },
    ])
    const prices = async (records: AsyncIterable<{ values: Readonly<Record<string, unknown>> }>) =>
      (await all(records)).map(({ values }) => values.price).sort()
    expect(await prices(collection.records('book'))).toEqual([10, 7])
    expect(await prices(collection.extract({ class: 'book' }))).toEqual([10, 7])
    const out = `${folder}-records`
    for (const anew of [undefined, {}]) {
      expect(await collection.exportRecords(out, anew && { anew })).toMatchObject({ records: 2 })
      expect(await readFile(join(out, 'book.csv'), 'utf8')).not.toMatch(/,12\r|Fresh/)
    }
    await collection.close()
  })

  it('every format of an export', async () => {
    const { collection, folder } = await shelf()
    const out = (format: string) => `${folder}.${format}`
    for (const format of ['csv', 'jsonl', 'trec', 'wacz', 'warc'] as const)
      await collection.export(format, out(format))
    const rows = await readFile(out('jsonl'), 'utf8')
    const [first] = rows.split('\n').map(line => JSON.parse(line || '{}') as Record<string, unknown>)
    expect(rows.trim().split('\n')).toHaveLength(3)
    expect(first).toMatchObject({ revision: 1, status: 'completed' })
    expect((await readFile(out('csv'), 'utf8')).trim().split('\r\n')).toHaveLength(4)
    const warcs = (await readdir(out('warc'))).filter(file => file.endsWith('.warc.gz'))
    const archived = await Promise.all(
      warcs.map(async file => gunzipSync(await readFile(join(out('warc'), file))).toString()),
    )
    const index = await readFile(join(out('warc'), 'index.cdxj'), 'utf8')
    for (const text of [await readFile(out('trec'), 'utf8'), archived.join(''), index]) {
      expect(text).not.toMatch(/later edition|\/fresh/)
      expect(text).toMatch(/\/kept/)
    }
    expect(archived.join('')).toContain('first edition')
    expect((await readFile(out('wacz'))).includes('/fresh')).toBe(false)
    await collection.close()
  })

  it('the commands', async () => {
    const { site, collection, folder } = await shelf()
    await collection.close()
    const kept = site.url('/kept')
    const on = (...words: string[]) => tidewatch(...words, '-c', folder)
    expect((await on('show', kept)).stdout).toContain('first edition')
    expect((await on('show', kept, '--at', '2100-01-01')).stdout).toContain('first edition')
    expect((await on('history', kept, '--json')).rows[0]!.visits).toHaveLength(1)
    expect(await on('diff', kept)).toMatchObject({ code: 1 })
    expect((await on('classes', '--json')).rows).toContainEqual({ class: 'book', known: 2, stored: 2 })
    expect((await on('extract', '--class', 'book')).rows.map(row => row.price)).toEqual([10, 7])
  })
})

it('all of it is there when the cycle has ended', async () => {
  const { site, collection, publish } = await shelf()
  const before = (await collection.page(site.url('/kept')))!
  await publish()
  const page = (await collection.page(site.url('/kept')))!
  expect(await page.text()).toContain('later edition')
  expect(await before.text()).toContain('first edition')
  expect(await page.history()).toHaveLength(2)
  expect((await page.diff())?.lines.some(({ kind }) => kind === 'changed')).toBe(true)
  expect(await page.record()).toEqual({ name: 'Kept', price: 12 })
  expect((await collection.page(site.url('/fresh')))?.status).toBe('completed')
  expect((await collection.page(site.url('/gone')))?.status).toBe('error')
  expect((await collection.classes())[0]).toEqual({ class: 'book', known: 3, stored: 3 })
  await collection.close()
})

it('nothing stored is shown before the first cycle has ended', async () => {
  const { collection, site } = await shelf()
  await holdingsOf(collection).store.writeMeta({ published: '0' })
  expect(await all(collection.pages({ stored: true }))).toEqual([])
  expect(await collection.page(site.url('/'))).toBeNull()
  await collection.close()
})
