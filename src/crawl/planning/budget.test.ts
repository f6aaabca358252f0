import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../env/index.ts'
import type { RefreshRow } from '../../store/index.ts'
import { Budget } from './budget.ts'
import type { BudgetTerms } from './purse.ts'

const DAY_MS = 86_400_000
const HOUR_MS = DAY_MS / 24
const EMPTY: RefreshRow = {
  ...{ filledAt: null, purse: null, forNew: 0, spentRefresh: 0, spentNew: 0, day: 0, spentToday: 0 },
  ...{ newTried: 0, newStored: 0, newWeight: 0 },
  ...{ refreshes: 0, changes: 0, crawledAt: null, priors: null, planner: null, plannerUntil: 0 },
}
const ALONE = { onCredit: true, isShared: false }

/** The one row of a store, changed by one worker at a time. */
function purse() {
  let row = EMPTY
  return {
    changeRefresh: async (change: (row: RefreshRow) => RefreshRow) => (row = change(row)),
    row: () => row,
  }
}

function workerOn(shared: ReturnType<typeof purse>, clock: VirtualClock, terms: BudgetTerms | null): Budget {
  const budget = new Budget(clock, shared, shared.row())
  budget.agree(terms)
  return budget
}

/** Draws as the engine does: asks whether the budget is open, and a moment later asks again. */
async function isOpen(budget: Budget): Promise<boolean> {
  if (budget.isOpen) return true
  await new Promise(setImmediate)
  return budget.isOpen
}

/** Spends as much as allowed for ten days, new pages first; `wants` says what work there is. */
async function tenDays(wants: { refresh: boolean; discover: boolean }) {
  const clock = new VirtualClock(0)
  const budget = workerOn(purse(), clock, { perDay: 240, discover: 0.25, ...ALONE })
  await isOpen(budget)
  for (let hour = 0; hour < 240; hour++) {
    await clock.advance(HOUR_MS)
    for (let i = 0; i < 20 && wants.discover && (await isOpen(budget)) && budget.allowsNew; i++)
      budget.pay('discover', 1)
    for (let i = 0; i < 20 && wants.refresh && (await isOpen(budget)); i++) budget.pay('refresh', 1)
  }
  return budget.books
}

describe('the budget of one worker', () => {
  it('spends what a day brings and no more, a share of it on new pages', async () => {
    const { spentRefresh, spentNew } = await tenDays({ refresh: true, discover: true })
    expect(spentRefresh + spentNew).toBeGreaterThan(2_380)
    expect(spentRefresh + spentNew).toBeLessThanOrEqual(2_411)
    expect(spentNew).toBeGreaterThan(590)
    expect(spentNew).toBeLessThanOrEqual(720)
  })

  it('gives refreshes what new pages do not need', async () => {
    const { spentRefresh } = await tenDays({ refresh: true, discover: false })
    expect(spentRefresh).toBeGreaterThan(2_380)
    expect(spentRefresh).toBeLessThanOrEqual(2_411)
  })

  it('does not save up while nobody runs it, and goes on where it was', async () => {
    const clock = new VirtualClock(0)
    const shared = purse()
    const terms = { perDay: 24, discover: 0, ...ALONE }
    const before = workerOn(shared, clock, terms)
    await before.draw()
    await clock.advance(HOUR_MS)
    await before.draw()
    before.pay('refresh', 3)
    await before.giveBack()
    await clock.advance(30 * DAY_MS)
    const after = workerOn(shared, clock, terms)
    let fetches = 0
    for (; await isOpen(after); fetches++) after.pay('refresh', 1)
    expect(fetches).toBe(4)
    expect(after.books.spentRefresh).toBe(7)
  })

  it('pays for large pages afterward, and notes a first crawl without charging it', async () => {
    const clock = new VirtualClock(0)
    const budget = workerOn(purse(), clock, { perDay: 24, discover: 0, ...ALONE })
    await budget.draw()
    await clock.advance(HOUR_MS * 9)
    budget.pay('discover', 500, false)
    expect(await isOpen(budget)).toBe(true)
    budget.pay('refresh', 9)
    await clock.advance(HOUR_MS * 4)
    expect(await isOpen(budget)).toBe(false)
    await clock.advance(HOUR_MS + 1)
    expect(await isOpen(budget)).toBe(true)
    expect(budget.spentToday).toBe(509)
  })

  it('is empty when it is new, pays first where it must, and earns while nobody agrees on terms', async () => {
    const clock = new VirtualClock(0)
    const shared = purse()
    const terms = { perDay: 1, discover: 0, onCredit: false, isShared: false }
    const budget = workerOn(shared, clock, terms)
    expect([await budget.draw(1), budget.covers(1)]).toEqual([false, false])
    await clock.advance(DAY_MS / 2)
    expect([await budget.draw(1), budget.covers(1)]).toEqual([false, false])
    const later = workerOn(shared, clock, null)
    await clock.advance(DAY_MS / 2)
    expect(later.covers(1)).toBe(true)
    later.agree(terms)
    expect([await later.draw(1), later.covers(1)]).toEqual([true, true])
    later.pay('refresh', 1)
    expect([later.saved, later.covers(1), await later.draw(1)]).toEqual([0, false, false])
  })
})

