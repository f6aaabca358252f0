/**
 * What the store costs: adding Urls, and taking and recording a page, while a collection grows.
 *
 *   node bench/store.ts --rows 1000000 [--hosts 1000] [--store sqlite|postgres] [--json] [--folder DIR]
 *
 * - new: candidates that are all unknown, in batches as visits bring them (runs of links to one host);
 *   the rate over all rows and over the last tenth, when the indexes are largest;
 * - mixed: four of five candidates are already known, as links between pages of a site are;
 * - visit: taking pages by the hundred and committing them by five hundred with revision and links, for each page, at
 *   100,000 known Urls and at all of them. The ratio of the two says whether the cost grows with what is known;
 * - server (PostgreSQL): processor time and bytes that the server itself takes for a new Url, a first visit, and a later one
 *   that finds the page unchanged.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../scripts/postgres.ts'
import { realClock } from '../src/env/index.ts'
import {
  type Candidate,
  openSqliteStore,
  type QueuedPage,
  type Store,
  type VisitCommit,
} from '../src/store/index.ts'
import { openPostgresStore } from '../src/store/postgres/store.ts'
import { asUrl, urlKey } from '../src/url/index.ts'
import { openServerUse, type ServerUse } from './store/server-use.ts'

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    hosts: { type: 'string', default: '1000' },
    store: { type: 'string', default: 'sqlite' },
    folder: { type: 'string', default: tmpdir() },
    json: { type: 'boolean', default: false },
  },
})
const rows = Number(options.rows)
const hosts = Number(options.hosts)
if (!(rows >= 1_000) || !(hosts >= 1) || !['sqlite', 'postgres'].includes(options.store)) {
  console.error(
    'usage: node bench/store.ts --rows 1000000 [--hosts 1000] [--store sqlite|postgres] [--json] [--folder DIR]',
  )
  process.exit(2)
}

const BATCH = 5_000
const VISITS = 20_000
const WARM_UP = 10_000
const NOTHING = { visits: [], candidates: [], servers: [], memories: [], archives: [], events: [] }
const VISITS_IN_A_BATCH = 500
const TAKEN = 100
const SMALL = Math.min(100_000, rows)
const WORK = { discover: true, refresh: false }
const NOW = 1_700_000_000_000
/** When the pages visited are due again. */
const LATER = NOW + 3 * 86_400_000
const FIRST = { work: WORK, nowMs: NOW, commit: visit }
const AGAIN = { work: { discover: false, refresh: true }, nowMs: LATER, commit: unchanged }

/** A generator of our own, so that two runs do the same. */
let state = 12_345
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

/** A visit brings some thirty links, most of them to its own host and all of one depth; a batch holds many visits. */
const LINKS_OF_A_VISIT = 30

/** The n-th Url there is; its host follows from its number, so that a known Url can be named again. */
function candidate(n: number): Candidate {
  const visit = Math.floor(n / LINKS_OF_A_VISIT)
  const origin = `https://www.site-${(n % LINKS_OF_A_VISIT < 27 ? visit * 7_919 : n * 104_729) % hosts}.example`
  const url = `${origin}/section-${n % 17}/article-${n.toString(36)}/a-title-of-some-length-${n}.html`
  const depth = 1 + (visit % 5)
  return { key: urlKey(url), url: asUrl(url), origin, depth, rank: depth }
}

async function timed<T>(work: () => Promise<T>): Promise<number> {
  const start = realClock.monotonic()
  await work()
  return realClock.monotonic() - start
}

/** Adds new Urls from `from` to `to`; returns milliseconds for each batch. */
async function fill(store: Store, from: number, to: number): Promise<number[]> {
  const times: number[] = []
  for (let at = from; at < to; at += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, to - at) }, (_, i) => candidate(at + i))
    times.push(await timed(() => store.add(batch)))
  }
  return times
}

