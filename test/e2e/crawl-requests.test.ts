/** What is sent: conditions, ranges, cookies, credentials, profiles. */
import { expect, it } from 'vitest'
import { readRecordAt } from '../../src/archive/index.ts'
import { acceleratedClock } from '../../src/env/index.ts'
import { Collection } from '../../src/index.ts'
import {
  CREDENTIALS,
  conditional,
  eachPage,
  listed,
  negotiated,
  type Page,
  type Site,
  sessions,
  templateSite,
  VALIDATORS,
  validated,
} from '../world/index.ts'
import { leaf, listing } from '../world/listing.ts'
import { temporaryFolder } from './shell.ts'
import { answering } from './small-server.ts'
import { stage } from './stage.ts'

it('asks with conditions, turns 304 into revisits, and stores changes once', async () => {
  const changeAt = { now: Number.POSITIVE_INFINITY }
  const plan = () => ({ ...listed([]), latest: (at: number) => (at >= changeAt.now ? [changeAt.now] : []) })
  const { world, crawl, recrawl, read } = await stage([conditional('c.test', { changes: plan })])
  const first = await crawl({ seeds: ['http://c.test/'] })
  expect(first.stored.length).toBe(28)
  world.clearLog()
  const second = await recrawl({ seeds: ['http://c.test/'] })
  expect(second.visits.length).toBe(28)
  const outcomes = new Map<string, string>(second.visits.map(visit => [visit.url, visit.outcome.kind]))
  const modified = second.visits.filter(visit => visit.outcome.kind === 'notModified')
  expect(modified.length).toBeGreaterThanOrEqual(8)
  for (const visit of second.visits) expect(visit.commit.revision).toBeNull()
  const records = await read(async ({ store, archiveFolder }) => {
    const types: string[] = []
    for await (const visit of store.archived())
      types.push((await readRecordAt(archiveFolder, visit.place!)).headers.get('warc-type')!)
    return types
  })
  expect(records.filter(type => type === 'response').length).toBe(28)
  expect(records.filter(type => type === 'revisit').length).toBe(28)
  expect(outcomes.get('http://c.test/none/0')).toBe('fetched')
  expect(outcomes.get('http://c.test/etag-fickle/0')).toBe('fetched')

  changeAt.now = world.clock.now()
  await recrawl({ seeds: ['http://c.test/'] })
  const third = await recrawl({ seeds: ['http://c.test/'] })
  const honest = Object.keys(VALIDATORS).filter(name => name !== 'etag-lying')
  for (const name of honest)
    for (const n of [0, 1, 2])
      expect([name, third.page(`http://c.test/${name}/${n}`).revision]).toEqual([name, 2])
})

it('finds out that a server lies about changes, and asks for its pages whole from then on', async () => {
  const changeAt = { now: Number.POSITIVE_INFINITY }
  const plan = () => ({ ...listed([]), latest: (at: number) => (at >= changeAt.now ? [changeAt.now] : []) })
  const { world, crawl, recrawl } = await stage([
    validated(
      { etag: 'lying' },
      templateSite('liar.test', { changes: plan, changeKinds: ['sentence', 'price', 'item'] }),
    ),
  ])
  const config = { seeds: ['http://liar.test/'], scope: { pages: 100 } }
  const first = await crawl(config)
  changeAt.now = world.clock.now()
  // One page in so many is asked for whole, by chance.
  const hasNoticed = async () => (await recrawl(config)).events.some(({ kind }) => kind === 'validators-lie')
  for (let round = 1; !(await hasNoticed()); round++) expect(round).toBeLessThan(6)
  const third = await recrawl(config)
  const changing = first.stored.filter(url => world.truth.of(url)!.modifiedAt === changeAt.now)
  expect(changing.length).toBeGreaterThan(20)
  expect(changing.filter(url => third.page(url).revision < 2)).toEqual([])
})

