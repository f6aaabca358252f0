import { describe, expect, it } from 'vitest'
import { configFor, delayIn, orderIn } from './start-order.ts'

const ORDER = {
  ...{ address: 'https://a.test/', isLocal: true, connections: 8, delay: '1s', pages: 50, topic: '' },
}

describe('the Start page', () => {
  it('stays on one site by default', () =>
    expect(orderIn({})).toEqual({
      ...{ address: '', isLocal: true, connections: 16, delay: '1s', pages: 1000, topic: '' },
    }))

  it('shows what the config says', () => {
    const config = configFor(ORDER, {})
    expect(orderIn(config)).toEqual(ORDER)
    expect(config).toMatchObject({ extract: { patterns: ['email'] } })
  })

  it('shows that a config without scope.local follows links to other sites', () =>
    expect(orderIn({ seeds: ['https://a.test/'] }).isLocal).toBe(false))

  it('leaves everything else as it was', () => {
    const before = {
      seeds: [{ sitemap: 'https://a.test/map.xml' }, 'https://a.test/'],
      scope: { local: 'domain', depth: 3 },
      extract: { patterns: ['phone'], model: 'auto' },
      search: 'current',
    }
    expect(configFor(ORDER, before)).toEqual({
      ...before,
      scope: { local: 'domain', depth: 3, pages: 50 },
      limits: { connections: 8 },
      extract: { patterns: ['phone', 'email'], model: 'auto' },
    })
  })

  it('takes another address instead of the seeds', () =>
    expect(configFor(ORDER, { seeds: ['https://b.test/'] }).seeds).toEqual(['https://a.test/']))

  it('has one topic by words, beside those that were there', () => {
    const examples = { examples: ['a.html'] }
    const config = configFor({ ...ORDER, topic: 'tide tables' }, { topics: [examples] })
    expect(config.topics).toEqual([{ words: 'tide tables' }, examples])
    expect(orderIn(config).topic).toBe('tide tables')
    expect(configFor({ ...ORDER, topic: 'harbors' }, config).topics).toEqual([{ words: 'harbors' }, examples])
    expect(configFor(ORDER, config).topics).toEqual([examples])
    const named = { topics: [{ words: 'tide tables', name: 'tides' }] }
    expect(configFor({ ...ORDER, topic: 'tide tables' }, named).topics).toEqual(named.topics)
  })

  it('says what a pause means for parallel fetches', () => {
    expect(delayIn({})).toContain('left alone for 1s')
    expect(delayIn({ request: { delay: 0 } })).toContain('Without a pause')
    expect(delayIn({ request: { delay: '0ms' } })).toContain('Without a pause')
  })

  it('allows concurrent fetches to one server only without a pause', () => {
    const agent = { userAgent: 'x' }
    expect(configFor({ ...ORDER, delay: '0' }, { request: agent })).toMatchObject({
      limits: { connections: 8 },
      request: { userAgent: 'x', delay: '0', perServer: 8 },
    })
    expect(configFor({ ...ORDER, delay: '0', connections: 5_000 }, { request: { delay: 0 } })).toMatchObject({
      request: { delay: 0, perServer: 1_000 },
    })
    const before = { request: { delay: '0', perServer: 8 } }
    expect(configFor({ ...ORDER, delay: '2s' }, before)).toMatchObject({
      request: { delay: '2s', perServer: 'auto' },
    })
    expect(configFor(ORDER, { request: { perServer: 2 } })).toMatchObject({ request: { perServer: 2 } })
  })
})
