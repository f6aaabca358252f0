import type { PatternQuery, PatternRow, PatternsSeen } from '../pattern-rows.ts'
import type { Sqlite } from './open.ts'

/** Rows read at a time, so that a long listing neither blocks the database nor fills memory. */
const CHUNK = 1_000

export const WRITE_PATTERN = `INSERT INTO pattern VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
  first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`

/** Must run inside a transaction. */
export function writePatterns(database: Sqlite, seen: readonly PatternsSeen[]): void {
  const write = database.prepare(WRITE_PATTERN)
  for (const { page, at, patterns } of seen)
    for (const { kind, value } of patterns) write.run(page.shard, page.id, kind, value, at, at)
}

export function forgetPatterns(database: Sqlite, kinds: readonly string[]): void {
  const forget = database.prepare('DELETE FROM pattern WHERE kind = ?')
  for (const kind of kinds) forget.run(kind)
}

/** A page that was seen again unchanged still has its patterns. */
const COLUMNS = `t.shard, t.page AS id, t.kind, t.value, p.url, h.origin, t.first_at AS firstAt,
  CASE WHEN p.status = 'completed' AND t.last_at >= coalesce(p.payload_at, 0) THEN max(t.last_at, coalesce(p.fetched_at, 0)) ELSE t.last_at END AS lastAt,
  t.last_at >= coalesce(p.payload_at, 0) AS isCurrent`

export function* patternsIn(database: Sqlite, query: PatternQuery): Generator<PatternRow> {
  const where = ['(t.kind, t.value, t.shard, t.page) > (?, ?, ?, ?)']
  const values: string[] = []
  if (query.kind !== undefined) values.push(query.kind)
  if (query.kind !== undefined) where.push('t.kind = ?')
  if (query.origin !== undefined) values.push(query.origin)
  if (query.origin !== undefined) where.push('h.origin = ?')
  const sql =
    database.prepare(`SELECT ${COLUMNS} FROM pattern t JOIN page p ON p.id = t.page JOIN host h ON h.id = p.host
    WHERE ${where.join(' AND ')} ORDER BY t.kind, t.value, t.shard, t.page LIMIT ?`)
  let left = query.limit ?? Number.POSITIVE_INFINITY
  const { kind = '', value = '', shard = -1, id = 0 } = query.after ?? {}
  let last: readonly (string | number)[] = [kind, value, shard, id]
  while (left > 0) {
    const rows = sql.all(...last, ...values, Math.min(CHUNK, left)) as (PatternRow & { isCurrent: unknown })[]
    for (const row of rows) yield { ...row, isCurrent: Boolean(row.isCurrent) }
    left -= rows.length
    const end = rows.at(-1)
    if (end === undefined || rows.length < CHUNK) return
    last = [end.kind, end.value, end.shard, end.id]
  }
}
