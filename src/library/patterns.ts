/** Patterns found on pages, and looking for them again in archived pages. */

import type { ConfigInput } from '../config/index.ts'
import type { Holdings } from '../crawl/holdings.ts'
import type { PatternFinder, PatternSettings } from '../document/patterns/index.ts'
import { given } from '../env/given.ts'
import { Failure } from '../env/index.ts'
import type { PageRow, PatternQuery, PatternRow, PatternsSeen } from '../store/index.ts'
import { originNamed } from './address.ts'
import { archivedPayloads } from './archived-payloads.ts'
import { packedCursor, unpackedCursor } from './cursor.ts'
import { csvCell } from './export/page-rows.ts'
import { standardOutput, type Target } from './export/target.ts'
import { dateOf } from './plain.ts'
import { rememberedConfig } from './remembered.ts'
import type { Visible } from './visible.ts'

export interface PatternsQuery {
  /** Only values of this kind: `email`, `phone`, or the name of an expression. */
  readonly kind?: string
  /** Only pages of this host: `example.org`, or `http://example.org:8080`. */
  readonly host?: string
  readonly limit?: number
  /** Continue after the value with this cursor. */
  readonly cursor?: string
}

/** A value found on a page. */
export interface PagePattern {
  readonly kind: string
  readonly value: string
  readonly url: string
  /** Scheme, host and port. */
  readonly host: string
  readonly firstSeenAt: Date
  readonly lastSeenAt: Date
  /** Whether the value was still on the page when it was last fetched. */
  readonly isCurrent: boolean
  /** Pass to `collection.patterns({ cursor })` to continue after this value. */
  readonly cursor: string
}

/** A value with all pages that have, or had, it. */
export interface PatternValue {
  readonly kind: string
  readonly value: string
  /** Number of pages, up to a hundred. */
  readonly pages: number
  /** Whether there are more pages than were counted. */
  readonly hasMorePages: boolean
  /** The page that was found first. */
  readonly url: string
  /** Pass to `collection.patternValues({ cursor })` to continue after this value. */
  readonly cursor: string
}

export interface FindOptions {
  /** What to look for, as in `extract.patterns`; by default the setting of the last crawl. */
  readonly patterns?: NonNullable<NonNullable<ConfigInput['extract']>['patterns']>
  /** Stops after the page in progress; pages not yet examined are left without patterns. */
  readonly signal?: AbortSignal
  /** Called after each batch with the number of pages examined so far. */
  readonly onProgress?: (pages: number) => void
}

export interface FindSummary {
  readonly pages: number
  readonly values: number
}

/** Number of payloads written in one batch. */
const BATCH = 100

export async function* patternsOf(visible: Visible, query: PatternsQuery): AsyncGenerator<PagePattern> {
  const { host, kind, limit, cursor } = query
  const rows = visible.patterns({
    ...given({ kind, limit }),
    ...(host !== undefined && { origin: originNamed(host) }),
    ...(cursor !== undefined && { after: placeIn(cursor) }),
  })
  for await (const row of rows) yield pagePattern(row)
}

/** Pages counted for each value: an address in the footer of a site is on all of its pages. */
const MAX_COUNTED = 100
/** Larger than any shard, to continue after all pages of a value. */
const LAST_SHARD = 2_147_483_647

/** Each value once. Values on many pages are skipped after a hundred of them, so that they take no longer than others. */
export async function* patternValuesOf(
  visible: Visible,
  { limit = Number.POSITIVE_INFINITY, cursor, ...query }: PatternsQuery,
): AsyncGenerator<PatternValue> {
  let after = cursor
  for (let left = limit; left > 0; ) {
    const part: PatternValue[] = []
    for await (const each of valuesUntilMany(visible, { ...query, ...given({ cursor: after }) })) {
      yield each
      part.push(each)
      if (--left === 0) return
    }
    const last = part.at(-1)
    if (!last?.hasMorePages) return
    after = last.cursor
  }
}

