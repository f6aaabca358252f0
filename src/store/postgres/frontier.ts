import { shardOf } from '../../url/index.ts'
import type { HostPlacement, PageRef } from '../batch.ts'
import { IS_ASKABLE, LEASED_HOST, QUEUED_PAGE } from '../columns.ts'
import type { HostId } from '../ids.ts'
import type { LeasedHost, QueuedPage, ServerLease, TakeRequest, Work } from '../queue-rows.ts'
import { Ledger } from './ledger.ts'
import { ints, texts } from './literal.ts'
import { type Query, type Session, together } from './session.ts'
import type { LifeLines } from './worker-locks.ts'

/** The queue side of the store: where hosts live, which of them have work, and which page comes next. */
export class Queues {
  readonly #session: Session
  readonly #shards: number
  readonly #lines: LifeLines

  constructor(session: Session, shards: number, lines: LifeLines) {
    this.#session = session
    this.#shards = shards
    this.#lines = lines
  }

  async homelessHosts(nowMs: number, work: Work, limit: number): Promise<readonly LeasedHost[]> {
    return this.#session.query<LeasedHost>(HOMELESS, this.#shards, nowMs, limit, work.discover, work.refresh)
  }

  /**
   * A host stays on its server while another process talks to that server: two workers that looked up the same name may have got different
   * addresses.
   */
  async placeHosts(placements: readonly HostPlacement[]): Promise<void> {
    const sorted = placements.toSorted((a, b) => a.host.id - b.host.id)
    const addresses = [...new Set(sorted.map(p => p.address).filter(address => address !== null))].sort()
    const shards = ints(addresses.map(address => shardOf(address, this.#shards)))
    await this.#session.transaction(async query => {
      if (addresses.length > 0) await query(MAKE_SERVERS, shards, texts(addresses))
      const servers = await query<{ id: number; address: string }>(FIND_SERVERS, shards, texts(addresses))
      const ids = new Map(servers.map(row => [row.address, row.id]))
      const at = sorted.map(p => (p.address === null ? null : ids.get(p.address)))
      await query(LOCK_HOSTS, ints(sorted.map(p => p.host.id)))
      const placed = await query<PlacedRow>(
        PLACE,
        ints(sorted.map(p => p.host.id)),
        ints(at),
        ints(sorted.map(p => p.retryAt)),
        ints(sorted.map(p => p.failures)),
        texts(this.#lines.names),
      )
      await wakeServers(query, placed)
    })
  }

  async readyHosts(server: ServerLease, work: Work, nowMs: number): Promise<readonly LeasedHost[]> {
    return this.#session.query<LeasedHost>(
      READY,
      server.id,
      work.discover ? nowMs : -1,
      work.refresh ? nowMs : -1,
    )
  }

  async take({ host, work, nowMs, limit, worker }: TakeRequest): Promise<readonly QueuedPage[]> {
    return this.#session.transaction(async query => {
      if ((await foreignHosts(query, [host.id], worker)).size > 0) return []
      const taken = await query<TakenRow>(
        TAKE,
        host.shard,
        host.id,
        nowMs,
        limit,
        work.refresh,
        work.discover,
      )
      const ledger = new Ledger()
      for (const row of taken) ledger.moved(host.shard, row.from, 'running')
      await together([
        taken.length < limit ? rest(query, host.shard, host.id) : Promise.resolve(),
        ledger.write(query),
      ])
      return taken.toSorted((a, b) => a.place - b.place).map(({ from: _, place: __, ...page }) => page)
    })
  }
}

/** Wakes the host at once, for new pages and for refreshes alike. */
export async function askFor(session: Session, { shard, id }: PageRef, nowMs: number): Promise<boolean> {
  return session.transaction(async query => {
    const [row] = await query<{ host: HostId }>(ASK, shard, id, nowMs)
    if (!row) return false
    const ledger = new Ledger()
    ledger.wakeFor(row.host, 'waiting', 0)
    await ledger.write(query)
    return true
  })
}

const ASK =
  "UPDATE page SET asked_at = $3 WHERE shard = $1 AND id = $2 AND status <> 'excluded' RETURNING host"

