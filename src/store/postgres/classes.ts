import { shardOf } from '../../url/index.ts'
import { type Candidate, isPromise, type Reread } from '../batch.ts'
import type { HostId } from '../ids.ts'
import type { ClassCount, ModelRow, TopicCount, TypeCount } from '../rows.ts'
import { Ledger } from './ledger.ts'
import { booleans, bytes, floats, ints, texts } from './literal.ts'
import type { Query, Session } from './session.ts'

/** Page classes and records according to a site model. */

interface Admitted {
  readonly shard: number
  readonly host: HostId
  readonly status: 'waiting'
}

/** Known Urls that class links lead to take over the class; those that were only excluded because no class link led there wait again. */
export async function adoptPromisedClasses(
  query: Query,
  candidates: readonly Candidate[],
  shards: number,
): Promise<readonly Admitted[]> {
  const promised = candidates.filter(isPromise)
  if (promised.length === 0) return []
  const rows = await query<{ shard: number; host: HostId; before: string; status: 'waiting' }>(
    PROMISE,
    ints(promised.map(c => shardOf(c.origin, shards))),
    bytes(promised.map(c => c.key)),
    texts(promised.map(c => c.pageClass)),
    floats(promised.map(c => c.rank)),
    texts(promised.map(c => c.kind ?? 'page')),
    booleans(promised.map(c => !c.excluded)),
  )
  return rows.filter(row => row.before !== row.status)
}

export async function writeRecords(session: Session, pages: readonly Reread[]): Promise<void> {
  const sorted = pages.toSorted((a, b) => a.page.id - b.page.id)
  const ids = ints(sorted.map(each => each.page.id))
  await session.transaction(async query => {
    await query(WRITE_CLASSES, ids, texts(sorted.map(each => each.pageClass)))
    await query(
      WRITE_RECORDS,
      ids,
      ints(sorted.map(each => each.revision)),
      texts(sorted.map(each => each.record)),
    )
  })
}

export async function forgetClasses(session: Session): Promise<void> {
  await session.transaction(async query => {
    await query(FORGET)
    await query('UPDATE revision SET record = NULL WHERE record IS NOT NULL')
    const ledger = new Ledger()
    for (const { shard, host } of await query<{ shard: number; host: HostId }>(ADMIT_ALL)) {
      ledger.moved(shard, 'excluded', 'waiting')
      ledger.wakeFor(host, 'waiting', null)
    }
    await ledger.write(query)
  })
}

export async function classes(query: Query): Promise<ClassCount[]> {
  return [...(await query<ClassCount>(CLASSES))]
}

export async function otherTypes(query: Query): Promise<TypeCount[]> {
  return [...(await query<TypeCount>(OTHER_TYPES))]
}

export async function topics(query: Query, minRelevance: number): Promise<TopicCount[]> {
  return [...(await query<TopicCount>(TOPICS, minRelevance))]
}

export async function keepModel(
  session: Session,
  shard: number,
  { origin, number, body }: ModelRow,
  most: number,
): Promise<void> {
  await session.transaction(async query => {
    await query(KEEP_MODEL, shard, origin, number, body)
    await query(
      'DELETE FROM model WHERE shard = $1 AND origin = $2 AND number <= $3',
      shard,
      origin,
      number - most,
    )
  })
}

export async function modelNumbers(query: Query, shard: number, origin: string): Promise<number[]> {
  const sql = 'SELECT number FROM model WHERE shard = $1 AND origin = $2 ORDER BY number'
  return (await query<{ number: number }>(sql, shard, origin)).map(row => row.number)
}

export async function modelBody(
  query: Query,
  shard: number,
  origin: string,
  number: number,
): Promise<Buffer | null> {
  const sql = 'SELECT body FROM model WHERE shard = $1 AND origin = $2 AND number = $3'
  return (await query<{ body: Buffer }>(sql, shard, origin, number))[0]?.body ?? null
}

export async function modeledOrigins(query: Query, limit: number): Promise<string[]> {
  const sql = 'SELECT DISTINCT origin COLLATE "C" AS origin FROM model ORDER BY 1 LIMIT $1'
  return (await query<{ origin: string }>(sql, limit)).map(row => row.origin)
}

const KEEP_MODEL = `INSERT INTO model VALUES ($1, $2, $3, $4) ON CONFLICT (shard, origin, number) DO UPDATE SET body = excluded.body`
/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const PROMISE = `WITH known AS (
    SELECT p.shard, p.id, p.status AS before, u.class, u.rank, u.kind, u.waits AND p.excluded_by IS NOT DISTINCT FROM 'unlinked' AS admitted
    FROM unnest($1::int[], $2::bytea[], $3::text[], $4::float8[], $5::text[], $6::bool[]) u(shard, key, class, rank, kind, waits)
    JOIN page p ON p.shard = u.shard AND p.key = u.key
    WHERE (p.class IS NULL AND p.kind <> 'image') OR p.excluded_by = 'unlinked' ORDER BY p.id FOR UPDATE OF p
  )
  UPDATE page p SET class = k.class, kind = CASE p.kind WHEN 'page' THEN k.kind ELSE p.kind END, rank = CASE WHEN k.admitted THEN k.rank ELSE p.rank END,
    status = CASE WHEN k.admitted THEN 'waiting' ELSE p.status END, reason = CASE WHEN k.admitted THEN NULL ELSE p.reason END,
    excluded_by = CASE WHEN k.admitted THEN NULL ELSE p.excluded_by END
  FROM known k WHERE p.shard = k.shard AND p.id = k.id RETURNING p.shard, p.host, k.before, p.status`
const WRITE_CLASSES = `UPDATE page p SET class = u.class FROM unnest($1::bigint[], $2::text[]) u(id, class)
  WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`
const WRITE_RECORDS = `UPDATE revision r SET record = u.record FROM unnest($1::bigint[], $2::int[], $3::text[]) u(id, number, record)
  WHERE r.shard = (u.id >> 40)::int AND r.page = u.id AND r.number = u.number`
const FORGET = `UPDATE page SET class = NULL, kind = CASE kind WHEN 'image' THEN 'page' ELSE kind END
  WHERE class IS NOT NULL OR kind = 'image'`
const ADMIT_ALL = `UPDATE page SET status = 'waiting', excluded_by = NULL, reason = NULL, due_at = NULL WHERE excluded_by = 'unlinked'
  RETURNING shard, host`
const OTHER_TYPES = `SELECT r.type, count(*)::int AS pages, sum(r.size_bytes)::float8 AS bytes FROM revision r
  JOIN page p ON p.shard = r.shard AND p.id = r.page AND p.revision = r.number WHERE r.type <> 'text/html'
  GROUP BY r.type ORDER BY r.type COLLATE "C"`
const TOPICS = `SELECT topic, count(*)::int AS pages, count(*) FILTER (WHERE relevance >= $1)::int AS relevant, avg(relevance) AS mean
  FROM page WHERE relevance IS NOT NULL GROUP BY topic ORDER BY topic COLLATE "C"`

const CLASSES = `SELECT class AS "pageClass", count(*) AS known, count(*) FILTER (WHERE revision > 0) AS stored FROM page
  WHERE class IS NOT NULL OR kind = 'image' GROUP BY class ORDER BY class COLLATE "C" NULLS FIRST`
