/** Tests of single parts of WebSub; test/e2e/websub.test.ts tests them together. */
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bitOf } from '../../refresh/index.ts'
import { hostId } from '../../store/ids.ts'
import { pushOffer } from '../thread/beside-body.ts'
import { canonicalizer, partsOf } from '../visit/visit.fixture.ts'
import { announcedBy } from './announced.ts'
import { isSigned } from './callback.ts'
import { asked, denied, isOver, leaving, type Subscription, verified } from './subscription.ts'

const NOW = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000
const body = Buffer.from('what changed')

describe('WebSub section 7.1: signatures', () => {
  const sign = (method: string, secret = 'secret') =>
    `${method}=${createHmac(method, secret).update(body).digest('hex')}`

  it.each(['sha1', 'sha256', 'sha384', 'sha512'])('%s counts', method =>
    expect(isSigned(sign(method), body, 'secret')).toBe(true),
  )
  it.each([
    ['another secret', sign('sha256', 'other')],
    ['none', undefined],
    ['an unknown method', sign('md5')],
    ['a part of it', sign('sha256').slice(0, -2)],
    ['no hex', 'sha256=zz'],
    ['nothing', ''],
  ])('%s does not', (_, signature) => expect(isSigned(signature, body, 'secret')).toBe(false))
})

const wanted: Subscription = {
  ...{ topic: 'http://a.test/feed', hub: 'http://hub.test/', id: 'id', secret: 'secret', state: 'wanted' },
  ...{ host: { shard: 0, id: hostId(1) }, depth: 1, kind: 'feed', nextAt: NOW, attempts: 0 },
}

describe('a subscription', () => {
  it('is asked for ever more seldom, and given up in the end', () => {
    let subscription = wanted
    const waits: number[] = []
    for (let now = NOW; !isOver(subscription); now = subscription.nextAt) {
      subscription = asked(subscription, now)
      waits.push((subscription.nextAt - now) / 3_600_000)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24, 24, 24, 24])
  })
  it('is renewed before its lease ends, and stays active meanwhile', () => {
    const active = verified(asked(wanted, NOW), 10 * 86_400, NOW)
    expect(active).toMatchObject({ state: 'active', nextAt: NOW + 8 * DAY_MS, attempts: 0 })
    expect(asked(active, active.nextAt).state).toBe('active')
  })
  it.each([
    [1, 600_000],
    [1e12, 0.8 * 365 * DAY_MS],
  ])('a lease of %d s is held within bounds', (seconds, waitMs) =>
    expect(verified(wanted, seconds, NOW).nextAt - NOW).toBe(waitMs),
  )
  it('is forgotten some time after a denial, and after two requests to leave', () => {
    expect(denied(wanted, NOW)).toMatchObject({ state: 'denied', nextAt: NOW + 30 * DAY_MS })
    expect(isOver(denied(wanted, NOW))).toBe(true)
    const once = asked(leaving(wanted, NOW), NOW)
    expect([isOver(once), isOver(asked(once, NOW))]).toEqual([false, true])
  })
})

describe('WebSub section 4: discovery', () => {
  const url = 'http://a.test/page'
  it.each([
    [
      ['Link', '<http://hub.test/>; rel="hub", <http://a.test/self>; rel="self"'],
      {},
      ['http://hub.test/', 'http://a.test/self'],
    ],
    [['Link', '</hub>; rel=hub'], { hub: 'http://other.test/' }, ['http://a.test/hub', url]],
    [
      [],
      { hub: 'https://hub.test/', self: 'https://a.test/feed' },
      ['https://hub.test/', 'https://a.test/feed'],
    ],
    [[], { hub: 'http://hub.test/', self: 'http://victim.test/' }, ['http://hub.test/', url]],
  ])('%j and %j', (headers, said, [hub, topic]) =>
    expect(pushOffer(headers, url, said)).toEqual({ hub, topic }),
  )
  it.each([{}, { self: url }, { hub: 'file:///etc/passwd' }])('%j offers nothing', said =>
    expect(pushOffer([], url, said)).toBeNull(),
  )
})

it('a push announces its topic, and entries of the same site that have a date', () => {
  const { candidates } = partsOf()
  const entry = (link: string, date = '') => `<item><link>${link}</link>${date}</item>`
  const dated = (at: number) => `<pubDate>${new Date(at).toUTCString()}</pubDate>`
  const feed = `<rss><channel>${entry('http://a.test/1', dated(NOW - DAY_MS))}${entry('http://a.test/2')}
    ${entry('http://b.test/3', dated(NOW))}${entry('http://a.test/4', dated(NOW + 2 * DAY_MS))}${entry('http://a.test/5', dated(NOW + 60_000))}</channel></rss>`
  const parts = { canonicalizer, candidates, isPrompt: true, nowMs: NOW }
  const pushed = { hintedBy: bitOf('push'), prompt: true }
  expect(announcedBy(wanted, Buffer.from(feed), parts)).toMatchObject([
    { url: 'http://a.test/feed', hintedAt: NOW, ...pushed },
    { url: 'http://a.test/1', hintedAt: NOW - DAY_MS, ...pushed },
    { url: 'http://a.test/5', hintedAt: NOW, ...pushed },
  ])
  expect(announcedBy(wanted, Buffer.from('<p>a page'), parts)).toMatchObject([{ url: 'http://a.test/feed' }])
})
