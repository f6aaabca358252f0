import { type HostId, type ServerId, shardOfId } from '../ids.ts'
import { mendingStatements, SEEN_AT, setBackMs } from '../mend-times.ts'
import { type PageRoom, type RoomRequest, roomFor } from '../page-room.ts'
import type { AddressRequest, LeaseRequest, ServerLease, Work } from '../queue-rows.ts'
import type { PageStatus } from '../rows.ts'
import type { Sqlite } from './open.ts'
import type { Recorder } from './record.ts'

/** Which worker holds which server, and what goes back to the queue when a worker leaves or dies. */
export class Leases {
  readonly #recorder: Recorder
  readonly #shards: number
  readonly #sql: ReturnType<typeof prepareAll>
  /** Only one process may write an embedded store, so the workers that joined through this object are all that are alive. */
  readonly #alive = new Set<string>()

  constructor(database: Sqlite, recorder: Recorder, shards: number) {
    this.#recorder = recorder
    this.#shards = shards
    this.#sql = prepareAll(database)
  }

  /** A worker that returns under its old name does not inherit what it held before. */
  join(worker: string, nowMs: number): void {
    if (!this.#alive.has(worker)) this.#giveBack(this.#heldBy(worker))
    this.#sql.join.run(worker, nowMs)
    this.#alive.add(worker)
  }

  leave(worker: string): void {
    this.#giveBack(this.#heldBy(worker))
    this.#forget(worker)
    this.#alive.delete(worker)
  }

  recover(nowMs: number, restMs: number): { pages: number; workers: string[] } {
    this.#mendTimes(nowMs)
    const alive = JSON.stringify([...this.#alive])
    const abandoned = this.#sql.abandoned.all(alive, nowMs) as { id: number }[]
    for (const { id } of abandoned) this.#sql.rest.run({ nowMs, restMs, id })
    const pages = this.#giveBack(abandoned)
    const orphans = this.#sql.orphans.all() as { id: number }[]
    this.putBack(orphans)
    const workers = (this.#sql.dead.all(alive) as { name: string }[]).map(row => row.name)
    for (const worker of workers) this.#forget(worker)
    return { pages: pages + orphans.length, workers }
  }

  #mendTimes(nowMs: number): void {
    const seen = this.#sql.seenAt.get() as { value: string } | undefined
    const aheadMs = setBackMs(seen?.value, nowMs)
    if (aheadMs > 0) for (const mend of this.#sql.mending) mend.run({ nowMs, aheadMs })
    this.#sql.noteSeen.run(String(nowMs))
  }

  reserveRoom(request: RoomRequest): PageRoom {
    const { room: others } = this.#sql.othersRoom.get(request.worker) as { room: number }
    const { pages: stored } = this.#sql.stored.get() as { pages: number }
    const room = roomFor(request, stored, others)
    this.#sql.room.run(room, request.worker)
    return { room, stored }
  }

  #forget(worker: string): void {
    this.#sql.forget.run(worker)
    this.#sql.plansNoMore.run(worker)
  }

  #heldBy(worker: string): { id: number }[] {
    return this.#sql.heldBy.all(worker) as { id: number }[]
  }

  #giveBack(servers: readonly { readonly id: number }[]): number {
    let pages = 0
    for (const { id } of servers) {
      const running = this.#sql.runningOn.all(id) as { id: number }[]
      this.putBack(running)
      this.#sql.free.run(id)
      pages += running.length
    }
    return pages
  }

  /** Returns running pages to the status they were taken from; others stay as they are. */
  putBack(pages: readonly { readonly id: number }[], worker: string | null = null): void {
    for (const { id } of pages) {
      const row = this.#sql.putBack.get(id, worker, worker) as RestoredRow | undefined
      if (!row) continue
      const shard = shardOfId(id)
      this.#recorder.moved(shard, 'running', row.status)
      this.#recorder.wakeFor({ shard, id: row.host }, row.status, row.due_at)
    }
  }

  lease({ worker, work, nowMs, untilMs, limit }: LeaseRequest): ServerLease[] {
    const found = new Map<number, ServerLease>()
    const select = (which: 'leaseWork' | 'leaseRefresh') => {
      for (let shard = 0; shard < this.#shards && found.size < limit; shard++) {
        // A shard returns rows that were already found again, hence the full limit here and the check below.
        const rows = this.#sql[which].all(shard, nowMs, limit) as ServerLease[]
        for (const row of rows) if (found.size < limit) found.set(row.id, row)
      }
    }
    if (work.discover) select('leaseWork')
    if (work.refresh) select('leaseRefresh')
    for (const { id } of found.values()) this.#sql.hold.run(worker, untilMs, id)
    return [...found.values()]
  }

  leaseAddress(server: number, { worker, untilMs }: AddressRequest): ServerLease | null {
    return (this.#sql.leaseOne.get(worker, untilMs, server, worker) as ServerLease | undefined) ?? null
  }

  renew(worker: string, untilMs: number): ReadonlySet<ServerId> {
    const rows = this.#sql.renew.all(untilMs, worker) as { id: ServerId }[]
    return new Set(rows.map(({ id }) => id))
  }

  /** Those of the hosts whose server another worker holds. */
  foreign(hosts: readonly HostId[], worker: string | undefined): ReadonlySet<HostId> {
    if (worker === undefined || hosts.length === 0) return NONE
    const rows = this.#sql.foreign.all(JSON.stringify(hosts), worker) as { id: HostId }[]
    return new Set(rows.map(({ id }) => id))
  }

  workers(): readonly string[] {
    return this.#sql.workers.pluck().all() as string[]
  }

  isHeldByOthers(worker: string): boolean {
    return this.#sql.heldByOthers.get(worker) !== undefined
  }

  release(worker: string, servers: readonly ServerLease[]): void {
    for (const s of servers) {
      const { changes } = this.#sql.politeness.run(s.delayMs, s.nextAt, s.failures, s.latencyMs, s.id, worker)
      if (changes > 0) this.#giveBack([s])
    }
  }

  nextWorkAt(work: Work): number | null {
    const times: number[] = []
    const ask = (which: 'nextWork' | 'nextRefresh' | 'homelessWork' | 'homelessRefresh', shard: number) => {
      const { at } = this.#sql[which].get(shard) as { at: number | null }
      if (at !== null) times.push(at)
    }
    for (let shard = 0; shard < this.#shards; shard++) {
      if (work.discover) ask('nextWork', shard)
      if (work.discover) ask('homelessWork', shard)
      if (work.refresh) ask('nextRefresh', shard)
      if (work.refresh) ask('homelessRefresh', shard)
    }
    return times.length === 0 ? null : Math.min(...times)
  }
}

const NONE: ReadonlySet<HostId> = new Set()

interface RestoredRow {
  readonly status: PageStatus
  readonly host: HostId
  readonly due_at: number | null
}

const LEASE = 'id, shard, address, delay_ms AS delayMs, next_at AS nextAt, failures, latency_ms AS latencyMs'

function prepareAll(database: Sqlite) {
  const sql = (text: string) => database.prepare(text)
  // A resting server (`next_at`) is left alone until its time; otherwise it would be leased and released in a loop.
  const lease = (column: string) =>
    sql(`SELECT ${LEASE} FROM server WHERE shard = ? AND max(${column}, next_at) <= ? AND worker IS NULL
      AND ${column} IS NOT NULL ORDER BY max(${column}, next_at) LIMIT ?`)
  const next = (column: string) =>
    sql(`SELECT min(max(${column}, next_at)) AS at FROM server
      WHERE shard = ? AND worker IS NULL AND ${column} IS NOT NULL`)
  const homeless = (column: string) =>
    sql(`SELECT min(max(placed_until, ${column})) AS at FROM host
      WHERE shard = ? AND server IS NULL AND ${column} IS NOT NULL`)
  return {
    seenAt: sql(`SELECT value FROM meta WHERE name = '${SEEN_AT}'`),
    noteSeen: sql(`INSERT OR REPLACE INTO meta VALUES ('${SEEN_AT}', ?)`),
    mending: mendingStatements('max', '@nowMs', '@aheadMs').map(sql),
    join: sql('INSERT OR REPLACE INTO worker (name, joined_at) VALUES (?, ?)'),
    forget: sql('DELETE FROM worker WHERE name = ?'),
    workers: sql('SELECT name FROM worker ORDER BY name'),
    room: sql('UPDATE worker SET room = ? WHERE name = ?'),
    othersRoom: sql('SELECT coalesce(sum(room), 0) AS room FROM worker WHERE name <> ?'),
    stored: sql("SELECT coalesce(sum(value), 0) AS pages FROM counter WHERE name IN ('fetched', 'chosen')"),
    plansNoMore: sql('UPDATE refresh SET planner = NULL WHERE planner = ?'),
    dead: sql('SELECT name FROM worker WHERE name NOT IN (SELECT value FROM json_each(?)) ORDER BY name'),
    heldBy: sql('SELECT id FROM server WHERE worker = ?'),
    heldByOthers:
      sql(`SELECT 1 FROM server s JOIN host h ON h.server = s.id JOIN page p ON p.shard = h.shard AND p.host = h.id
      WHERE s.worker IS NOT NULL AND s.worker <> ?
      AND (p.status = 'waiting' OR (p.status = 'running' AND p.taken_from NOT IN ('completed', 'gone', 'excluded'))) LIMIT 1`),
    abandoned: sql(`SELECT id FROM server WHERE worker IS NOT NULL
      AND (worker NOT IN (SELECT value FROM json_each(?)) OR lease_until < ?)`),
    runningOn: sql(`SELECT p.id FROM host h JOIN page p ON p.shard = h.shard AND p.host = h.id
      WHERE h.server = ? AND p.status = 'running'`),
    orphans: sql(`SELECT p.id FROM page p JOIN host h ON h.id = p.host LEFT JOIN server s ON s.id = h.server
      WHERE p.status = 'running' AND s.worker IS NULL`),
    putBack: sql(`UPDATE page SET status = taken_from, taken_from = NULL
      WHERE id = ? AND status = 'running' AND (? IS NULL OR NOT EXISTS (SELECT 1 FROM host h JOIN server s ON s.id = h.server
        WHERE h.id = page.host AND s.worker <> ?)) RETURNING status, host, due_at`),
    foreign: sql(
      `SELECT h.id FROM json_each(?) u JOIN host h ON h.id = u.value JOIN server s ON s.id = h.server WHERE s.worker <> ?`,
    ),
    rest: sql(`UPDATE server SET next_at = max(next_at, @nowMs + max(delay_ms, @restMs))
      WHERE id = @id AND max(delay_ms, @restMs) > 0`),
    leaseOne: sql(
      `UPDATE server SET worker = ?, lease_until = ? WHERE id = ? AND (worker IS NULL OR worker = ?) RETURNING ${LEASE}`,
    ),
    free: sql(`UPDATE server SET worker = NULL, lease_until = 0,
      work_at = (SELECT min(work_at) FROM host h WHERE h.server = server.id),
      refresh_at = (SELECT min(refresh_at) FROM host h WHERE h.server = server.id) WHERE id = ?`),
    politeness: sql(
      `UPDATE server SET delay_ms = ?, next_at = ?, failures = ?, latency_ms = ? WHERE id = ? AND worker = ?`,
    ),
    leaseWork: lease('work_at'),
    leaseRefresh: lease('refresh_at'),
    hold: sql('UPDATE server SET worker = ?, lease_until = ? WHERE id = ?'),
    renew: sql('UPDATE server SET lease_until = ? WHERE worker = ? RETURNING id'),
    nextWork: next('work_at'),
    nextRefresh: next('refresh_at'),
    homelessWork: homeless('work_at'),
    homelessRefresh: homeless('refresh_at'),
  }
}
