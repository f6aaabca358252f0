import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gammaForget, gammaLearn } from './gamma.ts'
import { policyNamed } from './named.ts'

const seen = (elapsed: number, changed: boolean) => ({ at: 0, elapsed, changed })

describe('the Gamma filter', () => {
  it('an unchanged visit adds its time', () =>
    expect(gammaLearn({ a: 1, b: 10 }, seen(5, false))).toEqual({ a: 1, b: 15 }))
  it('a trusted Last-Modified is an event and the time since', () =>
    expect(gammaLearn({ a: 1, b: 10 }, { ...seen(5, true), modifiedAgo: 2 })).toEqual({ a: 2, b: 12 }))
  it('a changed visit matches the first two moments of the true posterior', () => {
    const { a, b } = gammaLearn({ a: 2, b: 20 }, seen(7, true))
    const [mean, square] = momentsByIntegration(2, 20, 7)
    expect(a / b).toBeCloseTo(mean, 5)
    expect((a * (a + 1)) / (b * b)).toBeCloseTo(square, 5)
  })
  it('stays proper whatever it sees', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 1e-4, max: 400, noNaN: true }), fc.boolean()), { maxLength: 60 }),
        visits => {
          let belief = { a: 0.5, b: 20 }
          for (const [elapsed, changed] of visits)
            belief = gammaLearn(gammaForget(belief, 0.97, { a: 0.5, b: 20 }), seen(elapsed, changed))
          expect(belief.a).toBeGreaterThan(0)
          expect(belief.b).toBeGreaterThan(0)
          expect(Number.isFinite(belief.a + belief.b)).toBe(true)
        },
      ),
    ))
  it('the policy on the grid is due when the closed form reaches the price', () => {
    const policy = policyNamed('gamma')
    const page = { weight: 1, cost: 1, visitedAt: 100 }
    for (const [a, b] of [
      [1.5, 30],
      [4, 50],
      [12, 200],
    ] as const) {
      const { interval } = policy.next([a, b], page, { price: 2, now: 100 })
      expect(gammaValue(a, b, interval) / 2).toBeCloseTo(1, 1)
    }
  })
})

/** V·c/w for freshness under the belief, in closed form: the average of V, not V at the mean. */
function gammaValue(a: number, b: number, tau: number): number {
  const q = b / (b + tau)
  return (b / (a - 1)) * (1 - q ** (a - 1)) - tau * q ** a
}

function momentsByIntegration(a: number, b: number, tau: number): [mean: number, square: number] {
  let [mass, first, second] = [0, 0, 0]
  for (let rate = 0.00005; rate < 3; rate += 0.0001) {
    const density = rate ** (a - 1) * Math.exp(-b * rate) * -Math.expm1(-rate * tau)
    mass += density
    first += density * rate
    second += density * rate * rate
  }
  return [first / mass, second / mass]
}