it('asks for a part of large files where the server can, and for the whole after 416', async () => {
  const big = { ...leaf(1, 'leaf', 'Big', 40), validators: { ranges: true } }
  const find = (path: string, { seed }: { seed: number }) => {
    if (path === '/')
      return {
        ...listing(seed, 'home', 'Home', ['/a.pdf', '/b.pdf', '/refuses.pdf']),
        validators: { ranges: true },
      }
    if (path === '/refuses.pdf')
      return {
        ...big,
        given: ({ headers }: { headers: Record<string, string | undefined> }) =>
          headers.range ? { template: 'x', status: 416 } : big,
      }
    return path.endsWith('.pdf') ? big : undefined
  }
  const { world, crawl } = await stage([{ host: 'r.test', kind: 'x', entries: ['/'], find }])
  const ran = await crawl({ seeds: ['http://r.test/'], request: { maxBody: '4KiB' } })
  const asked = world.log.filter(entry => entry.path === '/a.pdf')
  expect(asked.map(entry => [entry.status, entry.headers.range])).toEqual([[206, 'bytes=0-4095']])
  expect(ran.page('http://r.test/a.pdf')).toMatchObject({ status: 'completed', sizeBytes: 4096 })
  expect(world.log.filter(entry => entry.path === '/refuses.pdf').map(entry => entry.status)).toEqual([
    416, 200,
  ])
  expect(ran.page('http://r.test/refuses.pdf').status).toBe('completed')
})

it('keeps cookies, and opens doors by basic, bearer and form', async () => {
  const { crawl } = await stage([sessions('s.test'), { ...sessions('t.test') }, sessions('u.test')])
  const { user, password, token } = CREDENTIALS
  const form = { action: '/login', fields: { username: user, password } }
  const auth = [
    { origin: 'http://s.test', basic: { user, password } },
    { origin: 'http://t.test', bearer: token },
    { origin: 'http://u.test', form },
  ]
  const ran = await crawl({
    seeds: ['http://s.test/', 'http://t.test/', 'http://u.test/'],
    request: { auth },
  })
  for (const n of [0, 1, 2, 3, 4]) {
    expect(ran.stored).toContain(`http://s.test/basic/${n}`)
    expect(ran.stored).toContain(`http://t.test/bearer/${n}`)
    expect(ran.stored).toContain(`http://u.test/members/${n}`)
    expect(ran.stored).not.toContain(`http://s.test/members/${n}`)
  }
  for (const host of ['s', 't', 'u']) expect(ran.stored).toContain(`http://${host}.test/counted`)
  expect(ran.page('http://s.test/bearer/0').reason).toBe('HTTP 401 Unauthorized')
})

it('sends a key to the origin it is for, and to no other', async () => {
  const sent = new Set<string>()
  const serving = (name: string) =>
    answering(({ url, headers }, response) => {
      if (url === '/') sent.add(`${name}: ${headers['x-api-key']}, ${headers.accept?.split(',')[0]}`)
      response.setHeader('content-type', 'text/html').end('<p>page')
    })
  const [one, other] = [await serving('one'), await serving('other')]
  const collection = await Collection.open(await temporaryFolder(), { mode: 'write' })
  const auth = [
    { origin: one('/'), headers: { 'X-Api-Key': 'sesame', Accept: 'text/plain' } },
    { origin: one('/'), form: { action: '/login', fields: {} } },
  ]
  await collection.crawl({ seeds: [one('/'), other('/')], request: { auth, delay: 0, allowPrivate: true } })
  await collection.close()
  expect([...sent].toSorted()).toEqual(['one: sesame, text/plain', 'other: undefined, text/html'])
})

it('says when a login fails', async () => {
  const { crawl } = await stage([sessions('s.test')])
  const form = { action: '/login', fields: { username: 'reader', password: 'wrong' } }
  const ran = await crawl({
    seeds: ['http://s.test/'],
    request: { auth: [{ origin: 'http://s.test', form }] },
  })
  expect(ran.events.find(event => event.kind === 'login-failed')?.message).toBe('HTTP 403')
  expect(ran.stored).not.toContain('http://s.test/members/0')
})

it('sends no cookies when they are off', async () => {
  const { world, crawl } = await stage([sessions('s.test')])
  const ran = await crawl({ seeds: ['http://s.test/'], request: { cookies: 'off' } })
  expect(world.log.filter(entry => entry.headers.cookie !== undefined)).toEqual([])
  expect(ran.page('http://s.test/counted')).toMatchObject({ status: 'error', reason: 'HTTP 302 to itself' })
})

