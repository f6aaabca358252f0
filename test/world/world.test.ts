import { expect, onTestFinished, test } from 'vitest'
import { VirtualClock } from '../../src/env/clock.ts'
import { get } from './fetching.ts'
import {
  changing,
  DAY_MS,
  farm,
  maxConcurrency,
  minGapMs,
  NOISE_KINDS,
  noisy,
  onAddress,
  startWorld,
  templateSite,
  type WorldOptions,
  withRobots,
} from './index.ts'

async function setup(options: WorldOptions) {
  const world = await startWorld(options)
  onTestFinished(() => world.stop())
  return world
}

/** The links of served HTML, parsed by other code than the code that wrote them. */
function hrefs(html: string, base: string): Set<string> {
  const found = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(match =>
    match[1]!.replaceAll('&amp;', '&'),
  )
  return new Set(found.map(href => new URL(href, base).href.replace(/#.*/, '')))
}

test('every page of a site is served with exactly the status and links that are true', async () => {
  const world = await setup({
    sites: [templateSite('cat.test', { categories: 3, perCategory: 12, perPage: 5 })],
  })
  const reached = world.reachable(world.url('cat.test'))
  expect(reached.size).toBe(1 + 3 * 3 + 36 + 3)
  for (const fact of reached.values()) {
    const { status, text } = await get(world, fact.url)
    expect(status).toBe(fact.status)
    expect(hrefs(text, fact.url)).toEqual(new Set(fact.links.map(link => link.url)))
  }
})

for (const kind of ['sentence', 'price', 'item', 'link'] as const) {
  test(`a page changes its ${kind} at the times that are true and at no others`, async () => {
    const clock = new VirtualClock(Date.UTC(2026, 0, 1))
    const changes = changing(0.5, 2, ['poisson', 'bursty', 'regular', 'habit'])
    const world = await setup({
      sites: [templateSite('cat.test', { categories: 2, perCategory: 6, changes, changeKinds: [kind] })],
      clock,
    })
    const details = [...world.reachable(world.url('cat.test')).values()].filter(
      fact => fact.template === 'detail',
    )
    let changed = 0
    for (let step = 0; step < 30; step++) {
      const before = clock.now()
      const old = await Promise.all(details.map(({ url }) => get(world, url)))
      await clock.advance(DAY_MS / 8)
      for (const [n, { url }] of details.entries()) {
        const times = world.truth.of(url)!.changes(before)
        changed += times.length
        // After several changes at once, a price may be back where it was.
        if (times.length < 2)
          expect([url, step, (await get(world, url)).text !== old[n]!.text]).toEqual([
            url,
            step,
            times.length > 0,
          ])
      }
    }
    expect(changed).toBeGreaterThan(10)
  })
}

test('noise differs on every fetch and is no change', async () => {
  const world = await setup({ sites: [noisy(NOISE_KINDS, templateSite('cat.test'))] })
  const url = world.url('cat.test')
  const [first, second] = [await get(world, url), await get(world, url)]
  expect(first.text).not.toBe(second.text)
  expect(hrefs(first.text, url)).toEqual(hrefs(second.text, url))
  expect(world.truth.of(url)!.noise.map(({ kind }) => kind)).toEqual([...NOISE_KINDS])
})

test('the same seed gives the same world, another seed another one', async () => {
  const sites = [templateSite('cat.test')]
  const [one, two, other] = [
    await setup({ sites, seed: 7 }),
    await setup({ sites, seed: 7 }),
    await setup({ sites, seed: 8 }),
  ]
  const text = async (world: typeof one) => (await get(world, 'http://cat.test/')).text
  expect(await text(one)).toBe(await text(two))
  expect(await text(one)).not.toBe(await text(other))
})

test('hosts share an address and are told apart by name', async () => {
  const sites = farm(4, { hostsPerAddress: 2, pages: 3 })
  const world = await setup({ sites })
  expect(new Set(sites.map(({ host }) => world.address(host))).size).toBe(2)
  expect(world.reachable(world.url('h0.farm.test')).size).toBe(12)
  expect(world.reachable(world.url('h0.farm.test'), { hosts: ['h0.farm.test'] }).size).toBe(3)
  for (const { host } of sites) expect((await get(world, world.url(host))).status).toBe(200)
})

test('the network resolves and dials inside the world only', async () => {
  const world = await setup({ sites: farm(1), addresses: 'public' })
  const [found] = await world.network.resolve('h0.farm.test')
  expect(found!.address).toMatch(/^45\./)
  const socket = await world.network.dial({ address: found!.address, port: 80, timeoutMs: 1000 })
  socket.destroy()
  await expect(world.network.resolve('nobody.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  await expect(world.network.dial({ address: '127.0.0.1', port: 80, timeoutMs: 1000 })).rejects.toThrow(
    'outside',
  )
  expect(world.strays).toEqual([{ address: '127.0.0.1', port: 80 }])
})

test('names fail, and change their address, as they are told', async () => {
  const world = await setup({ sites: farm(1) })
  world.dns.set('h0.farm.test', { type: 'answers', lists: [['45.1.1.1'], ['127.0.0.1']] })
  expect((await world.network.resolve('h0.farm.test'))[0]!.address).toBe('45.1.1.1')
  expect((await world.network.resolve('h0.farm.test'))[0]!.address).toBe('127.0.0.1')
  world.dns.set('*', { type: 'fails', code: 'EAI_AGAIN' })
  await expect(world.network.resolve('other.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
})

test('the log tells gaps and concurrency for each server', async () => {
  const world = await setup({
    sites: farm(2, { hostsPerAddress: 2 }).map(site => ({ ...site, latencyMs: 30 })),
  })
  await Promise.all([get(world, 'http://h0.farm.test/'), get(world, 'http://h1.farm.test/')])
  expect(maxConcurrency(world.log)).toBe(2)
  expect(maxConcurrency(world.log, 'host')).toBe(1)
  expect(minGapMs(world.log)).toBeLessThan(25)
  expect(minGapMs(world.log, 'host')).toBe(Number.POSITIVE_INFINITY)
})

test('what robots.txt forbids is seen when it is fetched', async () => {
  const site = withRobots('User-agent: *\nDisallow: /item/\n', ['/item/'], templateSite('cat.test'))
  const world = await setup({ sites: [onAddress('127.9.9.9', site)] })
  const item = [...world.truth.of('http://cat.test/')!.links].find(link => link.url.includes('/item/'))!
  expect(world.reachable('http://cat.test/').has(item.url)).toBe(false)
  await get(world, item.url)
  expect(world.violations().map(({ path }) => path)).toEqual([new URL(item.url).pathname])
})

test('faults hit a host from outside and can be lifted', async () => {
  const world = await setup({ sites: farm(1) })
  const url = 'http://h0.farm.test/'
  world.faults.set('*', { kind: 'truncate', times: 1 })
  await expect(get(world, url)).rejects.toThrow()
  expect((await get(world, url)).status).toBe(200)
  world.faults.set('h0.farm.test', { kind: 'busy' })
  expect((await get(world, url)).headers['retry-after']).toBe('2')
  world.faults.clear()
  expect((await get(world, url)).status).toBe(200)
})

test('the same port speaks TLS, and an untrusted host is refused', async () => {
  const [good, bad] = farm(2)
  const world = await setup({ sites: [good!, { ...bad!, untrusted: true }], tls: true })
  const dial = (host: string) =>
    world.network.dial({ address: world.address(host), port: 443, tlsName: host, timeoutMs: 2000 })
  const socket = await dial('h0.farm.test')
  socket.write('GET / HTTP/1.1\r\nHost: h0.farm.test\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += chunk
  expect(answer).toContain('200 OK')
  expect(world.log[0]!.address).toBe(world.address('h0.farm.test'))
  await expect(dial('h1.farm.test')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect((await get(world, 'http://h1.farm.test/')).status).toBe(200)
})