/** Those of the hosts whose server another worker holds. */
export async function foreignHosts(
  query: Query,
  hosts: readonly HostId[],
  worker: string | undefined,
): Promise<ReadonlySet<HostId>> {
  if (worker === undefined || hosts.length === 0) return new Set()
  const rows = await query<{ id: HostId }>(FOREIGN, ints(hosts), worker)
  return new Set(rows.map(({ id }) => id))
}

interface PlacedRow {
  readonly server: number | null
  readonly work_at: number | null
  readonly refresh_at: number | null
}

type TakenRow = QueuedPage & {
  readonly place: number
  readonly from: 'waiting' | 'error' | 'completed' | 'gone' | 'excluded'
}

async function wakeServers(query: Query, hosts: readonly PlacedRow[]): Promise<void> {
  const placed = hosts.filter(row => row.server !== null)
  if (placed.length === 0) return
  const ids = ints(placed.map(row => row.server))
  await together([
    query(LOCK_SERVERS, ids),
    query(WAKE_SERVERS, ids, ints(placed.map(row => row.work_at)), ints(placed.map(row => row.refresh_at))),
  ])
}

/** Works out when the host next has something to do; under its lock, so that no new page goes unnoticed. */
async function rest(query: Query, shard: number, host: HostId): Promise<void> {
  await together([query(LOCK_HOSTS, ints([host])), query(REST, shard, host)])
}

const LOCK_HOSTS = `SELECT 1 AS locked FROM unnest($1::bigint[]) u(id) JOIN host h ON h.shard = (u.id >> 40)::int AND h.id = u.id
  ORDER BY h.id FOR UPDATE OF h`
const LOCK_SERVERS = `SELECT 1 AS locked FROM (SELECT DISTINCT id FROM unnest($1::bigint[]) u(id)) x
  JOIN server s ON s.shard = (x.id >> 40)::int AND s.id = x.id ORDER BY s.id FOR UPDATE OF s`

const FOREIGN = `SELECT h.id FROM unnest($1::bigint[]) u(id) JOIN host h ON h.shard = (u.id >> 40)::int AND h.id = u.id
  JOIN server s ON s.shard = (h.server >> 40)::int AND s.id = h.server WHERE s.worker <> $2`

const homeless = (
  column: string,
  wanted: string,
) => `SELECT ${LEASED_HOST}, greatest(h.placed_until, h.${column}) AS at
  FROM generate_series(0, $1::int - 1) k CROSS JOIN LATERAL (SELECT * FROM host
    WHERE ${wanted} AND shard = k AND server IS NULL AND ${column} IS NOT NULL AND greatest(placed_until, ${column}) <= $2
    ORDER BY greatest(placed_until, ${column}) LIMIT $3) h`
/** Checks only the servers that will be leased next for outdated addresses, so that the cost depends on the limit alone. */
const stale = (column: string, wanted: string) => `SELECT ${LEASED_HOST}, h.placed_until AS at
  FROM generate_series(0, $1::int - 1) k CROSS JOIN LATERAL (SELECT id FROM server
    WHERE ${wanted} AND shard = k AND worker IS NULL AND ${column} IS NOT NULL AND greatest(${column}, next_at) <= $2
    ORDER BY greatest(${column}, next_at) LIMIT $3) s
  JOIN host h ON h.server = s.id WHERE h.placed_until <= $2 AND h.${column} <= $2`
const HOMELESS = `SELECT id, shard, origin, fetched, "dnsFailures", memory FROM (
    SELECT DISTINCT ON (id) * FROM ((${homeless('work_at', '$4::bool')}) UNION ALL (${homeless('refresh_at', '$5::bool')})
      UNION ALL (${stale('work_at', '$4::bool')}) UNION ALL (${stale('refresh_at', '$5::bool')})) each ORDER BY id
  ) h ORDER BY at LIMIT $3`

export const MAKE_SERVERS = `INSERT INTO server (shard, id, address)
  SELECT u.shard, (u.shard::bigint << 40) | nextval('server_number'), u.address FROM unnest($1::int[], $2::text[]) u(shard, address)
  WHERE NOT EXISTS (SELECT 1 FROM server s WHERE s.shard = u.shard AND s.address = u.address)
  ORDER BY u.shard, u.address ON CONFLICT (shard, address) DO NOTHING`
