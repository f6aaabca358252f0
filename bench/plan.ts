/**
 * What a plan costs, including reading the store and writing next visits.
 *   npm run bench:plan -- [--pages 100000] [--learned 0.5] [--policy value] [--store sqlite|none] [--here] [--json]
 *
 * Pages of 200 hosts whose groups have clocks, a share of the pages with beliefs learned from ten visits; one first plan and five more
 * with the price known; between them, due pages are visited. Before the last two plans the price is moved by five percent and by a
 * quarter. Exits with 1 if a plan takes more than 5 µs per page.
 * The plan is made in a separate thread, as for a large collection; the pauses are those of the thread that fetches, which writes. `--here`
 * makes the plan in that thread. `--store none` generates the pages as they are read and writes nothing: only the planning itself is left, and no
 * page is visited.
 */
import { parseArgs } from 'node:util'
import { configFrom } from '../src/config/index.ts'
import { manyPages } from '../src/crawl/planning/many-pages.fixture.ts'
import { planBeside } from '../src/crawl/planning/plan-beside.ts'
import { type Plan, Planner, type PlannerMemory } from '../src/crawl/planning/planner.ts'
import { type PlannedMarket, RefreshScheduler } from '../src/crawl/planning/scheduler.ts'
import { makeCollection } from '../src/crawl/planning/stored-pages.fixture.ts'
import { VirtualClock } from '../src/env/index.ts'
import { DAY_MS, MarketMaker, policyNamed } from '../src/refresh/index.ts'
import { learnedHosts } from './plan/learned-hosts.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    learned: { type: 'string', default: '0.5' },
    policy: { type: 'string', default: 'value' },
    store: { type: 'string', default: 'sqlite' },
    here: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

const HOSTS = 200
/** Of processor time: a million pages in five seconds. */
const MAX_MICROSECONDS_A_PAGE = 5
const START = 400 * DAY_MS
const settings = configFrom({ refresh: { policy: values.policy, objective: 'freshness' } }).settings
const policy = policyNamed(values.policy, { objective: 'freshness' })

const pages = Number(values.pages)
const isHere = values.here || values.store === 'none'
const clock = new VirtualClock(START)
const refresher = new RefreshScheduler(policy, settings, null)
const { hosts, collection: learning } = learnedHosts(HOSTS, START, policy)
const made = manyPages(pages, START, policy, { hosts: HOSTS, learned: Number(values.learned) })
const collection =
  values.store === 'none'
    ? null
    : makeCollection(pages, HOSTS, made.page, host => JSON.stringify({ refresh: hosts[host] }))
const store = collection?.store ?? made.store
let moved = 0
const reschedule = store.reschedule.bind(store)
store.reschedule = pages => {
  moved += pages.length
  return reschedule(pages)
}
const planner = new Planner({
  ...{ store, clock, settings: settings.refresh, delayMs: 1_000, refresher },
  market: new MarketMaker(),
  learning: page => hosts[collection ? page.host - 1 : page.host]!,
})

let [memory, correction]: [PlannerMemory, number] = [planner.memory, 1]
async function planInThread(overspent: number): Promise<Plan | null> {
  const learned = { priors: learning.priors.exact(), clock: learning.clock.toJSON() }
  const snapshot = {
    ...{ source: collection!.folder, settings, delayMs: 1_000, nowMs: clock.now(), memory, correction },
    ...{
      market: refresher.market,
      terms: { overspent, horizonMs: 0 },
      calibration: refresher.calibration.toJSON(),
    },
    learned: { ...learned, hasMoved: false, hosts: new Map() },
  }
  const onMarket = (market: PlannedMarket) => {
    refresher.market = market
  }
  const signal = new AbortController().signal
  const done = await planBeside(snapshot, { store, onMarket, signal })
  ;({ memory, correction } = done)
  return done.plan
}
const planWith = (overspent: number) =>
  isHere ? planner.plan({ overspent, horizonMs: 0, purse: null }) : planInThread(overspent)

/** What this thread has worked: on a busy machine, time on the wall would tell of others. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1e3
}

const results: {
  plan: number
  cpuSeconds: number
  microsecondsAPage: number
  longestPauseMs: number
  price: number
  moved: number
}[] = []
/** The price follows the root of what was spent too much. */
const OVERSPENT = [1, 1, 1, 1, 1.1, 2.3]
for (const [plan, overspent] of OVERSPENT.entries()) {
  await clock.advance(DAY_MS / 8)
  collection?.visitDue(clock.now())
  // What another connection wrote empties the cache of this one, once. A crawl has one writer.
  await store.counts()
  moved = 0
  let [last, longest] = [threadMs(), 0]
  const beat = setInterval(() => {
    longest = Math.max(longest, threadMs() - last)
    last = threadMs()
  }, 1)
  const before = process.cpuUsage()
  const planned = await planWith(overspent)
  const { user, system } = process.cpuUsage(before)
  longest = Math.max(longest, threadMs() - last)
  clearInterval(beat)
  const cpuSeconds = (user + system) / 1e6
  const microsecondsAPage = (cpuSeconds * 1e6) / pages
  results.push({
    ...{ plan, cpuSeconds, microsecondsAPage },
    ...{ longestPauseMs: longest, price: planned!.price, moved },
  })
  // At once: of ten million pages, the next one takes minutes.
  if (!values.json)
    console.log(
      `plan ${plan + 1} of ${pages} pages: ${cpuSeconds.toFixed(2)} s CPU, ${microsecondsAPage.toFixed(1)} µs a page, longest pause ${longest.toFixed(0)} ms of CPU, price ${planned!.price.toFixed(4)}, ${moved} moved`,
    )
}
await collection?.remove()

const peakMib = Math.round(process.resourceUsage().maxRSS / 1024)
if (values.json) console.log(JSON.stringify({ pages, store: values.store, peakMib, results }))
else console.log(`at most ${peakMib} MiB, what is mapped of the file included`)
if (results.some(({ microsecondsAPage }) => microsecondsAPage > MAX_MICROSECONDS_A_PAGE)) {
  if (!values.json)
    console.log(`NOT REACHED  wanted at most ${MAX_MICROSECONDS_A_PAGE} µs a page in every plan`)
  process.exitCode = 1
}
