import { expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { VirtualClock } from '../../env/index.ts'
import { DAY_MS, MarketMaker, PriorGroup, policyNamed } from '../../refresh/index.ts'
import { HostLearning } from './host-learning.ts'
import { manyPages } from './many-pages.fixture.ts'
import { Planner } from './planner.ts'
import { RefreshScheduler } from './scheduler.ts'

const NOW = 400 * DAY_MS
const { settings } = configFrom({ refresh: { policy: 'value', objective: 'freshness' } })
const policy = policyNamed('value', { objective: 'freshness' })
const TERMS = { overspent: 1, horizonMs: 0, purse: null }

function setting(count: number) {
  const ending = new AbortController()
  const pages = manyPages(count, NOW, policy)
  const host = new HostLearning(new PriorGroup())
  const planner = new Planner({
    ...{ store: pages.store, clock: new VirtualClock(NOW), settings: settings.refresh, delayMs: 0 },
    ...{ refresher: new RefreshScheduler(policy, settings, null), market: new MarketMaker() },
    learning: () => host,
    signal: ending.signal,
  })
  return { planner, pages, ending }
}

it('leaves off in the middle of a plan that nobody waits for any more', async () => {
  const { planner, pages, ending } = setting(100_000)
  const made = planner.plan(TERMS)
  ending.abort()
  await expect(made).rejects.toBe(ending.signal.reason)
  expect(pages.read()).toBeLessThan(20_000)
})
