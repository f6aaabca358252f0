import { expect, it } from 'vitest'
import { VirtualClock } from '../../env/index.ts'
import { Budget } from './budget.ts'

const DAY_MS = 86_400_000

it('spends what a day brings and no more', async () => {
  const clock = new VirtualClock(0)
  const budget = new Budget(clock, { perDay: 240, discover: 0.25 }, null)
  let [refreshed, found] = [0, 0]
  for (let hour = 0; hour < 240; hour++) {
    await clock.advance(DAY_MS / 24)
    for (let tries = 0; tries < 20 && budget.open.refresh; tries++, refreshed++) budget.pay('refresh', 1)
    for (let tries = 0; tries < 20 && budget.open.discover; tries++, found++) budget.pay('discover', 1)
  }
  expect(refreshed).toBeGreaterThan(1_780)
  expect(refreshed).toBeLessThanOrEqual(1_801)
  expect(found).toBeGreaterThan(590)
  expect(found).toBeLessThanOrEqual(601)
  expect(budget.spent).toEqual({ refresh: refreshed, discover: found })
})

it('gives refreshes what new pages do not need', async () => {
  const clock = new VirtualClock(0)
  const budget = new Budget(clock, { perDay: 240, discover: 0.25 }, null)
  let refreshed = 0
  for (let hour = 0; hour < 240; hour++) {
    await clock.advance(DAY_MS / 24)
    for (let tries = 0; tries < 20 && budget.open.refresh; tries++, refreshed++) budget.pay('refresh', 1)
  }
  expect(refreshed).toBeGreaterThan(2_380)
  expect(refreshed).toBeLessThanOrEqual(2_401)
})

it('does not save up while nobody runs it, and goes on where it was', async () => {
  const clock = new VirtualClock(0)
  const before = new Budget(clock, { perDay: 24, discover: 0 }, null)
  await clock.advance(DAY_MS / 24)
  before.pay('refresh', 3)
  const saved = JSON.parse(JSON.stringify(before))
  await clock.advance(30 * DAY_MS)
  const after = new Budget(clock, { perDay: 24, discover: 0 }, saved)
  let fetches = 0
  for (; after.open.refresh; fetches++) after.pay('refresh', 1)
  expect(fetches).toBe(4)
  expect(after.spent.refresh).toBe(7)
})

it('pays for large pages afterwards', async () => {
  const clock = new VirtualClock(0)
  const budget = new Budget(clock, { perDay: 24, discover: 0 }, null)
  await clock.advance(DAY_MS / 24)
  budget.pay('refresh', 6)
  await clock.advance((DAY_MS / 24) * 4)
  expect(budget.open.refresh).toBe(false)
  await clock.advance(DAY_MS / 24 + 1)
  expect(budget.open.refresh).toBe(true)
})
