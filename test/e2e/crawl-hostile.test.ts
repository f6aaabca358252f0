/** Servers that misbehave: every fault ends in bounded time with a reason, and harms nobody else. */
import { expect, it } from 'vitest'
import { acceleratedClock } from '../../src/env/index.ts'
import { docs, farm, HOSTILE_NAMES, hostile, robotsSite, slow, templateSite } from '../world/index.ts'
import { stage, truthOf } from './stage.ts'

/** What each fault comes to: the status of its page and what its reason says. */
const EXPECTED: Readonly<Record<string, readonly [status: string, reason: RegExp | null]>> = {
  'hang-before-headers': ['error', /no complete answer in/],
  'hang-in-headers': ['error', /no complete answer in/],
  'hang-in-body': ['completed', null],
  'slow-drip': ['completed', null],
  'slow-headers': ['error', /no complete answer in/],
  'endless-headers': ['error', /Headers Overflow/],
  'huge-header': ['error', /Headers Overflow/],
  'many-headers': ['completed', null],
  'close-at-once': ['error', /other side closed/],
  reset: ['error', /ECONNRESET/],
  'close-in-body': ['completed', null],
  'reset-in-body': ['completed', null],
  garbage: ['error', /does not match the HTTP/],
  'bad-status': ['error', /does not match the HTTP/],
  'http-0.9': ['error', /does not match the HTTP/],
  'bad-header': ['error', /does not match the HTTP/],
  'bad-chunk-size': ['error', /does not match the HTTP/],
  'chunk-cut': ['completed', null],
  'length-too-long': ['completed', null],
  'length-too-short': ['completed', null],
  'two-lengths': ['error', /./],
  'length-and-chunked': ['completed', null],
  'ten-gigabytes': ['completed', null],
  'endless-body': ['completed', null],
  'busy-429': ['error', /HTTP 429/],
  'busy-503': ['error', /HTTP 503/],
  'busy-date': ['error', /HTTP 503/],
  'busy-nonsense': ['error', /HTTP 429/],
  'error-500': ['error', /HTTP 500/],
}

it('ends every fault in time, with its reason, and finds everything else', async () => {
  const sites = HOSTILE_NAMES.filter(name => name !== 'many-links').map(name =>
    hostile(`${name}.bad.test`, [name]),
  )
  const { world, crawl } = await stage([...sites, docs('good.test')])
  const seeds = [...sites.map(site => world.url(site.host)), 'http://good.test/']
  const started = performance.now()
  const ran = await crawl({ seeds, request: { timeout: '1s', retries: 1 }, scope: { soft404: false } })
  expect(performance.now() - started).toBeLessThan(20_000)
  for (const [name, [status, reason]] of Object.entries(EXPECTED)) {
    const page = ran.page(`http://${name}.bad.test/${name}`)
    expect([name, page.status]).toEqual([name, status])
    if (reason) expect([name, page.reason]).toEqual([name, expect.stringMatching(reason)])
  }
  const limit = 2 * 1024 * 1024
  for (const name of ['ten-gigabytes', 'endless-body'])
    expect(ran.page(`http://${name}.bad.test/${name}`).sizeBytes).toBe(limit)
  for (const name of ['malformed-html', 'deep-html', 'many-attributes', 'long-url'])
    expect([name, ran.page(`http://${name}.bad.test/${name}`).status]).toEqual([name, 'completed'])
  expect(ran.stored).toContain('http://malformed-html.bad.test/ok2')
  expect(ran.stored.filter(url => url.startsWith('http://good.test/'))).toEqual(
    truthOf(world, 'http://good.test/'),
  )
})

