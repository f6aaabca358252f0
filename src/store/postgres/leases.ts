import { shardOf } from '../../url/index.ts'
import type { PageRef } from '../batch.ts'
import type { HostId, ServerId } from '../ids.ts'
import { mendingStatements, SEEN_AT, setBackMs } from '../mend-times.ts'
import type { AddressRequest, LeaseRequest, ServerLease, Work } from '../queue-rows.ts'
import type { PageStatus } from '../rows.ts'
import { MAKE_SERVERS } from './frontier.ts'
import { Ledger } from './ledger.ts'
import { ints, texts } from './literal.ts'
import { type Query, type Session, together } from './session.ts'
import type { LifeLines } from './worker-locks.ts'

interface Held {
  readonly id: ServerId
  readonly worker: string
}

/** Which worker holds which server, and what goes back to the queue when a worker leaves or dies. */
export class Leases {
  readonly #session: Session
  readonly #loose: Session
  readonly #shards: number
  readonly #lines: LifeLines
  /** The shard that is queried first, a different one each time, so that none is always last. */
  #turn = 0

  constructor(session: Session, loose: Session, shards: number, lines: LifeLines) {
    this.#session = session
    this.#loose = loose
    this.#shards = shards
    this.#lines = lines
  }

  async join(worker: string, nowMs: number): Promise<void> {
    const back = this.#lines.holds(worker)
    await this.#lines.take(worker)
    await this.#session.transaction(async query => {
      if (!back) await giveBack(query, await query<Held>(HELD_BY, texts([worker])))
      await query(JOIN, worker, nowMs)
    })
  }

  async workers(): Promise<readonly string[]> {
    return (await this.#session.query<{ name: string }>(WORKERS)).map(row => row.name)
  }

  async isWorkedOn(): Promise<boolean> {
    return this.#session.transaction(async query => {
      const known = (await query<{ name: string }>(WORKERS)).map(row => row.name)
      return (await this.#lines.dead(query, known)).length < known.length
    })
  }

  async isHeldByOthers(worker: string): Promise<boolean> {
    const [row] = await this.#session.query<{ held: boolean }>(HELD_BY_OTHERS, worker)
    return row?.held ?? false
  }

  async leave(worker: string): Promise<void> {
    await this.#session.transaction(async query => {
      await giveBack(query, await query<Held>(HELD_BY, texts([worker])))
      await query(FORGET, texts([worker]))
      await query(PLANS_NO_MORE, texts([worker]))
    })
    await this.#lines.drop(worker)
  }

  async recover(nowMs: number, restMs: number): Promise<{ pages: number; workers: readonly string[] }> {
    return this.#session.transaction(async query => {
      await mendTimes(query, nowMs)
      const known = (await query<{ name: string }>(WORKERS)).map(row => row.name)
      const workers = await this.#lines.dead(query, known)
      const living = known.filter(name => !workers.includes(name))
      const abandoned = await query<Held>(ABANDONED, texts(living), nowMs)
      const rest = () => query(REST, ints(abandoned.map(server => server.id)), nowMs, restMs)
      const pages = await giveBack(query, abandoned, rest)
      const orphans = await putBack(query, await query<PageRef>(ORPHANS))
      await query(FORGET, texts(workers))
      await query(PLANS_NO_MORE, texts(workers))
      return { pages: pages + orphans, workers }
    })
  }

  /** Each shard contributes its share; what is still missing is requested from shards that returned a full share. */
  async lease(request: LeaseRequest): Promise<readonly ServerLease[]> {
    await this.#lines.renew(request.worker)
    const found: ServerLease[] = []
    this.#turn = (this.#turn + 1) % this.#shards
    let shards = Array.from({ length: this.#shards }, (_, i) => (this.#turn + i) % this.#shards)
    while (shards.length > 0 && found.length < request.limit) {
      const room = request.limit - found.length
      const share = Math.max(1, Math.floor(room / shards.length))
      const asked = shards.slice(0, room)
      const answers = await together(asked.map(shard => this.#leaseFrom(shard, request, share)))
      found.push(...answers.flat())
      shards = [...shards.slice(room), ...asked.filter((_, i) => answers[i]!.length === share)]
    }
    return found
  }

  #leaseFrom(
    shard: number,
    { work, nowMs, worker, untilMs }: LeaseRequest,
    limit: number,
  ): Promise<readonly ServerLease[]> {
    return this.#session.query<ServerLease>(
      LEASE,
      shard,
      nowMs,
      limit,
      work.discover,
      work.refresh,
      worker,
      untilMs,
    )
  }

  async leaseAddress({ worker, address, untilMs }: AddressRequest): Promise<ServerLease | null> {
    await this.#lines.renew(worker)
    const shard = shardOf(address, this.#shards)
    await this.#session.query(MAKE_SERVERS, ints([shard]), texts([address]))
    const [lease] = await this.#session.query<ServerLease>(LEASE_ONE, shard, address, worker, untilMs)
    return lease ?? null
  }

  async renew(worker: string, untilMs: number): Promise<ReadonlySet<ServerId>> {
    await this.#lines.renew(worker)
    const rows = await this.#loose.query<{ id: ServerId }>(RENEW, worker, untilMs)
    return new Set(rows.map(({ id }) => id))
  }

  async release(worker: string, servers: readonly ServerLease[]): Promise<void> {
    if (servers.length === 0) return
    await this.#loose.transaction(async query => {
      const ids = servers.map(server => server.id)
      const held = await query<Held>(HELD_OF, ints(ids), worker)
      await giveBack(query, held, () =>
        query(
          POLITENESS,
          ints(ids),
          worker,
          ints(servers.map(s => s.delayMs)),
          ints(servers.map(s => s.nextAt)),
          ints(servers.map(s => s.failures)),
          ints(servers.map(s => s.latencyMs)),
        ),
      )
    })
  }

  async nextWorkAt(work: Work): Promise<number | null> {
    const [row] = await this.#session.query<{ at: number | null }>(
      NEXT_WORK,
      this.#shards,
      work.discover,
      work.refresh,
    )
    return row?.at ?? null
  }

  async putBack(pages: readonly PageRef[], worker: string | null): Promise<void> {
    if (pages.length > 0) await this.#loose.transaction(query => putBack(query, pages, worker))
  }
}

