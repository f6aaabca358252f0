/** Links that lead nowhere, elsewhere or slowly, as the last visits of their targets tell. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Collection, type ConfigInput, type LinkFinding, type LinkHealthQuery } from '../../src/index.ts'
import { holdingsOf } from '../../src/library/collection-reader.ts'
import { batch, collect } from '../../src/store/conformance/fixture.ts'
import { NO_CONTENT, type VisitCommit } from '../../src/store/index.ts'
import { asUrl } from '../../src/url/index.ts'
import { temporaryFolder, tidewatch } from './shell.ts'

const PAGES: Readonly<Record<string, string>> = {
  '/': `<title>Home</title><h1 id=start>Home</h1><a href="/fine#there">fine</a> <a href="/fine#missing">lost place</a>
    <a href="/gone">gone, <b>=1+1</b></a> <a href="/moved">moved</a> <a href="/circle">circle</a> <a href="/to-gone">to gone</a>
    <a href="/slow">slow</a> <a href="/soft">soft</a> <a href="#start">up</a> <a href="#nowhere">nowhere</a> <a href="http://elsewhere.example/">outside</a>`,
  '/fine':
    '<title>Fine</title><p id=there>There</p><a href="/gone">gone again</a><a href="/moved#there">there</a>',
  '/slow': '<title>Slow</title><p>Slow</p>',
  '/soft': '<title>Soft</title><p>Oops</p>',
}
const MOVED: Readonly<Record<string, string>> = {
  '/moved': '/again',
  '/again': '/fine',
  '/circle': '/elcric',
  '/elcric': '/circle',
  '/to-gone': '/gone',
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? ''
  const location = MOVED[path]
  if (location) response.writeHead(301, { location }).end()
  else
    response
      .writeHead(PAGES[path] ? 200 : 404, { 'content-type': 'text/html' })
      .end(PAGES[path] ?? 'not found')
}

interface Site {
  readonly data: string
  readonly origin: string
  find(query?: LinkHealthQuery): Promise<readonly LinkFinding[]>
  /** Problem, page and target, without the origin. */
  told(query?: LinkHealthQuery): Promise<readonly string[]>
}

async function crawledSite(): Promise<Site> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const data = join(await temporaryFolder(), 'data')
  const config: ConfigInput = {
    ...{ seeds: [`${origin}/`], scope: { local: true }, patience: '1s', threads: 1 },
    request: { delay: 0, allowPrivate: true, retries: 0 },
  }
  const writer = await Collection.open(data, { mode: 'write' })
  await writer.crawl(config)
  const slow = { outcome: 'notModified', status: 'completed', httpStatus: 304, durationMs: 8_000 } as const
  await visitLater(writer, `${origin}/slow`, slow)
  const soft = { outcome: 'gone', status: 'gone', httpStatus: 200, durationMs: 5 } as const
  await visitLater(writer, `${origin}/soft`, soft)
  await writer.close()
  const find: Site['find'] = async (query = {}) => {
    await using collection = await Collection.open(data)
    return await collect(collection.linkHealth(query))
  }
  const short = (text: string) => text.replaceAll(origin, '')
  return {
    ...{ data, origin, find },
    told: async query =>
      (await find(query)).map(({ problem, page, url, leadsTo }) =>
        short([problem, page, url, ...(leadsTo ? [`→ ${leadsTo}`] : [])].join(' ')),
      ),
  }
}

type LaterVisit = Pick<VisitCommit, 'outcome' | 'status' | 'httpStatus' | 'durationMs'>

/** A later visit that took long, or found an error page that does not say so: nobody wants to wait for one. */
async function visitLater(collection: Collection, url: string, visit: LaterVisit): Promise<void> {
  const { store } = holdingsOf(collection)
  const { shard, id, host } = (await store.page(asUrl(url)))!
  const refs = { page: { shard, id }, host: { shard, id: host } }
  const rest = { error: null, reason: null, dueAt: null, rank: null, failures: 0, place: null }
  await store.commit(
    batch({ visits: [{ ...refs, ...rest, ...NO_CONTENT, at: Date.now(), ...visit } as VisitCommit] }),
  )
}

describe('link health', () => {
  it('tells dead, redirected and slow links, with the pages that hold them', async () => {
    const { told, find, origin } = await crawledSite()
    expect(await told()).toEqual([
      'dead / /gone',
      'redirected / /moved → /fine',
      expect.stringMatching(/^dead \/ \/circle → /),
      'dead / /to-gone → /gone',
      'slow / /slow',
      'soft-dead / /soft',
      'dead /fine /gone',
      'redirected /fine /moved → /fine',
    ])
    expect(await told({ problems: ['slow'] })).toEqual(['slow / /slow'])
    expect(await told({ problems: ['slow'], slowMs: 10_000 })).toEqual([])
    expect(await told({ problems: ['redirected'] })).toContain('redirected / /to-gone → /gone')
    expect(await told({ limit: 1 })).toEqual(['dead / /gone'])
    expect(await told({ host: 'other.example' })).toEqual([])
    expect((await find({ host: origin, limit: 1 }))[0]).toMatchObject({
      text: 'gone, =1+1',
      kind: 'a',
      httpStatus: 404,
      reason: 'HTTP 404',
    })
  })

  it('tells links to places that pages do not have, behind redirects too', async () => {
    const { told, find } = await crawledSite()
    expect(await told({ problems: ['fragment'] })).toEqual([
      'fragment / /fine#missing',
      'fragment / /#nowhere',
    ])
    expect((await find({ problems: ['fragment'] }))[0]).toMatchObject({ reason: 'no place "missing"' })
  })

  it('has a command with tables, JSON and CSV', async () => {
    const { data, origin } = await crawledSite()
    const table = await tidewatch('links', '--dead', '-c', data)
    expect([table.code, table.stderr]).toEqual([0, ''])
    expect(table.stdout).toMatch(/^problem +http +ms +page +link\n/)
    expect(table.stdout).toContain(`${origin}/gone  ("gone, =1+1"; HTTP 404)`)
    const json = await tidewatch('links', '--fragments', '--json', '-c', data)
    expect(json.rows.map(row => row.problem)).toEqual(['fragment', 'fragment'])
    const csv = await tidewatch('links', '--dead', '--limit', '1', '--csv', '-c', data)
    expect(csv.stdout).toBe(
      `problem,page,url,text,kind,httpStatus,reason,leadsTo,durationMs\n` +
        `dead,${origin}/,${origin}/gone,"gone, =1+1",a,404,HTTP 404,,\n`,
    )
    const none = await tidewatch('links', '--slow', '--slow-over', '1h', '-c', data)
    expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'no such links\n'])
  })
})
