/**
 * Which columns make up which rows, shared by both dialects. Each property names the alias of its table, and its column has the same name
 * in snake case; otherwise the column is written out. The types make sure that no property of a row is forgotten.
 */

// biome-ignore-all format: columns stand several to a line, grouped by what they are about

import type { LeasedHost, QueuedPage } from './queue-rows.ts'
import type { ChangeRow, RefreshRow, SampleRow } from './refresh-rows.ts'
import type {
  Contender,
  FingerprintRow,
  HostRow,
  PageRow,
  PlannedPage,
  RevisionRow,
  ServerRow,
  VisitRow,
} from './rows.ts'
import type { Robots } from './store.ts'

/** The columns that `withPlace` combines into one place in the archive. */
interface PlaceColumns {
  readonly file: string
  readonly fileOffset: string
  readonly fileLength: string
  readonly payloadFile: string
  readonly payloadOffset: string
  readonly payloadLength: string
}

type Columns<Row> = Readonly<Record<keyof Row, string>>
type Placed<Row> = Columns<Omit<Row, 'place'>> & PlaceColumns

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

function selection(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, from]) => `${from.includes('.') ? from : `${from}.${snake(name)}`} AS "${name}"`)
    .join(', ')
}

const PLACE: PlaceColumns = {
  file: 'f.name', fileOffset: 't', fileLength: 't',
  payloadFile: 'o.name', payloadOffset: 't', payloadLength: 't',
}

/** Joins to `visit t` or `revision t` the file of its record, and that of the record with its payload, if it is another one. */
export const PLACE_FILES =
  'LEFT JOIN archive_file f ON f.id = t.file LEFT JOIN archive_file o ON o.id = t.payload_file'

/** From `page p`, its `host h`, the page `v` that links to it, the page `o` that it is a copy of, and its current `revision r`. */
export const PAGE = selection({
  shard: 'p', id: 'p', key: 'p', host: 'p', url: 'p', origin: 'h', kind: 'p', status: 'p',
  excludedBy: 'p', reason: 'p', wall: 'p', depth: 'p', rank: 'p', via: 'v.url', dueAt: 'p', failures: 'p',
  fetchedAt: 'p', httpStatus: 'p', sizeBytes: 'p', digest: 'p', etag: 'p', lastModified: 'p',
  type: 'r', title: 'r', revision: 'p', changedAt: 'p', payloadAt: 'p', movedTo: 'p', hintedAt: 'p',
  hintedBy: 'p', saidRate: 'p', belief: 'p', importance: 'p', copyOf: 'p', original: 'o.url',
  pageClass: 'p.class', accessibility: 'p', relevance: 'p', topic: 'p', expected: 'p', rate: 'p',
} satisfies Columns<PageRow>)

/** Columns of `page` that people can sort by. */
export const PAGE_KEYS = {
  url: 'url', fetchedAt: 'fetched_at', changedAt: 'changed_at', dueAt: 'due_at',
  sizeBytes: 'size_bytes', rate: 'rate', relevance: 'relevance',
} as const satisfies Partial<Columns<PageRow>>

/** From `page p` and the page `v` that links to it. */
export const QUEUED_PAGE = selection({
  shard: 'p', id: 'p', host: 'p', url: 'p', kind: 'p', depth: 'p', rank: 'p', hops: 'p', via: 'v.url',
  failures: 'p', fetchedAt: 'p', changedAt: 'p', payloadAt: 'p', digest: 'p', etag: 'p',
  lastModified: 'p', revision: 'p', sizeBytes: 'p', httpStatus: 'p', hintedAt: 'p', dueAt: 'p',
  hintedBy: 'p', saidRate: 'p', belief: 'p', importance: 'p', copyOf: 'p',
  pageClass: 'p.class', accessibility: 'p', relevance: 'p',
  // One dialect reads these before a page is marked running, the other one after.
  chosenAt: "CASE WHEN coalesce(p.taken_from, p.status) = 'waiting' THEN p.due_at END",
  settled: "CASE WHEN coalesce(p.taken_from, p.status) IN ('completed', 'gone', 'excluded') THEN 1 ELSE 0 END",
} satisfies Columns<QueuedPage>)

