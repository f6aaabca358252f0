import {
  CHANGE,
  REFRESH,
  REFRESH_NAMES,
  refreshValues,
  SAMPLE,
  SAMPLE_NAMES,
  sampleValues,
} from '../columns.ts'
import type { ChangeQuery, ChangeRow, RefreshRow, SampleRow, Thinning } from '../refresh-rows.ts'
import type { Sqlite } from './open.ts'

/** Rows read at a time, so that a long listing neither blocks the database nor fills memory. */
const CHUNK = 1_000

export function refreshRow(database: Sqlite): RefreshRow {
  return database.prepare(`SELECT ${REFRESH} FROM refresh f`).get() as RefreshRow
}

/** Must run inside a transaction. */
export function changeRefresh(database: Sqlite, change: (row: RefreshRow) => RefreshRow): RefreshRow {
  const changed = change(refreshRow(database))
  const set = REFRESH_NAMES.map(name => `${name} = ?`).join(', ')
  database.prepare(`UPDATE refresh SET ${set}`).run(...refreshValues(changed))
  return changed
}

/** Must run inside a transaction. */
export function addSample(database: Sqlite, sample: SampleRow, thinnings: readonly Thinning[]): void {
  const places = SAMPLE_NAMES.map(() => '?').join(', ')
  database
    .prepare(`INSERT OR REPLACE INTO sample (shard, ${SAMPLE_NAMES.join(', ')}) VALUES (0, ${places})`)
    .run(...sampleValues(sample))
  const thin = database.prepare(`DELETE FROM sample WHERE at < @beforeMs AND EXISTS (SELECT 1 FROM sample o
    WHERE o.shard = sample.shard AND o.at > sample.at AND o.at < sample.at - sample.at % @spanMs + @spanMs)`)
  for (const thinning of thinnings) thin.run(thinning)
}

export function samplesSince(database: Sqlite, sinceMs: number): SampleRow[] {
  const sql = `SELECT ${SAMPLE} FROM sample t
    WHERE at >= coalesce((SELECT max(at) FROM sample WHERE at < @sinceMs), @sinceMs) ORDER BY at`
  return database.prepare(sql).all({ sinceMs }) as SampleRow[]
}

/** The order of changes. */
const KEY = ['r.fetched_at', 'r.page', 'r.number'] as const

export function* changesIn(database: Sqlite, query: ChangeQuery): Generator<ChangeRow> {
  const { since = 0, until = Number.MAX_SAFE_INTEGER, origin, pageClass, limit, after } = query
  const isNewest = query.order === 'newest'
  const statement = database.prepare(`SELECT ${CHANGE} FROM revision r
    JOIN page p ON p.id = r.page JOIN host h ON h.id = p.host
    LEFT JOIN visit t ON t.shard = r.shard AND t.page = r.page AND t.at = r.fetched_at
    WHERE r.number > 1 AND (r.fetched_at, r.page, r.number) ${isNewest ? '<' : '>'} (?, ?, ?)
    AND r.fetched_at BETWEEN ? AND ? AND r.source = 0
    ${origin === undefined ? '' : 'AND h.origin = ?'} ${pageClass === undefined ? '' : 'AND p.class = ?'}
    ORDER BY ${KEY.map(name => (isNewest ? `${name} DESC` : name)).join(', ')} LIMIT ?`)
  const filters = [origin, pageClass].filter(value => value !== undefined)
  let left = limit ?? Number.POSITIVE_INFINITY
  const first = isNewest ? [until + 1, 0, 0] : [since, -1, 0]
  for (let last = after ? [after.at, after.page, after.revision] : first; left > 0; ) {
    const rows = statement.all(...last, since, until, ...filters, Math.min(CHUNK, left)) as ChangeRow[]
    yield* rows
    left -= rows.length
    const end = rows.at(-1)
    if (!end || rows.length < CHUNK) return
    last = [end.at, end.page, end.revision]
  }
}
