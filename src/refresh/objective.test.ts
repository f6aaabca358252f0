import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ein, g, inverseG, meanPenalty, penalty, valueAtRate } from './objective.ts'
import { OBJECTIVES } from './types.ts'

const rate = fc.double({ min: 1e-4, max: 50, noNaN: true })
const tau = fc.double({ min: 1e-3, max: 3000, noNaN: true })

/** ∫ by Simpson's rule. */
function integral(f: (x: number) => number, to: number): number {
  const n = 2_000
  let sum = f(0) + f(to)
  for (let i = 1; i < n; i++) sum += f((to * i) / n) * (i % 2 === 1 ? 4 : 2)
  return (sum * to) / n / 3
}

describe('g and its inverse', () => {
  it('undo each other', () =>
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 0.999999, noNaN: true }), y => {
        expect(g(inverseG(y)) / y).toBeCloseTo(1, 6)
      }),
    ))
  it('a price no page reaches drops it', () => {
    expect(inverseG(1)).toBe(Infinity)
    expect(inverseG(0)).toBe(0)
  })
})

describe('the crawl value', () => {
  it.each(OBJECTIVES)('%s: V is ∫ s·D′(s) ds, so τD − ∫D', objective => {
    for (const [r, t] of [
      [0.1, 7],
      [2, 3],
      [0.01, 30],
    ] as const) {
      const byParts = t * penalty(objective, r, t) - integral(s => penalty(objective, r, s), t)
      expect(valueAtRate(objective, r, t) / byParts).toBeCloseTo(1, 4)
    }
  })
  it.each(OBJECTIVES)('%s: rises with time', objective =>
    fc.assert(
      fc.property(rate, tau, (r, t) => {
        expect(valueAtRate(objective, r, t * 1.5)).toBeGreaterThanOrEqual(
          valueAtRate(objective, r, t) * (1 - 1e-9),
        )
      }),
    ),
  )
  it('freshness buys at most 1/λ', () =>
    fc.assert(
      fc.property(rate, tau, (r, t) => {
        expect(valueAtRate('freshness', r, t)).toBeLessThanOrEqual((1 / r) * (1 + 1e-9))
      }),
    ))
  it.each(OBJECTIVES)('%s: the mean penalty is the mean of the penalty', objective => {
    for (const t of [0.5, 7, 90])
      expect(meanPenalty(objective, 0.1, t)).toBeCloseTo(integral(s => penalty(objective, 0.1, s), t) / t, 6)
  })
  it('is continuous where series take over', () => {
    for (const objective of OBJECTIVES)
      for (const measure of [valueAtRate, meanPenalty, penalty])
        expect(measure(objective, 1, 0.00100001) / measure(objective, 1, 0.00099999)).toBeCloseTo(1, 3)
  })
})

it('Ein is ∫ (1−e^(−t))/t dt, on both sides of the switch to its asymptote', () => {
  const direct = (x: number) => integral(t => (t === 0 ? 1 : -Math.expm1(-t) / t), x)
  for (const x of [0.1, 1, 5, 7.9, 8.1, 30]) expect(ein(x)).toBeCloseTo(direct(x), 6)
})
