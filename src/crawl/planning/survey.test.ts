import { expect, it } from 'vitest'
import { configFrom } from '../../config/index.ts'
import { VirtualClock } from '../../env/index.ts'
import { Calibration, CollectionClock, DAY_MS, PriorGroup, policyNamed } from '../../refresh/index.ts'
import { hostId, pageId } from '../../store/ids.ts'
import type { PlannedPage, Store } from '../../store/index.ts'
import { asUrl } from '../../url/index.ts'
import { packBelief } from './belief.ts'
import { HostLearning } from './host-learning.ts'
import { drawn } from './many-pages.fixture.ts'
import { RefreshScheduler } from './scheduler.ts'
import { surveyPages } from './survey.ts'

const NOW = 400 * DAY_MS
const REFRESH = { policy: 'optimal', objective: 'freshness' } as const
const WITHOUT_RULES = configFrom({ refresh: REFRESH })
const policy = policyNamed('optimal', { objective: 'freshness' })

/** A store of `count` pages, every other one of which was seen to change. */
function storeOf(count: number): Store {
  const belief = packBelief([10, 60, 5, 10])
  const page = (id: number): PlannedPage => ({
    ...{
      id: pageId(id),
      shard: 0,
      host: hostId(0),
      url: asUrl(`https://a.test/${id}`),
      status: 'completed',
    },
    ...{
      dueAt: NOW + DAY_MS,
      fetchedAt: NOW - DAY_MS,
      hintedAt: null,
      hintedBy: 0,
      saidRate: null,
      sizeBytes: 1,
    },
    ...{
      importance: null,
      accessibility: null,
      relevance: null,
      copyOf: null,
      pageClass: null,
      belief: id % 2 === 0 ? belief : null,
    },
  })
  return {
    async *plannedChunks(oneIn = 1) {
      const length = Math.floor(count / oneIn)
      for (let at = 0; at < length; at += 1_000)
        yield Array.from({ length: Math.min(1_000, length - at) }, (_, i) => page(drawn(at + i, oneIn)))
    },
    async *servers() {},
    async *hosts() {},
    counts: async () => ({ fetched: count }),
  } as unknown as Store
}

async function surveyed(count: number, calibration = new Calibration(), { settings } = WITHOUT_RULES) {
  const refresher = new RefreshScheduler(policy, settings, null, calibration)
  const host = new HostLearning({ priors: new PriorGroup(), clock: new CollectionClock() })
  let asked = 0
  const known = (page: PlannedPage) => {
    asked++
    const facts = refresher.facts(page, page.sizeBytes, host, page.fetchedAt)
    return { facts, state: refresher.state(page, facts) }
  }
  const parts = { store: storeOf(count), clock: new VirtualClock(NOW), refresher, delayMs: 0 }
  return { ...(await surveyPages({ ...parts, settings: settings.refresh }, known)), asked: () => asked }
}

it('asks some thousands of many pages, and finds the price of all', async () => {
  const few = await surveyed(2_000)
  const many = await surveyed(200_000)
  expect(few.asked()).toBe(2_000)
  expect(many.asked()).toBeLessThan(20_000)
  expect([few.pages, many.pages]).toEqual([2_000, 200_000])
  const price = few.population.price(few.budgetPerDay)
  expect(many.population.price(many.budgetPerDay) / price).toBeCloseTo(1, 2)
  expect(many.freshness).toBeCloseTo(few.freshness, 2)
})

it('adds to what is believed of freshness what visits of late have found in excess', async () => {
  const found = new Calibration({ at: NOW / DAY_MS, excess: -50, days: 1_000 })
  const [plain, corrected] = [await surveyed(2_000), await surveyed(2_000, found)]
  expect(corrected.freshness).toBeCloseTo(plain.freshness - 0.05, 2)
  expect(corrected.population.price(1)).toBe(plain.population.price(1))
})

it.each([100, 20_000])(
  'earns what bounds ask for, without a budget, and one visit of %i pages a week besides',
  async pages => {
    const rules = [{ url: { suffix: '0', on: 'url' as const }, bounds: ['5m', '6h'] as [string, string] }]
    const plain = await surveyed(pages)
    expect(plain.budgetPerDay).toBeCloseTo(pages / 7, 6)
    const ruled = await surveyed(pages, new Calibration(), configFrom({ refresh: { ...REFRESH, rules } }))
    const askedFor = 4 * (pages / 10) + (0.9 * pages) / 7
    expect(ruled.budgetPerDay * 0.99).toBeGreaterThan(0.97 * askedFor)
    expect(ruled.budgetPerDay).toBeLessThan(1.05 * askedFor)
    const own = configFrom({ refresh: { ...REFRESH, rules, budget: '7/day' } })
    expect((await surveyed(pages, new Calibration(), own)).budgetPerDay).toBe(7)
  },
)
