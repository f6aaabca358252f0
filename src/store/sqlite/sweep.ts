import type { Url } from '../../url/index.ts'
import type { Exclusion, PageRef, Rescheduled } from '../batch.ts'
import type { HostId } from '../ids.ts'
import type { ExcludedBy, PageStatus } from '../rows.ts'
import type { Sqlite } from './open.ts'
import type { Recorder } from './record.ts'

/** The rare operations that go over every page of a collection. */

const CHUNK = 2_000

/** Pages that are due earlier keep their time. Stored pages that failed lately are retries: work, not refreshes. */
export function makeAllDue(database: Sqlite, nowMs: number): number {
  const { changes } = database
    .prepare(`UPDATE page SET due_at = min(coalesce(due_at, @now), @now)
      WHERE status IN ('completed', 'gone') OR (status = 'error' AND fetched_at IS NOT NULL)`)
    .run({ now: nowMs })
  const wake = (table: string, column: string, which: string) =>
    database
      .prepare(`UPDATE ${table} SET ${column} = min(coalesce(${column}, @now), @now) WHERE id IN (${which})`)
      .run({ now: nowMs })
  const due = (statuses: string) =>
    `SELECT DISTINCT host FROM page WHERE status IN (${statuses}) AND due_at <= @now`
  const servers = (column: string) => `SELECT server FROM host WHERE server IS NOT NULL AND ${column} <= @now`
  wake('host', 'refresh_at', due("'completed', 'gone'"))
  wake('host', 'work_at', due("'error'"))
  wake('server', 'refresh_at', servers('refresh_at'))
  wake('server', 'work_at', servers('work_at'))
  return changes
}

/** Moves the next visits of resting pages; the host is woken if one comes sooner than it knew. A page that lost its copy stays due. */
export function reschedule(database: Sqlite, recorder: Recorder, pages: readonly Rescheduled[]): void {
  const move = database.prepare(
    "UPDATE page SET due_at = ?, belief = coalesce(?, belief) WHERE id = ? AND status = 'completed' AND payload_at IS NOT NULL",
  )
  const hosts = new Map<HostId, { shard: number; at: number }>()
  for (const { page, dueAt, belief } of pages) {
    const { changes } = move.run(dueAt, belief ?? null, page.id)
    if (changes === 0 || dueAt === null) continue
    const known = hosts.get(page.host)
    if (!known) hosts.set(page.host, { shard: page.shard, at: dueAt })
    else if (dueAt < known.at) known.at = dueAt
  }
  for (const [id, { shard, at }] of hosts) recorder.wake({ shard, id }, at, 'refresh')
}

export function writeImportance(
  database: Sqlite,
  pages: readonly { readonly page: PageRef; readonly importance: number }[],
): void {
  const write = database.prepare('UPDATE page SET importance = ? WHERE id = ?')
  for (const { page, importance } of pages) write.run(importance, page.id)
}

interface JudgedRow {
  readonly id: number
  readonly shard: number
  readonly host: HostId
  readonly status: PageStatus
  readonly excludedBy: ExcludedBy | null
  readonly reason: string | null
  readonly dueAt: number | null
  readonly url: Url
  readonly depth: number
}

/** Judges the next pages after `last`; returns where to continue, or null at the end. */
export function rescopeChunk(
  database: Sqlite,
  recorder: Recorder,
  judge: (url: Url, depth: number) => Exclusion | null,
  last: number,
  total: { excluded: number; admitted: number },
): number | null {
  const rows = database
    .prepare(`SELECT id, shard, host, status, excluded_by AS excludedBy, reason, due_at AS dueAt, url, depth FROM page
      WHERE id > ? AND status IN ('waiting', 'excluded') AND coalesce(excluded_by, '') NOT IN ('replaced', 'hidden', 'forgotten') ORDER BY id LIMIT ${CHUNK}`)
    .all(last) as JudgedRow[]
  const update = database.prepare(
    'UPDATE page SET status = ?, excluded_by = ?, reason = ?, due_at = NULL WHERE id = ?',
  )
  for (const row of rows) {
    const { by = null, reason = null } = judge(row.url, row.depth) ?? {}
    const status = by === null ? 'waiting' : 'excluded'
    if (by === row.excludedBy && (by === null || reason === row.reason)) continue
    update.run(status, by, reason, row.id)
    // It had been chosen for a place.
    if (row.status === 'waiting' && row.dueAt !== null) recorder.count(row.shard, 'chosen', -1)
    if (status === row.status) continue
    recorder.moved(row.shard, row.status, status)
    if (status === 'waiting') recorder.wake({ shard: row.shard, id: row.host }, 0, 'work')
    total[status === 'waiting' ? 'admitted' : 'excluded']++
  }
  return rows.length < CHUNK ? null : rows.at(-1)!.id
}
