/** What learned crawl orders write: what pages were expected to be, how relevant they are, and where links are in the queue. */
import { originOf, shardOf, urlKey } from '../../url/index.ts'
import type { Commit, VisitCommit } from '../batch.ts'
import { bytes, floats, ints, texts } from './literal.ts'
import type { Query } from './session.ts'

/** Requires the rows of the visits to be locked. */
export async function writeRelevance(query: Query, visits: readonly VisitCommit[]): Promise<void> {
  const expected = visits.flatMap(({ page, expected }) => (expected ? [{ id: page.id, expected }] : []))
  if (expected.length > 0)
    await query(EXPECTED, ints(expected.map(({ id }) => id)), texts(expected.map(each => each.expected)))
  const judged = visits.flatMap(({ page, relevance }) => (relevance ? [{ id: page.id, ...relevance }] : []))
  if (judged.length === 0) return
  await query(
    RELEVANCE,
    ints(judged.map(({ id }) => id)),
    floats(judged.map(({ value }) => value)),
    texts(judged.map(({ topic }) => topic)),
  )
}

export async function rerank(query: Query, { reranked = [] }: Commit, shards: number): Promise<void> {
  if (reranked.length === 0) return
  await query(
    RERANK,
    ints(reranked.map(({ url }) => shardOf(originOf(url), shards))),
    bytes(reranked.map(({ url }) => urlKey(url))),
    floats(reranked.map(({ rank }) => rank)),
  )
}

const RELEVANCE = `UPDATE page p SET relevance = u.value, topic = u.topic
  FROM unnest($1::bigint[], $2::float8[], $3::text[]) u(id, value, topic) WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`

const EXPECTED = `UPDATE page p SET expected = u.expected
  FROM unnest($1::bigint[], $2::text[]) u(id, expected) WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`

/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const RERANK = `WITH found AS (
    SELECT p.shard, p.id, u.rank FROM unnest($1::int[], $2::bytea[], $3::float8[]) u(shard, key, rank)
    JOIN page p ON p.shard = u.shard AND p.key = u.key AND p.status = 'waiting' ORDER BY p.id FOR UPDATE OF p
  )
  UPDATE page p SET rank = f.rank FROM found f WHERE p.shard = f.shard AND p.id = f.id`
