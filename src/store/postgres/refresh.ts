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
import type { Query, Session, Value } from './session.ts'

/** Rows read at a time, so that a long listing neither fills memory nor keeps a transaction open. */
const CHUNK = 1_000

export async function refreshRow(query: Query): Promise<RefreshRow> {
  const [row] = await query<RefreshRow>(READ_REFRESH)
  return { ...row! }
}

/** The row is locked before it is read, so the second worker sees what the first has written. */
export function changeRefresh(
  session: Session,
  change: (row: RefreshRow) => RefreshRow,
): Promise<RefreshRow> {
  return session.transaction(async query => {
    const [row] = await query<RefreshRow>(`${READ_REFRESH} FOR UPDATE`)
    const changed = change({ ...row! })
    await query(WRITE_REFRESH, ...refreshValues(changed))
    return changed
  })
}

export async function addSample(
  session: Session,
  sample: SampleRow,
  thinnings: readonly Thinning[],
): Promise<void> {
  await session.transaction(async query => {
    await query(WRITE_SAMPLE, ...sampleValues(sample))
    for (const { beforeMs, spanMs } of thinnings) await query(THIN, beforeMs, spanMs)
  })
}

export async function samplesSince(query: Query, sinceMs: number): Promise<SampleRow[]> {
  return [...(await query<SampleRow>(SAMPLES, sinceMs))]
}

export async function* changesIn(query: Query, wanted: ChangeQuery): AsyncGenerator<ChangeRow> {
  const { since = 0, until = Number.MAX_SAFE_INTEGER, origin, pageClass, limit, after } = wanted
  const isNewest = wanted.order === 'newest'
  const sql = changesSql(isNewest)
  let left = limit ?? Number.POSITIVE_INFINITY
  const first = isNewest ? [until + 1, 0, 0, 0] : [since, -1, 0, 0]
  const behind = after && [after.at, after.shard, after.page, after.revision]
  for (let last: Value[] = behind ?? first; left > 0; ) {
    const asked = [...last, since, until, origin ?? null, pageClass ?? null, Math.min(CHUNK, left)]
    const rows = await query<ChangeRow>(sql, ...asked)
    for (const row of rows) yield { ...row }
    left -= rows.length
    const end = rows.at(-1)
    if (!end || rows.length < CHUNK) return
    last = [end.at, end.shard, end.page, end.revision]
  }
}

const READ_REFRESH = `SELECT ${REFRESH} FROM refresh f WHERE shard = 0`
const WRITE_REFRESH = `UPDATE refresh SET ${REFRESH_NAMES.map((name, i) => `${name} = $${i + 1}`).join(', ')} WHERE shard = 0`
const WRITE_SAMPLE = `INSERT INTO sample (shard, ${SAMPLE_NAMES.join(', ')})
  VALUES (0, ${SAMPLE_NAMES.map((_, i) => `$${i + 1}`).join(', ')})
  ON CONFLICT (shard, at) DO UPDATE SET ${SAMPLE_NAMES.map(name => `${name} = excluded.${name}`).join(', ')}`
const THIN = `DELETE FROM sample s WHERE at < $1 AND EXISTS (SELECT 1 FROM sample o
  WHERE o.shard = s.shard AND o.at > s.at AND o.at < s.at - s.at % $2::bigint + $2::bigint)`
const SAMPLES = `SELECT ${SAMPLE} FROM sample t
  WHERE at >= coalesce((SELECT max(at) FROM sample WHERE at < $1), $1) ORDER BY at`
const KEY = ['r.fetched_at', 'r.shard', 'r.page', 'r.number'] as const
const changesSql = (isNewest: boolean) => `SELECT ${CHANGE} FROM revision r
  JOIN page p ON p.shard = r.shard AND p.id = r.page JOIN host h ON h.shard = p.shard AND h.id = p.host
  LEFT JOIN visit t ON t.shard = r.shard AND t.page = r.page AND t.at = r.fetched_at
  WHERE r.number > 1 AND (${KEY.join(', ')}) ${isNewest ? '<' : '>'} ($1, $2, $3, $4)
  AND r.fetched_at BETWEEN $5 AND $6 AND NOT r.source
  AND ($7::text IS NULL OR h.origin = $7) AND ($8::text IS NULL OR p.class = $8)
  ORDER BY ${KEY.map(name => (isNewest ? `${name} DESC` : name)).join(', ')} LIMIT $9`
