/** WebSub through the real engine: a hub on loopback, a callback that listens, and what pushes bring about. */
import { describe, expect, it } from 'vitest'
import { bitOf } from '../../src/refresh/index.ts'
import { DAY_MS, plain, type Site } from '../world/index.ts'
import { fastStage, START } from './fast-stage.ts'
import { freePort, sha256, testHub } from './test-hub.ts'

const HOME = 'http://w.test'
const TOPIC = `${HOME}/feed.xml`
const LEAVING = `${HOME}/leaving.xml`
const HUB = 'http://hub.test/'
const LEASE_SECONDS = 86_400

const atom = (self: string, dates: Readonly<Record<string, number>>) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>W</title><id>${self}</id><updated>2026-01-01T00:00:00Z</updated>
<link rel="hub" href="${HUB}"/><link rel="self" href="${self}"/>
${Object.entries(dates)
  .map(
    ([path, at]) =>
      `<entry><title>${path}</title><id>${path}</id><link href="${HOME}${path}"/><updated>${new Date(at).toISOString()}</updated></entry>`,
  )
  .join('\n')}</feed>`

const FEED_TYPE = 'application/atom+xml'
const OLD = { '/a': START - DAY_MS, '/b': START - DAY_MS }

/** Two pages, and two feeds that name a hub; the hub denies one of them. */
const site: Site = {
  host: 'w.test',
  kind: 'websub',
  entries: ['/'],
  find: (path, { nowMs }) => {
    const page = (text: string) => plain(`<html><title>${path}</title><p>${text}`, 'page', 'text/html')
    switch (path) {
      case '/':
        return page(`<link rel=alternate type=${FEED_TYPE} href=/feed.xml><link rel=alternate type=${FEED_TYPE}
          href=/denied.xml><link rel=alternate type=${FEED_TYPE} href=/leaving.xml><a href=/a>a</a> <a href=/b>b</a> <a href=/private>p</a>`)
      case '/a':
      case '/b':
        return page(`words of page ${path}`)
      case '/private':
        return {
          ...page('a page with a hub inside the network'),
          headers: { 'content-type': 'text/html', link: '<http://10.1.2.3/>; rel="hub"' },
        }
      case '/feed.xml':
        return plain(atom(TOPIC, OLD), 'feed', FEED_TYPE)
      case '/leaving.xml':
        // Names its hub for two days only.
        return plain(
          atom(LEAVING, OLD).replace(nowMs < START + 2 * DAY_MS ? 'none' : 'rel="hub"', 'rel="related"'),
          'feed',
          FEED_TYPE,
        )
      case '/denied.xml':
        return plain(atom(`${HOME}/denied.xml`, OLD), 'feed', FEED_TYPE)
      default:
        return undefined
    }
  },
}

interface Saved {
  readonly subscriptions: readonly { readonly topic: string; readonly state: string }[]
  readonly wrongSignatures: number
}

async function hubStage(denies: (topic: string) => boolean) {
  const hub = testHub('hub.test', LEASE_SECONDS, denies)
  const on = await fastStage([site, hub.site], 30, 60, { addresses: 'public' })
  const port = await freePort()
  const listen = `127.0.0.1:${port}`
  const websub = { callback: `http://${listen}/websub`, listen }
  const input = {
    seeds: [`${HOME}/`],
    refresh: { interval: '1d', discover: 0, websub },
    request: { allowPrivate: false },
  }
  const saved = () =>
    on.read(async ({ store }) => JSON.parse((await store.readMeta()).get('websub') ?? '{}') as Saved)
  return { ...on, hub, input, saved, port }
}

/** When the hub has been told so many times. */
async function until(isSo: () => boolean, clock: { sleep(ms: number): Promise<void> }): Promise<void> {
  while (!isSo()) await clock.sleep(3_600_000)
}

describe('WebSub', { timeout: 120_000 }, () => {
  it('subscribes, answers the hub, renews before the lease ends, and forgets what is denied', async () => {
    const { watch, hub, input, saved, world } = await hubStage(topic => topic.includes('denied'))
    const ran = await watch(input, {}, START + 7 * DAY_MS)
    await hub.settled()
    const asked = hub.askings.filter(({ topic }) => topic === TOPIC)
    expect(asked.length).toBeGreaterThanOrEqual(4)
    expect(asked.every(({ mode }) => mode === 'subscribe')).toBe(true)
    expect(hub.askings.findLast(({ topic }) => topic === LEAVING)!.mode).toBe('unsubscribe')
    expect(hub.answers).toContainEqual(expect.stringMatching(/^unsubscribe 200 challenge \d+$/))
    expect(new Set(asked.map(({ callback, secret }) => `${callback} ${secret}`)).size).toBe(1)
    expect(asked[0]!.callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/websub\/[a-z0-9]{32}$/)
    expect(hub.askings.filter(({ topic }) => topic.includes('denied')).length).toBe(1)
    expect(hub.answers).toContainEqual(expect.stringMatching(/^subscribe 200 challenge \d+$/))
    const states = (await saved()).subscriptions
    expect(states.some(({ topic }) => topic === LEAVING)).toBe(false)
    expect(states.map(({ topic, state }) => `${topic} ${state}`)).toEqual(
      expect.arrayContaining([`${TOPIC} active`, `${HOME}/denied.xml denied`]),
    )
    expect(ran.events.some(({ kind }) => kind === 'websub-denied')).toBe(true)
    // The address guard keeps hubs inside the network from being asked.
    expect(world.strays).toEqual([])
    expect(ran.events.find(({ subject }) => subject === `${HOME}/private`)?.message).toMatch(
      /10\.1\.2\.3 could not be asked/,
    )
    const told = JSON.stringify(ran.events)
    for (const { secret, callback } of hub.askings) {
      expect(told).not.toContain(secret)
      expect(told).not.toContain(callback)
    }
  })

  it('hears pushes, also after a restart; those that are not signed right have no effect', async () => {
    const { watch, hub, input, saved, clock } = await hubStage(() => false)
    await watch(input, {}, START + 3 * DAY_MS)
    await hub.settled()
    const asked = () => hub.askings.filter(({ topic }) => topic === TOPIC).length
    const before = asked()
    expect(before).toBeGreaterThan(0)
    let pushedAt = 0
    const results: number[] = []
    const pushing = (async () => {
      await until(() => asked() > before, clock)
      pushedAt = Math.floor(clock.now())
      const news = atom(TOPIC, { ...OLD, '/a': pushedAt, '/elsewhere': pushedAt })
      results.push(await hub.push(TOPIC, news, body => sha256(body, 'another secret')))
      results.push(await hub.push(TOPIC, news, () => 'nonsense'))
      results.push(await hub.push(TOPIC, atom(TOPIC, { ...OLD, '/b': pushedAt })))
      results.push(await hub.push(TOPIC, 'x'.repeat(2_000_000)).catch(() => 413))
    })()
    const ran = await watch(input, {}, START + 8 * DAY_MS)
    await pushing
    expect(results).toEqual([202, 202, 202, 413])
    expect(ran.page(`${HOME}/b`)).toMatchObject({ hintedAt: pushedAt, hintedBy: bitOf('push') })
    expect(ran.page(`${HOME}/a`).hintedAt).toBe(OLD['/a'])
    expect(ran.page(TOPIC).hintedBy & bitOf('push')).toBe(bitOf('push'))
    expect(await saved()).toMatchObject({ wrongSignatures: 2 })
    expect(ran.events.filter(({ kind }) => kind === 'websub-wrong-signature').length).toBe(1)
  })
})
