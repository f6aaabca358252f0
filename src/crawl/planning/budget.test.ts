import { expect, it } from 'vitest'
import { VirtualClock } from '../../env/index.ts'
import { Budget } from './budget.ts'

const DAY_MS = 86_400_000

/** Spends as it may, new pages first, for ten days; `wants` says what there is. */
async function tenDays(wants: { refresh: boolean; discover: boolean }) {
  const clock = new VirtualClock(0)
  const budget = new Budget(clock, { perDay: 240, discover: 0.25 }, null)
  for (let hour = 0; hour < 240; hour++) {
    await clock.advance(DAY_MS / 24)
    for (let i = 0; i < 20 && wants.discover && budget.allowsNew; i++) budget.pay('discover', 1)
    for (let i = 0; i < 20 && wants.refresh && budget.isOpen; i++) budget.pay('refresh', 1)
  }
  return budget.spent
}

it('spends what a day brings and no more, a share of it on new pages', async () => {
  const { refresh, discover } = await tenDays({ refresh: true, discover: true })
  expect(refresh + discover).toBeGreaterThan(2_390)
  expect(refresh + discover).toBeLessThanOrEqual(2_411)
  expect(discover).toBeGreaterThan(590)
  expect(discover).toBeLessThanOrEqual(720)
})

it('gives refreshes what new pages do not need', async () => {
  const { refresh } = await tenDays({ refresh: true, discover: false })
  expect(refresh).toBeGreaterThan(2_390)
  expect(refresh).toBeLessThanOrEqual(2_411)
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
  for (; after.isOpen; fetches++) after.pay('refresh', 1)
  expect(fetches).toBe(4)
  expect(after.spent.refresh).toBe(7)
})

it('pays for large pages afterwards, and notes a first crawl without charging it', async () => {
  const clock = new VirtualClock(0)
  const budget = new Budget(clock, { perDay: 24, discover: 0 }, null)
  await clock.advance((DAY_MS / 24) * 9)
  budget.pay('discover', 500, false)
  expect(budget.isOpen).toBe(true)
  budget.pay('refresh', 9)
  await clock.advance((DAY_MS / 24) * 4)
  expect(budget.isOpen).toBe(false)
  await clock.advance(DAY_MS / 24 + 1)
  expect(budget.isOpen).toBe(true)
  expect(budget.spentToday).toBe(509)
})

it('is empty when it is new, and earns while nobody agrees on terms', async () => {
  const clock = new VirtualClock(0)
  const budget = new Budget(clock, { perDay: 1, discover: 0 }, null)
  expect([budget.isOpen, budget.covers(1)]).toEqual([false, false])
  await clock.advance(DAY_MS / 2)
  expect([budget.isOpen, budget.covers(1)]).toEqual([true, false])
  const later = new Budget(clock, null, JSON.parse(JSON.stringify(budget)))
  await clock.advance(DAY_MS / 2)
  later.agree({ perDay: 1, discover: 0 })
  expect(later.covers(1)).toBe(true)
  later.pay('refresh', 1)
  expect([later.saved, later.covers(1)]).toEqual([0, false])
})
