/** Hosts whose pages change together, known from some visits each: their clocks run, and none is even. */
import { HostLearning } from '../../src/crawl/planning/host-learning.ts'
import { seededRandom } from '../../src/env/index.ts'
import { CollectionClock, DAY_MS, type Policy, PriorGroup } from '../../src/refresh/index.ts'

const ROUND_DAYS = 7
const VISITS = 400
const DIRECTORIES = 7

export function learnedHosts(count: number, nowMs: number, policy: Policy) {
  const clock = new CollectionClock()
  clock.roundLasts(ROUND_DAYS)
  const collection = { priors: new PriorGroup(), clock }
  const random = seededRandom(7)
  const hosts = Array.from({ length: count }, () => new HostLearning(collection))
  for (let visit = 0; visit < VISITS; visit++)
    for (const [h, host] of hosts.entries()) see(host, h, nowMs, { policy, visit, chance: random.next() })
  clock.fit(nowMs / DAY_MS)
  return { hosts, collection }
}

interface Seen {
  readonly policy: Policy
  readonly visit: number
  readonly chance: number
}

/** Of each directory, all pages change on one day of the week before. */
function see(host: HostLearning, h: number, nowMs: number, { policy, visit, chance }: Seen): void {
  const directory = visit % DIRECTORIES
  const batchAt = nowMs - (1 + ((directory + h) % ROUND_DAYS)) * DAY_MS
  const atMs = nowMs - 2 * ROUND_DAYS * DAY_MS + (visit / VISITS) * 2 * ROUND_DAYS * DAY_MS
  const elapsedMs = (2 + 5 * chance) * DAY_MS
  const changed = batchAt > atMs - elapsedMs && batchAt <= atMs
  const facts = { weight: 1, cost: 1, visitedAt: (atMs - elapsedMs) / DAY_MS }
  const before = policy.begin(facts)
  const now = policy.learn(before, { at: atMs / DAY_MS, elapsed: elapsedMs / DAY_MS, changed }, facts)
  host.observe(
    {
      ...{ url: `https://host${h}.example/${directory}/${visit % 31}/page-${visit}.html`, pageClass: null },
      ...{ saidRate: null, before, now, atMs, elapsedMs, changed, heard: 0, isClocked: true },
      chanceOfNone: Math.exp((-0.1 * elapsedMs) / DAY_MS),
    },
    policy,
  )
}
