/**
 * What a plan costs the thread that fetches, without the reading of the store.
 *   npm run bench:plan -- [--pages 100000] [--learned 0.5] [--policy value] [--json]
 *
 * Pages of 200 hosts, a share of them with beliefs learned from ten visits; one first plan and three more, the price known.
 */
import { parseArgs } from 'node:util'
import { configFrom } from '../src/config/index.ts'
import { packBelief } from '../src/crawl/planning/belief.ts'
import { HostLearning } from '../src/crawl/planning/host-learning.ts'
import { Planner } from '../src/crawl/planning/planner.ts'
import { RefreshScheduler } from '../src/crawl/planning/scheduler.ts'
import { seededRandom, VirtualClock } from '../src/env/index.ts'
import { DAY_MS, MarketMaker, type Policy, PriorGroup, policyNamed } from '../src/refresh/index.ts'
import { hostId, pageId } from '../src/store/ids.ts'
import type { PlannedPage, Rescheduled, Store } from '../src/store/index.ts'
import { asUrl } from '../src/url/index.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    learned: { type: 'string', default: '0.5' },
    policy: { type: 'string', default: 'value' },
    json: { type: 'boolean', default: false },
  },
})

const HOSTS = 200
/** Distinct beliefs; a page has one of them. */
const BELIEFS = 5_000
const START = 400 * DAY_MS
const random = seededRandom(1)
const settings = configFrom({ refresh: { policy: values.policy, objective: 'freshness' } }).settings
const policy = policyNamed(values.policy, { objective: 'freshness' })
const beliefs = Array.from({ length: BELIEFS }, () => packBelief(learned(policy)))

function learned(by: Policy) {
  const facts = { weight: 1, cost: 1, visitedAt: 0 }
  const rate = 0.001 * 10_000 ** random.next()
  let state = by.begin(facts)
  for (let visit = 0; visit < 10; visit++) {
    const elapsed = 1 + 10 * random.next()
    const changed = random.next() < 1 - Math.exp(-rate * elapsed)
    state = by.learn(state, { at: 0, elapsed, changed }, facts)
  }
  return state
}

/** Only what a planner asks for; pages keep their next visits, nothing else grows. */
function storeOf(count: number): Store {
  const dueAt = new Float64Array(count).fill(START + 7 * DAY_MS)
  const share = Number(values.learned)
  const page = (id: number): PlannedPage => ({
    ...{ id: pageId(id), shard: 0, host: hostId(id % HOSTS), status: 'completed', failures: 0, rank: 0 },
    url: asUrl(`https://host${id % HOSTS}.example/${id % 7}/${id % 31}/page-${id}.html`),
    dueAt: dueAt[id]!,
    fetchedAt: START - ((id * 7919) % (7 * DAY_MS)),
    ...{ changedAt: null, hintedAt: null, sizeBytes: 20_000, importance: null, pageClass: null },
    belief: (id * 0.618) % 1 < share ? beliefs[(id * 31) % BELIEFS]! : null,
  })
  return {
    async *plannedPages() {
      for (let id = 0; id < count; id++) yield page(id)
    },
    async *servers() {},
    async *hosts() {},
    counts: async () => ({ fetched: count }),
    reschedule: async (moved: readonly Rescheduled[]) => {
      for (const { page: ref, dueAt: at } of moved) dueAt[ref.id] = at!
    },
  } as unknown as Store
}

const pages = Number(values.pages)
const clock = new VirtualClock(START)
const refresher = new RefreshScheduler(policy, settings, null)
const hosts = Array.from({ length: HOSTS }, () => new HostLearning(new PriorGroup()))
const planner = new Planner({
  ...{ store: storeOf(pages), clock, settings: settings.refresh, delayMs: 1_000, refresher },
  market: new MarketMaker(),
  learning: page => hosts[page.host]!,
})

const results: {
  plan: number
  cpuSeconds: number
  microsecondsAPage: number
  longestPauseMs: number
  price: number
}[] = []
for (let plan = 0; plan < 4; plan++) {
  await clock.advance(DAY_MS / 8)
  let [last, longest] = [performance.now(), 0]
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const before = process.cpuUsage()
  const made = await planner.plan({ overspent: 1, horizonMs: 0, purse: null })
  const { user, system } = process.cpuUsage(before)
  longest = Math.max(longest, performance.now() - last)
  clearInterval(beat)
  const cpuSeconds = (user + system) / 1e6
  results.push({
    ...{ plan, cpuSeconds, microsecondsAPage: (cpuSeconds * 1e6) / pages },
    ...{ longestPauseMs: longest, price: made!.price },
  })
}

if (values.json) console.log(JSON.stringify({ pages, results }))
else
  for (const { plan, cpuSeconds, microsecondsAPage, longestPauseMs, price } of results)
    console.log(
      `plan ${plan + 1} of ${pages} pages: ${cpuSeconds.toFixed(2)} s CPU, ${microsecondsAPage.toFixed(1)} µs a page, longest pause ${longestPauseMs.toFixed(0)} ms, price ${price.toFixed(4)}`,
    )
