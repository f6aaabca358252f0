import {
  BEFORE_ALL_OTHERS,
  type BereftPage,
  bereavement,
  type LostCopies,
  type LostRevision,
  type LostVisit,
} from '../lost.ts'
import type { Sqlite } from './open.ts'
import type { Recorder } from './record.ts'

const NO_PLACE = `SET file = NULL, file_offset = NULL, file_length = NULL,
  payload_file = NULL, payload_offset = NULL, payload_length = NULL`

/** Removes lost records from the books: their visits and revisions no longer have a place, and their pages are due. */
export function loseRecords(
  database: Sqlite,
  recorder: Recorder,
  file: number,
  offsets: readonly number[],
  nowMs: number,
): LostCopies {
  const loseVisits = ['file = ? AND file_offset = ?', 'payload_file = ? AND payload_offset = ?'].map(there =>
    database.prepare(`UPDATE visit ${NO_PLACE} WHERE ${there}
      RETURNING shard, page, at, revision IS NOT NULL OR note IS NOT NULL AS hadPayload`),
  )
  const loseRevision = database.prepare(
    `UPDATE revision ${NO_PLACE} WHERE shard = @shard AND page = @page
      AND (file = @file AND file_offset = @offset OR payload_file = @file AND payload_offset = @offset) RETURNING page, number`,
  )
  const visits: LostVisit[] = []
  const revisions: LostRevision[] = []
  for (const offset of offsets)
    for (const row of loseVisits.flatMap(lose => lose.all(file, offset))) {
      const visit = row as Omit<LostVisit, 'hadPayload'> & { shard: number; hadPayload: number }
      visits.push({ ...visit, hadPayload: visit.hadPayload === 1 })
      const { shard, page } = visit
      revisions.push(...(loseRevision.all({ shard, page, file, offset }) as LostRevision[]))
    }
  const { askAgain, payloads, copies } = bereavement(pagesOf(database, visits), visits, revisions)
  const loseRevisits = database.prepare(LOSE_REVISITS)
  for (const { page, at } of payloads) loseRevisits.run({ page, at })
  const ask = database.prepare(ASK_AGAIN)
  for (const { id, shard, host, status } of askAgain) {
    ask.run({ id })
    if (status === 'completed') recorder.wake({ shard, id: host }, nowMs, 'refresh')
  }
  return copies
}

function pagesOf(database: Sqlite, visits: readonly LostVisit[]): BereftPage[] {
  const find = database.prepare(
    'SELECT shard, id, host, url, status, revision, payload_at AS payloadAt FROM page WHERE id = ?',
  )
  return [...new Set(visits.map(({ page }) => page))].map(id => find.get(id) as BereftPage)
}

/** Revisits after a lost payload and before the next different one. */
const LOSE_REVISITS = `UPDATE visit AS t ${NO_PLACE} WHERE t.shard = (SELECT shard FROM page WHERE id = @page)
  AND t.page = @page AND t.at > @at AND t.file IS NOT NULL AND t.outcome IN ('fetched', 'notModified')
  AND NOT EXISTS (SELECT 1 FROM visit o WHERE o.shard = t.shard AND o.page = t.page AND o.at > @at AND o.at <= t.at
    AND (o.revision IS NOT NULL OR o.note IS NOT NULL))`
const ASK_AGAIN = `UPDATE page SET etag = NULL, last_modified = NULL, payload_at = NULL,
  due_at = CASE status WHEN 'completed' THEN ${BEFORE_ALL_OTHERS} ELSE due_at END WHERE id = @id`