async function mixed(store: Store): Promise<number> {
  let ms = 0
  const batches = 20
  for (let i = 0; i < batches; i++) {
    const batch = Array.from({ length: BATCH }, (_, k) =>
      candidate(k % 5 === 0 ? rows + i * BATCH + k : random(rows)),
    )
    ms += await timed(() => store.add(batch))
  }
  return (batches * BATCH) / (ms / 1_000)
}

async function place(store: Store): Promise<void> {
  for (;;) {
    const homeless = await store.homelessHosts(NOW, WORK, 1_000)
    if (homeless.length === 0) return
    await store.placeHosts(
      homeless.map(host => ({ host, address: host.origin, retryAt: NOW + 1e9, failures: 0 })),
    )
  }
}

function visit(page: QueuedPage, n: number): VisitCommit {
  return {
    page,
    host: { shard: page.shard, id: page.host },
    at: NOW + n,
    outcome: 'fetched',
    httpStatus: 200,
    durationMs: 80,
    error: null,
    status: 'completed',
    reason: null,
    dueAt: NOW + 86_400_000 + n,
    rank: null,
    failures: 0,
    sizeBytes: 28_000,
    digest: page.digest ?? urlKey(page.url),
    ...{ restores: false, note: null, fingerprint: null, pageClass: null },
    etag: '"5f3c-61b2"',
    lastModified: null,
    place: { file: 1, offset: n * 9_000, length: 9_000 },
    revision: {
      number: 1,
      type: 'text/html',
      charset: 'utf-8',
      title: 'A title of some length',
      truncated: false,
    },
    patterns: null,
    accessibility: null,
    links: Buffer.alloc(600, n),
  }
}

/** A visit that finds the page as it was. */
function unchanged(page: QueuedPage, n: number): VisitCommit {
  const { revision: _, links: __, ...rest } = visit(page, n)
  return {
    ...rest,
    ...{ outcome: 'notModified', httpStatus: 304, at: LATER + n, dueAt: LATER + 86_400_000 + n },
    ...{ revision: null, links: null },
  } as VisitCommit
}

/** Microseconds a page for taking it and recording it; enough pages that checkpoints of the database count in full. */
async function visits(
  store: Store,
  pages = VISITS,
  { work, nowMs, commit } = FIRST,
): Promise<{ take: number; record: number; pages: number }> {
  await place(store)
  await store.join('bench', NOW)
  const servers = await store.lease({
    worker: 'bench',
    work,
    nowMs,
    untilMs: nowMs + 1e9,
    limit: hosts,
  })
  let pending: QueuedPage[] = []
  let [take, record, done] = [0, 0, 0]
  for (const server of servers) {
    if (done >= pages) break
    for (const host of await store.readyHosts(server, work, nowMs)) {
      const request = { host, work, nowMs, limit: TAKEN }
      take += await timed(async () => pending.push(...(await store.take(request))))
    }
    if (pending.length < VISITS_IN_A_BATCH) continue
    const batch = pending.map((page, i) => commit(page, done + i))
    record += await timed(() => store.commit({ ...NOTHING, visits: batch }))
    done += batch.length
    pending = []
  }
  await store.leave('bench')
  return { take: (take * 1_000) / done, record: (record * 1_000) / done, pages: done }
}

/** What adding left to do (pages of the log to copy back, code to compile) is not the cost of a visit. */
async function settledVisits(store: Store): Promise<{ take: number; record: number }> {
  await visits(store, WARM_UP)
  return visits(store)
}

const rate = (times: readonly number[]) =>
  (times.length * BATCH) / (times.reduce((sum, ms) => sum + ms, 0) / 1_000)

/** What the server took for each of `count` operations. */
const usedFor = (before: ServerUse | null, after: ServerUse | null, count: number) =>
  before &&
  after && {
    cpuMicros: round(((after.cpuMs - before.cpuMs) * 1_000) / count),
    bytes: Math.round((after.bytes - before.bytes) / count),
  }