it('obeys Retry-After, and comes back when it is over', async () => {
  const { world, crawl } = await stage([templateSite('busy.test')], { clock: acceleratedClock(5) })
  world.faults.set('busy.test', { kind: 'busy', times: 3, paths: path => path !== '/robots.txt' })
  const ran = await crawl({
    seeds: ['http://busy.test/'],
    patience: '20s',
    request: { retries: 3, perServer: 1 },
  })
  expect(ran.stored).toEqual(truthOf(world, 'http://busy.test/'))
  const log = world.log.filter(entry => entry.host === 'busy.test')
  const refused = log.filter(entry => entry.status === 503)
  expect(refused.length).toBe(3)
  for (const entry of refused) {
    const next = log[log.indexOf(entry) + 1]
    expect(next!.arrivedAt - entry.arrivedAt).toBeGreaterThanOrEqual(1_990)
  }
  expect(ran.events.map(event => event.kind)).toContain('server-backs-off')
})

it('lets a server rest after three time-outs, and goes on with it an hour later', async () => {
  const clock = acceleratedClock(1_000)
  const { world, crawl } = await stage([templateSite('slow.test'), docs('good.test')], { clock })
  world.faults.set('slow.test', { kind: 'hang', paths: path => path !== '/robots.txt' })
  const config = {
    seeds: ['http://slow.test/', 'http://good.test/'],
    patience: '60s',
    request: { timeout: '300ms', retryDelay: '10ms' },
  }
  const ran = await crawl(config)
  expect(ran.events.find(event => event.kind === 'server-rests')?.message).toMatch(/three time-outs in a row/)
  expect(ran.stored.filter(url => url.includes('good.test'))).toEqual(truthOf(world, 'http://good.test/'))
  expect(world.log.filter(entry => entry.host === 'slow.test' && entry.path === '/').length).toBe(3)
  expect(ran.result.nextWorkAt! - clock.now()).toBeGreaterThan(20 * 60_000)
  world.faults.clear()
  await clock.sleep(3_700_000)
  const later = await crawl(config)
  expect(later.stored.filter(url => url.includes('slow.test'))).toEqual(truthOf(world, 'http://slow.test/'))
})

it('tries passing errors again, so often and so far apart as told, and permanent ones never', async () => {
  const { world, crawl } = await stage([docs('d.test')])
  world.faults.set('d.test', { kind: 'reset', paths: path => path === '/' })
  const started = performance.now()
  const ran = await crawl({
    seeds: ['http://d.test/'],
    patience: '3s',
    request: { retries: 3, retryDelay: '200ms' },
  })
  const tries = world.log.filter(entry => entry.path === '/').map(entry => entry.arrivedAt)
  expect(tries.length).toBe(4)
  expect(tries[1]! - tries[0]!).toBeGreaterThanOrEqual(200)
  expect(tries[2]! - tries[1]!).toBeGreaterThanOrEqual(400)
  expect(tries[3]! - tries[2]!).toBeGreaterThanOrEqual(800)
  expect(performance.now() - started).toBeLessThan(8_000)
  expect(ran.page('http://d.test/')).toMatchObject({ status: 'error', failures: 4 })
  expect(ran.page('http://d.test/').dueAt! - Date.now()).toBeGreaterThan(3_600_000)
})

it('finds everything over a network that drops, cuts and resets a third of all answers', async () => {
  const { world, crawl } = await stage(farm(6, { pages: 20 }))
  world.faults.set('h1.farm.test', { kind: 'reset', share: 0.3 })
  world.faults.set('h2.farm.test', { kind: 'truncate', share: 0.3 })
  world.faults.set('h3.farm.test', { kind: 'busy', share: 0.02 })
  const ran = await crawl({
    seeds: ['http://h0.farm.test/'],
    patience: '10s',
    request: { retries: 10, retryDelay: '20ms', timeout: '1s' },
  })
  expect(ran.stored).toEqual(truthOf(world, 'http://h0.farm.test/'))
  expect([...ran.pages.values()].filter(page => page.status !== 'completed')).toEqual([])
})

