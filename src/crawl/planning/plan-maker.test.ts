import { expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { VirtualClock } from '../../env/index.ts'
import { CollectionClock, DAY_MS, PriorGroup, policyNamed } from '../../refresh/index.ts'
import type { PlannedPage } from '../../store/index.ts'
import { HostMemories } from '../host/host-memories.ts'
import { manyPages } from './many-pages.fixture.ts'
import { PlanMaker } from './plan-maker.ts'
import type { RefreshState } from './refresh-state.ts'
import { RefreshScheduler } from './scheduler.ts'
import { makeCollection } from './stored-pages.fixture.ts'

const NOW = 400 * DAY_MS
const PAGES = 21_000
const HOSTS = 20
const { settings } = configFrom({ refresh: { objective: 'freshness' } })
const TERMS = { horizonMs: 0, purse: null }

/** A collection of pages that have learned, with a plan maker that may or may not use a thread. */
function setting(isBeside: boolean) {
  const policy = policyNamed('value', { objective: 'freshness' })
  const { page } = manyPages(PAGES, NOW, policy, { hosts: HOSTS, learned: 0.5, beliefs: 200 })
  const made = makeCollection(PAGES, HOSTS, page)
  const refresher = new RefreshScheduler(policy, settings, null)
  const learning = { priors: new PriorGroup(), clock: new CollectionClock() }
  const state = { ...learning, refresher, plan: null, isPlanCurrent: true, correction: 1 }
  const ending = new AbortController()
  const maker = new PlanMaker({
    ...{ store: made.store, clock: new VirtualClock(NOW + 3 * DAY_MS), settings },
    ...{ refreshing: state as unknown as RefreshState, signal: ending.signal },
    memories: new HostMemories(false, learning, () => {}),
    source: isBeside ? made.folder : null,
  })
  return { ...made, maker, refresher, ending }
}

async function dueOf({ store }: ReturnType<typeof setting>) {
  const due = new Map<number, number | null>()
  for await (const page of store.plannedPages()) due.set(page.id, (page as PlannedPage).dueAt)
  return due
}

it('plans a large collection in a thread as it would here', { timeout: 120_000 }, async () => {
  const [here, beside] = [setting(false), setting(true)]
  const plans = [await here.maker.plan(TERMS), await beside.maker.plan(TERMS)]
  expect(plans[1]).toEqual(plans[0])
  expect(beside.refresher.market?.price).toBe(plans[0]!.price)
  expect(beside.maker.correction).toBe(here.maker.correction)
  const due = await dueOf(here)
  expect(await dueOf(beside)).toEqual(due)
  const { page } = manyPages(1, NOW, here.refresher.policy)
  expect([...due.values()].filter(at => at !== page(0).dueAt).length).toBeGreaterThan(PAGES / 10)
  await Promise.all([here.remove(), beside.remove()])
})

it('leaves off in the middle of a plan that is made in a thread', { timeout: 60_000 }, async () => {
  const { maker, ending, remove } = setting(true)
  const made = maker.plan(TERMS)
  ending.abort()
  await expect(made).rejects.toBe(ending.signal.reason)
  await remove()
})
