import { describe, expect, it } from 'vitest'
import { collectionFor, nameFor } from './first-order.ts'

const order = {
  addresses: 'https://www.example.org/news',
  reach: 'site',
  pages: 50,
  every: '',
  name: '',
} as const

/** What the page Start shows is collected from the beginning. */
const extract = { patterns: ['email'] }

describe('a new collection', () => {
  it('is a site, named after it', () =>
    expect(collectionFor(order)).toEqual({
      name: 'example-org',
      config: { seeds: ['https://www.example.org/news'], scope: { local: true, pages: 50 }, extract },
    }))

  it('is a list of pages that are followed, and nothing else', () =>
    expect(
      collectionFor({
        ...order,
        addresses: ' https://a.test/1\n\nhttps://b.test/2\n',
        reach: 'pages',
        name: 'mine',
      }),
    ).toEqual({
      name: 'mine',
      config: { seeds: ['https://a.test/1', 'https://b.test/2'], scope: { depth: 0 }, extract },
    }))

  it('is visited as often as one likes', () =>
    expect(collectionFor({ ...order, every: '1h' }).config.refresh).toEqual({
      interval: '1h',
      bounds: ['1h', '1h'],
    }))

  it('goes wherever links lead', () =>
    expect(collectionFor({ ...order, reach: 'web' }).config.scope).toEqual({ pages: 50 }))

  it.each([
    ['http://127.0.0.1:8080/', '127-0-0-1-8080'],
    ['example.org', 'example-org'],
    ['https://блог.рф/', 'pages'],
    [`https://${'a'.repeat(80)}.org/`, 'a'.repeat(63)],
  ])('from %s gets a name that can be typed', (address, name) => expect(nameFor(address)).toBe(name))
})
