/** Work on what is stored, exports and robots.txt over HTTP, on both stores: what the commands do, programs and the dashboard can do, too. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import { connect } from '../../src/client/index.ts'
import { Collection } from '../../src/index.ts'
import { type Asking, served } from './api-server.ts'

const STORY =
  'At dawn the tide runs out of the harbor, past the old mole and the two lights, and the boats that lie dry on the sand wait for noon. '

const PAGES: Readonly<Record<string, string>> = {
  '/': '<html lang=en><title>Home</title><h1>Home</h1><a href=/a>first</a> <a href=/b>second</a> <a href=/contact>contact</a>',
  '/a': `<html lang=en><title>Story</title><h1>Story</h1><p>${STORY.repeat(8)}</p>`,
  '/b': `<html lang=en><title>Story</title><h1>Story</h1><p>${STORY.repeat(8)}</p>`,
  '/contact': '<title>Contact</title><p>write to me@harbour.no</p><img src=x.png>',
}
const ROBOTS = 'User-agent: *\nDisallow: /private\n\nUser-agent: other\nCrawl-delay: 2\nDisallow: /\n'

let site: Server
let seed: string
let database: TestPostgres
beforeAll(async () => {
  database = await startTestPostgres()
  site = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    if (path === '/robots.txt') return void answer.end(ROBOTS)
    const page = PAGES[path]
    answer.statusCode = page === undefined ? 404 : 200
    answer.setHeader('content-type', 'text/html')
    answer.end(page ?? '')
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  seed = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
})
afterAll(async () => {
  site?.close()
  await database?.stop()
})

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  let folder: string
  let asking: Asking
  const at = '/api/collections/news'

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidewatch-tasks-'))
    const where = store === 'PostgreSQL' ? `${database.url}?schema=tasks${process.pid}` : join(folder, 'news')
    const collection = await Collection.open(where, { mode: 'write', archiveFolder: join(folder, 'archive') })
    await collection.crawl({
      seeds: [seed],
      scope: { soft404: false, sitemaps: false },
      request: { delay: 0, allowPrivate: true },
    })
    await collection.close()
    asking = await served(shelf => shelf.add(where, { id: 'news' }))
  })
  afterAll(async () => {
    await asking?.end()
    await rm(folder, { recursive: true, force: true })
  })

  /** Starts a task and waits for its end. */
  async function done(path: string, body: unknown) {
    const { status, body: started } = await asking.send('POST', at + path, body)
    expect([path, status, started.problem]).toEqual([path, 200, undefined])
    expect(started).toMatchObject({ state: 'running', endedAt: null })
    const latest = async () =>
      (await asking.get(`${at}/tasks`)).body.find((each: { kind: string }) => each.kind === started.kind)
    await expect.poll(async () => (await latest()).endedAt).not.toBeNull()
    const { state, message, findings, pages } = await latest()
    expect([path, state, message]).toEqual([path, 'done', expect.any(String)])
    return { message, findings, pages }
  }

  it('builds the search index', async () => {
    expect((await asking.get(`${at}/search?q=tide`)).body.problem).toMatch(/no search index/)
    expect((await done('/search/index', {})).message).toBe('indexed 4 revisions')
    expect((await asking.get(`${at}/search?q=tide`)).body.rows).toHaveLength(2)
    expect((await done('/search/index', { all: true })).message).toMatch(/^indexed \d revisions?$/)
  })

  it('finds duplicates, and tells which pages are alike and which are the same', async () => {
    const like = `${at}/page/duplicates?url=${encodeURIComponent(`${seed}a`)}`
    expect((await asking.get(like)).body).toBeNull()
    expect((await done('/duplicates/find', { resemblance: 0.8 })).message).toBe('4 pages compared')
    expect((await asking.get(`${at}/duplicates`)).body.rows).toEqual([
      { original: `${seed}a`, copies: [`${seed}b`] },
    ])
    expect((await asking.get(`${like}&resemblance=0.5`)).body).toEqual([
      { url: `${seed}b`, resemblance: expect.any(Number) },
    ])
    const copies = await asking.get(`${at}/page/copies?url=${encodeURIComponent(`${seed}a`)}`)
    expect(copies.body).toEqual([`${seed}b`])
  })

  it('looks for patterns', async () => {
    const { status, body } = await asking.send('POST', `${at}/patterns/find`, { find: ['iban'] })
    expect([status, body.problem]).toEqual([400, expect.stringContaining('one of email, phone')])
    expect((await done('/patterns/find', { find: ['email'] })).message).toBe(
      'looked at 4 pages and found 1 value',
    )
    expect((await asking.get(`${at}/patterns`)).body.rows).toMatchObject([{ value: 'me@harbour.no' }])
  })

  it('checks accessibility', async () => {
    expect((await asking.get(`${at}/accessibility`)).body).toEqual([])
    expect((await done('/accessibility/check', {})).message).toBe('checked 4 pages')
    expect((await asking.get(`${at}/accessibility?by=class`)).body).toMatchObject([{ pages: 4 }])
    expect((await asking.get(`${at}/accessibility?at=2001-01-01`)).body).toEqual([])
    const [worst] = (await asking.get(`${at}/accessibility/pages?limit=1`)).body
    expect(worst.url).toBe(`${seed}contact`)
  })

  it('examines and repairs', async () => {
    const { message, findings } = await done('/doctor', { full: true })
    expect(message).toMatch(/^no problems/)
    const checks = findings.map((each: { check: string }) => each.check)
    expect(checks).toEqual(expect.arrayContaining(['node', 'database', 'archive']))
    expect((await done('/doctor', { repair: true })).message).toMatch(/^no problems/)
  })

  it('sends the collection as rows and as a graph', async () => {
    const csv = await asking.get(`${at}/export?format=csv`)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="news.csv"')
    expect(csv.body.trim().split('\n')).toHaveLength(5)
    const client = connect({ url: `${asking.base}/` })
    const lines = await (await client.export('news', { format: 'jsonl', text: true })).text()
    const rows = lines
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(rows.find(row => row.url === `${seed}contact`).text).toContain('me@harbour.no')
    const asked = await asking.get(`${at}/export?format=jsonl&markdown=true&since=1d`)
    const marked = asked.body.trim().split('\n') as readonly string[]
    const story = marked.map(line => JSON.parse(line)).find(row => row.url === `${seed}b`)
    expect(story.text).toMatch(/^# Story\n\n/)
    const main = await asking.get(`${at}/export?format=graphml&main=true`)
    expect([main.status, main.body.problem]).toEqual([400, expect.stringContaining('graphml cannot be')])
    expect((await asking.get(`${at}/export?format=graphml`)).body).toContain('<graphml')
    expect((await asking.get(`${at}/export?format=cypher`)).status).toBe(200)
    expect((await asking.get(`${at}/export?format=wacz`)).body.problem).toMatch(/one of csv, jsonl/)
  })

  it('makes files for download, replaces and removes them, and gives away nothing else', async () => {
    await done('/exports', { format: 'wacz' })
    await done('/exports', { format: 'warc' })
    await done('/exports', { format: 'csv', text: true })
    await done('/exports', { format: 'csv', text: true })
    const names = async () =>
      (await asking.get(`${at}/exports`)).body.map(({ name }: { name: string }) => name)
    const warc = (await names()).find((name: string) => name.endsWith('.warc.gz'))
    expect(await names()).toEqual([
      ...['news-text.csv', 'news-warc/index.cdxj', warc, 'news-warc/tidewatch-export.json', 'news.wacz'],
    ])
    const file = async (name: string) =>
      fetch(`${asking.base}${at}/exports/file?name=${encodeURIComponent(name)}`)
    const zipped = Buffer.from(await (await file('news.wacz')).arrayBuffer())
    expect(zipped.subarray(0, 2).toString()).toBe('PK')
    expect(gunzipSync(Buffer.from(await (await file(warc)).arrayBuffer())).toString()).toMatch(/^WARC\/1\./)
    for (const other of ['../../tokens', '../notifications.db', 'news-warc', ''])
      expect([other, (await file(other)).status]).toEqual([other, 400])
    const remove = (name: string) => asking.send('DELETE', `${at}/exports`, { name })
    expect((await remove('../..')).body).toEqual({ removed: false })
    expect((await remove('news-warc')).body).toEqual({ removed: true })
    expect(await names()).toEqual(['news-text.csv', 'news.wacz'])
  })

  it('writes records, of which there are none', async () =>
    expect((await done('/exports/records', { format: 'jsonl' })).message).toMatch(/^0 records of 0 classes/))

  it('tells what robots.txt says', async () => {
    const ask = async (body: unknown) => (await asking.send('POST', `${at}/robots`, body)).body
    expect(await ask({ urls: [`${seed}a`, `${seed}private/x`] })).toEqual([
      {
        ...{ url: `${seed}a`, agent: 'tidewatch', allowed: true, line: null, rule: null },
        ...{ crawlDelayMs: null, sitemaps: [] },
      },
      expect.objectContaining({
        allowed: false,
        line: 2,
        rule: expect.stringMatching(/disallow: \/private/i),
      }),
    ])
    expect(await ask({ urls: [`${seed}a`], agent: 'other' })).toMatchObject([
      { allowed: false, line: 6, crawlDelayMs: 2000 },
    ])
    expect((await ask({ urls: ['mailto:x@y.z'] })).problem).toMatch(/not a web address/)
  })

  it('shows a page in every form, as it was then, and what its server said', async () => {
    const text = async (query: string) =>
      (await asking.get(`${at}/page/text?url=${encodeURIComponent(`${seed}contact`)}&${query}`)).body.text
    expect(await text('as=html')).toContain('<p>')
    expect(JSON.parse(await text('as=json'))).toHaveProperty('blocks')
    expect(await text('at=2001-01-01')).toBeNull()
    const said = await asking.get(`${at}/page/response?url=${encodeURIComponent(seed)}`)
    expect(said.body.statusLine).toMatch(/^HTTP\/1\.1 200/)
    expect(said.body.headers).toContainEqual(['content-type', 'text/html'])
  })

  it('draws the plan', async () =>
    expect((await asking.get(`${at}/plan.svg`)).body).toMatch(/^<svg[\s\S]*Freshness of/))

  it('erases pages', async () => {
    const found = () => asking.get(`${at}/search?q=tide`)
    const before = (await found()).body.rows.length
    const { message } = await done('/pages/forget', { urls: [`${seed}a`] })
    expect(message).toMatch(
      /^forgot 1 page in \d revisions?, overwrote .*; 1 other page with the same bytes stays/,
    )
    expect((await found()).body.rows).toHaveLength(before - 1)
    const page = await asking.get(`${at}/page?url=${encodeURIComponent(`${seed}a`)}`)
    expect(page.body).toMatchObject({ status: 'excluded', revision: 0 })
  })

  it('needs the token for whatever it does', async () => {
    const { status } = await asking.send('POST', `${at}/doctor`, {}, {})
    expect(status).toBe(401)
    expect((await asking.send('POST', `${at}/robots`, { urls: [seed] }, {})).status).toBe(401)
  })
})