/** From `page p`. */
export const PLANNED_PAGE = selection({
  shard: 'p', id: 'p', host: 'p', url: 'p', status: 'p', dueAt: 'p', fetchedAt: 'p',
  hintedAt: 'p', sizeBytes: 'p', belief: 'p', importance: 'p', copyOf: 'p',
  hintedBy: 'p', saidRate: 'p', pageClass: 'p.class', accessibility: 'p', relevance: 'p',
} satisfies Columns<PlannedPage>)

/** From `page p`. */
export const CONTENDER = selection({
  shard: 'p', id: 'p', host: 'p', url: 'p', status: 'p', failures: 'p', dueAt: 'p', fetchedAt: 'p',
  hintedAt: 'p', hintedBy: 'p', saidRate: 'p', sizeBytes: 'p', belief: 'p', importance: 'p', copyOf: 'p',
  pageClass: 'p.class', accessibility: 'p', relevance: 'p', excludedBy: 'p', depth: 'p', revision: 'p',
} satisfies Columns<Contender>)

/**
 * Conditions on `page p`: pages that were visited or were to be, and pages that still wait for a place. Images and sources do not take up
 * places.
 */
export const CONTENDERS = {
  tried: `p.kind = 'page' AND p.status <> 'waiting'
    AND (p.status <> 'excluded' OR p.excluded_by IN ('robots', 'noindex', 'type', 'copies', 'replaced'))`,
  new: `p.kind = 'page' AND (p.status = 'waiting' AND p.due_at IS NULL OR p.excluded_by = 'replaced'
    OR p.status = 'error' AND p.revision = 0 AND p.due_at IS NOT NULL)`,
} as const

/** Condition on `page p`: it may be taken when somebody requests a visit. */
export const IS_ASKABLE = "p.status IN ('waiting', 'completed', 'error', 'gone')"

/** Condition on `page p`: it had to make room for a better one. */
export const IS_REPLACED = "coalesce(p.excluded_by, '') = 'replaced'"

/** Condition on `page p`: it was stored, and readers no longer find it there: it is gone, excluded, moved or forgotten. */
export const IS_REMOVED = `(p.status IN ('gone', 'excluded') AND (p.revision > 0 OR p.excluded_by = 'forgotten')
  OR p.moved_to IS NOT NULL AND p.revision > 0)`

/**
 * Condition on `page p`: plans include it. The answers of search forms are read once; pages that are gone, excluded or moved need not be
 * kept fresh.
 */
export const IS_PLANNED = `p.revision > 0 AND p.kind <> 'results' AND p.moved_to IS NULL
  AND p.status NOT IN ('gone', 'excluded')`
/**
 * Condition on `page p`: a plan may move its next visit. A running page is planned when its visit ends, and a failed one is retried at its
 * own time.
 */
export const IS_MOVABLE = `${IS_PLANNED} AND p.status = 'completed'`

/**
 * Condition on `page p`: selects about one page in `oneIn`. Multiples of the golden ratio modulo 1 are spread evenly, here as 32-bit
 * integers, so no order of the pages can bias the sample. The lower bits of an id are a running number; the product stays below 2⁶³.
 */
export function isDrawn(oneIn: number): string {
  if (oneIn <= 1) return 'true'
  return `((p.id & 2147483647) * ${GOLDEN_BITS}) & 4294967295 < ${drawnBelow(oneIn)}`
}

/** The same condition for an id. */
export function isDrawnId(id: number, oneIn: number): boolean {
  return oneIn <= 1 || Math.imul(id % 2 ** 31, GOLDEN_BITS) >>> 0 < drawnBelow(oneIn)
}

