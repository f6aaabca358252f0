/** The worked examples of the sources this room stands on. */
import { describe, expect, it } from 'vitest'
import { learnChangesOnly, learnClasses } from './classes.ts'
import { agingAverage, equalAverage, halvingAverages, likelyRate, ratioEstimate } from './estimators.ts'
import { penalty } from './objective.ts'
import { allocate, expectedOf, freshnessOfOrder, type RateClass } from './theory.ts'

const visit = (elapsed: number, changed: boolean) => ({ at: 0, elapsed, changed })

describe('Bayesian classes', () => {
  it('two classes of 30 and 7 days, a change after 5 days: 0.23 and 0.77', () => {
    const [slow, fast] = learnClasses([0.5, 0.5], [1 / 30, 1 / 7], visit(5, true))
    expect(slow).toBeCloseTo(0.23, 2)
    expect(fast).toBeCloseTo(0.77, 2)
  })

  it.each([
    [1, 1.0],
    [5, 0.999],
    [10, 0.974],
  ])('the control that learns from changes only, visits every %d days, 100 changes: %d', (days, share) => {
    const rates = [1, 1 / 3, 1 / 7]
    let shares: ArrayLike<number> = rates.map(() => 1 / 3)
    for (let i = 0; i < 100; i++) shares = learnChangesOnly(shares, rates, visit(days, true))
    // The published figures are cut off after the third place, not rounded.
    expect(Math.trunc(shares[0]! * 1000) / 1000).toBe(share)
    // It stays there whatever comes: what did not change teaches it nothing.
    for (let i = 0; i < 100; i++) shares = learnChangesOnly(shares, rates, visit(days, false))
    expect(Math.trunc(shares[0]! * 1000) / 1000).toBe(share)
  })

  it('the right one is not fooled by a page that changes half of the time', () => {
    const rates = [1, 1 / 7, 1 / 30]
    const learned = (learn: typeof learnClasses) => {
      let shares: ArrayLike<number> = [1 / 3, 1 / 3, 1 / 3]
      for (let i = 0; i < 100; i++) shares = learn(shares, rates, visit(5, i % 2 === 0))
      return shares
    }
    expect(learned(learnChangesOnly)[0]).toBeGreaterThan(0.99)
    expect(learned(learnClasses)[1]).toBeGreaterThan(0.99)
  })
})

describe('averages of update intervals', () => {
  it('equal weights: 10, 15, 12, 6, 12 → 11', () => expect(equalAverage([10, 15, 12, 6, 12])).toBe(11))
  it('the last counts half, rounded up: 13, 13, 10', () =>
    expect(halvingAverages([10, 15, 12, 6])).toEqual([13, 13, 10]))
  it('weights that fall with age lean to the newest', () =>
    expect(agingAverage([10, 15, 12, 6])).toBeCloseTo((10 + 30 + 36 + 24) / 10))
})

describe('estimators', () => {
  it('the ratio estimator is finite when every visit found a change', () => {
    expect(ratioEstimate(10, 10, 1)).toBeCloseTo(Math.log(10.5 / 0.5))
    expect(ratioEstimate(10, 0, 1)).toBe(-0)
  })
  it('the likeliest rate agrees with the ratio for even visits', () => {
    const visits = Array.from({ length: 200 }, (_, i) => visit(2, i % 4 === 0))
    expect(likelyRate(visits)).toBeCloseTo(ratioEstimate(200, 50, 2), 2)
  })
})

describe('theory', () => {
  it('expected age seven days after a visit at one change a week is about 2.6 days', () =>
    expect(penalty('age', 1 / 7, 7)).toBeCloseTo(2.575, 2))

  it('of a page changing nine times and one changing once a day, one visit a day goes to the slower', () => {
    const classes: RateClass[] = [
      { rate: 9, share: 1 },
      { rate: 1, share: 1 },
    ]
    const [fast, slow] = allocate('optimal', classes, 2)
    expect(fast).toBeCloseTo(0, 6)
    expect(slow).toBeCloseTo(1, 6)
  })

  const CHO: RateClass[] = [
    { rate: 1, share: 0.23 },
    { rate: 1 / 7, share: 0.15 },
    { rate: 1 / 30, share: 0.16 },
    { rate: 1 / 120, share: 0.16 },
    { rate: 1 / 365, share: 0.3 },
  ]
  it.each([
    ['uniform', 0.573, 5.61],
    ['proportional', 0.129, 406],
  ] as const)('five measured classes, %s: freshness %d, age %d days', (name, freshness, age) => {
    const frequencies = allocate(name, CHO, 30)
    expect(expectedOf('freshness', CHO, frequencies)).toBeCloseTo(freshness, 3)
    expect(expectedOf('age', CHO, frequencies) / age).toBeCloseTo(1, 2)
  })
  it('five measured classes, optimal: freshness 0.616, monthly visits 0, 2.63, 1.74, 0.96, 0.57; age 4.30 days', () => {
    const best = allocate('optimal', CHO, 30)
    expect(expectedOf('freshness', CHO, best)).toBeCloseTo(0.616, 3)
    expect(best.map(each => Number((each * 30).toFixed(2)))).toEqual([0, 2.63, 1.74, 0.96, 0.57])
    expect(expectedOf('age', CHO, allocate('optimal', CHO, 30, 'age'))).toBeCloseTo(4.3, 2)
  })
  it.each([0.1, 1, 5])(
    'orders at r = %d: even visits beat a new order each round, which beats pure chance',
    r => {
      expect(freshnessOfOrder('fixed', r)).toBeCloseTo((1 - Math.exp(-r)) / r)
      expect(freshnessOfOrder('random', r)).toBeCloseTo(1 / (1 + r))
      expect(freshnessOfOrder('fixed', r)).toBeGreaterThan(freshnessOfOrder('permutation', r))
      expect(freshnessOfOrder('permutation', r)).toBeGreaterThan(freshnessOfOrder('random', r))
    },
  )
})
