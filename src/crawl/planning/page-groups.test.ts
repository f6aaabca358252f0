import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostId } from '../../store/ids.ts'
import { PageGroups } from './page-groups.ts'

const at = (path: string, host = 1, pageClass: string | null = null) => ({
  ...{ host: hostId(host), url: `https://h${host}.example${path}`, pageClass },
})
const FOUND = { odds: 1, refreshing: 0.8 }
const DULL = { odds: 1, refreshing: 0 }
const MISSING = { odds: 0, refreshing: 0 }

describe('what is expected of pages that nobody has seen', () => {
  it('is what the pages of their directory turned out to be', () => {
    const groups = new PageGroups()
    for (let n = 0; n < 50; n++) {
      groups.add(at(`/news/${n}`), FOUND)
      groups.add(at(`/about/${n}`), DULL)
      groups.add(at(`/gone/${n}`), MISSING)
    }
    const [news, about, gone] = ['/news/new', '/about/new', '/gone/new'].map(path => groups.expect(at(path)))
    expect(news!.refreshing).toBeGreaterThan(0.7)
    expect(about!.refreshing).toBeLessThan(0.1)
    expect(about!.odds).toBeGreaterThan(0.9)
    expect(gone!.odds).toBeLessThan(0.1)
  })

  it('is that of the host for a new directory, that of all for a new host', () => {
    const groups = new PageGroups()
    for (let n = 0; n < 50; n++) {
      groups.add(at(`/a/${n}`, 1), MISSING)
      groups.add(at(`/a/${n}`, 2), FOUND)
    }
    expect(groups.expect(at('/b/1', 1)).odds).toBeLessThan(0.1)
    expect(groups.expect(at('/b/1', 2)).odds).toBeGreaterThan(0.9)
    expect(groups.expect(at('/b/1', 3)).odds).toBeCloseTo(0.5, 1)
  })

  it('goes by the class where it is known', () => {
    const groups = new PageGroups()
    for (let n = 0; n < 50; n++) {
      groups.add(at(`/x/${n}`, 1, 'product'), FOUND)
      groups.add(at(`/x/${n}`, 1, 'legal'), DULL)
    }
    expect(groups.expect(at('/y/1', 1, 'product')).refreshing).toBeGreaterThan(0.7)
    expect(groups.expect(at('/y/1', 1, 'legal')).refreshing).toBeLessThan(0.1)
  })

  it('lies between what was seen and what is expected of anything', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const seen = fc.record({ odds: share, refreshing: share })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(3), seen)), all => {
        const groups = new PageGroups()
        for (const [host, directory, what] of all) groups.add(at(`/${directory}/x`, host), what)
        const { odds, refreshing } = groups.expect(at('/1/new', 1))
        for (const value of [odds, refreshing]) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
