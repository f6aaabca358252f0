/** Archives of other crawls are taken over visit by visit, as if we had made the visits. Both stores. */
import { createHash } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WARCRecord, WARCSerializer } from 'warcio'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import { base32, readRecords } from '../../src/archive/index.ts'
import { Collection, type ConfigInput, definePlugin, type ImportSummary } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { start, temporaryFolder, tidewatch } from './shell.ts'
import { answering } from './small-server.ts'

let server: TestPostgres
let schemas = 0
beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(() => server?.stop())

const WEEK_MS = 7 * 86_400_000
const WEEKS = 10
const weekAt = (week: number) => Date.UTC(2025, 2, 3, 9) + week * WEEK_MS

const WORDS = 'harbor lantern orchard pebble quarry ribbon saddle timber umbrella valley willow yarrow'.split(
  ' ',
)
const story = (week: number) =>
  [1, 5, 7, 11]
    .map(step => `The ${WORDS[(week * step) % 12]} met the ${WORDS[(week + step) % 12]}.`)
    .join(' ')
const news = (week: number) =>
  `<title>News</title><main><p>${story(week)}</p><a href="/older">older</a></main>`
const ABOUT = '<title>About</title><main><p>We sell lamps and mend old radios.</p></main>'

interface Made {
  readonly url: string
  readonly at: number
  readonly body: string
  readonly type?: 'response' | 'revisit'
  readonly status?: string
  readonly method?: string
  readonly mime?: string
}

/** An answer and its request, by the library that Webrecorder's tools write with. */
async function records(made: Made): Promise<Uint8Array[]> {
  const { url, at, body, type = 'response', status = '200 OK', method = 'GET', mime = 'text/html' } = made
  const digest = `sha1:${base32(createHash('sha1').update(body).digest())}`
  const date = new Date(at).toISOString()
  const shared = { url, date, warcVersion: 'WARC/1.1' as const, keepHeadersCase: true }
  const answer = WARCRecord.create(
    {
      ...{ ...shared, type, statusline: `HTTP/1.1 ${status}` },
      httpHeaders: { 'Content-Type': mime, 'X-Odd': 'left alone' },
      warcHeaders: { 'WARC-Payload-Digest': digest },
    },
    bytes(type === 'revisit' ? '' : body),
  )
  const request = WARCRecord.create(
    {
      ...{ ...shared, type: 'request', statusline: `${method} / HTTP/1.1` },
      httpHeaders: { 'User-Agent': 'another-crawler' },
    },
    bytes(''),
  )
  return Promise.all([answer, request].map(record => WARCSerializer.serialize(record, { gzip: true })))
}

async function* bytes(text: string) {
  yield Buffer.from(text)
}

async function archive(all: readonly Made[]): Promise<string> {
  const path = join(await temporaryFolder(), 'another.warc.gz')
  const parts: Uint8Array[] = []
  for (const made of all) parts.push(...(await records(made)))
  await writeFile(path, Buffer.concat(parts))
  return path
}

/** Ten weekly crawls of a page that changes and of one that does not, which a deduplicating crawler recorded once. */
const tenWeeks = (url: (path: string) => string): Made[] =>
  Array.from({ length: WEEKS }, (_, week) => week).flatMap(week => [
    { url: url('/news'), at: weekAt(week), body: news(week) },
    { url: url('/about'), at: weekAt(week) + 1_000, body: ABOUT, type: week === 0 ? 'response' : 'revisit' },
  ])

const OTHERS = (url: (path: string) => string): Made[] => [
  { url: url('/robots.txt'), at: weekAt(0), body: 'User-agent: *', mime: 'text/plain' },
  { url: url('/logo.png'), at: weekAt(0) + 2_000, body: '\x89PNG\r\n\x1a\n', mime: 'image/png' },
  { url: url('/order'), at: weekAt(0) + 3_000, body: '<p>thanks', method: 'POST' },
  { url: url('/gone'), at: weekAt(0) + 4_000, body: '<p>not here', status: '404 Not Found' },
  { url: url('/copy'), at: weekAt(1) + 5_000, body: ABOUT, type: 'revisit' },
  { url: url('/lost'), at: weekAt(1) + 6_000, body: 'in no file', type: 'revisit' },
]

