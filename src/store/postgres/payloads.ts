import type { Url } from '../../url/index.ts'
import type { PageGroup } from '../likeness-rows.ts'
import {
  answering,
  digestKey,
  groupsOf,
  IS_CURRENT,
  IS_HOLDER,
  PAYLOAD,
  type PayloadRow,
  payloadOf,
  SAME_PAYLOAD,
  type StoredPayload,
} from '../payload-rows.ts'
import { bytes } from './literal.ts'
import type { Query } from './session.ts'

/** Digests read at a time. */
const CHUNK = 200

/** One statement, with one index lookup for each digest. */
export async function findPayloads(
  query: Query,
  digests: readonly Uint8Array[],
): Promise<ReadonlyMap<string, StoredPayload>> {
  if (digests.length === 0) return new Map()
  const rows = await query<PayloadRow>(FIND, bytes(digests.map(digest => Buffer.from(digest))))
  return new Map(rows.map(row => [digestKey(row.digest), payloadOf(row)]))
}

const FIND = `SELECT s.* FROM unnest($1::bytea[]) u(digest)
  CROSS JOIN LATERAL (${PAYLOAD} WHERE r.digest = u.digest AND ${IS_HOLDER} LIMIT 1) s`

/** Stored pages whose payloads are identical bytes, read in index order, some at a time. */
export async function* samePayloads(query: Query): AsyncGenerator<PageGroup> {
  for (let after = Buffer.from([]); ; ) {
    const rows = await query<{ digest: Buffer }>(REPEATED, after)
    for (const { digest } of rows) yield* groupsOf(await query<{ url: Url; digest: Buffer }>(PAGES, digest))
    if (rows.length < CHUNK) return
    after = Buffer.from(rows.at(-1)!.digest)
  }
}

export async function pagesWithPayload(query: Query, digest: Buffer): Promise<readonly Url[]> {
  return answering(digest, await query<{ url: Url; digest: Buffer }>(PAGES, digest))
}

const REPEATED = `SELECT digest FROM revision WHERE file IS NOT NULL AND digest > $1
  GROUP BY digest HAVING count(*) > 1 ORDER BY digest LIMIT ${CHUNK}`
const PAGES = `${SAME_PAYLOAD} WHERE r.digest = $1 AND NOT r.source AND ${IS_CURRENT} ORDER BY p.id`
