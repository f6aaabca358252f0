import {
  BEFORE_ALL_OTHERS,
  type BereftPage,
  bereavement,
  type LostCopies,
  type LostRevision,
  type LostVisit,
} from '../lost.ts'
import { Ledger } from './ledger.ts'
import { ints } from './literal.ts'
import type { Session } from './session.ts'

/** Removes lost records from the books: their visits and revisions no longer have a place, and their pages are due. */
export function loseRecords(
  session: Session,
  file: number,
  offsets: readonly number[],
  nowMs: number,
): Promise<LostCopies> {
  return session.transaction(async query => {
    const where = [file, ints(offsets)] as const
    const pages = await query<BereftPage>(PAGES, ...where)
    const revisions = await query<LostRevision>(LOSE_REVISIONS, ...where, ints(pages.map(({ id }) => id)))
    const visits = await query<LostVisit>(LOSE_VISITS, ...where)
    const { askAgain, payloads, copies } = bereavement(pages, visits, revisions)
    await query(LOSE_REVISITS, ints(payloads.map(({ page }) => page)), ints(payloads.map(({ at }) => at)))
    await query(ASK_AGAIN, ints(askAgain.map(({ id }) => id)))
    const ledger = new Ledger()
    for (const { host, status } of askAgain) if (status === 'completed') ledger.wakeFor(host, status, nowMs)
    await ledger.write(query)
    return copies
  })
}

const NO_PLACE = `SET file = NULL, file_offset = NULL, file_length = NULL,
  payload_file = NULL, payload_offset = NULL, payload_length = NULL`
/** Matches rows by their own record, or by the one that holds their payload. */
const IS_THERE = `(file = $1 AND file_offset = ANY($2::bigint[]) OR payload_file = $1 AND payload_offset = ANY($2::bigint[]))`
/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const PAGES = `SELECT p.shard, p.id, p.host, p.url, p.status, p.revision, p.payload_at AS "payloadAt" FROM page p
  WHERE (p.shard, p.id) IN (SELECT shard, page FROM visit WHERE ${IS_THERE})
  ORDER BY p.id FOR UPDATE`
const LOSE_REVISIONS = `UPDATE revision r ${NO_PLACE} FROM unnest($3::bigint[]) u(id)
  WHERE r.shard = (u.id >> 40)::int AND r.page = u.id AND ${IS_THERE}
  RETURNING r.page, r.number`
const LOSE_VISITS = `UPDATE visit ${NO_PLACE} WHERE ${IS_THERE}
  RETURNING page, at, (revision IS NOT NULL OR note IS NOT NULL) AS "hadPayload"`
/** Revisits after a lost payload and before the next different one. */
const LOSE_REVISITS = `UPDATE visit t ${NO_PLACE} FROM unnest($1::bigint[], $2::bigint[]) u(page, at)
  WHERE t.shard = (u.page >> 40)::int AND t.page = u.page AND t.at > u.at AND t.file IS NOT NULL
  AND t.outcome IN ('fetched', 'notModified')
  AND NOT EXISTS (SELECT 1 FROM visit o WHERE o.shard = t.shard AND o.page = t.page AND o.at > u.at AND o.at <= t.at
    AND (o.revision IS NOT NULL OR o.note IS NOT NULL))`
const ASK_AGAIN = `UPDATE page p SET etag = NULL, last_modified = NULL, payload_at = NULL,
    due_at = CASE p.status WHEN 'completed' THEN ${BEFORE_ALL_OTHERS} ELSE p.due_at END
  FROM unnest($1::bigint[]) u(id) WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`