/** Values in their order, up to the first that is on more pages than are counted, or to the end. */
async function* valuesUntilMany(visible: Visible, query: PatternsQuery): AsyncGenerator<PatternValue> {
  let open = null as PatternValue | null
  for await (const { kind, value, url } of patternsOf(visible, query)) {
    if (open !== null && open.kind === kind && open.value === value) {
      if (open.pages === MAX_COUNTED) return void (yield { ...open, hasMorePages: true })
      open = { ...open, pages: open.pages + 1 }
      continue
    }
    if (open !== null) yield open
    const next = packedCursor(ORDER, kind, value, LAST_SHARD, 0)
    open = { kind, value, pages: 1, hasMorePages: false, url, cursor: next }
  }
  if (open !== null) yield open
}

const ORDER = 'patterns'

function placeIn(cursor: string): NonNullable<PatternQuery['after']> {
  const [kind, value, shard, id] = unpackedCursor(cursor, ORDER, 4)
  return { kind: String(kind), value: String(value), shard: Number(shard), id: Number(id) }
}

const pagePattern = ({
  kind,
  value,
  url,
  origin,
  firstAt,
  lastAt,
  isCurrent,
  shard,
  id,
}: PatternRow): PagePattern => ({
  kind,
  value,
  url,
  host: origin,
  isCurrent,
  firstSeenAt: dateOf(firstAt),
  lastSeenAt: dateOf(lastAt),
  cursor: packedCursor(ORDER, kind, value, shard, id),
})

const CSV_COLUMNS = ['kind', 'value', 'url', 'host', 'firstSeenAt', 'lastSeenAt', 'isCurrent'] as const

export async function writeCsv(
  found: AsyncIterable<PagePattern>,
  target: Target = standardOutput,
): Promise<void> {
  await target.write(`${CSV_COLUMNS.join(',')}\r\n`)
  for await (const each of found) {
    const told = {
      ...each,
      firstSeenAt: each.firstSeenAt.toISOString(),
      lastSeenAt: each.lastSeenAt.toISOString(),
    }
    await target.write(`${CSV_COLUMNS.map(name => csvCell(told[name])).join(',')}\r\n`)
  }
}

/** Examines every archived revision again and discards earlier values of the same kinds. */
export async function findAgain(holdings: Holdings, options: FindOptions = {}): Promise<FindSummary> {
  const settings = await wanted(holdings, options)
  const { PatternFinder } = await import('../document/patterns/index.ts')
  const finder = new PatternFinder(settings)
  await holdings.store.forgetPatterns(settings.map(each => (each.kind === 'regexp' ? each.name : each.kind)))
  let pages = 0
  let values = 0
  let batch: PatternsSeen[] = []
  for await (const page of holdings.store.pages({ stored: true, withoutSources: true })) {
    if (options.signal?.aborted) break
    const seen = await seenOn(holdings, page, finder)
    pages++
    values += new Set(seen.flatMap(({ patterns }) => patterns.map(each => `${each.kind} ${each.value}`))).size
    batch.push(...seen)
    if (batch.length < BATCH) continue
    await holdings.store.writePatterns(batch)
    options.onProgress?.(pages)
    batch = []
  }
  await holdings.store.writePatterns(batch)
  return { pages, values }
}

async function wanted(holdings: Holdings, { patterns }: FindOptions): Promise<readonly PatternSettings[]> {
  const { configFrom } = await import('../config/index.ts')
  const { configForReading } = await import('./reading-config.ts')
  const config =
    patterns === undefined
      ? configForReading(withoutModel(await rememberedConfig(holdings)), {}, 'model')
      : configFrom({ extract: { patterns } })
  if (config.settings.patterns.length > 0) return config.settings.patterns
  throw new Failure(
    'usage',
    `${holdings.name} was crawled without extract.patterns: say what to look for (--find email,phone), or crawl it with that key`,
  )
}

/** The file of the model may be gone, and patterns do not need it. */
function withoutModel(config: ConfigInput | null): ConfigInput | null {
  return config && { ...config, extract: { ...config.extract, model: 'off' } }
}

async function seenOn(holdings: Holdings, page: PageRow, finder: PatternFinder): Promise<PatternsSeen[]> {
  const seen: PatternsSeen[] = []
  for (const { revision, at } of await archivedPayloads(holdings, page)) {
    const type = revision.type ?? ''
    const text = await revision.text()
    const source = /html|^text\//.test(type) ? await revision.html() : ''
    const found = text === null ? [] : finder.find({ url: page.url, type, text, source })
    seen.push({ page: { shard: page.shard, id: page.id }, at, patterns: found })
  }
  return seen
}
