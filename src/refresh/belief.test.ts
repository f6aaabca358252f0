import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BELIEF_CLASSES,
  beginBelief,
  jointBelief,
  learnBelief,
  OPEN_PRIOR,
  rateBelief,
  rateRange,
} from './belief.ts'
import { learnClasses } from './classes.ts'
import { CLASSES, RATES } from './rates.ts'
import type { State } from './types.ts'

const seen = (elapsed: number, changed: boolean) => ({ at: 0, elapsed, changed })
const shares = (state: State) => rateBelief(state, OPEN_PRIOR, new Float64Array(CLASSES))
const taught = (visits: readonly (readonly [number, boolean])[]) =>
  visits.reduce<State>(
    (state, [elapsed, changed]) => learnBelief(state, seen(elapsed, changed), OPEN_PRIOR),
    beginBelief(),
  )

describe('the belief', () => {
  it('is the prior before any visit', () =>
    expect(rateRange(shares(beginBelief())).mean).toBeCloseTo(rateRange(marginal(OPEN_PRIOR)).mean, 6))

  it('sums to one whatever was seen', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 1e-5, max: 5000, noNaN: true }), fc.boolean()), { maxLength: 80 }),
        visits => {
          const joint = jointBelief(taught(visits), OPEN_PRIOR, new Float64Array(BELIEF_CLASSES))
          expect(joint.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6)
          expect(joint.every(share => share >= 0)).toBe(true)
        },
      ),
    ))

  it('agrees with exact classes for a few visits', () => {
    const visits = [
      [3, false],
      [9, true],
      [27, true],
    ] as const
    const exact = visits.reduce<ArrayLike<number>>(
      (belief, [elapsed, changed]) => learnClasses(belief, RATES, seen(elapsed, changed)),
      marginal(OPEN_PRIOR),
    )
    const [ours, theirs] = [rateRange(shares(taught(visits))).mean, rateRange(exact).mean]
    expect(Math.abs(Math.log(ours / theirs))).toBeLessThan(0.25)
  })

  it('finds the rate of a page visited often enough', () => {
    const visits = Array.from({ length: 60 }, (_, i) => [1, i % 5 === 0] as const)
    const { mean } = rateRange(shares(taught(visits)))
    expect(mean).toBeGreaterThan(0.15)
    expect(mean).toBeLessThan(0.32)
  })

  it('a change found after an hour outweighs twenty found after a month', () => {
    const monthly = Array.from({ length: 20 }, () => [30, true] as const)
    expect(rateRange(shares(taught([...monthly, [0.05, true], [0.05, true]]))).low).toBeGreaterThan(1)
    expect(rateRange(shares(taught(monthly))).low).toBeLessThan(0.2)
  })

  it('a six-week pause is not a new life: the first change brings the old rhythm back', () => {
    const daily = Array.from({ length: 60 }, () => [1, true] as const)
    const pause = Array.from({ length: 42 }, () => [1, false] as const)
    const before = rateRange(shares(taught(daily))).mean
    const during = rateRange(shares(taught([...daily, ...pause]))).mean
    const back = rateRange(shares(taught([...daily, ...pause, [1, true]]))).mean
    expect(during).toBeLessThan(before / 4)
    expect(back).toBeGreaterThan(2 * during)
  })

  it('counted changes are a Poisson count', () => {
    const state = learnBelief(beginBelief(), { ...seen(10, true), changes: 40 }, OPEN_PRIOR)
    expect(rateRange(shares(state)).mean).toBeCloseTo(4, 0)
  })
})

const marginal = (prior: Float64Array) =>
  Float64Array.from({ length: CLASSES }, (_, k) => prior[k]! + prior[CLASSES + k]!)
