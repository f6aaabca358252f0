import { shardOf } from '../../url/index.ts'
import type { HostPlacement, HostRef, PageRef } from '../batch.ts'
import { IS_ASKABLE, LEASED_HOST, QUEUED_PAGE } from '../columns.ts'
import { type HostId, type ServerId, serverId } from '../ids.ts'
import type { LeasedHost, QueuedPage, ServerLease, TakeRequest, Work } from '../queue-rows.ts'
import type { PageStatus } from '../rows.ts'
import type { Robots } from '../store.ts'
import type { Sqlite } from './open.ts'
import type { Recorder } from './record.ts'

/** The queue side of the store: where hosts live, which of them have work, and which page comes next. */
export class Queues {
  readonly #recorder: Recorder
  readonly #shards: number
  readonly #sql: ReturnType<typeof prepareAll>

  constructor(database: Sqlite, recorder: Recorder, shards: number) {
    this.#recorder = recorder
    this.#shards = shards
    this.#sql = prepareAll(database)
  }

  homelessHosts(nowMs: number, work: Work, limit: number): LeasedHost[] {
    const hosts = new Map<HostId, LeasedHost>()
    const read = (which: 'homelessWork' | 'homelessRefresh' | 'staleWork' | 'staleRefresh') => {
      for (let shard = 0; shard < this.#shards && hosts.size < limit; shard++) {
        const rows = this.#sql[which].all({ shard, now: nowMs, limit }) as LeasedHost[]
        for (const row of rows) if (hosts.size < limit) hosts.set(row.id, row)
      }
    }
    if (work.discover) read('homelessWork')
    if (work.refresh) read('homelessRefresh')
    if (work.discover) read('staleWork')
    if (work.refresh) read('staleRefresh')
    return [...hosts.values()]
  }

  writeRobots({ id, shard }: HostRef, robots: Robots): void {
    const { fetchedAt, expiresAt, verdict, httpStatus, body } = robots
    this.#sql.writeRobots.run(id, shard, fetchedAt, expiresAt, verdict, httpStatus, body)
  }

  placeHosts(placements: readonly HostPlacement[]): void {
    for (const { host, address, retryAt, failures } of placements) {
      const server = address === null ? null : this.server(address)
      this.#sql.place.run(server, retryAt, failures, host.id)
      if (server === null) continue
      const row = this.#sql.hostTimes.get(host.id) as { work_at: number | null; refresh_at: number | null }
      if (row.work_at !== null) this.#recorder.wake(host, row.work_at, 'work')
      if (row.refresh_at !== null) this.#recorder.wake(host, row.refresh_at, 'refresh')
    }
    this.#recorder.forgetHosts()
  }

  /** The id of a server, which is created if it is missing. */
  server(address: string): ServerId {
    const shard = shardOf(address, this.#shards)
    const known = this.#sql.findServer.get(shard, address) as { id: ServerId } | undefined
    if (known) return known.id
    const id = serverId(this.#recorder.nextId('server', shard))
    this.#sql.server.run(id, shard, address)
    return id
  }

  readyHosts(server: ServerLease, work: Work, nowMs: number): LeasedHost[] {
    return this.#sql.readyHosts.all(
      server.id,
      work.discover ? nowMs : -1,
      work.refresh ? nowMs : -1,
    ) as LeasedHost[]
  }

  take({ host, work, nowMs, limit }: TakeRequest): QueuedPage[] {
    const pages: QueuedPage[] = []
    const read = (
      status: 'error' | 'completed' | 'gone' | 'excluded' | 'waiting',
      isDue = status !== 'waiting',
    ) => {
      if (pages.length >= limit) return
      const rows = isDue
        ? this.#sql.due.all(host.shard, host.id, status, nowMs, limit - pages.length)
        : this.#sql.waiting.all(host.shard, host.id, limit - pages.length)
      for (const page of rows as QueuedPage[]) {
        pages.push(page)
        this.#sql.run.run(status, page.id)
        this.#recorder.moved(page.shard, status, 'running')
      }
    }
    for (const { from, ...page } of this.#sql.asked.all(host.shard, host.id, limit) as AskedRow[]) {
      pages.push(page)
      this.#sql.run.run(from, page.id)
      this.#recorder.moved(page.shard, from, 'running')
    }
    if (work.refresh) {
      // Waiting pages that are due were chosen for a place. They are few, and come first because overdue refreshes may never end.
      read('waiting', true)
      read('completed')
      read('gone')
      // What robots.txt or the page itself kept out may be allowed again.
      read('excluded')
    }
    if (work.discover) {
      read('error')
      read('waiting')
    }
    this.#rest(host.id, host.shard, pages.length < limit)
    return pages
  }

  /** Wakes the host at once, for new pages and for refreshes alike. */
  askFor(page: PageRef, nowMs: number): boolean {
    const row = this.#sql.ask.get(nowMs, page.id) as { host: HostId } | undefined
    if (!row) return false
    const host = { shard: page.shard, id: row.host }
    this.#recorder.wake(host, 0, 'work')
    this.#recorder.wake(host, 0, 'refresh')
    return true
  }

  /** Works out when the host next has something to do. */
  #rest(host: HostId, shard: number, drained: boolean): void {
    if (!drained) return
    const error = this.#sql.nextDue.get(shard, host, 'error') as { at: number | null }
    const waiting = this.#sql.anyWaiting.get(shard, host) as { id: number } | undefined
    const completed = this.#sql.nextDue.get(shard, host, 'completed') as { at: number | null }
    const gone = this.#sql.nextDue.get(shard, host, 'gone') as { at: number | null }
    const excluded = this.#sql.nextDue.get(shard, host, 'excluded') as { at: number | null }
    const chosen = this.#sql.nextDue.get(shard, host, 'waiting') as { at: number | null }
    const refresh = [completed.at, gone.at, excluded.at, chosen.at].filter(at => at !== null)
    this.#sql.hostRest.run(waiting ? 0 : error.at, refresh.length ? Math.min(...refresh) : null, host)
  }
}

