import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FirstVisits, type RefreshTerms, shareOfNew } from './worth-of-new.ts'

const TERMS: RefreshTerms = { objective: 'freshness', price: 8, cost: 1, freshness: 0.6, evenDays: 30 }
const brought = (odds: number, weight = 1, tried = 500): FirstVisits => ({
  ...{ tried, stored: tried * odds, weight: tried * odds * weight },
})

describe('the share of the budget for new pages', () => {
  it('leaves something to both, whatever was found', () => {
    const some = fc.double({ min: 0, max: 1e6, noNaN: true })
    const terms: fc.Arbitrary<RefreshTerms> = fc.record({
      objective: fc.constantFrom('freshness', 'age', 'harmonic'),
      price: fc.option(some),
      cost: fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
      freshness: fc.double({ min: 0, max: 1, noNaN: true }),
      evenDays: fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
    })
    fc.assert(
      fc.property(
        some,
        fc.double({ min: 0, max: 1, noNaN: true }),
        some,
        terms,
        (tried, odds, weight, all) => {
          const share = shareOfNew({ tried, stored: tried * odds, weight }, all)
          expect(share).toBeGreaterThanOrEqual(0.05)
          expect(share).toBeLessThanOrEqual(0.5)
        },
      ),
    )
  })

  it('grows with what first visits find, and falls with what refreshes are worth', () => {
    expect(shareOfNew(brought(0.9), TERMS)).toBeGreaterThan(shareOfNew(brought(0.3), TERMS))
    expect(shareOfNew(brought(0.9, 4), TERMS)).toBeGreaterThan(shareOfNew(brought(0.9), TERMS))
    expect(shareOfNew(brought(0.9), { ...TERMS, price: 40 })).toBeLessThan(shareOfNew(brought(0.9), TERMS))
    expect(shareOfNew(brought(0.01), TERMS)).toBe(0.05)
  })

  it('is a fifth where nothing has a price', () => {
    expect(shareOfNew(brought(0.9), { ...TERMS, price: null })).toBe(0.2)
    expect(shareOfNew(brought(0.9), { ...TERMS, price: 0 })).toBe(0.2)
  })
})
