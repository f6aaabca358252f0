import type {
  AccessibilityGroup,
  AccessibilityQuery,
  AccessibilityRow,
  AccessibilitySeen,
  AccessibilityStore,
} from '../accessibility-rows.ts'
import type { PageRef, VisitCommit } from '../batch.ts'
import { booleans, ints, texts } from './literal.ts'
import type { Query, Session, Value } from './session.ts'

/** Rows read at a time, so that a long listing neither fills memory nor keeps a transaction open. */
const CHUNK = 1_000

type Found = AccessibilitySeen & { readonly isRevised: boolean }

/** Writes each page once; rows are locked in key order, as everywhere, to avoid deadlocks. */
export async function insertAccessibility(query: Query, visits: readonly VisitCommit[]): Promise<void> {
  await insert(
    query,
    visits.flatMap(({ page, at, revision, accessibility }) =>
      accessibility
        ? [
            {
              page,
              at,
              revision: revision?.number ?? accessibility.revision,
              report: accessibility,
              isRevised: revision !== null,
            },
          ]
        : [],
    ),
  )
}

async function insert(query: Query, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return
  const rows = found.toSorted((a, b) => a.page.id - b.page.id)
  await query(
    WRITE,
    ints(rows.map(row => row.page.id)),
    ints(rows.map(row => row.at)),
    ints(rows.map(row => row.revision)),
    ints(rows.map(row => row.report.score)),
    texts(rows.map(row => row.report.failed)),
    booleans(rows.map(row => row.isRevised)),
  )
  await query(MARK, ints(rows.map(row => row.page.id)))
}

export class PostgresAccessibility implements AccessibilityStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async *pages(asked: AccessibilityQuery): AsyncGenerator<AccessibilityRow> {
    const values: Value[] = []
    const where = wanted(asked, values)
    const n = values.length
    const sql = `SELECT ${ROW} ${FROM} WHERE ${where} AND (t.score, t.shard, t.page) > ($${n + 1}, $${n + 2}, $${n + 3})
      ORDER BY t.score, t.shard, t.page LIMIT $${n + 4}`
    let left = asked.limit ?? Number.POSITIVE_INFINITY
    let last: Value[] = [-1, -1, 0]
    while (left > 0) {
      const rows = await this.#session.query<AccessibilityRow>(sql, ...values, ...last, Math.min(CHUNK, left))
      for (const row of rows) yield { ...row }
      left -= rows.length
      const end = rows.at(-1)
      if (end === undefined || rows.length < CHUNK) return
      last = [end.score, end.shard, end.id]
    }
  }

  async history({ shard, id }: PageRef): Promise<AccessibilityRow[]> {
    const sql = `SELECT ${ROW} ${FROM} WHERE t.shard = $1 AND t.page = $2 ORDER BY t.at`
    return (await this.#session.query<AccessibilityRow>(sql, shard, id)).map(row => ({ ...row }))
  }

  async groups(asked: AccessibilityQuery, by: 'host' | 'class'): Promise<AccessibilityGroup[]> {
    const values: Value[] = []
    const where = wanted(asked, values)
    const pageClass = by === 'class' ? 'p.class' : 'NULL::text'
    const sql = `SELECT h.origin, ${pageClass} AS "pageClass", count(*) AS pages, avg(t.score / 1000000)::float8 AS a,
        avg(t.score / 1000 % 1000)::float8 AS aa, avg(t.score % 1000)::float8 AS aaa
      ${FROM} WHERE ${where} GROUP BY 1, 2`
    const rows = (await this.#session.query<AccessibilityGroup>(sql, ...values)).map(row => ({ ...row }))
    const key = ({ origin, pageClass: name }: AccessibilityGroup) => `${origin} ${name ?? ''}`
    return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1))
  }

  async write(seen: readonly AccessibilitySeen[]): Promise<void> {
    await this.#session.transaction(async query => {
      for (const each of seen) await insert(query, [{ ...each, isRevised: true }])
    })
  }

  async forget(): Promise<void> {
    await this.#session.transaction(async query => {
      await query('DELETE FROM accessibility')
      await query('UPDATE page SET accessibility = NULL WHERE accessibility IS NOT NULL')
    })
  }
}

/** The newest row of each page, found by a subquery on the primary key. */
function wanted({ origin, pageClass, until = Number.MAX_SAFE_INTEGER }: AccessibilityQuery, values: Value[]) {
  const put = (value: Value) => `$${values.push(value)}`
  const where = [
    `t.at = (SELECT max(u.at) FROM accessibility u WHERE u.shard = t.shard AND u.page = t.page AND u.at <= ${put(until)})`,
    "p.status NOT IN ('gone', 'excluded')",
  ]
  if (origin !== undefined) where.push(`h.origin = ${put(origin)}`)
  if (pageClass !== undefined) where.push(`p.class = ${put(pageClass)}`)
  return where.join(' AND ')
}

/** A payload that makes no revision is recorded only if something else was found on it. */
const WRITE = `INSERT INTO accessibility SELECT (id >> 40)::int, id, at, revision, score, failed
  FROM unnest($1::bigint[], $2::bigint[], $3::int[], $4::int[], $5::text[], $6::bool[]) u(id, at, revision, score, failed, is_revised)
  WHERE is_revised OR NOT EXISTS (SELECT 1 FROM accessibility t WHERE t.shard = (u.id >> 40)::int AND t.page = u.id AND t.score = u.score
    AND t.failed = u.failed AND t.at = (SELECT max(m.at) FROM accessibility m WHERE m.shard = t.shard AND m.page = t.page))
  ON CONFLICT (shard, page, at) DO UPDATE SET revision = excluded.revision, score = excluded.score, failed = excluded.failed`
const MARK = `UPDATE page p SET accessibility = (SELECT t.score FROM accessibility t WHERE t.shard = p.shard AND t.page = p.id ORDER BY t.at DESC LIMIT 1)
  FROM unnest($1::bigint[]) u(id) WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`

const ROW = `t.shard, t.page AS id, t.at, t.revision, t.score, t.failed, p.url, h.origin, p.class AS "pageClass"`
const FROM = `FROM accessibility t JOIN page p ON p.shard = t.shard AND p.id = t.page JOIN host h ON h.shard = p.shard AND h.id = p.host`
