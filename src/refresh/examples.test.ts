/** The worked examples of the publications that this folder is based on. */
import { describe, expect, it } from 'vitest'
import { learnChangesOnly, learnClasses } from './classes.ts'
import { agingAverage, equalAverage, halvingAverages, likelyRate, ratioEstimate } from './estimators.ts'
import { policyNamed } from './named.ts'
import { penalty } from './objective.ts'
import {
  ageOfOrder,
  allocate,
  expectedOf,
  freshnessOfOrder,
  freshnessPublished,
  type RateClass,
} from './theory.ts'

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
    // The published figures are truncated after the third place, not rounded.
    expect(Math.trunc(shares[0]! * 1000) / 1000).toBe(share)
    // It stays there whatever follows: unchanged visits teach it nothing.
    for (let i = 0; i < 100; i++) shares = learnChangesOnly(shares, rates, visit(days, false))
    expect(Math.trunc(shares[0]! * 1000) / 1000).toBe(share)
  })

  it('the control, 1,000 changes 100 days apart, classes of 1, 30 and 90 days: certain that it changes daily', () => {
    const rates = [1, 1 / 30, 1 / 90]
    let shares: ArrayLike<number> = rates.map(() => 1 / 3)
    for (let i = 0; i < 1_000; i++) shares = learnChangesOnly(shares, rates, visit(100, true))
    expect(shares[0]).toBeGreaterThan(0.999)
    // The publication lists them in the other order.
    expect(shares[1]! / 1.674e-16).toBeCloseTo(1, 3)
    expect(shares[2]! / 3.959e-174).toBeCloseTo(1, 3)
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
  it('weights that fall with how long ago an update came, not with its rank', () => {
    // Updates 0 and 18 days ago: the newer interval counts nineteen times as much.
    expect(agingAverage([3, 18])).toBeCloseTo((18 + 3 / 19) / (1 + 1 / 19))
    expect(agingAverage([10, 15, 12, 6])).toBeLessThan(equalAverage([10, 15, 12, 6]))
  })
  /** Visits a page every day, with changes found after these intervals. */
  const visited = (name: string, intervals: readonly number[]) => {
    const policy = policyNamed(name)
    const page = { weight: 1, cost: 1, visitedAt: 0 }
    let state = policy.begin(page)
    return intervals.map(days => {
      for (let day = 1; day <= days; day++) state = policy.learn(state, visit(1, day === days), page)
      return policy.next(state, page, { price: 0, now: 0 }).interval
    })
  }
  it('policies of these names visit pages at their averages, within 1 … 30 days', () => {
    expect(visited('average-equal', [10, 15, 12, 6, 12]).at(-1)).toBe(11)
    expect(visited('average-half', [10, 15, 12, 6])).toEqual([10, 13, 13, 10])
    expect(visited('average-age', [3, 18]).at(-1)).toBeCloseTo((18 + 3 / 19) / (1 + 1 / 19))
    for (const name of ['average-equal', 'average-half', 'average-age'])
      expect(visited(name, [90, 90])).toEqual([30, 30])
  })
  it('intervals outside the window are deleted', () =>
    expect(visited('average-equal', [28, ...new Array<number>(10).fill(4)]).at(-1)).toBe(4))
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
      expect(ageOfOrder('fixed', r)).toBeLessThan(ageOfOrder('permutation', r))
      expect(ageOfOrder('permutation', r)).toBeLessThan(ageOfOrder('random', r))
    },
  )
  it('a page that changes every four months, crawled monthly in a week or all the time: 0.88 in place; shadowed 0.86 and 0.78', () => {
    expect(freshnessPublished('in-place', 0.25, 7 / 30)).toBeCloseTo(0.88, 2)
    expect(freshnessPublished('in-place', 0.25, 1)).toBeCloseTo(0.88, 2)
    expect(freshnessPublished('shadow', 0.25, 7 / 30)).toBeCloseTo(0.86, 2)
    expect(freshnessPublished('shadow', 0.25, 1)).toBeCloseTo(0.78, 2)
  })
})
