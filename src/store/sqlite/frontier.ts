import type { HostPlacement, PageRef } from '../batch.ts'
import type { LeasedHost, LeaseRequest, QueuedPage, ServerLease, TakeRequest, Work } from '../store.ts'
import { shardOf } from '../../url/index.ts'
import type { Sqlite } from './open.ts'
import type { Recorder } from './record.ts'

/** The queue side: which servers have work, who holds them, and which page comes next. */
export class Queues {
  readonly #recorder: Recorder
  readonly #shards: number
  readonly #sql: ReturnType<typeof prepareAll>

  constructor(database: Sqlite, recorder: Recorder, shards: number) {
    this.#recorder = recorder
    this.#shards = shards
    this.#sql = prepareAll(database)
  }

  /** Everything that dead workers held goes back; in an embedded store every worker but the caller is dead. */
  recover(): { pages: number; workers: string[] } {
    const workers = (this.#sql.workers.all() as { name: string }[]).map(row => row.name)
    const running = this.#sql.running.all() as { id: number; shard: number; host: number; status: string }[]
    for (const page of running) this.#restore(page)
    this.#sql.freeServers.run()
    this.#sql.forgetWorkers.run()
    return { pages: running.length, workers }
  }

  #restore(page: { id: number; shard: number; host: number }): void {
    const row = this.#sql.restore.get(page.id) as { status: 'waiting' | 'completed' | 'error'; due_at: number | null }
    this.#recorder.moved(page.shard, 'running', row.status)
    const refresh = row.status === 'completed'
    this.#recorder.wake({ shard: page.shard, id: page.host }, row.due_at ?? 0, refresh ? 'refresh' : 'work')
  }

  putBack(pages: readonly PageRef[]): void {
    for (const { shard, id } of pages) {
      const row = this.#sql.hostOf.get(id) as { host: number } | undefined
      if (row) this.#restore({ shard, id, host: row.host })
    }
  }

  lease({ worker, work, nowMs, untilMs, limit }: LeaseRequest): ServerLease[] {
    const found = new Map<number, ServerLease>()
    const select = (which: 'leaseWork' | 'leaseRefresh') => {
      for (let shard = 0; shard < this.#shards && found.size < limit; shard++) {
        const rows = this.#sql[which].all(shard, nowMs, limit - found.size) as ServerLease[]
        for (const row of rows) found.set(row.id, row)
      }
    }
    if (work.discover) select('leaseWork')
    if (work.refresh) select('leaseRefresh')
    for (const { id } of found.values()) this.#sql.hold.run(worker, untilMs, id)
    return [...found.values()]
  }

  release(worker: string, servers: readonly ServerLease[]): void {
    for (const s of servers) {
      this.#sql.release.run(s.delayMs, s.nextAt, s.failures, s.latencyMs, s.id, s.id, s.id, worker)
    }
  }