async function mendTimes(query: Query, nowMs: number): Promise<void> {
  const [seen] = await query<{ value: string }>(SEEN, SEEN_AT)
  const aheadMs = setBackMs(seen?.value, nowMs)
  const mending = aheadMs > 0 ? mendingStatements('greatest', `${nowMs}::bigint`, `${aheadMs}::bigint`) : []
  for (const mend of mending) await query(mend)
  await query(NOTE_SEEN, SEEN_AT, String(nowMs))
}

/** Frees servers, unless another worker holds them by now, and puts back the pages that were running on them. */
async function giveBack(
  query: Query,
  held: readonly Held[],
  before: () => Promise<unknown> = async () => {},
): Promise<number> {
  if (held.length === 0) return 0
  const ledger = new Ledger()
  const ids = ints(held.map(server => server.id))
  const pages = await query<PageRef>(RUNNING_ON, ids)
  const count = await restore(query, pages, ledger)
  ledger.touches(held.map(server => server.id))
  await together([
    ledger.writeHosts(query),
    before(),
    query(FREE, ids, texts(held.map(server => server.worker))),
    ledger.writeCounters(query),
  ])
  return count
}

async function putBack(
  query: Query,
  pages: readonly PageRef[],
  worker: string | null = null,
): Promise<number> {
  if (pages.length === 0) return 0
  const ledger = new Ledger()
  const count = await restore(query, pages, ledger, worker)
  await ledger.write(query)
  return count
}

/** With a worker given, only restores pages that no other worker has taken over. */
async function restore(
  query: Query,
  pages: readonly PageRef[],
  ledger: Ledger,
  worker: string | null = null,
): Promise<number> {
  if (pages.length === 0) return 0
  const rows = await query<{ shard: number; host: HostId; status: PageStatus; due_at: number | null }>(
    RESTORE,
    ints(pages.map(page => page.id)),
    worker,
  )
  for (const { shard, host, status, due_at } of rows) {
    ledger.moved(shard, 'running', status)
    ledger.wakeFor(host, status, due_at)
  }
  return rows.length
}

const SEEN = 'SELECT value FROM meta WHERE name = $1'
const NOTE_SEEN = 'INSERT INTO meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
const JOIN =
  'INSERT INTO worker (name, joined_at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET joined_at = excluded.joined_at'
const FORGET = 'DELETE FROM worker WHERE name = ANY($1::text[])'
const PLANS_NO_MORE = 'UPDATE refresh SET planner = NULL WHERE planner = ANY($1::text[])'
const WORKERS = 'SELECT name FROM worker ORDER BY name'
const HELD_BY = 'SELECT id, worker FROM server WHERE worker = ANY($1::text[])'
const HELD_OF = `SELECT s.id, s.worker FROM unnest($1::bigint[]) u(id) JOIN server s ON s.shard = (u.id >> 40)::int AND s.id = u.id
  WHERE s.worker = $2`
const ABANDONED =
  'SELECT id, worker FROM server WHERE worker IS NOT NULL AND (worker <> ALL($1::text[]) OR lease_until < $2)'

const RUNNING_ON = `SELECT p.shard, p.id FROM unnest($1::bigint[]) u(id) JOIN host h ON h.server = u.id
  JOIN page p ON p.shard = h.shard AND p.host = h.id AND p.status = 'running'`
const ORPHANS = `SELECT p.shard, p.id FROM page p JOIN host h ON h.shard = p.shard AND h.id = p.host
  LEFT JOIN server s ON s.shard = (h.server >> 40)::int AND s.id = h.server WHERE p.status = 'running' AND s.worker IS NULL`
