import { realClock } from '../../src/env/index.ts'
import type { Candidate, ServerLease, Store } from '../../src/store/index.ts'
import { asUrl, urlKey } from '../../src/url/index.ts'

const BATCH = 5_000
const HOSTS = 10_000
const SERVERS = 100
const YEAR_MS = 365 * 86_400_000
const WORK = { discover: true, refresh: false }
const WORKER = 'bench-fill'

/**
 * Adds Urls that wait, on ten thousand hosts of a hundred servers. The servers rest for a year, so that no crawl tries to
 * visit them: what is measured is what knowing costs.
 */
export async function fillWith(store: Store, known: number): Promise<void> {
  for (let at = 0; at < known; at += BATCH)
    await store.add(Array.from({ length: Math.min(BATCH, known - at) }, (_, i) => candidate(at + i)))
  const now = realClock.now()
  await placeAll(store, now)
  await restAll(store, now)
}

function candidate(n: number): Candidate {
  const origin = `https://h${(n * 7919) % HOSTS}.example.invalid`
  const url = `${origin}/section-${n % 17}/article-${n.toString(36)}/a-title-of-some-length-${n}.html`
  return { key: urlKey(url), url: asUrl(url), origin, depth: 1, rank: 1 }
}

async function placeAll(store: Store, now: number): Promise<void> {
  for (;;) {
    const hosts = await store.homelessHosts(now, WORK, 1_000)
    if (hosts.length === 0) return
    const place = (id: number) => `192.0.2.${id % SERVERS}:443`
    const placements = hosts.map(host => ({
      host,
      address: place(host.id),
      retryAt: now + YEAR_MS,
      failures: 0,
    }))
    await store.placeHosts(placements)
  }
}

async function restAll(store: Store, now: number): Promise<void> {
  await store.join(WORKER, now)
  const request = { worker: WORKER, work: WORK, nowMs: now, untilMs: now + 60_000, limit: 2 * SERVERS }
  const leases: readonly ServerLease[] = await store.lease(request)
  await store.release(
    WORKER,
    leases.map(lease => ({ ...lease, nextAt: now + YEAR_MS })),
  )
  await store.leave(WORKER)
}
