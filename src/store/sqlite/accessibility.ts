import type {
  AccessibilityGroup,
  AccessibilityQuery,
  AccessibilityRow,
  AccessibilitySeen,
  AccessibilityStore,
} from '../accessibility-rows.ts'
import type { PageRef } from '../batch.ts'
import type { Access } from './likenesses.ts'
import type { Sqlite } from './open.ts'

/** Rows read at a time, so that a long listing neither blocks the database nor fills memory. */
const CHUNK = 1_000

/** A payload that makes no revision is recorded only if something else was found on it. */
const WRITE = `INSERT INTO accessibility SELECT @shard, @id, @at, @revision, @score, @failed
  WHERE @isRevised OR NOT EXISTS (SELECT 1 FROM accessibility t WHERE t.shard = @shard AND t.page = @id AND t.score = @score AND t.failed = @failed
    AND t.at = (SELECT max(at) FROM accessibility WHERE shard = @shard AND page = @id))
  ON CONFLICT (shard, page, at) DO UPDATE SET revision = excluded.revision, score = excluded.score, failed = excluded.failed`
const MARK = `UPDATE page SET accessibility = (SELECT score FROM accessibility t WHERE t.shard = page.shard AND t.page = page.id ORDER BY at DESC LIMIT 1)
  WHERE id = ?`

export class AccessibilityWriter {
  readonly #write: ReturnType<Sqlite['prepare']>
  readonly #mark: ReturnType<Sqlite['prepare']>

  constructor(database: Sqlite) {
    this.#write = database.prepare(WRITE)
    this.#mark = database.prepare(MARK)
  }

  /** Must run inside a transaction. */
  write({ page: { shard, id }, at, revision, report }: AccessibilitySeen, isRevised: boolean): void {
    this.#write.run({ shard, id, at, revision, ...report, isRevised: isRevised ? 1 : 0 })
    this.#mark.run(id)
  }
}

const ROW = `t.shard, t.page AS id, t.at, t.revision, t.score, t.failed, p.url, h.origin, p.class AS pageClass`
const FROM = 'FROM accessibility t JOIN page p ON p.id = t.page JOIN host h ON h.id = p.host'

export class SqliteAccessibility implements AccessibilityStore {
  readonly #database: Sqlite
  readonly #access: Access

  constructor(database: Sqlite, access: Access) {
    this.#database = database
    this.#access = access
  }

  async *pages(query: AccessibilityQuery): AsyncGenerator<AccessibilityRow> {
    const { where, values } = wanted(query)
    const sql = `SELECT ${ROW} ${FROM} WHERE ${where} AND (t.score, t.shard, t.page) > (?, ?, ?)
      ORDER BY t.score, t.shard, t.page LIMIT ?`
    let left = query.limit ?? Number.POSITIVE_INFINITY
    let last: readonly number[] = [-1, -1, 0]
    while (left > 0) {
      const rows = this.#all<AccessibilityRow>(sql, ...values, ...last, Math.min(CHUNK, left))
      yield* rows
      left -= rows.length
      const end = rows.at(-1)
      if (end === undefined || rows.length < CHUNK) return
      last = [end.score, end.shard, end.id]
    }
  }

  async history({ shard, id }: PageRef): Promise<AccessibilityRow[]> {
    return this.#all(`SELECT ${ROW} ${FROM} WHERE t.shard = ? AND t.page = ? ORDER BY t.at`, shard, id)
  }

  async groups(query: AccessibilityQuery, by: 'host' | 'class'): Promise<AccessibilityGroup[]> {
    const { where, values } = wanted(query)
    const pageClass = by === 'class' ? 'p.class' : 'NULL'
    const sql = `SELECT h.origin, ${pageClass} AS pageClass, count(*) AS pages, avg(t.score / 1000000) AS a,
        avg(t.score / 1000 % 1000) AS aa, avg(t.score % 1000) AS aaa
      ${FROM} WHERE ${where} GROUP BY 1, 2 ORDER BY 1, 2`
    return this.#all(sql, ...values)
  }

  async write(seen: readonly AccessibilitySeen[]): Promise<void> {
    const writer = new AccessibilityWriter(this.#database)
    this.#access.write(() => {
      for (const each of seen) writer.write(each, true)
    })
  }

  async forget(): Promise<void> {
    this.#access.write(() => {
      this.#database.prepare('DELETE FROM accessibility').run()
      this.#database.prepare('UPDATE page SET accessibility = NULL WHERE accessibility IS NOT NULL').run()
    })
  }

  #all<T>(sql: string, ...values: readonly (string | number)[]): T[] {
    return this.#access.guarded(() => this.#database.prepare(sql).all(...values) as T[])
  }
}

/** The newest row of each page, found by a subquery on the primary key. */
function wanted({ origin, pageClass, until = Number.MAX_SAFE_INTEGER }: AccessibilityQuery) {
  const where = [
    't.at = (SELECT max(u.at) FROM accessibility u WHERE u.shard = t.shard AND u.page = t.page AND u.at <= ?)',
    "p.status NOT IN ('gone', 'excluded')",
  ]
  const values: (string | number)[] = [until]
  if (origin !== undefined) where.push('h.origin = ?')
  if (origin !== undefined) values.push(origin)
  if (pageClass !== undefined) where.push('p.class = ?')
  if (pageClass !== undefined) values.push(pageClass)
  return { where: where.join(' AND '), values }
}