  nextWorkAt(work: Work): number | null {
    const rows: (number | null)[] = []
    for (let shard = 0; shard < this.#shards; shard++) {
      const at = (which: 'nextWork' | 'nextRefresh' | 'nextHomeless') =>
        rows.push((this.#sql[which].get(shard) as { at: number | null } | undefined)?.at ?? null)
      if (work.discover) at('nextWork')
      if (work.refresh) at('nextRefresh')
      at('nextHomeless')
    }
    const times = rows.filter(at => at !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  homelessHosts(nowMs: number, work: Work, limit: number): LeasedHost[] {
    const hosts: LeasedHost[] = []
    for (let shard = 0; shard < this.#shards && hosts.length < limit; shard++) {
      hosts.push(...(this.#sql.homeless.all(shard, nowMs, work.discover ? 1 : 0, work.refresh ? 1 : 0, limit - hosts.length) as LeasedHost[]))
    }
    return hosts
  }

  placeHosts(placements: readonly HostPlacement[]): void {
    for (const { host, address, retryAt, failures } of placements) {
      const server = address === null ? null : this.#server(address)
      this.#sql.place.run(server, retryAt, failures, host.id)
      if (server === null) continue
      const row = this.#sql.hostTimes.get(host.id) as { work_at: number | null; refresh_at: number | null }
      if (row.work_at !== null) this.#recorder.wake(host, row.work_at, 'work')
      if (row.refresh_at !== null) this.#recorder.wake(host, row.refresh_at, 'refresh')
    }
    this.#recorder.forgetHosts()
  }

  #server(address: string): number {
    const shard = shardOf(address, this.#shards)
    const known = this.#sql.findServer.get(shard, address) as { id: number } | undefined
    if (known) return known.id
    const id = this.#recorder.nextId('server', shard)
    this.#sql.server.run(id, shard, address)
    return id
  }

  readyHosts(server: ServerLease, work: Work, nowMs: number): LeasedHost[] {
    return this.#sql.readyHosts.all(server.id, work.discover ? nowMs : -1, work.refresh ? nowMs : -1) as LeasedHost[]
  }

  take({ host, work, nowMs, limit }: TakeRequest): QueuedPage[] {
    const pages: QueuedPage[] = []
    const read = (status: 'error' | 'completed' | 'gone' | 'waiting') => {
      if (pages.length >= limit) return
      const rows =
        status === 'waiting'
          ? this.#sql.waiting.all(host.shard, host.id, limit - pages.length)
          : this.#sql.due.all(host.shard, host.id, status, nowMs, limit - pages.length)
      for (const page of rows as QueuedPage[]) {
        pages.push(page)
        this.#sql.run.run(page.id)
        this.#recorder.moved(page.shard, status, 'running')
      }
    }
    if (work.refresh) {
      read('completed')
      read('gone')
    }
    if (work.discover) {
      read('error')
      read('waiting')
    }
    this.#rest(host.id, host.shard, pages.length < limit)
    return pages
  }

  /** Works out anew when the host next has something to do. */
  #rest(host: number, shard: number, drained: boolean): void {
    if (!drained) return
    const error = this.#sql.nextDue.get(shard, host, 'error') as { at: number | null }
    const waiting = this.#sql.anyWaiting.get(shard, host) as { id: number } | undefined
    const completed = this.#sql.nextDue.get(shard, host, 'completed') as { at: number | null }
    const gone = this.#sql.nextDue.get(shard, host, 'gone') as { at: number | null }
    const refresh = [completed.at, gone.at].filter(at => at !== null)
    this.#sql.hostRest.run(waiting ? 0 : error.at, refresh.length ? Math.min(...refresh) : null, host)
  }
}

const QUEUED = `p.id, p.shard, p.host, p.url, p.depth, p.rank, p.hops, v.url AS via, p.failures, p.fetched_at AS fetchedAt,
  p.digest, p.etag, p.last_modified AS lastModified, p.revision, p.http_status AS httpStatus, p.hinted_at AS hintedAt`
const LEASED_HOST = 'h.id, h.shard, h.origin, h.fetched, h.dns_failures AS dnsFailures, h.memory'
const LEASE = 'id, shard, address, delay_ms AS delayMs, next_at AS nextAt, failures, latency_ms AS latencyMs'

function prepareAll(database: Sqlite) {
  const sql = (text: string) => database.prepare(text)
  const lease = (column: string) =>
    sql(`SELECT ${LEASE} FROM server WHERE shard = ? AND ${column} <= ? AND worker IS NULL AND ${column} IS NOT NULL ORDER BY ${column} LIMIT ?`)
  const next = (column: string) =>
    sql(`SELECT min(${column}) AS at FROM server WHERE shard = ? AND worker IS NULL AND ${column} IS NOT NULL`)
  const least = (column: string) =>
    `(SELECT min(${column}) FROM host WHERE server = ? AND ${column} IS NOT NULL)`
  return {
    workers: sql('SELECT name FROM worker'),
    forgetWorkers: sql('DELETE FROM worker'),
    running: sql("SELECT id, shard, host, status FROM page WHERE status = 'running'"),
    hostOf: sql("SELECT host FROM page WHERE id = ? AND status = 'running'"),
    restore: sql(`UPDATE page SET status = CASE WHEN failures > 0 THEN 'error' WHEN fetched_at IS NOT NULL THEN 'completed' ELSE 'waiting' END
      WHERE id = ? RETURNING status, due_at`),
    freeServers: sql(`UPDATE server SET worker = NULL, lease_until = 0,
      work_at = (SELECT min(work_at) FROM host h WHERE h.server = server.id),
      refresh_at = (SELECT min(refresh_at) FROM host h WHERE h.server = server.id) WHERE worker IS NOT NULL`),
    leaseWork: lease('work_at'),
    leaseRefresh: lease('refresh_at'),
    hold: sql('UPDATE server SET worker = ?, lease_until = ? WHERE id = ?'),
    release: sql(`UPDATE server SET worker = NULL, lease_until = 0, delay_ms = ?, next_at = ?, failures = ?, latency_ms = ?,
      work_at = ${least('work_at')}, refresh_at = ${least('refresh_at')} WHERE id = ? AND worker = ?`),
    nextWork: next('work_at'),
    nextRefresh: next('refresh_at'),
    nextHomeless: sql(`SELECT min(placed_until) AS at FROM host WHERE shard = ? AND server IS NULL AND (work_at IS NOT NULL OR refresh_at IS NOT NULL)`),
    homeless: sql(`SELECT ${LEASED_HOST} FROM host h WHERE h.shard = ?1 AND h.server IS NULL AND h.placed_until <= ?2
      AND (h.work_at IS NOT NULL OR h.refresh_at IS NOT NULL)
      AND ((?3 = 1 AND h.work_at <= ?2) OR (?4 = 1 AND h.refresh_at <= ?2)) ORDER BY h.placed_until LIMIT ?5`),
    place: sql('UPDATE host SET server = ?, placed_until = ?, dns_failures = ? WHERE id = ?'),
    hostTimes: sql('SELECT work_at, refresh_at FROM host WHERE id = ?'),
    findServer: sql('SELECT id FROM server WHERE shard = ? AND address = ?'),
    server: sql('INSERT INTO server (id, shard, address) VALUES (?, ?, ?)'),
    readyHosts: sql(`SELECT ${LEASED_HOST} FROM host h WHERE h.server = ?1 AND (h.work_at <= ?2 OR h.refresh_at <= ?3)`),
    waiting: sql(`SELECT ${QUEUED} FROM page p LEFT JOIN page v ON v.id = p.via
      WHERE p.shard = ? AND p.host = ? AND p.status = 'waiting' ORDER BY p.rank, p.id LIMIT ?`),
    due: sql(`SELECT ${QUEUED} FROM page p LEFT JOIN page v ON v.id = p.via
      WHERE p.shard = ? AND p.host = ? AND p.status = ? AND p.due_at <= ? AND p.due_at IS NOT NULL ORDER BY p.due_at LIMIT ?`),
    run: sql("UPDATE page SET status = 'running' WHERE id = ?"),
    nextDue: sql('SELECT min(due_at) AS at FROM page WHERE shard = ? AND host = ? AND status = ? AND due_at IS NOT NULL'),
    anyWaiting: sql("SELECT id FROM page WHERE shard = ? AND host = ? AND status = 'waiting' LIMIT 1"),
    hostRest: sql('UPDATE host SET work_at = ?, refresh_at = ? WHERE id = ?'),
  }
}