describe('several workers with one purse', () => {
  const terms = { perDay: 240, discover: 0.25, onCredit: true, isShared: true }

  it('spend together what one would, and each of them a part', async () => {
    const clock = new VirtualClock(0)
    const shared = purse()
    const workers = [1, 2, 3].map(() => workerOn(shared, clock, terms))
    const spent = [0, 0, 0]
    for (const worker of workers) await worker.draw()
    for (let quarter = 0; quarter < 960; quarter++) {
      await clock.advance(HOUR_MS / 4)
      // One fetch each, in turn, until no worker can pay for another.
      for (let idle = 0, turn = 0; idle < 3; turn = (turn + 1) % 3) {
        idle = (await isOpen(workers[turn]!)) ? 0 : idle + 1
        if (idle > 0) continue
        workers[turn]!.pay('refresh', 1)
        spent[turn]!++
      }
    }
    for (const worker of workers) await worker.giveBack()
    const all = spent.reduce((sum, each) => sum + each)
    expect(all).toBeGreaterThan(2_390)
    expect(all).toBeLessThanOrEqual(2_411)
    expect(shared.row()).toMatchObject({ spentRefresh: all, spentNew: 0 })
    for (const each of spent) expect(each).toBeGreaterThan(100)
  })

  it('spend nothing before they have heard of a plan', async () => {
    const clock = new VirtualClock(0)
    const worker = new Budget(clock, purse(), EMPTY)
    await clock.advance(DAY_MS)
    expect([await isOpen(worker), worker.allowsNew, worker.covers(1), await worker.draw(1)]).toEqual(
      Array(4).fill(false),
    )
    worker.agree(null)
    expect([await isOpen(worker), worker.allowsNew, worker.covers(1)]).toEqual(Array(3).fill(true))
  })

  it('have what was drawn paid already when one of them dies', async () => {
    const clock = new VirtualClock(0)
    const shared = purse()
    await workerOn(shared, clock, terms).draw()
    await clock.advance(HOUR_MS)
    let fetches = 0
    for (let life = 0; life < 50; life++) {
      const worker = workerOn(shared, clock, terms)
      // The worker dies with what it has drawn, spent or not.
      while ((await isOpen(worker)) && fetches < 1_000) {
        worker.pay('refresh', 1)
        fetches++
      }
    }
    expect(fetches).toBe(10)
  })

  it('earn an hour once, though their clocks differ', async () => {
    const [ahead, behind] = [new VirtualClock(60_000), new VirtualClock(0)]
    const shared = purse()
    const workers = [workerOn(shared, ahead, terms), workerOn(shared, behind, terms)]
    let fetches = 0
    for (let minute = 0; minute < 24 * 60; minute++) {
      await ahead.advance(60_000)
      await behind.advance(60_000)
      for (const worker of workers)
        while ((await isOpen(worker)) && fetches < 1_000) {
          worker.pay('refresh', 1)
          fetches++
        }
    }
    expect(fetches).toBeLessThanOrEqual(241)
    expect(fetches).toBeGreaterThan(230)
  })
})