async function measure(
  store: Store,
  sizeBytes: () => number | null,
  server: () => Promise<ServerUse | null>,
) {
  await store.openArchiveFile('bench.warc.gz', 'bench')
  const first = await fill(store, 0, SMALL)
  const small = await settledVisits(store)
  const idle = await server()
  const rest = await fill(store, SMALL, rows)
  const filled = await server()
  await visits(store, WARM_UP)
  const warm = await server()
  const large = await visits(store)
  const visited = await server()
  await visits(store, VISITS, AGAIN)
  const settled = await server()
  const again = await visits(store, VISITS, AGAIN)
  const revisited = await server()
  const times = [...first, ...rest]
  return {
    store: options.store,
    rows,
    hosts,
    newPerSecond: Math.round(rate(times)),
    newPerSecondLastTenth: Math.round(rate(times.slice(-Math.ceil(times.length / 10)))),
    mixedPerSecond: Math.round(await mixed(store)),
    takeMicros: { at100k: round(small.take), atAll: round(large.take) },
    recordMicros: { at100k: round(small.record), atAll: round(large.record) },
    visitRatio: round((large.take + large.record) / (small.take + small.record), 2),
    server: {
      newUrl: usedFor(idle, filled, Math.max(1, rows - SMALL)),
      visit: usedFor(warm, visited, large.pages),
      unchanged: usedFor(settled, revisited, again.pages),
    },
    peakRssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    bytesPerRow: sizeBytes() === null ? null : Math.round(sizeBytes()! / rows),
  }
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits))
}

async function open(): Promise<{
  store: Store
  sizeBytes: () => number | null
  server: () => Promise<ServerUse | null>
  dispose: () => Promise<void>
}> {
  if (options.store === 'postgres') {
    const server = await startTestPostgres({ durable: true })
    const store = await openPostgresStore({ url: `${server.url}?schema=bench`, mode: 'write' })
    const use = await openServerUse(server.url)
    return {
      store,
      sizeBytes: () => null,
      server: () => use.now(),
      dispose: () =>
        use
          .close()
          .then(() => store.close())
          .then(() => server.stop()),
    }
  }
  mkdirSync(options.folder, { recursive: true })
  const folder = mkdtempSync(join(options.folder, 'tidewatch-bench-'))
  const store = openSqliteStore({ folder, mode: 'write' })
  const dispose = () => store.close().then(() => rmSync(folder, { recursive: true }))
  return {
    store,
    sizeBytes: () => statSync(join(folder, 'tidewatch.db')).size,
    server: async () => null,
    dispose,
  }
}

const usedWords = (used: { cpuMicros: number; bytes: number } | null) =>
  used ? `${used.cpuMicros} µs of CPU, ${used.bytes} bytes` : '-'

function table(result: Awaited<ReturnType<typeof measure>>): string {
  const lines: [string, string | number][] = [
    ['store', result.store],
    ['rows', result.rows],
    ['hosts', result.hosts],
    ['new Urls/s, all', result.newPerSecond],
    ['new Urls/s, last tenth', result.newPerSecondLastTenth],
    ['candidates/s, 80 % known', result.mixedPerSecond],
    ['take, µs a page', `${result.takeMicros.at100k} at 100,000; ${result.takeMicros.atAll} at all`],
    ['record, µs a page', `${result.recordMicros.at100k} at 100,000; ${result.recordMicros.atAll} at all`],
    ['ratio of a visit', result.visitRatio],
    ['peak RSS, MiB', result.peakRssMiB],
    ['bytes a row', result.bytesPerRow ?? '-'],
    ['server, a new Url', usedWords(result.server.newUrl)],
    ['server, a first visit', usedWords(result.server.visit)],
    ['server, an unchanged page', usedWords(result.server.unchanged)],
  ]
  return lines
    .map(
      ([name, value]) =>
        `${name.padEnd(28)}${typeof value === 'number' ? value.toLocaleString('en') : value}`,
    )
    .join('\n')
}

const { store, sizeBytes, server, dispose } = await open()
try {
  const result = await measure(store, sizeBytes, server)
  console.log(options.json ? JSON.stringify(result) : table(result))
} finally {
  await dispose()
}
