/** Reads of whole tables. */
import type { Url } from '../../url/index.ts'
import { PLACE_FILES, VISIT } from '../columns.ts'
import { type ArchivedRow, withPlace } from '../placed.ts'
import { PAGE_STATUSES, type VisitRow } from '../rows.ts'
import type { Counts } from '../store.ts'
import type { Sqlite } from './open.ts'

/** Rows read at a time. */
const CHUNK = 1_000

/** Visits with a record in the archive, or in one of its files, in the order of the records. */
export function* archivedVisits(
  database: Sqlite,
  file: number | undefined,
): Generator<VisitRow & { url: Url }> {
  const sql = database.prepare(`SELECT ${VISIT}, p.url, t.file AS fileId, t.shard, t.page FROM visit t
      JOIN page p ON p.id = t.page ${PLACE_FILES}
      WHERE t.file IS NOT NULL AND t.file <= ? AND (t.file, t.file_offset, t.shard, t.page, t.at) > (?, ?, ?, ?, ?)
      ORDER BY t.file, t.file_offset, t.shard, t.page, t.at LIMIT ${CHUNK}`)
  const lastFile = file ?? Number.MAX_SAFE_INTEGER
  for (let last = [file ?? 0, -1, 0, 0, 0]; ; ) {
    const rows = sql.all(lastFile, ...last) as ArchivedRow[]
    for (const { fileId, shard, page, ...row } of rows)
      yield withPlace(row) as unknown as VisitRow & { url: Url }
    const end = rows.at(-1)
    if (!end || rows.length < CHUNK) return
    last = [end.fileId, end.fileOffset ?? 0, end.shard, end.page, end.at]
  }
}

/** The values that the counters should have. */
export function recount(database: Sqlite): Partial<Counts> {
  const statuses = database
    .prepare('SELECT status AS name, count(*) AS value FROM page GROUP BY status')
    .all()
  const totals = database
    .prepare(`SELECT 'visits' AS name, (SELECT count(*) FROM visit) AS value
      UNION ALL SELECT 'hosts', (SELECT count(*) FROM host)
      UNION ALL SELECT 'revisions', (SELECT count(*) FROM revision)
      UNION ALL SELECT 'chosen', (SELECT count(*) FROM page WHERE coalesce(taken_from, status) = 'waiting' AND due_at IS NOT NULL)`)
    .all()
  const none = PAGE_STATUSES.map(status => [status, 0])
  const found = [...statuses, ...totals].map(row => Object.values(row as object))
  return Object.fromEntries([...none, ...found])
}