type AskedRow = QueuedPage & { readonly from: PageStatus }

function prepareAll(database: Sqlite) {
  const sql = (text: string) => database.prepare(text)
  const homeless = (column: string) =>
    sql(`SELECT ${LEASED_HOST} FROM host h WHERE h.shard = @shard AND h.server IS NULL AND h.${column} IS NOT NULL
      AND max(h.placed_until, h.${column}) <= @now ORDER BY max(h.placed_until, h.${column}) LIMIT @limit`)
  // Only the servers that will be leased next are checked, so that the cost depends on the limit alone.
  const stale = (column: string) =>
    sql(`SELECT ${LEASED_HOST} FROM (SELECT id FROM server WHERE shard = @shard AND max(${column}, next_at) <= @now AND worker IS NULL
        AND ${column} IS NOT NULL ORDER BY max(${column}, next_at) LIMIT @limit) s
      JOIN host h ON h.server = s.id WHERE h.placed_until <= @now AND h.${column} <= @now`)
  return {
    writeRobots: sql('INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?, ?, ?, ?)'),
    homelessWork: homeless('work_at'),
    homelessRefresh: homeless('refresh_at'),
    staleWork: stale('work_at'),
    staleRefresh: stale('refresh_at'),
    place: sql('UPDATE host SET server = ?, placed_until = ?, dns_failures = ? WHERE id = ?'),
    hostTimes: sql('SELECT work_at, refresh_at FROM host WHERE id = ?'),
    findServer: sql('SELECT id FROM server WHERE shard = ? AND address = ?'),
    server: sql('INSERT INTO server (id, shard, address) VALUES (?, ?, ?)'),
    readyHosts:
      sql(`SELECT ${LEASED_HOST} FROM host h WHERE h.server = ? AND (h.work_at <= ? OR h.refresh_at <= ?)
      ORDER BY h.id`),
    asked:
      sql(`SELECT ${QUEUED_PAGE}, p.status AS "from" FROM page p INDEXED BY page_asked LEFT JOIN page v ON v.id = p.via
      WHERE p.shard = ? AND p.host = ? AND p.asked_at IS NOT NULL AND ${IS_ASKABLE} ORDER BY p.asked_at, p.id LIMIT ?`),
    ask: sql("UPDATE page SET asked_at = ? WHERE id = ? AND status <> 'excluded' RETURNING host"),
    waiting: sql(`SELECT ${QUEUED_PAGE} FROM page p LEFT JOIN page v ON v.id = p.via
      WHERE p.shard = ? AND p.host = ? AND p.status = 'waiting' ORDER BY p.rank, p.id LIMIT ?`),
    due: sql(`SELECT ${QUEUED_PAGE} FROM page p LEFT JOIN page v ON v.id = p.via
      WHERE p.shard = ? AND p.host = ? AND p.status = ? AND p.due_at <= ? AND p.due_at IS NOT NULL ORDER BY p.due_at, p.id LIMIT ?`),
    run: sql("UPDATE page SET status = 'running', taken_from = ? WHERE id = ?"),
    nextDue: sql(
      'SELECT min(due_at) AS at FROM page WHERE shard = ? AND host = ? AND status = ? AND due_at IS NOT NULL',
    ),
    anyWaiting: sql("SELECT id FROM page WHERE shard = ? AND host = ? AND status = 'waiting' LIMIT 1"),
    hostRest: sql('UPDATE host SET work_at = ?, refresh_at = ? WHERE id = ?'),
  }
}
