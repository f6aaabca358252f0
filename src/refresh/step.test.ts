import { describe, expect, it } from 'vitest'
import { STEP_2004, stepPolicy } from './step.ts'
import type { PageFacts, State } from './types.ts'

const page: PageFacts = { weight: 1, cost: 1, visitedAt: 0 }

/** The intervals of a page that changes every `everyDays` days, over a hundred visits on time. */
function intervalsOf(everyDays: number, policy = stepPolicy()): number[] {
  let state: State = policy.begin(page)
  let at = 0
  return Array.from({ length: 100 }, () => {
    const interval = state[0]!
    const changed = Math.floor((at + interval) / everyDays) > Math.floor(at / everyDays)
    at += interval
    state = policy.learn(state, { at, elapsed: interval, changed }, page)
    return interval
  })
}

describe('the rule of 2004', () => {
  it('checks a page daily at first, finds that it changes every five days, and settles there', () => {
    const intervals = intervalsOf(5)
    expect(intervals.slice(0, 6)).toEqual([1, 1, 1, 1, 1, 3])
    expect(intervals.at(-1)).toBe(5)
  })
  it('stays with a page that changes daily', () => expect(new Set(intervalsOf(1))).toEqual(new Set([1])))
  it('moves only when a change is found', () => expect(new Set(intervalsOf(400))).toEqual(new Set([1])))
  it('comes down by four when changes come sooner, and never below a day', () => {
    const policy = stepPolicy()
    const learn = (interval: number, elapsed: number) =>
      policy.learn([interval, 0], { at: 0, elapsed, changed: true }, page)[0]
    expect([learn(9, 5), learn(9, 6), learn(4, 0), learn(29, 40), learn(30, 40)]).toEqual([5, 9, 1, 30, 30])
  })
  it('takes other numbers', () => {
    const intervals = intervalsOf(12, stepPolicy({ ...STEP_2004, first: 2, longer: 3, longest: 6 }))
    expect([intervals[0], intervals.at(-1)]).toEqual([2, 6])
  })
})