describe('while a collection is crawled', () => {
  let asking: Asking
  const at = '/api/collections/watched'
  const state = async () => (await asking.get(at)).body.run?.state
  const task = async (kind: string) =>
    (await asking.get(`${at}/tasks`)).body.find((each: { kind: string }) => each.kind === kind)

  beforeAll(async () => {
    asking = await served(() => {})
    const config = { seeds: [seed], request: { delay: 0, allowPrivate: true }, scope: { soft404: false } }
    await asking.send('POST', '/api/collections', { name: 'watched', config })
  })
  afterAll(() => asking?.end())

  it('a task that writes pauses the crawl of this server, which then goes on', async () => {
    await asking.send('POST', `${at}/start`, { kind: 'watch' })
    await expect.poll(async () => (await asking.get(at)).body.counts.fetched).toBe(4)
    const { startedAt } = (await asking.get(at)).body.run
    await asking.send('POST', `${at}/search/index`, {})
    const twice = await asking.send('POST', `${at}/search/index`, {})
    expect([twice.status, twice.body.problem]).toEqual([409, expect.stringContaining('already')])
    const other = await asking.send('POST', `${at}/accessibility/check`, {})
    expect([other.status, other.body.problem]).toEqual([
      409,
      'the search index is being built: wait, or stop it first',
    ])
    await expect.poll(async () => (await task('index')).endedAt).not.toBeNull()
    expect(await task('index')).toMatchObject({ state: 'done', message: 'indexed 4 revisions' })
    expect((await asking.get(at)).body.run).toMatchObject({ kind: 'watch', state: 'running' })
    expect((await asking.get(at)).body.run.startedAt).not.toBe(startedAt)
  })

  it('one that only reads does not', async () => {
    const { startedAt } = (await asking.get(at)).body.run
    await asking.send('POST', `${at}/exports`, { format: 'parquet' })
    await expect.poll(async () => (await task('export')).state).toBe('done')
    expect((await asking.get(at)).body.run).toMatchObject({ startedAt, state: 'running' })
  })

  it('one that a format cannot do is refused at once', async () => {
    const { status, body } = await asking.send('POST', `${at}/exports`, { format: 'wacz', main: true })
    expect([status, body.problem]).toEqual([
      400,
      'wacz cannot be limited to the main content of pages: only csv, jsonl, parquet, markdown can',
    ])
  })

  it('a task that is stopped says so, and the crawl goes on', async () => {
    await asking.send('POST', `${at}/duplicates/find`, {})
    const { body } = await asking.send('POST', `${at}/tasks/stop`, { kind: 'duplicates' })
    expect(body.at(-1)).toMatchObject({ kind: 'duplicates', state: 'stopped', message: null })
    expect(await state()).toBe('running')
    await asking.send('POST', `${at}/stop`, {})
  })

  it('one that meets the crawl of another process says whose turn it is', async () => {
    const { where } = (await asking.get(at)).body
    const other = await Collection.open(where, { mode: 'write' })
    await asking.send('POST', `${at}/duplicates/find`, {})
    await expect.poll(async () => (await task('duplicates')).state).toBe('failed')
    expect((await task('duplicates')).message).toMatch(/^another tidewatch process is working on /)
    await other.close()
  })

  it('folders of the server are no names for collections', async () => {
    for (const name of ['runs', 'exports']) {
      const { status } = await asking.send('POST', '/api/collections', { name, config: { seeds: [seed] } })
      expect([name, status]).toEqual([name, 400])
    }
  })
})