it('waits when names cannot be resolved, blames no page, and goes on by itself', async () => {
  const clock = acceleratedClock(60)
  const { world, crawl } = await stage(farm(150, { pages: 2 }), { clock })
  const seeds = world.sites.map(site => world.url(site.host))
  let broken = false
  let healed = false
  const onVisit = () => {
    if (broken) return
    broken = true
    world.dns.set('*', { type: 'fails', code: 'EAI_AGAIN' })
    clock.timer(60_000, () => {
      healed = true
      world.dns.clear()
    })
  }
  const ran = await crawl({ seeds, dns: { least: 5, window: 20 }, patience: '10m' }, { onVisit })
  expect(healed).toBe(true)
  expect(ran.events.filter(event => event.kind === 'dns-alarm').map(event => event.message)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/cannot be resolved/),
      expect.stringMatching(/resolved again/),
    ]),
  )
  expect(ran.stored.length).toBe(300)
  expect([...ran.pages.values()].filter(page => page.status === 'error')).toEqual([])
})

it('waits for a name server that is away from the start, by host as by server', async () => {
  for (const politeness of ['server', 'host'] as const) {
    const clock = acceleratedClock(60)
    const { world, crawl } = await stage(farm(10, { pages: 2 }), { clock })
    world.dns.set('*', { type: 'fails', code: 'EAI_AGAIN' })
    clock.timer(45_000, () => world.dns.clear())
    const seeds = world.sites.map(site => world.url(site.host))
    const ran = await crawl({
      seeds,
      dns: { least: 2 },
      patience: '10m',
      request: { politeness, retryDelay: '20s' },
    })
    expect(ran.stored.length).toBe(20)
    const failed = ran.visits.filter(visit => visit.outcome.kind === 'failed')
    expect(failed.length).toBeLessThanOrEqual(2)
  }
})

it('does not wait for names that nobody has', async () => {
  const { crawl } = await stage([docs('d.test')], { clock: acceleratedClock(50) })
  const seeds = Array.from({ length: 30 }, (_, n) => `http://nobody-${n}.test/`)
  const ran = await crawl({ seeds, dns: { least: 5 }, patience: '30s', request: { retries: 0 } })
  expect(ran.events.filter(event => event.kind === 'dns-alarm')).toEqual([])
  expect([...ran.pages.values()].filter(page => page.status !== 'error')).toEqual([])
})

it('says of a host without an address that it has none', async () => {
  const { crawl } = await stage([docs('d.test')], { clock: acceleratedClock(10) })
  const ran = await crawl({
    seeds: ['http://nowhere.test/', 'http://elsewhere.test/', 'http://d.test/'],
    patience: '25s',
    request: { retries: 0 },
  })
  expect(ran.page('http://nowhere.test/')).toMatchObject({ status: 'error' })
  expect(ran.page('http://nowhere.test/').reason).toMatch(/the host name has no address/)
  // One row in the list of errors, however many hosts there are.
  expect(ran.page('http://elsewhere.test/').reason).toBe(ran.page('http://nowhere.test/').reason)
  expect(ran.page('http://d.test/').status).toBe('completed')
})

it('is polite to servers, not names: one at a time and a delay apart, whatever the hosts', async () => {
  const { world, crawl } = await stage([
    ...farm(3, { pages: 4, hostsPerAddress: 3 }),
    slow(150, robotsSite('slow.test', 'none')),
  ])
  const ran = await crawl({
    seeds: ['http://h0.farm.test/', 'http://slow.test/'],
    request: { delay: '100ms' },
    scope: { pages: 16 },
  })
  expect(ran.result.pages).toBe(16)
  const shared = world.log.filter(entry => entry.host.includes('farm'))
  const gaps = shared.slice(1).map((entry, i) => entry.arrivedAt - shared[i]!.arrivedAt)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(99)
  expect(Math.max(...world.log.map(entry => entry.concurrency))).toBe(1)
  const slowly = world.log.filter(entry => entry.host === 'slow.test').map(entry => entry.arrivedAt)
  expect(Math.min(...slowly.slice(2).map((at, i) => at - slowly[i + 1]!))).toBeGreaterThanOrEqual(290)
})
