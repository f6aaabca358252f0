/** A collection as large crawls leave it, written through the store: pages of all statuses, types and classes. */
import type { Candidate, PageRow, PageStatus, Store, VisitCommit } from '../../src/store/index.ts'
import { NO_CONTENT } from '../../src/store/index.ts'
import { asUrl, urlKey } from '../../src/url/index.ts'

const BATCH = 5_000
const HOSTS = 1_000
const NOW = 1_700_000_000_000
const DAY_MS = 86_400_000
const NOTHING = { visits: [], candidates: [], servers: [], memories: [], archives: [], events: [] }

/** Spreads numbers evenly over 0 to 1; each salt in another way. */
function share(n: number, salt: number): number {
  const mixed = Math.imul(n ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b)
  return ((Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

function candidate(n: number): Candidate {
  const origin = `https://www.site-${Math.floor(HOSTS * share(n, 1) ** 2)}.example`
  const name = n % 250_000 === 249_999 ? 'needle-in-a-haystack' : 'a-title-of-some-length'
  const url = `${origin}/section-${n % 17}/article-${n.toString(36)}/${name}-${n}.html`
  const excluded = share(n, 2) < 0.02 ? { by: 'exclude' as const, reason: '/private/*' } : null
  return { key: urlKey(url), url: asUrl(url), origin, depth: 1 + (n % 5), rank: n % 5, excluded }
}

export async function fillTable(store: Store, rows: number): Promise<void> {
  for (let at = 0; at < rows; at += BATCH)
    await store.add(Array.from({ length: Math.min(BATCH, rows - at) }, (_, i) => candidate(at + i)))
  await store.openArchiveFile('bench.warc.gz', 'bench')
  let batch: PageRow[] = []
  const flush = async () => {
    await store.commit({ ...NOTHING, visits: batch.map(visitOf) })
    batch = []
  }
  for await (const page of store.pages({})) {
    if (page.status !== 'waiting' || share(page.id, 3) < 0.12) continue
    batch.push(page)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
}

function visitOf(page: PageRow): VisitCommit {
  const n = page.id
  const at = NOW - Math.floor(30 * DAY_MS * share(n, 4))
  const status: PageStatus = share(n, 5) < 0.05 ? 'error' : share(n, 6) < 0.03 ? 'gone' : 'completed'
  const common = {
    page: { shard: page.shard, id: page.id },
    host: { shard: page.shard, id: page.host },
    ...{ at, durationMs: 80, error: null, status, reason: null, rank: null, place: null },
    dueAt: NOW + Math.floor(30 * DAY_MS * share(n, 7)),
    rate: share(n, 8) < 0.5 ? null : 10 ** (3 * share(n, 9) - 2),
  }
  if (status !== 'completed')
    return {
      ...common,
      ...NO_CONTENT,
      outcome: status === 'gone' ? 'gone' : 'failed',
      httpStatus: 404,
      failures: 2,
    }
  return {
    ...common,
    ...{ outcome: 'fetched', httpStatus: 200, failures: 0, restores: false, note: null, fingerprint: null },
    sizeBytes: Math.floor(1_000 + 99_000 * share(n, 10) ** 3),
    digest: urlKey(page.url),
    ...{ etag: '"5f3c-61b2"', lastModified: null, links: null, patterns: null, accessibility: null },
    pageClass: classOf(n),
    revision: {
      number: 1,
      type: share(n, 11) < 0.95 ? 'text/html' : share(n, 12) < 0.5 ? 'application/pdf' : 'image/png',
      charset: 'utf-8',
      title: `A title of some length, number ${n % 10_000}`,
      truncated: false,
    },
  }
}

function classOf(n: number): string | null {
  const where = share(n, 13)
  if (where < 0.0002) return 'rare'
  if (where < 0.3) return 'product'
  return where < 0.8 ? 'article' : null
}
