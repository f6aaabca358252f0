import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { beginBelief, learnBelief, OPEN_PRIOR, regularity } from './belief.ts'
import { policyNamed } from './named.ts'
import { CLASSES, RATES } from './rates.ts'
import { cumulativeHazard, regularSurvival } from './renewal.ts'
import type { State } from './types.ts'

/** Visits every two days to a page with the given gaps. */
function watched(gap: () => number, visits = 120): State {
  let state: State = beginBelief()
  let change = gap()
  for (let at = 2; at <= visits * 2; at += 2) {
    const changed = change <= at
    while (change <= at) change += gap()
    state = learnBelief(state, { at, elapsed: 2, changed }, OPEN_PRIOR)
  }
  return state
}

describe('the renewal law', () => {
  it('its hazard is that of a Gamma law of shape 4 and mean 1', () => {
    // −ln of the chance that the sum of four exponentials of mean 1/4 exceeds x.
    for (const x of [0.001, 0.1, 0.5, 1, 2, 10, 200]) {
      const y = 4 * x
      const log = y - Math.log(1 + y + y ** 2 / 2 + y ** 3 / 6)
      expect(Math.abs(cumulativeHazard(x) - log)).toBeLessThan(1e-4 * Math.max(1, log))
    }
    expect(cumulativeHazard(0)).toBe(0)
  })
  it('just after a change another is unlikely, later it is overdue', () => {
    const one = new Float64Array(CLASSES)
    one[RATES.findIndex(rate => rate > 0.1)] = 1
    const fresh = (age: number) => regularSurvival(one, { age, width: 0 }, 3)
    expect(fresh(0)).toBeGreaterThan(0.9)
    expect(fresh(12)).toBeLessThan(0.6)
  })
  it('a page with a rhythm is recognised, one that changes by chance is not', () => {
    const random = seededRandom(3)
    const rhythm = regularity(watched(() => 20 + random.next()))
    expect(rhythm?.weight).toBeGreaterThan(0.9)
    for (let i = 0; i < 10; i++)
      expect(regularity(watched(() => -20 * Math.log(1 - random.next())))?.weight ?? 0).toBeLessThan(0.99)
  })
  it('a regular page is due later after a change, and sooner when its time has come', () => {
    const policy = policyNamed('value')
    const page = { weight: 1, cost: 1, visitedAt: 0 }
    const state = Float64Array.from(watched(() => 20, 122))
    const dueAfter = (days: number) => {
      let later: State = state
      if (days > 0) later = policy.learn(state, { at: 0, elapsed: days, changed: false }, page)
      return policy.next(later, page, { price: 3, now: 0 }).interval
    }
    expect(dueAfter(12)).toBeLessThan(dueAfter(0))
  })
})
