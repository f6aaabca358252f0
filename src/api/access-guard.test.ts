import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { VirtualClock } from '../env/index.ts'
import { type GuardOptions, guard, tokenHash } from './access-guard.ts'
import { ticketFor } from './tickets.ts'

const HOST = 'crawl.test'

/** A guarded server; each request comes through a socket from the address `from`. */
function guarded(more: Partial<GuardOptions> = {}) {
  const app = new Hono()
  const tokens = ['one', 'two'].map(tokenHash)
  app.use(
    guard({ hosts: [HOST], tokens, isOpenForReading: true, proxies: [], clock: new VirtualClock(), ...more }),
  )
  app.get('*', context => context.text('in'))
  return async (from: string, headers: Record<string, string> = {}, path = '/api/collections') => {
    const env = { incoming: { socket: { remoteAddress: from } } }
    return (await app.request(path, { headers: { host: HOST, ...headers } }, env)).status
  }
}

type Ask = ReturnType<typeof guarded>

/** Sends requests until one is rejected by the limit. */
async function exhaust(ask: Ask, from: string, headers: Record<string, string> = {}): Promise<void> {
  for (let asked = 0; asked < 1_000; asked++) if ((await ask(from, headers)) === 429) return
  throw new Error('nobody counts')
}

it('limits each client behind a proxy, not the proxy: one user who sends too many requests does not affect the others', async () => {
  const ask = guarded({ proxies: ['127.0.0.1'] })
  const by = (address: string) => ({ 'x-forwarded-for': address, authorization: 'Bearer one' })
  await exhaust(ask, '127.0.0.1', by('192.0.2.1'))
  expect(await ask('127.0.0.1', by('192.0.2.2'))).toBe(200)
  expect(await ask('::ffff:127.0.0.1', by('192.0.2.1'))).toBe(429)
  // Whatever a client writes into the header itself comes before what the proxy adds.
  expect(await ask('127.0.0.1', by('203.0.113.9, 192.0.2.1'))).toBe(429)
})

it('ignores X-Forwarded-For from addresses that are not named proxies', async () => {
  const ask = guarded({ proxies: ['127.0.0.1'] })
  await exhaust(ask, '192.0.2.7')
  expect(await ask('192.0.2.7', { 'x-forwarded-for': '192.0.2.8' })).toBe(429)
})

it('gives each token at an address its own limit', async () => {
  const ask = guarded()
  await exhaust(ask, '127.0.0.1', { authorization: 'Bearer one' })
  expect(await ask('127.0.0.1', { authorization: 'Bearer two' })).toBe(200)
  expect(await ask('127.0.0.1', { authorization: 'Bearer one' })).toBe(429)
  await exhaust(ask, '127.0.0.1', { authorization: 'Bearer three' })
  expect(await ask('127.0.0.1', { authorization: 'Bearer four' })).toBe(429)
})

it('requires a token for requests through a proxy, which may come from anywhere', async () => {
  const ask = guarded({ proxies: ['127.0.0.1', '10.0.0.1'] })
  const through = { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' }
  expect(await ask('127.0.0.1', through)).toBe(401)
  expect(await ask('127.0.0.1', { ...through, authorization: 'Bearer one' })).toBe(200)
  expect(await ask('127.0.0.1')).toBe(200)
})

it('sends the files of the dashboard to everyone: they hold no data, and a browser has no token before it has them', async () => {
  const ask = guarded({ isOpenForReading: false })
  expect(await ask('192.0.2.1')).toBe(401)
  expect(await ask('192.0.2.1', {}, '/')).toBe(200)
  expect(await ask('192.0.2.1', { origin: 'null' }, '/pick-frame.js')).toBe(200)
  expect(await ask('192.0.2.1', { origin: 'null', authorization: 'Bearer one' })).toBe(403)
  expect(await ask('192.0.2.1', { host: 'evil.test' }, '/')).toBe(421)
})

it('lets the holder of a ticket read what the ticket is for, and nothing else', async () => {
  const clock = new VirtualClock()
  const ask = guarded({ isOpenForReading: false, clock })
  const [stored, feed] = (['stored', 'changes.atom'] as const).map(use =>
    ticketFor(tokenHash('one'), 'news', use, clock.now()),
  )
  const at = (path: string) => ask('192.0.2.1', {}, `/api/collections/${path}`)
  expect(await at(`news/stored?url=x&ticket=${stored}`)).toBe(200)
  expect(await at(`news/changes.atom?ticket=${feed}`)).toBe(200)
  expect(await at(`other/stored?ticket=${stored}`)).toBe(401)
  expect(await at(`news/pages?ticket=${stored}`)).toBe(401)
  expect(await at(`news/stored?ticket=${feed}`)).toBe(401)
  expect(await at(`news/stored?ticket=${ticketFor(tokenHash('gone'), 'news', 'stored', clock.now())}`)).toBe(
    401,
  )
  await clock.advance(3 * 86_400_000)
  expect(await at(`news/stored?url=x&ticket=${stored}`)).toBe(401)
  expect(await at(`news/changes.atom?ticket=${feed}`)).toBe(200)
})
