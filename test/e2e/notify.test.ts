/** Telling others of changes: by signed webhooks that nothing loses, by feeds, and by mail. */
import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../scripts/postgres.ts'
import { Shelf, serve } from '../../src/api/index.ts'
import type { ConfigInput } from '../../src/config/index.ts'
import { realEnv } from '../../src/env/index.ts'
import { Collection } from '../../src/index.ts'
import { type Site, startWorld } from '../world/index.ts'
import { ownWords } from './own-words.ts'

const PAGES = 30
const HOST = 'http://h.test'
const CONFIG = {
  seeds: [`${HOST}/`],
  scope: { soft404: false, sitemaps: false },
  request: { delay: 0, allowPrivate: true },
} satisfies ConfigInput

let server: TestPostgres
beforeAll(async () => {
  server = await startTestPostgres()
})
afterAll(() => server?.stop())

/** Thirty pages, the first of them under two addresses; `edit` changes every one of them, and the collection sees it. */
async function collectionOf(store: string) {
  let edition = 1
  const site: Site = {
    host: 'h.test',
    kind: 'fixed',
    entries: ['/'],
    find: path => {
      const number = path === '/' ? 0 : Number(path.slice(1))
      if (!(number >= 0 && number < PAGES)) return undefined
      const links = Array.from({ length: PAGES }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ')
      const text = `<title>${number}</title><main><p>Edition ${'abcdefgh'[edition]} of ${ownWords(number)}</p>${links}</main>`
      return { template: 'fixed', headers: { 'content-type': 'text/html' }, bytes: () => text }
    },
  }
  const world = await startWorld({ sites: [site] })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-notify-'))
  const where = store === 'PostgreSQL' ? `${server.url}?schema=notify${process.pid}` : folder
  const env = { network: world.network }
  const visit = async (work: (collection: Collection) => Promise<unknown>) => {
    const options = { mode: 'write', archiveFolder: join(folder, 'archive') } as const
    const collection = await Collection.open(where, options)
    await work(collection).finally(() => collection.close())
  }
  await visit(collection => collection.crawl(CONFIG, { env }))
  onTestFinished(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    where,
    edit: async () => {
      edition++
      await visit(collection => collection.recrawl(undefined, { which: 'all', env }))
    },
  }
}

interface Got {
  readonly url: string
  readonly revision: number
  readonly attempt: number
  readonly delivery: string
}

/** A receiver that refuses every third request, after having heard it. */
async function receiver(secret: () => string) {
  const heard: Got[] = []
  const taken: Got[] = []
  let count = 0
  const http = createHttpServer(async (asked, answer) => {
    const body = await bodyOf(asked)
    const [, seconds = '', code] =
      /^t=(\d+),v1=(\w+)$/.exec(String(asked.headers['tidewatch-signature'])) ?? []
    expect(createHmac('sha256', secret()).update(`${seconds}.${body}`).digest('hex')).toBe(code)
    const { change } = JSON.parse(body) as { change: { url: string; revision: number } }
    const got = {
      ...{ url: change.url, revision: change.revision },
      attempt: Number(asked.headers['tidewatch-attempt']),
      delivery: String(asked.headers['tidewatch-delivery']),
    }
    heard.push(got)
    answer.statusCode = ++count % 3 === 0 ? 503 : 204
    if (answer.statusCode === 204) taken.push(got)
    answer.end()
  })
  await listening(http)
  onTestFinished(() => void http.close())
  return { heard, taken, address: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` }
}

const listening = (http: Server) => new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))

async function bodyOf(asked: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of asked) text += chunk
  return text
}

async function serving(home: string, where: string, mail?: { server: string; from: string }) {
  const shelf = new Shelf({ home, env: realEnv, ...(mail && { mail }) })
  shelf.add(where, { id: 'news' })
  const { url, token, close } = await serve(shelf, { address: '127.0.0.1', port: 0 })
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}api/collections/news${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  return { url, send, close }
}

async function homeFolder(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'tidewatch-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  it('every change arrives, in the order of its page, through refusals and restarts; what comes twice says so', async () => {
    const { where, edit } = await collectionOf(store)
    const home = await homeFolder()
    let secret = ''
    const { heard, taken, address } = await receiver(() => secret)
    const first = await serving(home, where)
    ;({ secret } = await first.send('POST', '/hooks', { kind: 'webhook', target: address }))
    await edit()
    await expect.poll(() => taken.length).toBeGreaterThan(5)
    await first.close()
    await edit()
    const second = await serving(home, where)
    onTestFinished(() => second.close())
    const { rows } = (await second.send('GET', '/changes?limit=1000')) as { rows: Got[] }
    expect(rows.length).toBe(2 * (PAGES + 1))
    await expect.poll(() => taken.length).toBe(rows.length)
    const told = (all: readonly Got[], url: string) =>
      all.filter(each => each.url === url).map(each => each.revision)
    for (const { url } of rows) expect(told(taken, url)).toEqual(told(rows, url))
    const before = new Set<string>()
    for (const { delivery, attempt } of heard) {
      expect(attempt > 1).toBe(before.has(delivery))
      before.add(delivery)
    }
    const [hook] = await second.send('GET', '/hooks')
    expect(hook).toMatchObject({ target: address, pending: 0, sent: rows.length, problem: null })
    expect(JSON.stringify(hook)).not.toContain(secret)
    expect(await second.send('DELETE', '/hooks', { id: hook.id })).toEqual({ removed: true })
  })
})

it('only what was asked for is told, and nothing from before', async () => {
  const { where, edit } = await collectionOf('SQLite')
  await edit()
  let secret = ''
  const { taken, address } = await receiver(() => secret)
  const { send, close } = await serving(await homeFolder(), where)
  onTestFinished(close)
  const filter = { pattern: `${HOST}/1*`, level: 'content' }
  ;({ secret } = await send('POST', '/hooks', { kind: 'webhook', target: address, filter }))
  await edit()
  const { rows } = (await send('GET', `/changes?pattern=${HOST}/1*&limit=1000`)) as { rows: Got[] }
  const later = rows.filter(each => each.revision === 3)
  expect(later).toHaveLength(11)
  await expect.poll(() => taken.length).toBe(later.length)
  expect(taken.every(({ url, revision }) => /\/1\d?$/.test(url) && revision === 3)).toBe(true)
  expect((await send('POST', '/hooks', { kind: 'webhook', target: 'ftp://x' })).problem).toContain('ftp://x')
  expect((await send('POST', '/hooks', { kind: 'email', target: 'a@b.example' })).problem).toContain('--smtp')
})

it('a receiver can be tried before anything has changed', async () => {
  const { where } = await collectionOf('SQLite')
  let secret = ''
  const { heard, address } = await receiver(() => secret)
  const { mails, address: server } = await mailServer()
  const { send, close } = await serving(await homeFolder(), where, { server, from: 'tide@a.example' })
  onTestFinished(close)
  const hook = await send('POST', '/hooks', { kind: 'webhook', target: address })
  ;({ secret } = hook)
  const tries = [1, 2, 3].map(() => () => send('POST', '/hooks/test', { id: hook.id }))
  expect(await tries[0]!()).toEqual({ problem: null })
  expect(heard).toMatchObject([{ url: 'https://example.org/', attempt: 1 }])
  await tries[1]!()
  expect(await tries[2]!()).toEqual({ problem: 'the receiver answered HTTP 503' })
  expect((await send('GET', '/hooks'))[0]).toMatchObject({ pending: 0, sent: 0 })
  const { id } = await send('POST', '/hooks', { kind: 'email', target: 'me@b.example' })
  expect(await send('POST', '/hooks/test', { id })).toEqual({ problem: null })
  expect(mails.join('')).toContain('This is a test')
  expect((await send('POST', '/hooks/test', { id: 'nobody' })).problem).toContain('nobody')
})

it('feeds hold the newest changes, whatever their words', async () => {
  const { where, edit } = await collectionOf('SQLite')
  await edit()
  const { url, close } = await serving(await homeFolder(), where)
  onTestFinished(close)
  const atom = await (await fetch(`${url}api/collections/news/changes.atom?pattern=/2*`)).text()
  expect(atom.match(/<entry>/g)).toHaveLength(11)
  expect(atom).toContain(`<link href="${HOST}/29"/>`)
  expect(atom).not.toContain(`<link href="${HOST}/19"/>`)
  const feed = await (await fetch(`${url}api/collections/news/changes.json`)).json()
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1' })
  expect(feed.items).toHaveLength(PAGES + 1)
})

it('a digest gathers changes into one mail', async () => {
  const { where, edit } = await collectionOf('SQLite')
  const { mails, address } = await mailServer()
  const { send, close } = await serving(await homeFolder(), where, {
    server: address,
    from: 'tide@a.example',
  })
  onTestFinished(close)
  await send('POST', '/hooks', { kind: 'email', target: 'me@b.example', every: '1s' })
  await edit()
  await expect
    .poll(() => mails.join('').match(/Edition|changed|h\.test/g)?.length ?? 0)
    .toBeGreaterThan(PAGES / 2)
  expect(mails[0]).toMatch(/Subject: \d+ changes in news/)
  expect(mails.length).toBeLessThan(4)
})

/** A shop with two pages, of which one says what `state` says; `look` visits both. */
async function shop() {
  const state = { price: '49.90', stock: 'Sold out' }
  const site: Site = {
    host: 'h.test',
    kind: 'fixed',
    entries: ['/'],
    find: path => {
      const other = path === '/other' ? 'Chairs' : null
      const said = other ?? `<b>€ ${state.price}</b> <i>${state.stock}</i>`
      const text = `<main><h1>Lamp No 7</h1><p>${said} ${state.price}</p><a href="/other">other</a></main>`
      return { template: 'fixed', headers: { 'content-type': 'text/html' }, bytes: () => text }
    },
  }
  const world = await startWorld({ sites: [site] })
  const folder = await mkdtemp(join(tmpdir(), 'tidewatch-shop-'))
  const env = { network: world.network }
  onTestFinished(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const look = async () => {
    const collection = await Collection.open(folder, { mode: 'write' })
    const config = { ...CONFIG, scope: { ...CONFIG.scope, include: [{ regexp: '/(?:other)?$' }] } }
    const isNew = (await collection.page(`${HOST}/`)) === null
    await (isNew ? collection.crawl(config, { env }) : collection.recrawl(config, { which: 'all', env }))
    await collection.close()
  }
  await look()
  return { state, folder, look }
}

/** Keeps what it is sent. */
async function keeper() {
  const bodies: { readonly type: string; readonly body: string }[] = []
  const http = createHttpServer(async (asked, answer) => {
    bodies.push({ type: String(asked.headers['content-type']), body: await bodyOf(asked) })
    answer.writeHead(204).end()
  })
  await listening(http)
  onTestFinished(() => void http.close())
  return { bodies, address: `http://127.0.0.1:${(http.address() as AddressInfo).port}/` }
}

it('tells only what appears, disappears, falls below or rises above, and all of these as a list and a feed', async () => {
  const { state, folder, look } = await shop()
  const { send, close, url } = await serving(await homeFolder(), folder)
  onTestFinished(close)
  const filters = {
    appears: { appears: 'in stock', except: '/other' },
    disappears: { disappears: 'sold out', except: '/other' },
    below: { below: 40, except: '/other' },
    above: { above: 55, except: '/other' },
  }
  const told: Record<string, Awaited<ReturnType<typeof keeper>>> = {}
  for (const [name, filter] of Object.entries(filters)) {
    told[name] = await keeper()
    await send('POST', '/hooks', { kind: 'webhook', target: told[name].address, filter })
  }
  const all = await keeper()
  await send('POST', '/hooks', { kind: 'webhook', target: all.address })
  for (const next of [{ price: '45.00' }, { stock: 'In stock' }, { price: '39.50' }, { price: '59.00' }]) {
    Object.assign(state, next)
    await look()
  }
  // Three changes of the price on either page, and one of the stock.
  await expect.poll(() => all.bodies.length).toBe(7)
  const counted = () => Object.values(told).map(({ bodies }) => bodies.length)
  await expect.poll(counted).toEqual([1, 1, 1, 1])
  expect(JSON.parse(told.appears!.bodies[0]!.body)).toMatchObject({
    type: 'page.changed',
    change: { url: `${HOST}/`, revision: 3 },
    diff: '  Lamp No 7\n@ main/p\n~ € 45.00 [-Sold out-] {+In stock+} 45.00\n  other',
  })
  const listed = async (query: string) =>
    ((await send('GET', `/changes?${query}`)) as { rows: Got[] }).rows.map(({ revision }) => revision)
  expect(await listed('below=40&except=/other')).toEqual([4])
  expect(await listed('appears=IN%20STOCK')).toEqual([3])
  const feed = await (await fetch(`${url}api/collections/news/changes.json?above=55&except=/other`)).json()
  expect(feed.items).toHaveLength(1)
  expect(feed.items[0]).toMatchObject({
    summary: expect.stringContaining('59.00'),
    content_text: '  Lamp No 7\n@ main/p\n~ € [-39.50-] {+59.00+} In stock [-39.50-]{+59.00+}\n  other',
  })
  state.stock = '&lt;b&gt; &amp; left'
  await look()
  const atom = await (await fetch(`${url}api/collections/news/changes.atom?appears=left`)).text()
  const [, content = ''] = /<content type="html">(.*?)<\/content>/s.exec(atom)!
  const once = content.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
  expect(once).toMatch(/^<pre>.*\{\+&#60;b&#62; &#38; left\+\}.*<\/pre>$/s)
})

it('writes to chats and people as they take it', async () => {
  const { state, folder, look } = await shop()
  const { mails, address: server } = await mailServer()
  const home = await homeFolder()
  const { send, close } = await serving(home, folder, { server, from: 'tide@a.example' })
  onTestFinished(close)
  const chats: Record<string, Awaited<ReturnType<typeof keeper>>> = {}
  for (const form of ['slack', 'discord', 'text']) {
    chats[form] = await keeper()
    const target = chats[form].address
    await send('POST', '/hooks', { kind: 'webhook', target, form, filter: { except: '/other' } })
  }
  await send('POST', '/hooks', {
    kind: 'email',
    target: 'me@b.example',
    every: '1s',
    filter: { except: '/other' },
  })
  state.stock = '&lt;3 left @everyone `now`'
  await look()
  await expect.poll(() => Object.values(chats).map(({ bodies }) => bodies.length)).toEqual([1, 1, 1])
  const line = '~ € 49.90 [-Sold out-] {+<3 left @everyone `now`+} 49.90'
  const body = (form: string) => chats[form]!.bodies[0]!.body
  expect(body('text')).toMatch(new RegExp(`^${HOST}/\nmain/p: “`))
  expect(body('text')).toContain(line)
  expect(chats.text!.bodies[0]!.type).toBe('text/plain; charset=utf-8')
  const slack = JSON.parse(body('slack')) as { text: string }
  expect(slack.text).toContain('```\n')
  expect(slack.text).toContain('{+&lt;3 left')
  expect(JSON.parse(body('discord'))).toEqual({
    content: expect.stringContaining('{+<3 left @everyone ˋnowˋ+}'),
    allowed_mentions: { parse: [] },
  })
  await expect
    .poll(() => mails.join(''))
    .toMatch(/Subject: 1 change in news: http:\/\/h\.test\/[\s\S]*Sold out/)
})

it('goes on telling those who were told by an earlier version', async () => {
  const { folder } = await shop()
  const home = await homeFolder()
  const earlier = new Database(join(home, 'notifications.db'))
  earlier.exec(`CREATE TABLE hook (id TEXT PRIMARY KEY, collection TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, secret TEXT NOT NULL,
    filter TEXT NOT NULL, every_ms INTEGER NOT NULL, made_at INTEGER NOT NULL, from_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, sent INTEGER NOT NULL DEFAULT 0, problem TEXT);
    INSERT INTO hook VALUES ('a', 'news', 'webhook', 'https://example.org/', 's', '{}', 0, 1, 1, 1, 5, NULL); PRAGMA user_version = 1`)
  earlier.close()
  const { send, close } = await serving(home, folder)
  onTestFinished(close)
  expect(await send('GET', '/hooks')).toMatchObject([{ id: 'a', form: 'event', sent: 5 }])
})

/** Takes mail as RFC 5321 says, and keeps it. */
async function mailServer() {
  const mails: string[] = []
  const server = createServer(socket => {
    let isData = false
    let mail = ''
    socket.write('220 test\r\n')
    socket.on('data', bytes => {
      for (const line of bytes.toString().split('\r\n')) {
        if (isData && line === '.') {
          mails.push(mail)
          ;[isData, mail] = [false, '']
          socket.write('250 taken\r\n')
        } else if (isData) mail += `${line}\n`
        else if (line === 'DATA') {
          isData = true
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else if (line !== '') socket.write('250 fine\r\n')
      }
    })
  })
  await listening(server)
  onTestFinished(() => void server.close())
  return { mails, address: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
