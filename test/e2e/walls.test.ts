/** A site that goes behind walls and comes back: nothing of it is lost, nothing changes, and what stood before it is told. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Collection, type ConfigInput } from '../../src/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { freshSchemas } from './fresh-schemas.ts'
import { temporaryFolder, tidewatch } from './shell.ts'

const story = (
  n: number,
) => `<html><head><title>Story ${n}</title></head><body><h1>Night ${n}</h1><p>The harbor was quiet
 when ferry number ${n} came in. Nobody had seen the lights go out on the pier, and the keeper swore that all had burned.</p></body></html>`
const HOME = `<title>Home</title><h1>News of the harbor</h1>${[1, 2, 3, 4].map(n => `<a href="/story/${n}">Story ${n}</a>`).join(' ')}`
const FORM =
  '<form method="post"><input name="user"><input type="password" name="word"><button>Go</button></form>'

type Answering = (path: string, response: ServerResponse) => void
const html =
  (text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answering =>
  (_path, response) =>
    void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text)

/** What stands before every page, and how its visits are told. */
const WALLS: readonly (readonly [string, Answering, string, RegExp])[] = [
  [
    'a log-in with status 200',
    html(`<title>Log in</title><meta name="robots" content="noindex"><h1>Log in</h1>${FORM}`),
    'login',
    /^wall: log-in \(a form for a password/,
  ],
  [
    'a redirect to a log-in that leads back',
    (path, response) => void response.writeHead(302, { location: `/login?next=${path}` }).end(),
    'login',
    /^wall: log-in \(leads to http:\S+\/login\)/,
  ],
  [
    'a check for robots with status 403',
    html('<title>Just a moment...</title>', 403, { 'cf-mitigated': 'challenge' }),
    'challenge',
    /^wall: check for robots \(Cloudflare/,
  ],
  [
    'a rate limit with status 200',
    html('<title>Too many requests</title><p>Come back later.</p>', 200, { 'retry-after': '1' }),
    'rateLimit',
    /^wall: rate limit/,
  ],
  [
    'a question for consent',
    html(
      '<title>Before you continue</title><form action="https://consent.google.com/save"><button>Accept all</button></form>',
    ),
    'consent',
    /^wall: asks for consent \(Google\)/,
  ],
  [
    'a wish for scripts',
    html('<title>App</title><noscript>Please enable JavaScript.</noscript><div id="root"></div>'),
    'javascript',
    /^wall: needs JavaScript/,
  ],
]

async function site() {
  let wall: Answering | null = null
  const open: Answering = (path, response) => {
    const number = /^\/story\/(\d)$/.exec(path)?.[1]
    const text = path === '/' ? HOME : number ? story(Number(number)) : undefined
    html(text ?? 'not found', text === undefined ? 404 : 200)(path, response)
  }
  const server = createServer(({ url = '' }, response) =>
    (url === '/robots.txt' ? open : (wall ?? open))(url, response),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: (path: string) => `${origin}${path}`, stand: (what: Answering | null) => void (wall = what) }
}

const CONFIG = (seed: string, more: ConfigInput = {}): ConfigInput => ({
  ...{ seeds: [seed], threads: 1, patience: '5s', ...more },
  request: { delay: 0, allowPrivate: true, retries: 0 },
})

const freshSchema = freshSchemas()

describe.each(['SQLite', 'PostgreSQL'])('on %s', store => {
  const place = async () => (store === 'SQLite' ? temporaryFolder() : freshSchema())
  const opened = async (where: string) =>
    Collection.open(where, { mode: 'write', archiveFolder: await temporaryFolder() })

  it.each(WALLS)('%s is no change, and nothing is lost', async (_name, wall, kind, words) => {
    const { url, stand } = await site()
    await using collection = await opened(await place())
    // A server that has enough of us is left alone for longer with every page.
    const paths = kind === 'rateLimit' ? ['/story/2'] : ['/', '/story/1', '/story/2', '/story/3', '/story/4']
    const config = CONFIG(url(paths[0]!))
    await collection.crawl(config)
    stand(wall)
    await collection.recrawl(config, { which: 'all' })
    expect((await collect(collection.pages({ walled: true }))).map(page => page.url).sort()).toEqual(
      paths.map(url).sort(),
    )
    for (const path of paths) {
      const page = (await collection.page(url(path)))!
      expect(page).toMatchObject({
        status: 'error',
        wall: kind,
        revision: 1,
        reason: expect.stringMatching(words),
      })
      expect((await page.history()).at(-1)).toMatchObject({ outcome: 'walled', wall: kind, revision: null })
      expect(page.dueAt!.getTime()).toBeGreaterThan(Date.now() + 3_600_000)
    }
    expect(await (await collection.page(url('/story/2')))!.text()).toContain('ferry number 2')
    const told = (await collect(collection.doctor())).filter(({ check }) => check === 'walls')
    expect(told).toMatchObject([
      {
        level: 'warning',
        message: expect.stringMatching(`^${paths.length} pages? (was|were) behind a wall`),
      },
    ])
    stand(null)
    await collection.recrawl(config, { which: 'all' })
    for (const path of paths)
      expect(await collection.page(url(path))).toMatchObject({
        status: 'completed',
        wall: null,
        revision: 1,
        failures: 0,
      })
    expect(await collect(collection.changes())).toEqual([])
    expect((await collect(collection.pages({ stored: true }))).map(page => page.url).sort()).toEqual(
      paths.map(url).sort(),
    )
  })

  it('a form that several pages show becomes a wall, and one alone does not', async () => {
    const { url, stand } = await site()
    await using collection = await opened(await place())
    const config = CONFIG(url('/'))
    await collection.crawl(config)
    stand(html(`<title>Harbor Intranet</title>${FORM}`))
    await collection.recrawl(config, { which: 'all' })
    const walled = await collect(collection.pages({ walled: true }))
    expect(walled.length).toBe(3)
    for (const page of walled) expect(page).toMatchObject({ wall: 'login', revision: 1 })
  })

  it('keeps what stands there where that is wanted', async () => {
    const { url, stand } = await site()
    await using collection = await opened(await place())
    const config = CONFIG(url('/'), { scope: { walls: false, soft404: false } })
    await collection.crawl(config)
    stand(html(`<title>Log in</title>${FORM}`))
    await collection.recrawl(config, { which: 'all' })
    expect(await collection.page(url('/story/1'))).toMatchObject({ wall: null, revision: 2, title: 'Log in' })
  })
})

it('is told by the commands', async () => {
  const { url, stand } = await site()
  const folder = await temporaryFolder()
  {
    await using collection = await Collection.open(folder, { mode: 'write' })
    await collection.crawl(CONFIG(url('/')))
    stand(html(`<title>Log in</title>${FORM}`))
    await collection.recrawl(CONFIG(url('/')), { which: 'all' })
  }
  const history = await tidewatch('history', url('/story/1'), '--collection', folder)
  expect(history.stdout).toMatch(/wall: log-in \(a form for a password under "log in"\)/)
  expect(history.stdout).toMatch(/what is stored of it stays; the next try is at/)
  const pages = await tidewatch('pages', '--walled', '--json', '--collection', folder)
  expect(pages.rows.map(row => row.wall)).toContain('login')
  expect((await tidewatch('show', url('/story/1'), '--collection', folder)).stdout).toContain(
    'ferry number 1',
  )
  const rows = (await tidewatch('export', 'jsonl', '--collection', folder)).rows
  expect(rows.find(row => row.url === url('/story/1'))).toMatchObject({ wall: 'login', title: 'Story 1' })
  expect((await tidewatch('links', '--collection', folder)).stdout).not.toContain('/story/')
})
