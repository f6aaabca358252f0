import type { PatternQuery, PatternRow, PatternsSeen } from '../pattern-rows.ts'
import { ints, texts } from './literal.ts'
import type { Query, Session, Value } from './session.ts'

/** Rows read at a time, so that a long listing neither fills memory nor keeps a transaction open. */
const CHUNK = 1_000

/** Writes each page once; rows are locked in key order, as everywhere, to avoid deadlocks. */
export async function insertPatterns(query: Query, seen: readonly PatternsSeen[]): Promise<void> {
  const rows = seen
    .toSorted((a, b) => a.page.id - b.page.id)
    .flatMap(({ page, at, patterns }) => patterns.map(pattern => ({ id: page.id, at, ...pattern })))
  if (rows.length === 0) return
  await query(
    WRITE_PATTERNS,
    ints(rows.map(row => row.id)),
    texts(rows.map(row => row.kind)),
    texts(rows.map(row => row.value)),
    ints(rows.map(row => row.at)),
  )
}

export async function writePatterns(session: Session, seen: readonly PatternsSeen[]): Promise<void> {
  await session.transaction(async query => {
    for (const each of seen) await insertPatterns(query, [each])
  })
}

export async function forgetPatterns(query: Query, kinds: readonly string[]): Promise<void> {
  await query('DELETE FROM pattern WHERE kind = ANY ($1::text[])', texts(kinds))
}

export async function* patternsIn(query: Query, wanted: PatternQuery): AsyncGenerator<PatternRow> {
  const values: Value[] = []
  const where = ['(t.kind, t.value, t.shard, t.page) > ($1, $2, $3, $4)']
  const filter = (text: string, value: Value) => where.push(text.replace('?', `$${values.push(value) + 5}`))
  if (wanted.kind !== undefined) filter('t.kind = ?', wanted.kind)
  if (wanted.origin !== undefined) filter('h.origin = ?', wanted.origin)
  const sql = `${PATTERNS} WHERE ${where.join(' AND ')} ORDER BY t.kind, t.value, t.shard, t.page LIMIT $5`
  let left = wanted.limit ?? Number.POSITIVE_INFINITY
  const { kind = '', value = '', shard = -1, id = 0 } = wanted.after ?? {}
  let last: Value[] = [kind, value, shard, id]
  while (left > 0) {
    const rows = await query<PatternRow>(sql, ...last, Math.min(CHUNK, left), ...values)
    for (const row of rows) yield { ...row }
    left -= rows.length
    const end = rows.at(-1)
    if (end === undefined || rows.length < CHUNK) return
    last = [end.kind, end.value, end.shard, end.id]
  }
}

const WRITE_PATTERNS = `INSERT INTO pattern SELECT (id >> 40)::int, id, kind, value, at, at
  FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) u(id, kind, value, at) ORDER BY id, kind, value
  ON CONFLICT (shard, page, kind, value) DO UPDATE SET first_at = least(pattern.first_at, excluded.first_at),
    last_at = greatest(pattern.last_at, excluded.last_at)`

/** A page that was seen again unchanged still has its patterns. */
const PATTERNS = `SELECT t.shard, t.page AS id, t.kind, t.value, p.url, h.origin, t.first_at AS "firstAt",
    CASE WHEN p.status = 'completed' AND t.last_at >= coalesce(p.payload_at, 0) THEN greatest(t.last_at, p.fetched_at) ELSE t.last_at END AS "lastAt",
    t.last_at >= coalesce(p.payload_at, 0) AS "isCurrent"
  FROM pattern t JOIN page p ON p.shard = t.shard AND p.id = t.page JOIN host h ON h.shard = p.shard AND h.id = p.host`