const GOLDEN_BITS = 2654435769
const drawnBelow = (oneIn: number) => Math.round(2 ** 32 / oneIn)

/** From `visit t` and its `PLACE_FILES`. */
export const VISIT = selection({
  at: 't', outcome: 't', wall: 't', httpStatus: 't', durationMs: 't', sizeBytes: 't', revision: 't', error: 't',
  note: 't', ...PLACE,
} satisfies Placed<VisitRow>)

/** From `revision t` and its `PLACE_FILES`. */
export const REVISION = selection({
  number: 't', fetchedAt: 't', digest: 't', sizeBytes: 't', type: 't', charset: 't', title: 't',
  fields: 't', record: 't', truncated: 't', rendered: 't', ...PLACE,
} satisfies Placed<RevisionRow>)

/** From `host h`, its `server s` and its `robots r`. */
export const HOST = selection({
  shard: 'h', id: 'h', origin: 'h', server: 's.address', known: 'h', fetched: 'h', failed: 'h',
  bytes: 'h', lastVisitAt: 'h', robots: 'r.verdict', memory: 'h',
} satisfies Columns<HostRow>)

/** From `host h`. */
export const LEASED_HOST = selection({
  shard: 'h', id: 'h', origin: 'h', fetched: 'h', dnsFailures: 'h', memory: 'h',
} satisfies Columns<LeasedHost>)

/** From `server s`. */
export const SERVER = selection({
  shard: 's', id: 's', address: 's', delayMs: 's', nextAt: 's', failures: 's', latencyMs: 's', worker: 's',
} satisfies Columns<ServerRow & { shard: number; id: number }>)

/** From `robots r`. */
export const ROBOTS = selection({
  fetchedAt: 'r', expiresAt: 'r', verdict: 'r', httpStatus: 'r', body: 'r',
} satisfies Columns<Robots>)

/** From `fingerprint f`. */
export const FINGERPRINT = selection({
  revised: 'f', seen: 'f', learned: 'f',
} satisfies Columns<FingerprintRow>)

const REFRESH_COLUMNS = {
  filledAt: 'f', purse: 'f', forNew: 'f', spentRefresh: 'f', spentNew: 'f', day: 'f', spentToday: 'f',
  refreshes: 'f', changes: 'f', newTried: 'f', newStored: 'f', newWeight: 'f', crawledAt: 'f',
  priors: 'f', planner: 'f', plannerUntil: 'f',
} satisfies Columns<RefreshRow>

/** From `refresh f`. */
export const REFRESH = selection(REFRESH_COLUMNS)

/** In the order of `refreshValues`. */
export const REFRESH_NAMES = Object.keys(REFRESH_COLUMNS).map(snake)
export const refreshValues = (row: RefreshRow) =>
  Object.keys(REFRESH_COLUMNS).map(name => row[name as keyof RefreshRow])

const SAMPLE_COLUMNS = {
  at: 't', freshness: 't', ageDays: 't', price: 't', budgetPerDay: 't', spent: 't', visits: 't',
  refreshes: 't', changes: 't', known: 't', stored: 't',
} satisfies Columns<SampleRow>

/** From `sample t`. */
export const SAMPLE = selection(SAMPLE_COLUMNS)

/** In the order of `sampleValues`. */
export const SAMPLE_NAMES = Object.keys(SAMPLE_COLUMNS).map(snake)
export const sampleValues = (row: SampleRow) =>
  Object.keys(SAMPLE_COLUMNS).map(name => row[name as keyof SampleRow])

/** From `revision r`, its `page p`, its `host h` and the `visit t` that found it. */
export const CHANGE = selection({
  url: 'p', origin: 'h', pageClass: 'p.class', at: 'r.fetched_at', revision: 'r.number', note: 't',
  shard: 'r', page: 'r',
} satisfies Columns<ChangeRow>)
