import { describe, expect, it } from 'vitest'
import { ignoredIn, regionsAt, withIgnored } from './noisy-regions.ts'

describe('parts of a page that may be silenced', () => {
  it('are those that a change is in, the smallest first, each once', () =>
    expect(regionsAt(['div#main/aside.side/p.clock', 'div#main/p.price'])).toEqual([
      ...['p.clock', 'p.price', 'aside.side', 'div#main'],
    ]))

  it('are not those that only have a tag, which would silence half of the page', () =>
    expect(regionsAt(['body/div/p', ''])).toEqual([]))

  it('are kept in the config beside everything else, each once', () => {
    const config = { seeds: ['https://a.test/'], change: { level: 'text' } }
    const silenced = withIgnored(config, ['p.clock', 'p.clock'])
    expect(silenced).toEqual({ ...config, change: { level: 'text', ignoreRegions: ['p.clock'] } })
    expect(ignoredIn(silenced)).toEqual(['p.clock'])
    expect(ignoredIn(config)).toEqual([])
  })
})
