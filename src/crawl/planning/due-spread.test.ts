import { expect, it } from 'vitest'
import { DueSpread, drawnForward } from './due-spread.ts'

const HOUR = 3_600_000

it('reaches ahead for as much as can be paid for, and no further', () => {
  const spread = new DueSpread(0, HOUR)
  for (let page = 0; page < 100; page++) spread.add(10 * HOUR + page * HOUR, 1)
  expect(spread.reachMs(0.5)).toBeGreaterThan(8 * HOUR)
  expect(spread.reachMs(0.5)).toBeLessThan(11 * HOUR)
  expect(spread.reachMs(20)).toBeGreaterThan(27 * HOUR)
  expect(spread.reachMs(20)).toBeLessThan(31 * HOUR)
  for (let page = 0; page < 30; page++) spread.add(page * (HOUR / 60), 1)
  expect(spread.reachMs(20)).toBe(0)
})

it('draws what it reaches into the period, in order, and leaves the rest', () => {
  const { place, untilMs } = drawnForward(0, HOUR, 10 * HOUR)
  const drawn = [-5, 0, 1, 5, 10, 11, 12].map(hour => place(hour * HOUR))
  expect(untilMs).toBe(11 * HOUR)
  expect(drawn.slice(0, 2)).toEqual([-5 * HOUR, 0])
  expect(drawn[5]).toBeLessThanOrEqual(HOUR)
  expect([...drawn].sort((a, b) => a - b)).toEqual(drawn)
  expect(drawn[6]).toBe(12 * HOUR)
  expect(drawnForward(0, HOUR, 0).place(5 * HOUR)).toBe(5 * HOUR)
})
