/** A made-up index of many pages, and how long queries of all kinds take on it. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { realClock } from '../../src/env/index.ts'
import { filterOf, parseQuery, planOf, type SearchTerms } from '../../src/search/index.ts'
import { openSqliteStore, type PageRow, type Store, type VisitCommit } from '../../src/store/index.ts'
import { asUrl, originOf, urlKey } from '../../src/url/index.ts'

const WORDS_A_PAGE = 300
const TITLE_WORDS = 5
const VOCABULARY = 200_000
const HOSTS = 200
const BATCH = 2_000
const NOW = 1_700_000_000_000
const NOTHING = { visits: [], candidates: [], servers: [], memories: [], archives: [], events: [] }

/** A generator of our own, so that two runs do the same. */
let state = 12_345
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

/** Zipf's law with exponent 1: the first word is on nearly every page, most are on few. */
const zipf = () => Math.floor(VOCABULARY ** random()) - 1
const word = (rank: number) => `w${rank.toString(36)}`
const some = (count: number, pick = zipf) => Array.from({ length: count }, () => word(pick())).join(' ')

function terms(): SearchTerms {
  const title = some(TITLE_WORDS)
  const body = some(WORDS_A_PAGE)
  return {
    language: 'en',
    title,
    headings: some(8),
    emphasised: some(4),
    url: some(4),
    meta: some(12),
    body,
    forms: some(60),
    words: WORDS_A_PAGE + 33,
  }
}

const urlOf = (n: number) => asUrl(`https://h${n % HOSTS}.example/${n}`)

function visitOf(page: PageRow): VisitCommit {
  return {
    ...{
      page,
      host: { shard: page.shard, id: page.host },
      at: NOW,
      httpStatus: 200,
      durationMs: 1,
      error: null,
    },
    ...{
      status: 'completed',
      reason: null,
      dueAt: null,
      rank: null,
      failures: 0,
      outcome: 'fetched',
      patterns: null,
      sizeBytes: 1_000,
    },
    ...{
      etag: null,
      lastModified: null,
      restores: false,
      links: null,
      note: null,
      fingerprint: null,
      pageClass: null,
    },
    ...{ digest: Buffer.from(page.key), place: null, search: { terms: terms(), anchors: [] } },
    revision: { number: 1, type: 'text/html', charset: null, title: null, truncated: false },
  } as VisitCommit
}

async function fill(store: Store, pages: number): Promise<void> {
  for (let from = 0; from < pages; from += BATCH) {
    const urls = Array.from({ length: Math.min(BATCH, pages - from) }, (_, i) => urlOf(from + i))
    await store.add(urls.map(url => ({ key: urlKey(url), url, origin: originOf(url), depth: 0, rank: 0 })))
    const visits: VisitCommit[] = []
    for (const url of urls) visits.push(visitOf((await store.page(url))!))
    await store.commit({ ...NOTHING, visits })
  }
}

/** As people ask: mostly two or three words of which at least one is rare; some phrases, beginnings, filters and very common words. */
function query(n: number): string {
  const rare = () => Math.floor(VOCABULARY ** (0.5 + random() / 2)) - 1
  switch (n % 10) {
    case 0:
      return word(zipf())
    case 1:
      return `"${word(zipf())} ${word(zipf())}"`
    case 2:
      return `${some(2)} site:h${Math.floor(random() * HOSTS)}.example`
    case 3:
      return `${word(rare())}* ${word(zipf())}`
    case 4:
      return `${some(2)} -${word(zipf())}`
    case 5:
      return `${word(Math.floor(random() * 20))} ${word(Math.floor(random() * 20))}`
    default:
      return `${word(rare())} ${some(1 + (n % 3))}`
  }
}

export interface Latency {
  readonly pages: number
  readonly fillSeconds: number
  readonly medianMs: number
  readonly p95Ms: number
  /** The same in processor time, which other work on the machine does not stretch. */
  readonly p95CpuMs: number
  readonly worstMs: number
  readonly worst: string
  readonly databaseBytes: number
}

export async function measureLatency(folder: string, pages: number, queries: number): Promise<Latency> {
  const began = realClock.monotonic()
  const writer = openSqliteStore({ folder, mode: 'write' })
  await fill(writer, pages)
  await writer.close()
  const fillSeconds = (realClock.monotonic() - began) / 1_000
  const store = openSqliteStore({ folder, mode: 'read' })
  const times: { readonly ms: number; readonly cpuMs: number; readonly text: string }[] = []
  for (let n = 0; n < queries; n++) {
    const text = query(n)
    const [from, cpu] = [realClock.monotonic(), process.cpuUsage()]
    await ask(store, text)
    const { user, system } = process.cpuUsage(cpu)
    times.push({ ms: realClock.monotonic() - from, cpuMs: (user + system) / 1_000, text })
  }
  await store.close()
  times.sort((a, b) => a.ms - b.ms)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  const { size } = statSync(join(folder, 'tidewatch.db'))
  const worst = times.at(-1)!
  const cpu = times.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b)
  return {
    ...{ pages, fillSeconds, medianMs: at(0.5).ms, p95Ms: at(0.95).ms },
    p95CpuMs: cpu[Math.floor(cpu.length * 0.95)] ?? 0,
    ...{ worstMs: worst.ms, worst: worst.text, databaseBytes: size },
  }
}

async function ask(store: Store, text: string): Promise<void> {
  const parsed = parseQuery(text)
  if (parsed.kind === 'broken') throw new Error(parsed.why)
  const languages = await store.searchLanguages()
  const plan = await planOf(parsed.query, languages)
  const filter = filterOf(parsed.query, NOW)
  await store.search({ plan, filter, languages, at: null, isAny: false })
}
