import { expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { VirtualClock } from '../../env/index.ts'
import {
  CollectionClock,
  DAY_MS,
  MarketMaker,
  type Policy,
  PriorGroup,
  policyNamed,
} from '../../refresh/index.ts'
import { HostLearning } from './host-learning.ts'
import { FORWARD_PERIODS } from './lasting.ts'
import { manyPages } from './many-pages.fixture.ts'
import { Planner, periodMs } from './planner.ts'
import { RefreshScheduler } from './scheduler.ts'

const NOW = 400 * DAY_MS
const { settings } = configFrom({ refresh: { objective: 'freshness' } })
const TERMS = { overspent: 1, horizonMs: 0, purse: null }

/** Pages, and a planner that counts how often its policy is asked when a page is due. */
function setting(name: 'value' | 'optimal', count: number, learned: number) {
  const policy = policyNamed(name, { objective: 'freshness' })
  let asked = 0
  const counted: Policy = {
    ...policy,
    next: (...words) => {
      asked++
      return policy.next(...words)
    },
  }
  const ending = new AbortController()
  const clock = new VirtualClock(NOW)
  const pages = manyPages(count, NOW, policy, { learned, beliefs: 200 })
  const host = new HostLearning({ priors: new PriorGroup(), clock: new CollectionClock() })
  const refresher = new RefreshScheduler(counted, settings, null)
  const planner = new Planner({
    ...{ store: pages.store, clock, settings: settings.refresh, delayMs: 0 },
    ...{ refresher, market: new MarketMaker(), learning: () => host, signal: ending.signal },
  })
  const plan = async (overspent = 1) => {
    const before = asked
    const made = await planner.plan({ ...TERMS, overspent })
    return { ...made!, asked: asked - before }
  }
  /** Where the policy would put a page now. */
  const placeOf = (id: number) => {
    const page = pages.page(id)
    const facts = refresher.facts(page, page.sizeBytes, host, page.fetchedAt)
    return refresher.dueAt(page, refresher.state(page, facts), facts, clock.now())
  }
  return { planner, pages, ending, clock, plan, placeOf }
}

it('leaves off in the middle of a plan that nobody waits for any more', async () => {
  const { planner, pages, ending } = setting('optimal', 100_000, 1)
  const made = planner.plan(TERMS)
  ending.abort()
  await expect(made).rejects.toBe(ending.signal.reason)
  expect(pages.read()).toBeLessThan(20_000)
})

it('asks once for all pages that have taught nothing, and puts them where each would be put', async () => {
  const count = 2_000
  const { plan, pages, placeOf } = setting('value', count, 0)
  const { asked } = await plan()
  // The survey before the plan asks about each page once.
  expect(asked).toBeLessThan(count + 100)
  for (let id = 0; id < count; id += 37) {
    const { dueAt, fetchedAt } = pages.page(id)
    expect((dueAt! - fetchedAt) / (placeOf(id) - fetchedAt)).toBeCloseTo(1, 1)
  }
})

it('of many pages places those that come up soon and a share of the rest, while the price stays near', {
  timeout: 60_000,
}, async () => {
  const count = 24_000
  const { plan, pages, clock, placeOf } = setting('optimal', count, 1)
  const first = await plan()
  // The first plan finds the price, and with it the probe interval.
  for (let more = 0; more < 10; more++) {
    await clock.advance(periodMs(first.evenDays))
    await plan()
  }
  await clock.advance(periodMs(first.evenDays))
  const last = await plan(1.1)
  // A third of them because of the price, and those that come up.
  expect(last.asked).toBeGreaterThan(count / 3)
  expect(last.asked).toBeLessThan(0.7 * count)
  const soon = clock.now() + periodMs(last.evenDays)
  for (let id = 0; id < count; id += 97) {
    const place = placeOf(id)
    if (place < soon)
      expect(Math.abs(pages.page(id).dueAt! - place)).toBeLessThan(0.02 * last.evenDays * DAY_MS)
  }
})

it('plans many pages that nobody has planned like others: those that come up soon at once, all of them in ten plans', {
  timeout: 120_000,
}, async () => {
  const count = 20_000
  const { plan, pages, clock, placeOf } = setting('optimal', count, 1)
  await clock.advance(3 * DAY_MS)
  const first = await plan()
  // The survey asks about some of them, once each.
  expect(first.asked).toBeLessThan(0.9 * count)
  const late = (until: number) => {
    const ids = Array.from({ length: count / 40 }, (_, i) => 40 * i + (i % 40))
    return ids.filter(
      id => placeOf(id) < until && pages.page(id).dueAt! > until + 0.1 * first.evenDays * DAY_MS,
    )
  }
  const soon = () => clock.now() + periodMs(first.evenDays)
  expect(late(soon()).length).toBeGreaterThan(0)
  for (let more = 0; more < 10; more++) {
    await clock.advance(periodMs(first.evenDays))
    await plan()
  }
  // Nobody fetches anything here, so a few have to wait behind more urgent ones.
  expect(late(soon()).length).toBeLessThan(count / 40 / 100)
})

it('of many late pages moves no more than can be fetched before it looks again', {
  timeout: 60_000,
}, async () => {
  const count = 24_000
  const { plan, pages, clock } = setting('value', count, 0.7)
  const before = Array.from({ length: count }, (_, id) => pages.page(id).dueAt!)
  await clock.advance(6 * DAY_MS)
  const { budgetPerDay, evenDays } = await plan()
  const forward = before.filter((dueAt, id) => pages.page(id).dueAt! < dueAt).length
  const payable = (budgetPerDay * periodMs(evenDays)) / DAY_MS
  expect(forward).toBeGreaterThan(payable)
  expect(forward).toBeLessThan(1.15 * FORWARD_PERIODS * payable)
})

it('of many pages looks only at those that do not rest, and counts the others by some of them', {
  timeout: 60_000,
}, async () => {
  const count = 40_000
  const { plan, pages, clock } = setting('value', count, 0.5)
  const first = await plan()
  await clock.advance(periodMs(first.evenDays))
  const before = pages.handed()
  const second = await plan()
  expect(pages.handed() - before).toBeLessThan(0.4 * count)
  expect(second.pages).toBe(count)
})
