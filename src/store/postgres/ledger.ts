import type { ServerRef } from '../batch.ts'
import { type HostId, type ServerId, shardOfId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import { ints, texts } from './literal.ts'
import { type Query, together } from './session.ts'

interface HomeRow {
  readonly id: HostId
  readonly server: ServerId | null
}

interface HostEntry {
  known: number
  fetched: number
  failed: number
  bytes: number
  lastAt: number | null
  workAt: number | null
  refreshAt: number | null
}

/**
 * The bookkeeping of a transaction: counters, totals of hosts, and when hosts and servers have work next. It is written at the end of the
 * transaction, in key order, first hosts, then servers, then counters: the rows that workers share are locked only briefly, and always in
 * the same order.
 */
export class Ledger {
  readonly #counters = new Map<string, number>()
  readonly #hosts = new Map<HostId, HostEntry>()
  readonly #servers = new Set<ServerId>()

  count(shard: number, name: string, by: number): void {
    const key = `${shard}:${name}`
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + by)
  }

  moved(shard: number, from: PageStatus | null, to: PageStatus, count = 1): void {
    if (from !== null) this.count(shard, from, -count)
    this.count(shard, to, count)
  }

  host(id: HostId): HostEntry {
    const found = this.#hosts.get(id)
    if (found) return found
    const entry = { known: 0, fetched: 0, failed: 0, bytes: 0, lastAt: null, workAt: null, refreshAt: null }
    this.#hosts.set(id, entry)
    return entry
  }

  /** A page of this host rests in `status` until `dueAt`: the host must be looked at by then. */
  wakeFor(host: HostId, status: PageStatus, dueAt: number | null): void {
    const entry = this.host(host)
    if (status === 'waiting') entry.workAt = 0
    if (dueAt === null) return
    if (status === 'error') entry.workAt = Math.min(entry.workAt ?? dueAt, dueAt)
    else if (status !== 'running') entry.refreshAt = Math.min(entry.refreshAt ?? dueAt, dueAt)
  }

  /** The same transaction will write these servers: they are locked together with those of the hosts. */
  touches(servers: readonly ServerId[]): void {
    for (const server of servers) this.#servers.add(server)
  }

  async write(query: Query): Promise<ReadonlyMap<HostId, ServerRef | null>> {
    const [homes] = await together([this.writeHosts(query), this.writeCounters(query)])
    return homes
  }

  /** Returns the servers of all hosts in the ledger. */
  async writeHosts(query: Query): Promise<ReadonlyMap<HostId, ServerRef | null>> {
    const ids = [...this.#hosts.keys()].sort((a, b) => a - b)
    if (ids.length + this.#servers.size === 0) return new Map()
    const [, , rows] = await together([
      query(LOCK_HOSTS, ints(ids)),
      query(LOCK_SERVERS, ints(ids), ints([...this.#servers])),
      query<HomeRow>(WRITE_HOSTS, ints(ids), ...this.#columns(ids)),
    ])
    const home = (server: ServerId | null) =>
      server === null ? null : { shard: shardOfId(server), id: server }
    return new Map(rows.map(row => [row.id, home(row.server)]))
  }

  #columns(ids: readonly HostId[]): string[] {
    const entries = ids.map(id => this.#hosts.get(id)!)
    const names = ['known', 'fetched', 'failed', 'bytes', 'lastAt', 'workAt', 'refreshAt'] as const
    return names.map(name => ints(entries.map(entry => entry[name])))
  }

  /** Comes last, because every worker writes these rows. */
  async writeCounters(query: Query): Promise<void> {
    const changed = [...this.#counters].filter(([, by]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1))
    if (changed.length === 0) return
    const split = changed.map(([key, by]) => ({
      shard: Number(key.slice(0, key.indexOf(':'))),
      name: key.slice(key.indexOf(':') + 1),
      by,
    }))
    await query(
      WRITE_COUNTERS,
      ints(split.map(c => c.shard)),
      texts(split.map(c => c.name)),
      ints(split.map(c => c.by)),
    )
  }
}

const LOCK_HOSTS = `SELECT 1 AS locked FROM unnest($1::bigint[]) u(id) JOIN host h ON h.shard = (u.id >> 40)::int AND h.id = u.id
  ORDER BY h.id FOR UPDATE OF h`

/** The hosts are locked, so they cannot move to another server in the meantime. */
const LOCK_SERVERS = `SELECT 1 AS locked FROM (
    SELECT h.server AS id FROM unnest($1::bigint[]) u(id) JOIN host h ON h.shard = (u.id >> 40)::int AND h.id = u.id
    UNION SELECT unnest($2::bigint[])
  ) x JOIN server s ON s.shard = (x.id >> 40)::int AND s.id = x.id ORDER BY s.id FOR UPDATE OF s`

/**
 * Reads the server from the locked row, because the host may have been moved a moment ago. Servers that already seem to be awake are
 * written as well: a worker that is releasing one at this moment does not see our pages.
 */
const WRITE_HOSTS = `WITH u AS (
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
      u(id, known, fetched, failed, bytes, last_at, work_at, refresh_at)
  ), woken AS (
    UPDATE host h SET known = h.known + u.known, fetched = h.fetched + u.fetched, failed = h.failed + u.failed,
      bytes = h.bytes + u.bytes, last_visit_at = greatest(h.last_visit_at, u.last_at),
      work_at = least(h.work_at, u.work_at), refresh_at = least(h.refresh_at, u.refresh_at)
    FROM u WHERE h.shard = (u.id >> 40)::int AND h.id = u.id
    RETURNING h.id, h.server, u.work_at, u.refresh_at
  ), due AS (
    SELECT server AS id, min(work_at) AS work_at, min(refresh_at) AS refresh_at FROM woken WHERE server IS NOT NULL
    GROUP BY server HAVING min(work_at) IS NOT NULL OR min(refresh_at) IS NOT NULL
  ), servers AS (
    UPDATE server s SET work_at = least(s.work_at, due.work_at), refresh_at = least(s.refresh_at, due.refresh_at)
    FROM due WHERE s.shard = (due.id >> 40)::int AND s.id = due.id
  )
  SELECT id, server FROM woken`

const WRITE_COUNTERS = `INSERT INTO counter SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[]) u(shard, name, value)
  ORDER BY shard, name ON CONFLICT (shard, name) DO UPDATE SET value = counter.value + excluded.value`
