import type { Url } from '../../url/index.ts'
import type { Exclusion, PageRef, Rescheduled } from '../batch.ts'
import { type HostId, pageId } from '../ids.ts'
import type { ExcludedBy, PageStatus } from '../rows.ts'
import { Ledger } from './ledger.ts'
import { bytes, floats, ints, texts } from './literal.ts'
import type { Session } from './session.ts'

/** The rare operations that go over every page of a collection, in transactions of bounded size. */

const CHUNK = 2_000
const BEFORE_ALL: PageRef = { shard: -1, id: pageId(0) }

/** Pages that are due earlier keep their time. Stored pages that failed lately are retries: work, not refreshes. */
export async function makeAllDue(session: Session, nowMs: number): Promise<number> {
  let total = 0
  for (let last: PageRef | undefined = BEFORE_ALL; last; ) {
    const after: PageRef = last
    const rows = await session.transaction(async query => {
      const due = await query<PageRef & { host: HostId; status: PageStatus }>(
        MAKE_DUE,
        after.shard,
        after.id,
        nowMs,
      )
      const ledger = new Ledger()
      for (const row of due) ledger.wakeFor(row.host, row.status, nowMs)
      await ledger.write(query)
      return due
    })
    total += rows.length
    last = rows.length < CHUNK ? undefined : furthest(rows)
  }
  return total
}

/** Moves the next visits of resting pages; the host is woken if one comes sooner than it knew. A page that lost its copy stays due. */
export async function reschedule(session: Session, pages: readonly Rescheduled[]): Promise<void> {
  for (let at = 0; at < pages.length; at += CHUNK) {
    const part = pages.slice(at, at + CHUNK)
    await session.transaction(async query => {
      const moved = await query<{ host: HostId; dueAt: number | null }>(
        RESCHEDULE,
        ints(part.map(each => each.page.id)),
        ints(part.map(each => each.dueAt)),
        bytes(part.map(each => each.belief)),
      )
      const ledger = new Ledger()
      for (const { host, dueAt } of moved) ledger.wakeFor(host, 'completed', dueAt)
      await ledger.write(query)
    })
  }
}

export async function writeImportance(
  session: Session,
  pages: readonly { readonly page: PageRef; readonly importance: number }[],
): Promise<void> {
  for (let at = 0; at < pages.length; at += CHUNK) {
    const part = pages.slice(at, at + CHUNK).sort((a, b) => a.page.id - b.page.id)
    const ids = ints(part.map(each => each.page.id))
    const values = floats(part.map(each => each.importance))
    await session.transaction(query => query(IMPORTANCE, ids, values))
  }
}

interface JudgedRow extends PageRef {
  readonly host: HostId
  readonly status: PageStatus
  readonly excludedBy: ExcludedBy | null
  readonly reason: string | null
  readonly url: Url
  readonly depth: number
}

export async function rescope(
  session: Session,
  judge: (url: Url, depth: number) => Exclusion | null,
): Promise<{ excluded: number; admitted: number }> {
  const total = { excluded: 0, admitted: 0 }
  for (let last: PageRef | undefined = BEFORE_ALL; last; ) {
    const rows: readonly JudgedRow[] = await session.query<JudgedRow>(JUDGED, last.shard, last.id)
    const verdicts = rows.map(row => ({ row, excluded: judge(row.url, row.depth) }))
    const changed = verdicts.filter(
      ({ row, excluded }) =>
        (excluded?.by ?? null) !== row.excludedBy || (excluded !== null && excluded.reason !== row.reason),
    )
    if (changed.length > 0) await writeVerdicts(session, changed, total)
    last = rows.length < CHUNK ? undefined : rows.at(-1)
  }
  return total
}

async function writeVerdicts(
  session: Session,
  verdicts: readonly { row: JudgedRow; excluded: Exclusion | null }[],
  total: { excluded: number; admitted: number },
): Promise<void> {
  const moved = await session.transaction(async query => {
    const ledger = new Ledger()
    const rows = await query<
      PageRef & { host: HostId; before: PageStatus; after: PageStatus; wasChosen: boolean }
    >(
      WRITE_VERDICTS,
      ints(verdicts.map(v => v.row.id)),
      texts(verdicts.map(v => v.row.status)),
      texts(verdicts.map(v => v.excluded?.by)),
      texts(verdicts.map(v => v.excluded?.reason)),
    )
    // It had been chosen for a place.
    for (const row of rows) if (row.wasChosen) ledger.count(row.shard, 'chosen', -1)
    const changed = rows.filter(row => row.before !== row.after)
    for (const row of changed) {
      ledger.moved(row.shard, row.before, row.after)
      if (row.after === 'waiting') ledger.wakeFor(row.host, 'waiting', null)
    }
    await ledger.write(query)
    return changed
  })
  for (const { after } of moved) total[after === 'waiting' ? 'admitted' : 'excluded']++
}

function furthest(rows: readonly PageRef[]): PageRef {
  return rows.reduce((last, row) =>
    row.shard > last.shard || (row.shard === last.shard && row.id > last.id) ? row : last,
  )
}

const MAKE_DUE = `WITH next AS (
    SELECT shard, id FROM page WHERE (shard, id) > ($1, $2) AND (status IN ('completed', 'gone') OR status = 'error' AND fetched_at IS NOT NULL)
    ORDER BY shard, id LIMIT ${CHUNK} FOR UPDATE
  )
  UPDATE page p SET due_at = least(p.due_at, $3) FROM next n WHERE p.shard = n.shard AND p.id = n.id
  RETURNING p.shard, p.id, p.host, p.status`
/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const RESCHEDULE = `WITH next AS (
    SELECT p.shard, p.id, u.due_at, u.belief FROM unnest($1::bigint[], $2::bigint[], $3::bytea[]) u(id, due_at, belief)
    JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id AND p.status = 'completed' AND p.payload_at IS NOT NULL
    ORDER BY p.id FOR UPDATE OF p
  )
  UPDATE page p SET due_at = n.due_at, belief = coalesce(n.belief, p.belief) FROM next n
  WHERE p.shard = n.shard AND p.id = n.id RETURNING p.host, p.due_at AS "dueAt"`
const IMPORTANCE = `UPDATE page p SET importance = u.importance FROM unnest($1::bigint[], $2::float8[]) u(id, importance)
  WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`
const JUDGED = `SELECT shard, id, host, status, excluded_by AS "excludedBy", reason, url, depth FROM page
  WHERE (shard, id) > ($1, $2) AND status IN ('waiting', 'excluded') AND coalesce(excluded_by, '') NOT IN ('replaced', 'hidden', 'forgotten')
  ORDER BY shard, id LIMIT ${CHUNK}`
/** Skips pages that another worker took in the meantime: the verdict no longer applies to them. */
const WRITE_VERDICTS = `WITH judged AS (
    SELECT p.shard, p.id, p.status AS before, u.excluded_by, u.reason, p.status = 'waiting' AND p.due_at IS NOT NULL AS was_chosen
    FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) u(id, status, excluded_by, reason)
    JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id AND p.status = u.status ORDER BY p.id FOR UPDATE OF p
  )
  UPDATE page p SET status = CASE WHEN j.excluded_by IS NULL THEN 'waiting' ELSE 'excluded' END, excluded_by = j.excluded_by, reason = j.reason, due_at = NULL
  FROM judged j WHERE p.shard = j.shard AND p.id = j.id RETURNING p.shard, p.id, p.host, j.before, p.status AS after, j.was_chosen AS "wasChosen"`