it('tries the next profile when a server answers with something else, and remembers the one that worked', async () => {
  const site = negotiated('n.test')
  const { world, crawl } = await stage([site])
  const request = {
    accept: ['application/json', 'text/html, application/xhtml+xml'],
    userAgents: ['Mozilla/5.0 (compatible)'],
  }
  const seen: string[] = []
  const plugin = { name: 'witness', response: ({ url }: { url: URL }) => void seen.push(url.href) }
  const config = { seeds: ['http://n.test/'], limits: { connections: 1 }, request }
  const ran = await crawl(config, { plugins: [plugin] })
  // However often a page was asked for, plug-ins see one answer.
  expect(seen).toHaveLength(new Set(seen).size)
  for (const door of ['accept', 'strict', 'browser', 'language'])
    for (const n of [0, 1, 2])
      expect([door, n, ran.page(`http://n.test/${door}/${n}`).status]).toEqual([door, n, 'completed'])
  const asked = (path: string) => world.log.filter(entry => entry.path === path).length
  expect(asked('/accept/0')).toBeGreaterThan(1)
  expect(asked('/accept/1')).toBe(1)
  expect(asked('/browser/2')).toBe(1)
})

it('changes nothing when everything is recrawled and nothing changed', async () => {
  const site = eachPage(templateSite('d.test'), page => page)
  const { crawl, recrawl } = await stage([site])
  const first = await crawl({ seeds: ['http://d.test/'] })
  const again = await recrawl({ seeds: ['http://d.test/'] })
  expect(again.visits.length).toBe(first.stored.length)
  expect(again.result.pages).toBe(first.result.pages)
  expect([...again.pages.values()].filter(page => page.revision !== 1)).toEqual([])
})

/** Pages behind a log-in whose sessions end after so many pages; one link of each leads out. */
function members(pages: number, perSession: number, opens = true) {
  const sessions = new Map<string, number>()
  const log: string[] = []
  const body = (path: string) =>
    `<title>Member ${path}</title><p>What members read at ${path}.</p><a href="/account/logout">Log out</a>` +
    Array.from({ length: pages }, (_, page) => `<a href="/m/${page}">Page ${page}</a>`).join(' ')
  const act: Page['act'] = ({ request, response }) => {
    const path = request.url ?? ''
    const cookie = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
    log.push(path)
    const send = (status: number, headers: Record<string, string>, text = '') => {
      response.writeHead(status, { 'content-type': 'text/html', ...headers })
      response.end(text)
    }
    if (path === '/login' && request.method === 'POST') {
      if (!opens) return send(200, {}, 'wrong')
      const fresh = `s${sessions.size}`
      sessions.set(fresh, perSession)
      return send(302, { location: '/', 'set-cookie': `session=${fresh}` })
    }
    if (path.startsWith('/login'))
      return send(
        200,
        {},
        '<form method="post"><input name="user"><input type="password" name="password"></form>',
      )
    if (path === '/account/logout' && cookie) sessions.set(cookie, 0)
    const left = sessions.get(cookie ?? '') ?? 0
    if (left <= 0) return send(302, { location: `/login?next=${path}` })
    sessions.set(cookie!, left - 1)
    send(200, {}, body(path))
  }
  const site: Site = {
    host: 'm.test',
    kind: 'script',
    entries: ['/'],
    find: () => ({ template: 'page', act }),
  }
  return { site, log }
}

const membersConfig = {
  seeds: ['http://m.test/'],
  scope: { soft404: false, sitemaps: false },
  request: {
    retryDelay: '1s',
    auth: [{ origin: 'http://m.test', form: { action: '/login', fields: { user: 'me', password: 'open' } } }],
  },
}

it('stays logged in: follows no link that leads out, and logs in again when the session ends', {
  timeout: 60_000,
}, async () => {
  const { site, log } = members(30, 12)
  const { crawl } = await stage([site], { clock: acceleratedClock(2_000) })
  const ran = await crawl({
    ...membersConfig,
    patience: '2h',
    request: { ...membersConfig.request, delay: '5m', timeout: '12h', connectTimeout: '12h' },
  })
  expect(ran.stored).toHaveLength(31)
  expect(log).not.toContain('/account/logout')
  expect(ran.page('http://m.test/account/logout')).toMatchObject({ status: 'excluded', excludedBy: 'trap' })
  expect(ran.stored.some(url => url.includes('login'))).toBe(false)
})

it('does not try a password again and again that does not open, and says so', {
  timeout: 60_000,
}, async () => {
  const { site, log } = members(30, 12, false)
  const { crawl } = await stage([site])
  const ran = await crawl(membersConfig)
  expect(ran.stored.filter(url => !url.includes('login'))).toEqual([])
  expect(log.filter(path => path === '/login').length).toBeLessThan(5)
  expect(ran.events.map(({ kind, message }) => `${kind}: ${message}`)).toContain(
    'login-failed: asks for a log-in after logging in: check the fields in request.auth',
  )
})