const FIND_SERVERS = `SELECT s.id, s.address FROM unnest($1::int[], $2::text[]) u(shard, address)
  JOIN server s ON s.shard = u.shard AND s.address = u.address`
const PLACE = `UPDATE host h SET server = u.server, placed_until = u.until, dns_failures = u.failures
  FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::int[]) u(id, server, until, failures)
  WHERE h.shard = (u.id >> 40)::int AND h.id = u.id AND (h.server IS NULL OR h.server IS NOT DISTINCT FROM u.server OR NOT EXISTS (
    SELECT 1 FROM server s WHERE s.shard = (h.server >> 40)::int AND s.id = h.server AND s.worker IS NOT NULL AND s.worker <> ALL($5::text[])))
  RETURNING h.server, h.work_at, h.refresh_at`
const WAKE_SERVERS = `UPDATE server s SET work_at = least(s.work_at, u.work_at), refresh_at = least(s.refresh_at, u.refresh_at)
  FROM (SELECT id, min(work_at) AS work_at, min(refresh_at) AS refresh_at
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) t(id, work_at, refresh_at) GROUP BY id) u
  WHERE s.shard = (u.id >> 40)::int AND s.id = u.id`
const READY = `SELECT ${LEASED_HOST} FROM host h WHERE h.server = $1 AND (h.work_at <= $2 OR h.refresh_at <= $3) ORDER BY h.id`

const due = (
  status: string,
  wanted: string,
) => `(SELECT id, '${status}' AS was, due_at::float8 AS key FROM page
    WHERE ${wanted} AND shard = $1 AND host = $2 AND status = '${status}' AND due_at <= $3 AND asked_at IS NULL ORDER BY due_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)`
const ASKED = `(SELECT p.id, p.status AS was, 0::float8 AS key FROM page p
    WHERE p.shard = $1 AND p.host = $2 AND p.asked_at IS NOT NULL AND ${IS_ASKABLE} ORDER BY p.asked_at, p.id LIMIT $4 FOR UPDATE SKIP LOCKED)`
/**
 * Takes requested pages first, then the few waiting pages that were chosen for a place, then refreshes, retries and new pages. The limit
 * applies to each part and again to the whole.
 */
const TAKE = `WITH best AS (
    SELECT id, was, row_number() OVER () AS place FROM (
      SELECT * FROM ${ASKED} asked UNION ALL SELECT * FROM ${due('waiting', '$5::bool')} chosen
      UNION ALL SELECT * FROM ${due('completed', '$5::bool')} a UNION ALL SELECT * FROM ${due('gone', '$5::bool')} b
      UNION ALL SELECT * FROM ${due('excluded', '$5::bool')} e
      UNION ALL SELECT * FROM ${due('error', '$6::bool')} c
      UNION ALL SELECT * FROM (SELECT id, 'waiting', rank FROM page WHERE $6::bool AND shard = $1 AND host = $2 AND status = 'waiting' AND asked_at IS NULL
        AND NOT ($5::bool AND due_at IS NOT NULL AND due_at <= $3) ORDER BY rank, id LIMIT $4 FOR UPDATE SKIP LOCKED) d
    ) parts LIMIT $4
  ), taken AS (
    UPDATE page p SET status = 'running', taken_from = b.was FROM best b WHERE p.shard = $1 AND p.id = b.id AND p.status = b.was
    RETURNING p.*, b.place, b.was
  )
  SELECT ${QUEUED_PAGE}, p.place, p.was AS "from"
  FROM taken p LEFT JOIN page v ON v.shard = (p.via >> 40)::int AND v.id = p.via`

const next = (
  status: string,
) => `(SELECT due_at FROM page WHERE shard = $1 AND host = $2 AND status = '${status}' AND due_at IS NOT NULL
    ORDER BY due_at LIMIT 1)`
const REST = `UPDATE host SET
    work_at = CASE WHEN EXISTS (SELECT 1 FROM page WHERE shard = $1 AND host = $2 AND status = 'waiting') THEN 0 ELSE ${next('error')} END,
    refresh_at = least(${next('completed')}, ${next('gone')}, ${next('excluded')}, ${next('waiting')})
  WHERE shard = $1 AND id = $2`
