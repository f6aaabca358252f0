/** Real pages, crawled with and without search: what the index costs, and whether a title finds its page. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { realClock } from '../../src/env/index.ts'
import { Collection, type ConfigInput, type Page } from '../../src/index.ts'
import type { Origin } from '../origin.ts'

export interface CrawlCost {
  readonly pages: number
  readonly seconds: number
  /** Of all threads of this process; the origin is another. */
  readonly cpuSeconds: number
}

export async function crawlInto(
  folder: string,
  origin: Origin,
  search: 'off' | 'current',
): Promise<CrawlCost> {
  await using collection = await Collection.open(folder, { mode: 'write' })
  const config: ConfigInput = {
    ...{ seeds: [origin.url], scope: { local: true }, search, patience: '1s' },
    request: { delay: 0, allowPrivate: true },
  }
  const before = process.cpuUsage()
  const { pages, elapsedMs } = await collection.crawl(config)
  const { user, system } = process.cpuUsage(before)
  return { pages, seconds: elapsedMs / 1_000, cpuSeconds: (user + system) / 1e6 }
}

export interface IndexSize {
  readonly indexBytes: number
  readonly textBytes: number
}

/** All tables of the index against the visible text of the pages, in UTF-8. */
export async function sizeOf(folder: string): Promise<IndexSize> {
  await using collection = await Collection.open(folder)
  let textBytes = 0
  for await (const page of collection.pages({ stored: true }))
    textBytes += Buffer.byteLength((await page.text()) ?? '')
  const database = new Database(join(folder, 'tidewatch.db'), { readonly: true })
  const sql = "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name LIKE 'search%'"
  const { bytes: indexBytes } = database.prepare(sql).get() as { bytes: number }
  database.close()
  return { indexBytes, textBytes }
}

export interface KnownItems {
  readonly asked: number
  readonly first: number
  readonly inThree: number
  readonly inTen: number
  readonly p95Ms: number
  /** Some that were not found in the first three. */
  readonly missed: readonly string[]
}

/** Titles that no other page has, spread over the collection; what one types is the title without its quotation marks. */
export async function knownItems(folder: string, count: number): Promise<KnownItems> {
  await using collection = await Collection.open(folder)
  const byTitle = new Map<string, Page[]>()
  for await (const page of collection.pages({ stored: true }))
    if (page.title && page.type === 'text/html')
      byTitle.set(page.title, [...(byTitle.get(page.title) ?? []), page])
  const unique = [...byTitle]
    .filter(([, pages]) => pages.length === 1)
    .map(([title, [page]]) => ({ title, url: page!.url }))
  const step = Math.max(1, Math.floor(unique.length / count))
  const ranks: number[] = []
  const times: number[] = []
  const missed: string[] = []
  for (const { title, url } of unique.filter((_, i) => i % step === 0).slice(0, count)) {
    const from = realClock.monotonic()
    const rank = await rankOf(collection, title.replaceAll('"', ' '), url)
    times.push(realClock.monotonic() - from)
    ranks.push(rank)
    if (rank >= 3 && missed.length < 5) missed.push(`${title} (${url})`)
  }
  times.sort((a, b) => a - b)
  const within = (most: number) => ranks.filter(rank => rank < most).length
  const p95Ms = times[Math.floor(times.length * 0.95)] ?? 0
  return { asked: ranks.length, first: within(1), inThree: within(3), inTen: within(10), p95Ms, missed }
}

async function rankOf(collection: Collection, title: string, url: string): Promise<number> {
  let rank = 0
  for await (const hit of collection.search(title, { limit: 10 })) {
    if (hit.url === url) return rank
    rank++
  }
  return Number.POSITIVE_INFINITY
}
