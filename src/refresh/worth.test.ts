import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importanceOf, isClearlyBetter, refreshingBuys, type WorthParts, worthOf } from './worth.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const rate = fc.double({ min: 0, max: 1_000, noNaN: true })
const days = fc.double({ min: 0, max: 10_000, noNaN: true })
const parts: fc.Arbitrary<WorthParts> = fc.record({
  weight: fc.double({ min: 0, max: 100, noNaN: true }),
  links: fc.double({ min: 0, max: 1e6, noNaN: true }),
  depth: fc.nat(100),
  refreshing: share,
  odds: share,
})

describe('what refreshing buys', () => {
  it('lies between nothing and everything', () => {
    fc.assert(
      fc.property(rate, days, (changes, interval) => {
        const bought = refreshingBuys(changes, interval)
        expect(bought).toBeGreaterThanOrEqual(0)
        expect(bought).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is more the more often a page is visited', () => {
    fc.assert(
      fc.property(rate, days, days, (changes, one, other) => {
        const [sooner, later] = [Math.min(one, other), Math.max(one, other)]
        expect(refreshingBuys(changes, sooner)).toBeGreaterThanOrEqual(refreshingBuys(changes, later) - 1e-12)
      }),
    )
  })

  it('is nothing for pages that never change, and next to nothing for those that change all the time', () => {
    expect(refreshingBuys(0, 7)).toBe(0)
    expect(refreshingBuys(500, 7)).toBeLessThan(0.001)
    expect(refreshingBuys(1 / 30, 7)).toBeGreaterThan(0.7)
    expect(refreshingBuys(1 / 30, Number.POSITIVE_INFINITY)).toBe(0)
  })
})

describe('what a page is worth', () => {
  it('grows with each of its parts, and falls with depth', () => {
    fc.assert(
      fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (of, more) => {
        const { worth } = worthOf(of)
        const least = worth - 1e-9 * (1 + worth)
        for (const better of [
          { ...of, weight: of.weight + more },
          { ...of, links: of.links + more },
          { ...of, depth: Math.max(0, of.depth - 1) },
          { ...of, refreshing: Math.min(1, of.refreshing + more) },
          { ...of, odds: Math.min(1, of.odds + more) },
        ])
          expect(worthOf(better).worth).toBeGreaterThanOrEqual(least)
      }),
    )
  })

  it('is nothing for a page that is gone, whatever else it was', () => {
    fc.assert(fc.property(parts, of => worthOf({ ...of, odds: 0 }).worth === 0))
  })

  it('counts the hundredth link less than the first', () => {
    const gain = (links: number) =>
      importanceOf({ links: links + 1, depth: 1 }) - importanceOf({ links, depth: 1 })
    expect(gain(0)).toBeGreaterThan(10 * gain(99))
  })
})

describe('exchanges', () => {
  it('never go in circles while worths stay as they are', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 2, maxLength: 8 }), all => {
        const worths = all.map(worthOf)
        // If one beats another, it is worth more: an order has no cycles.
        for (const one of worths)
          for (const other of worths)
            if (isClearlyBetter(one, other)) {
              expect(one.worth).toBeGreaterThan(other.worth)
              expect(isClearlyBetter(other, one)).toBe(false)
            }
      }),
    )
  })

  it('need a margin, and never bring in what is worth nothing', () => {
    expect(isClearlyBetter({ worth: 1.4 }, { worth: 1 })).toBe(false)
    expect(isClearlyBetter({ worth: 1.6 }, { worth: 1 })).toBe(true)
    expect(isClearlyBetter({ worth: 0 }, { worth: 0 })).toBe(false)
    expect(isClearlyBetter({ worth: 0.1 }, { worth: 0 })).toBe(true)
  })
})
