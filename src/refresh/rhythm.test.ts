import { describe, expect, it } from 'vitest'
import { seededRandom } from '../env/index.ts'
import { believedRhythm, chanceToRest, learnRhythm, RHYTHM_WIDTH, rhythmicDue } from './rhythm.ts'

const HOUR = 1 / 24
/** Day 4 of a week that begins on Thursday is a Monday. */
const MONDAY_NINE = 4 + 9 * HOUR
const TERMS = { objective: 'freshness', target: 1 } as const
const weekly = (elapsed: number) => Math.exp(-elapsed / 7)

/** Visits a page at these times; `changedBetween` says what each visit finds. */
function visited(times: readonly number[], changedBetween: (from: number, to: number) => boolean) {
  const state = new Float64Array(RHYTHM_WIDTH)
  times.slice(1).forEach((at, i) => {
    const elapsed = at - times[i]!
    learnRhythm(state, 0, { at, elapsed, changed: changedBetween(times[i]!, at) }, () => weekly(elapsed))
  })
  return state
}

/** Changes on Mondays at nine, except in paused weeks. */
const onMondays =
  (isPaused: (week: number) => boolean = () => false) =>
  (from: number, to: number) => {
    for (let week = Math.floor(from / 7) - 1; week <= to / 7; week++) {
      const at = 7 * week + MONDAY_NINE
      if (at > from && at <= to && !isPaused(week)) return true
    }
    return false
  }

/** Twice a week, three hours before the change and three after. */
const around = (weeks: number) =>
  Array.from({ length: weeks }, (_, week) =>
    [-3, 3].map(hours => 7 * week + MONDAY_NINE + hours * HOUR),
  ).flat()

describe('a rhythm', () => {
  it('is found where visits bracket the change', () => {
    const rhythm = believedRhythm(visited(around(5), onMondays()), 0)!
    expect(rhythm.from).toBeCloseTo(MONDAY_NINE - 3 * HOUR, 3)
    expect(rhythm.lengthDays).toBeCloseTo(6 * HOUR, 3)
    expect(chanceToRest(rhythm, 43, 46)).toBeGreaterThan(0.9)
    expect(chanceToRest(rhythm, 47, 50)).toBeGreaterThan(0.9)
    expect(chanceToRest(rhythm, 45, 48)).toBeLessThan(0.2)
  })

  it('places the next visit in the middle of a wide arc, then at its end', () => {
    const rhythm = believedRhythm(visited(around(5), onMondays()), 0)!
    expect(rhythmicDue(rhythm, 42, TERMS)).toBeCloseTo(42 + MONDAY_NINE, 3)
    expect(rhythmicDue(rhythm, 42 + MONDAY_NINE, TERMS)).toBeCloseTo(42 + MONDAY_NINE + 3 * HOUR, 3)
    expect(rhythmicDue(rhythm, 42, { ...TERMS, target: 10 })).toBe(Infinity)
  })

  it('keeps its hour in a pause and is back with the first change', () => {
    const paused = visited(
      around(15),
      onMondays(week => week >= 8),
    )
    const resumed = visited(
      around(16),
      onMondays(week => week >= 8 && week < 15),
    )
    expect(paused[3]).toBeLessThan(0.3)
    expect(resumed[3]).toBeGreaterThan(0.9)
    expect(resumed[0]).toBe(paused[0])
    expect(believedRhythm(resumed, 0)).toBeDefined()
  })

  it('is known to the hour where a Last-Modified tells', () => {
    const state = new Float64Array(RHYTHM_WIDTH)
    for (let week = 1; week < 12; week++)
      for (const [at, changed] of [
        [7 * week + 1, true],
        [7 * week + 4, false],
      ] as const)
        learnRhythm(
          state,
          0,
          { at, elapsed: changed ? 4 : 3, changed, ...(changed ? { modifiedAgo: 2 } : {}) },
          () => weekly(3.5),
        )
    expect(believedRhythm(state, 0)?.lengthDays).toBeLessThanOrEqual(2.001 * HOUR)
  })

  it('is hardly ever believed of pages that change at any hour', () => {
    const random = seededRandom(11)
    let believed = 0
    const pages = 300
    for (let page = 0; page < pages; page++) {
      const times = [0]
      while (times.at(-1)! < 180) times.push(times.at(-1)! + 1 + 5 * random.next())
      const chance = (from: number, to: number) => random.next() > weekly(to - from)
      if (believedRhythm(visited(times, chance), 0)) believed++
    }
    expect(believed / pages).toBeLessThan(0.02)
  })
})
