import { shardOf } from '../../url/index.ts'
import type { AddResult, Candidate, ServerRef } from '../batch.ts'
import { type HostId, shardOfId } from '../ids.ts'
import type { PageStatus } from '../rows.ts'
import { adoptPromisedClasses } from './classes.ts'
import type { Ledger } from './ledger.ts'
import { booleans, bytes, floats, ints, texts } from './literal.ts'
import type { Query } from './session.ts'

const MAX_CACHED_HOSTS = 50_000

/** Finds the ids of hosts. An id never changes, so it may be cached; the server of a host may change, so it is not. */
export class Hosts {
  readonly #shards: number
  readonly #ids = new Map<string, HostId>()

  constructor(shards: number) {
    this.#shards = shards
  }

  /** The ids of these origins; missing hosts are created. Cache the ids with `keep` once the transaction has committed. */
  async find(
    query: Query,
    origins: ReadonlySet<string>,
    ledger: Ledger,
  ): Promise<ReadonlyMap<string, HostId>> {
    const found = new Map<string, HostId>()
    for (const origin of origins) {
      const id = this.#ids.get(origin)
      if (id !== undefined) found.set(origin, id)
    }
    const missing = [...origins].filter(origin => !found.has(origin)).sort()
    if (missing.length === 0) return found
    const shards = ints(missing.map(origin => shardOf(origin, this.#shards)))
    const made = await query<{ shard: number }>(MAKE_HOSTS, shards, texts(missing))
    for (const { shard } of made) ledger.count(shard, 'hosts', 1)
    const rows = await query<{ origin: string; id: HostId }>(FIND_HOSTS, shards, texts(missing))
    for (const { origin, id } of rows) found.set(origin, id)
    return found
  }

  keep(found: ReadonlyMap<string, HostId>): void {
    if (this.#ids.size + found.size > MAX_CACHED_HOSTS) this.#ids.clear()
    for (const [origin, id] of found) this.#ids.set(origin, id)
  }
}

export interface Added {
  readonly added: number
  readonly waiting: number
  readonly woken: ReadonlySet<HostId>
}

/** Inserts new Urls, and updates known ones with smaller depths and newer hints, all in one statement. */
export async function addCandidates(
  query: Query,
  candidates: readonly Candidate[],
  hosts: ReadonlyMap<string, HostId>,
  shards: number,
  ledger: Ledger,
): Promise<Added> {
  const distinct = merge(candidates)
  const row = (pick: (candidate: Candidate) => number | null | undefined) => ints(distinct.map(pick))
  const admitted = [
    ...(await adoptPromisedClasses(query, distinct, shards)),
    ...(await uncover(query, distinct, shards)),
  ]
  const rows = await query<{
    kind: 'new' | 'hint'
    shard: number
    host: HostId
    status: PageStatus
    at: number
  }>(
    ADD,
    row(c => shardOf(c.origin, shards)),
    bytes(distinct.map(c => c.key)),
    row(c => hosts.get(c.origin)),
    texts(distinct.map(c => (c.excluded ? 'excluded' : 'waiting'))),
    row(c => c.depth),
    floats(distinct.map(c => c.rank)),
    row(c => c.hops ?? 0),
    row(c => c.via?.id),
    row(c => c.hintedAt),
    texts(distinct.map(c => c.excluded?.reason)),
    texts(distinct.map(c => c.url)),
    booleans(distinct.map(c => c.prompt ?? false)),
    texts(distinct.map(c => c.pageClass)),
    texts(distinct.map(c => c.kind ?? 'page')),
    texts(distinct.map(c => c.excluded?.by)),
    row(c => c.hintedBy ?? 0),
    texts(distinct.map(c => c.saidRate)),
  )
  let added = 0
  let waiting = 0
  const woken = new Set<HostId>()
  for (const { shard, host, status } of admitted) {
    waiting++
    woken.add(host)
    ledger.moved(shard, 'excluded', status)
    ledger.wakeFor(host, 'waiting', null)
  }
  for (const { kind, shard, host, status, at } of rows) {
    if (kind === 'hint') {
      ledger.wakeFor(host, status, at)
      continue
    }
    added += at
    ledger.moved(shard, null, status, at)
    ledger.host(host).known += at
    if (status !== 'waiting') continue
    waiting += at
    woken.add(host)
    ledger.wakeFor(host, 'waiting', null)
  }
  return { added, waiting, woken }
}

/** Admits Urls that only hidden links led to so far, when a link that people can see leads there. */
async function uncover(query: Query, candidates: readonly Candidate[], shards: number) {
  const seen = candidates.filter(each => !each.excluded)
  if (seen.length === 0) return []
  return query<{ shard: number; host: HostId; status: 'waiting' }>(
    UNCOVER,
    ints(seen.map(c => shardOf(c.origin, shards))),
    bytes(seen.map(c => c.key)),
    ints(seen.map(c => c.depth)),
    floats(seen.map(c => c.rank)),
    ints(seen.map(c => c.via?.id)),
  )
}

export function addResult(
  { added, waiting, woken }: Added,
  homes: ReadonlyMap<HostId, ServerRef | null>,
): AddResult {
  const hosts = [...woken].map(id => ({ shard: shardOfId(id), id, server: homes.get(id) ?? null }))
  return { added, waiting, hosts }
}

/** A batch may name a Url twice: the first candidate makes the row, later ones only bring a smaller depth or a newer hint. */
function merge(candidates: readonly Candidate[]): Candidate[] {
  const byKey = new Map<string, Candidate>()
  for (const next of candidates) {
    const key = next.key.toString('latin1')
    const first = byKey.get(key)
    byKey.set(key, first ? merged(first, next) : next)
  }
  return [...byKey.values()]
}

function merged(first: Candidate, next: Candidate): Candidate {
  const hintedAt = Math.max(first.hintedAt ?? 0, next.hintedAt ?? 0) || null
  // The newer of two hints counts: the older one may be from before the last visit.
  const hintedBy =
    ((first.hintedAt ?? 0) === hintedAt ? (first.hintedBy ?? 0) : 0) |
    ((next.hintedAt ?? 0) === hintedAt ? (next.hintedBy ?? 0) : 0)
  const saidRate = next.saidRate ?? first.saidRate ?? null
  const prompt = (first.prompt || next.prompt) ?? false
  const pageClass = first.pageClass ?? next.pageClass ?? null
  const isShallower = !first.excluded && next.depth < first.depth
  const isPromised = first.pageClass == null && next.pageClass != null
  const takesKind = (first.kind ?? 'page') === 'page' && (isShallower || isPromised)
  const kind = (takesKind ? next.kind : first.kind) ?? 'page'
  // A link that people can see outweighs a hidden one.
  const excluded = first.excluded?.by === 'hidden' && !next.excluded ? null : (first.excluded ?? null)
  const brought = { ...first, excluded, kind, hintedAt, hintedBy, saidRate, prompt, pageClass }
  return isShallower ? { ...brought, depth: next.depth, rank: Math.min(first.rank, next.rank) } : brought
}

/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const UNCOVER = `WITH found AS (
    SELECT p.shard, p.id, u.depth, u.rank, u.via FROM unnest($1::int[], $2::bytea[], $3::int[], $4::float8[], $5::bigint[])
      u(shard, key, depth, rank, via)
    JOIN page p ON p.shard = u.shard AND p.key = u.key AND p.excluded_by = 'hidden' ORDER BY p.id FOR UPDATE OF p
  )
  UPDATE page p SET status = 'waiting', excluded_by = NULL, reason = NULL, due_at = NULL, depth = f.depth, rank = f.rank, via = f.via
  FROM found f WHERE p.shard = f.shard AND p.id = f.id RETURNING p.shard, p.host, p.status`

const MAKE_HOSTS = `INSERT INTO host (shard, id, origin)
  SELECT u.shard, (u.shard::bigint << 40) | nextval('host_number'), u.origin FROM unnest($1::int[], $2::text[]) u(shard, origin)
  WHERE NOT EXISTS (SELECT 1 FROM host h WHERE h.shard = u.shard AND h.origin = u.origin)
  ORDER BY u.shard, u.origin ON CONFLICT (shard, origin) DO NOTHING RETURNING shard`

const FIND_HOSTS = `SELECT h.origin, h.id FROM unnest($1::int[], $2::text[]) u(shard, origin)
  JOIN host h ON h.shard = u.shard AND h.origin = u.origin`

/**
 * Rows get their ids in the order of the batch and are inserted in the order of their keys: two workers that add the same new Urls may wait
 * for each other, but cannot deadlock.
 */
const ADD = `WITH c AS MATERIALIZED (
    SELECT u.*, p.id AS known FROM unnest($1::int[], $2::bytea[], $3::bigint[], $4::text[], $5::int[], $6::float8[], $7::int[],
      $8::bigint[], $9::bigint[], $10::text[], $11::text[], $12::bool[], $13::text[], $14::text[], $15::text[], $16::int[], $17::text[])
      WITH ORDINALITY u(shard, key, host, status, depth, rank, hops, via, hinted_at, reason, url, prompt, class, kind, excluded_by, hinted_by, said_rate, place)
    LEFT JOIN page p ON p.shard = u.shard AND p.key = u.key
  ), numbered AS MATERIALIZED (
    SELECT (shard::bigint << 40) | nextval('page_number') AS id, n.* FROM (SELECT * FROM c WHERE known IS NULL ORDER BY place) n
  ), added AS (
    INSERT INTO page (shard, id, key, host, kind, status, excluded_by, depth, rank, hops, via, hinted_at, hinted_by, said_rate, reason, url, class)
    SELECT shard, id, key, host, kind, status, excluded_by, depth, rank, hops, via, hinted_at, hinted_by, said_rate, reason, url, class FROM numbered ORDER BY shard, key
    ON CONFLICT (shard, key) DO NOTHING RETURNING shard, host, status
  ), brought AS (
    UPDATE page p SET
      depth = CASE WHEN p.status = 'waiting' THEN least(p.depth, c.depth) ELSE p.depth END,
      rank = CASE WHEN p.status = 'waiting' AND c.depth < p.depth THEN least(p.rank, c.rank) ELSE p.rank END,
      kind = CASE WHEN p.status = 'waiting' AND c.depth < p.depth AND p.kind = 'page' THEN c.kind ELSE p.kind END,
      hinted_at = greatest(p.hinted_at, c.hinted_at),
      hinted_by = CASE WHEN coalesce(c.hinted_at, 0) <= coalesce(p.fetched_at, 0) THEN p.hinted_by
        WHEN p.hinted_at > coalesce(p.fetched_at, 0) THEN p.hinted_by | c.hinted_by ELSE c.hinted_by END,
      said_rate = coalesce(c.said_rate, p.said_rate),
      due_at = CASE WHEN c.prompt AND p.status = 'completed' AND p.fetched_at < c.hinted_at THEN least(p.due_at, c.hinted_at) ELSE p.due_at END
    FROM c WHERE p.shard = c.shard AND p.id = c.known AND (p.status = 'waiting' AND c.depth < p.depth
      OR c.hinted_at > coalesce(p.hinted_at, 0)
      OR c.said_rate <> coalesce(p.said_rate, '')
      OR c.hinted_at > coalesce(p.fetched_at, 0) AND p.hinted_by & c.hinted_by <> c.hinted_by
      OR c.prompt AND p.status = 'completed' AND p.fetched_at < c.hinted_at AND (p.due_at IS NULL OR p.due_at > c.hinted_at))
    RETURNING p.shard, p.host, p.status, p.due_at
  )
  SELECT 'new' AS kind, shard, host, status, count(*) AS at FROM added GROUP BY shard, host, status
  UNION ALL SELECT 'hint', shard, host, status, min(due_at) FROM brought WHERE status = 'completed' AND due_at IS NOT NULL
    GROUP BY shard, host, status`