const WHERE = (path: string) => `http://another.example${path}`
const CONFIG: ConfigInput = { seeds: [WHERE('/news')], scope: { local: true }, threads: 1 }

function place(kind: 'sqlite' | 'postgres', folder: string) {
  const archiveFolder = join(folder, 'archive')
  return { archiveFolder, where: kind === 'sqlite' ? folder : `${server.url}?schema=import${++schemas}` }
}

describe.each(['sqlite', 'postgres'] as const)('an import into %s', kind => {
  async function opened() {
    const { where, archiveFolder } = place(kind, await temporaryFolder())
    const collection = await Collection.open(where, { mode: 'write', archiveFolder })
    return { collection, archiveFolder }
  }

  it('makes visits, revisions and change rates of what was recorded', async () => {
    const { collection } = await opened()
    const file = await archive([...tenWeeks(WHERE), ...OTHERS(WHERE)])
    const summary = await collection.import([file], { config: CONFIG })
    expect(summary).toMatchObject({
      captures: 22,
      pages: 3,
      changes: WEEKS - 1,
      problems: [],
      interrupted: false,
    })
    expect(summary.passedOver).toEqual({ known: 0, scope: 0, type: 3, payload: 1, large: 0, damaged: 0 })

    const page = (await collection.page(WHERE('/news')))!
    const history = await page.history()
    expect(history.map(({ at }) => at.getTime())).toEqual(
      Array.from({ length: WEEKS }, (_, week) => weekAt(week)),
    )
    expect(page.revision).toBe(WEEKS)
    expect(await (await page.at(new Date(weekAt(3) + 5_000)))!.html()).toBe(news(3))
    const about = (await collection.page(WHERE('/about')))!
    expect(await about.history()).toHaveLength(WEEKS)
    expect(about.revision).toBe(1)
    expect(await (await collection.page(WHERE('/copy')))!.html()).toBe(ABOUT)
    expect((await collection.page(WHERE('/older')))!.status).toBe('waiting')
    expect(await collection.page(WHERE('/lost'))).toBeNull()

    const fastest = await collect(
      collection.pages({ sort: 'changesPerDay', order: 'descending', stored: true }),
    )
    expect(fastest[0]!.url).toBe(WHERE('/news'))
    const problems = await collect(collection.doctor({ full: true }))
    expect(problems.filter(({ level }) => level === 'problem')).toEqual([])
    await collection.close()
  })

  it('learns what on a page is only noise', async () => {
    const { collection } = await opened()
    const visitors = (week: number) =>
      `<title>Shop</title><main><p>We sell lamps.</p></main><p class="count">Visitor ${4_711 + week * 37}</p>`
    const weekly = Array.from({ length: WEEKS }, (_, week) => ({
      ...{ url: WHERE('/shop'), at: weekAt(week), body: visitors(week) },
    }))
    const { captures, changes } = await collection.import([await archive(weekly)])
    expect(captures).toBe(WEEKS)
    expect(changes).toBeLessThan(3)
    await collection.close()
  })

  it('calls plug-ins as a crawl does, except for requests', async () => {
    const { collection } = await opened()
    const called: string[] = []
    const plugin = definePlugin({
      name: 'witness',
      request: () => void called.push('request'),
      response(visit) {
        visit.fields.words = visit.text?.split(' ').length
        called.push(`response ${visit.url.pathname}`)
      },
      queue: page => void called.push(`queue ${page.url.pathname}`),
    })
    await collection.import([await archive(tenWeeks(WHERE).slice(0, 2))], {
      config: CONFIG,
      plugins: [plugin],
    })
    expect(called.filter(each => !each.includes('older')).sort()).toEqual([
      ...['queue /about', 'queue /news', 'response /about', 'response /news'],
    ])
    expect((await (await collection.page(WHERE('/about')))!.revisions())[0]!.fields?.words).toBe(7)
    await collection.close()
  })

  it('keeps the records as they are, and adds none of its own making', async () => {
    const { collection, archiveFolder } = await opened()
    await collection.import([await archive(tenWeeks(WHERE).slice(0, 1))])
    await collection.close()
    const heads: string[] = []
    for (const name of (await readdir(archiveFolder)).filter(each => each.endsWith('.warc.gz')))
      for await (const record of readRecords(join(archiveFolder, name)))
        heads.push(`${record.type} ${Buffer.concat(await collect(record.block)).toString()}`)
    expect(heads.filter(head => !head.startsWith('warcinfo'))).toEqual([
      `response HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Odd: left alone\r\n\r\n${news(0)}`,
      'request GET / HTTP/1.1\r\nUser-Agent: another-crawler\r\n\r\n',
    ])
  })

  it('adds only what is new when it is repeated, whatever the order of the files', async () => {
    const { collection } = await opened()
    const made = tenWeeks(WHERE)
    const [later, earlier] = [await archive(made.slice(8)), await archive(made.slice(0, 8))]
    await collection.import([dirname(earlier)])
    const both = await collection.import([later, earlier])
    expect(both).toMatchObject({ captures: 12, passedOver: { known: 8 } })
    expect(await (await collection.page(WHERE('/news')))!.history()).toHaveLength(WEEKS)
    // Nothing is made up about times that lie before what is known.
    const first = await archive([{ url: WHERE('/news'), at: weekAt(-1), body: '<p>older' }])
    expect(await collection.import([first])).toMatchObject({ captures: 0, passedOver: { known: 1 } })
    await collection.close()
  })

  it('lets a crawl go on from there, as polite as ever', async () => {
    const asked: string[] = []
    const url = await answering((request, response) => {
      asked.push(request.url!)
      if (request.url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /older')
      response.setHeader('content-type', 'text/html').end(request.url === '/news' ? news(WEEKS) : ABOUT)
    })
    const { collection } = await opened()
    const request = { delay: 0, allowPrivate: true } as const
    await collection.import([await archive(tenWeeks(url))], {
      config: { seeds: [url('/news')], request, threads: 1 },
    })
    expect(asked).toEqual([])
    await collection.recrawl(undefined, { which: 'all' })
    expect(asked[0]).toBe('/robots.txt')
    expect(asked).not.toContain('/older')
    const [page, about] = [(await collection.page(url('/news')))!, (await collection.page(url('/about')))!]
    expect([page.revision, about.revision]).toEqual([WEEKS + 1, 1])
    expect((await page.explain()).standing).toEqual(['a seed'])
    expect((await about.explain()).standing[0]).toMatch(/an import/)
    // What was recorded cost nothing.
    const samples = await collection.samples()
    const spent = samples.reduce((sum, sample) => sum + sample.spent, 0)
    expect(spent).toBe(asked.filter(path => path !== '/robots.txt').length)
    await collection.close()
  })
})

/** A record as wget writes it: version 1.0, the address in brackets, digests that are those of the chunks, and of nothing in revisits. */
function wgetRecord(
  type: 'response' | 'revisit',
  at: number,
  path: string,
  body: string,
  head = '200 OK',
): Buffer {
  const chunks = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const http = `HTTP/1.1 ${head}\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n`
  const block = type === 'revisit' ? http : http + chunks
  const sha1 = (text: string) => `sha1:${base32(createHash('sha1').update(text).digest())}`
  const lines = [
    'WARC/1.0',
    `WARC-Type: ${type}`,
    `WARC-Target-URI: <${WHERE(path)}>`,
    `WARC-Date: ${new Date(at).toISOString()}`,
    `WARC-Record-ID: <urn:x:${type}:${at}>`,
    `WARC-Block-Digest: ${sha1(type === 'revisit' ? '' : block)}`,
    `WARC-Payload-Digest: ${sha1(chunks)}`,
    'Content-Type: application/http;msgtype=response',
    ...(type === 'revisit' ? ['WARC-Truncated: length'] : []),
    `Content-Length: ${Buffer.byteLength(block)}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${block}\r\n\r\n`)
}

it('finds what revisits refer to where digests are those of chunks, as wget makes them', async () => {
  const folder = await temporaryFolder()
  const [first, second, empty] = ['first.warc', 'second.warc', 'empty.warc'].map(name => join(folder, name))
  const moved = '302 Found\r\nLocation: /about'
  const records = (week: number, type: 'response' | 'revisit') => [
    wgetRecord(type, weekAt(week), '/about', ABOUT),
    wgetRecord('response', weekAt(week), '/news', news(week)),
    wgetRecord(type, weekAt(week), '/old', 'it is elsewhere', moved),
    wgetRecord(type, weekAt(week), '/gone', 'it is not here', '404 Not Found'),
  ]
  await writeFile(first!, Buffer.concat(records(0, 'response')))
  const copied = wgetRecord('revisit', weekAt(1), '/copy', ABOUT)
  await writeFile(second!, Buffer.concat([...records(1, 'revisit'), copied]))
  await writeFile(empty!, '')
  await using collection = await Collection.open(join(folder, 'data'), { mode: 'write' })
  const summary = await collection.import([second!, empty!, first!])
  expect(summary).toMatchObject({ captures: 9, pages: 3, changes: 1, passedOver: { payload: 0 } })
  for (const path of ['/about', '/old', '/gone'])
    expect(await (await collection.page(WHERE(path)))!.history()).toHaveLength(2)
  expect((await collection.page(WHERE('/old')))!.movedTo).toBe(WHERE('/about'))
  const copy = (await (await collection.page(WHERE('/copy')))!.at())!
  expect([await copy.html(), copy.truncated]).toEqual([ABOUT, false])
  const problems = await collect(collection.doctor({ full: true }))
  expect(problems.filter(({ level }) => level === 'problem')).toEqual([])
})

it.each(['SIGINT', 'SIGKILL'] as const)('goes on where it was ended by %s', async signal => {
  const folder = await temporaryFolder()
  const pages = Array.from({ length: 1_500 }, (_, n) => ({
    url: WHERE(`/${n}`),
    at: weekAt(0) + n * 1_000,
    body: `<title>${n}</title><p>${story(n)} ${n}`,
  }))
  const file = await archive(pages)
  const first = start(['import', file, '-c', folder, '--progress', 'json', '--json'])
  await first.said(/"captures":[1-9]/)
  first.child.kill(signal)
  const stopped = await first.ended
  if (signal === 'SIGINT') expect(stopped).toMatchObject({ code: 130, rows: [{ interrupted: true }] })
  const second = await tidewatch('import', file, '-c', folder, '--json')
  expect(second.code).toBe(0)
  const { captures, passedOver } = second.rows[0] as unknown as ImportSummary
  expect(captures + passedOver.known).toBe(pages.length)
  expect(captures).toBeLessThan(pages.length)
  const collection = await Collection.open(folder)
  const problems = await collect(collection.doctor({ full: true }))
  expect(problems.filter(({ level }) => level === 'problem')).toEqual([])
  expect((await collection.counts()).visits).toBe(pages.length)
  await collection.close()
})

it('reads a WACZ, and archives of ours', async () => {
  const folder = await temporaryFolder()
  const [ours, again] = [join(folder, 'ours'), join(folder, 'again')]
  await tidewatch('import', await archive(tenWeeks(WHERE)), '-c', ours)
  const wacz = join(folder, 'ours.wacz')
  expect((await tidewatch('export', 'wacz', '--out', wacz, '-c', ours)).code).toBe(0)
  const said = await tidewatch('import', wacz, '-c', again)
  expect(said).toMatchObject({ code: 0 })
  expect(said.stderr).toContain('took over 20 visits: 2 new pages, 9 changes')
  const histories = await Promise.all(
    [ours, again].map(c => tidewatch('history', WHERE('/news'), '-c', c, '--json')),
  )
  const visits = histories.map(({ rows }) => (rows[0]!.visits as { at: string }[]).map(({ at }) => at))
  expect(visits[1]).toEqual(visits[0])
})

it('says what is wrong with a file in one sentence', async () => {
  const folder = await temporaryFolder()
  const text = join(folder, 'notes.txt')
  await writeFile(text, 'no archive')
  const broken = await archive(tenWeeks(WHERE).slice(0, 2))
  await writeFile(broken, Buffer.from('trailing garbage'), { flag: 'a' })
  const importing = (path: string) => tidewatch('import', path, '-c', join(folder, 'collection'))
  expect(await importing(join(folder, 'nothing.warc'))).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/nothing\.warc cannot be imported: there is no such file\n$/),
  })
  expect(await importing(folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('there are no WARC or WACZ files in'),
  })
  expect(await importing(text)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a WARC file'),
  })
  const damaged = await importing(broken)
  expect(damaged.code).toBe(1)
  expect(damaged.stderr).toMatch(/took over 2 visits/)
  expect(damaged.stderr).toMatch(/another\.warc\.gz is damaged at byte \d+: /)
})
