import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bursty,
  DAY_MS,
  habit,
  hourOfWeek,
  listed,
  officeHours,
  poisson,
  regular,
  type Schedule,
} from './schedule.ts'

const START = Date.UTC(2026, 0, 1)
const SHAPES: Record<string, (rate: number, key: number) => Schedule> = {
  poisson,
  regular,
  bursty,
  habit: (rate, key) => habit(rate, officeHours, key),
}

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`${name}: the mean rate is the stated one`, () => {
    let count = 0
    for (let key = 0; key < 40; key++) count += shape(2, key).changes(START, START + 100 * DAY_MS).length
    expect(count / 40 / 100 / 2).toBeGreaterThan(0.9)
    expect(count / 40 / 100 / 2).toBeLessThan(1.1)
  })

  test(`${name}: the past is the same from wherever it is looked at`, () => {
    const times = fc.integer({ min: 0, max: 60 * DAY_MS })
    fc.assert(
      fc.property(times, times, fc.integer({ min: 1, max: 6 }), fc.integer(), (x, y, count, key) => {
        const schedule = shape(1, key)
        const [from, to] = [START + Math.min(x, y), START + Math.max(x, y)]
        const all = schedule.changes(START - 90 * DAY_MS, to)
        expect(schedule.changes(from, to)).toEqual(all.filter(at => at > from))
        expect(schedule.latest(to, count)).toEqual(all.toReversed().slice(0, count))
      }),
      { numRuns: 60 },
    )
  })
}

test('habit keeps to the hours of the week', () => {
  const changes = habit(5, officeHours, 'x').changes(START, START + 140 * DAY_MS)
  const atWork = changes.filter(at => officeHours(hourOfWeek(at)) === 1).length
  expect(atWork / changes.length).toBeGreaterThan(0.7)
  expect(hourOfWeek(Date.UTC(2026, 10, 16))).toBe(0)
})

test('listed changes are exactly the listed ones', () => {
  const schedule = listed([30, 10, 20])
  expect(schedule.changes(10, 30)).toEqual([20, 30])
  expect(schedule.latest(25, 5)).toEqual([20, 10])
})