const RESTORE = `WITH locked AS (
    SELECT p.shard, p.id FROM unnest($1::bigint[]) u(id) JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id
    WHERE p.status = 'running' AND ($2::text IS NULL OR NOT EXISTS (SELECT 1 FROM host h JOIN server s ON s.shard = (h.server >> 40)::int
      AND s.id = h.server WHERE h.shard = p.shard AND h.id = p.host AND s.worker <> $2)) ORDER BY p.id FOR UPDATE OF p
  )
  UPDATE page p SET status = p.taken_from, taken_from = NULL FROM locked l
  WHERE p.shard = l.shard AND p.id = l.id AND p.status = 'running' RETURNING p.shard, p.host, p.status, p.due_at`

/** The rows are locked by an earlier statement, so that this one sees what others committed before. */
const FREE = `UPDATE server s SET worker = NULL, lease_until = 0,
    work_at = (SELECT min(work_at) FROM host h WHERE h.server = s.id),
    refresh_at = (SELECT min(refresh_at) FROM host h WHERE h.server = s.id)
  FROM unnest($1::bigint[], $2::text[]) u(id, worker) WHERE s.shard = (u.id >> 40)::int AND s.id = u.id AND s.worker = u.worker`
const POLITENESS = `UPDATE server s SET delay_ms = u.delay_ms, next_at = u.next_at, failures = u.failures, latency_ms = u.latency_ms
  FROM unnest($1::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::bigint[]) u(id, delay_ms, next_at, failures, latency_ms)
  WHERE s.shard = (u.id >> 40)::int AND s.id = u.id AND s.worker = $2`

const LEASED = `s.id, s.shard, s.address, s.delay_ms AS "delayMs", s.next_at AS "nextAt", s.failures, s.latency_ms AS "latencyMs"`
const ready = (column: string, wanted: string) => `SELECT id, greatest(${column}, next_at) AS at FROM server
    WHERE ${wanted} AND shard = $1 AND worker IS NULL AND ${column} IS NOT NULL AND greatest(${column}, next_at) <= $2
    ORDER BY greatest(${column}, next_at) LIMIT $3`
/** Skips servers that another worker is about to lease, and checks their state again under the lock. */
const LEASE = `WITH ready AS (
    SELECT id, min(at) AS at FROM ((${ready('work_at', '$4::bool')}) UNION ALL (${ready('refresh_at', '$5::bool')})) r
    GROUP BY id ORDER BY at LIMIT $3
  ), free AS (
    SELECT s.shard, s.id FROM server s JOIN ready r ON s.shard = $1 AND s.id = r.id WHERE s.worker IS NULL FOR UPDATE OF s SKIP LOCKED
  )
  UPDATE server s SET worker = $6, lease_until = $7 FROM free f WHERE s.shard = f.shard AND s.id = f.id AND s.worker IS NULL
  RETURNING ${LEASED}`
const RENEW = `WITH mine AS (SELECT shard, id FROM server WHERE worker = $1 ORDER BY id FOR UPDATE)
  UPDATE server s SET lease_until = $2 FROM mine m WHERE s.shard = m.shard AND s.id = m.id AND s.worker = $1 RETURNING s.id`
const LEASE_ONE = `UPDATE server s SET worker = $3, lease_until = $4 WHERE s.shard = $1 AND s.address = $2
  AND (s.worker IS NULL OR s.worker = $3) RETURNING ${LEASED}`
/** A request may have been in progress: the server rests as if it had been answered just now. */
const REST = `UPDATE server s SET next_at = greatest(s.next_at, $2 + greatest(s.delay_ms, $3)) FROM unnest($1::bigint[]) u(id)
  WHERE s.shard = (u.id >> 40)::int AND s.id = u.id AND greatest(s.delay_ms, $3) > 0`

const first = (table: string, time: string, where: string) =>
  `(SELECT ${time} FROM ${table} WHERE shard = k AND ${where} ORDER BY ${time} LIMIT 1)`
const ON_HELD = `SELECT 1 FROM server s JOIN host h ON h.server = s.id JOIN page p ON p.shard = h.shard AND p.host = h.id
  WHERE s.worker IS NOT NULL AND s.worker <> $1`
const HELD_BY_OTHERS = `SELECT EXISTS (${ON_HELD} AND p.status = 'waiting')
  OR EXISTS (${ON_HELD} AND p.status = 'running' AND p.taken_from NOT IN ('completed', 'gone', 'excluded')) AS held`
const NEXT_WORK = `SELECT least(min(w.at) FILTER (WHERE $2), min(w.home) FILTER (WHERE $2), min(r.at) FILTER (WHERE $3), min(r.home) FILTER (WHERE $3)) AS at
  FROM generate_series(0, $1::int - 1) k
  CROSS JOIN LATERAL (SELECT ${first('server', 'greatest(work_at, next_at)', 'worker IS NULL AND work_at IS NOT NULL')} AS at,
    ${first('host', 'greatest(placed_until, work_at)', 'server IS NULL AND work_at IS NOT NULL')} AS home) w
  CROSS JOIN LATERAL (SELECT ${first('server', 'greatest(refresh_at, next_at)', 'worker IS NULL AND refresh_at IS NOT NULL')} AS at,
    ${first('host', 'greatest(placed_until, refresh_at)', 'server IS NULL AND refresh_at IS NOT NULL')} AS home) r`
