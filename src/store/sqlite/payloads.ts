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
import type { Sqlite } from './open.ts'

/** Digests read at a time. */
const CHUNK = 200

/** One index lookup for each digest. */
export function findPayloads(
  database: Sqlite,
  digests: readonly Uint8Array[],
): ReadonlyMap<string, StoredPayload> {
  const find = database.prepare(`${PAYLOAD} WHERE r.digest = ? AND ${IS_HOLDER} LIMIT 1`)
  const found = new Map<string, StoredPayload>()
  for (const digest of digests) {
    const row = find.get(digest) as PayloadRow | undefined
    if (row) found.set(digestKey(digest), payloadOf(row))
  }
  return found
}

/** Stored pages whose payloads are identical bytes, read in index order, some at a time. */
export function* samePayloads(database: Sqlite): Generator<PageGroup> {
  const repeated = database.prepare(`SELECT digest FROM revision WHERE file IS NOT NULL AND digest > ?
    GROUP BY digest HAVING count(*) > 1 ORDER BY digest LIMIT ${CHUNK}`)
  const pages = database.prepare(PAGES)
  for (let after: Uint8Array = new Uint8Array(0); ; ) {
    const digests = (repeated.all(after) as { digest: Buffer }[]).map(({ digest }) => digest)
    for (const digest of digests) yield* groupsOf(pages.all(digest) as { url: Url; digest: Buffer }[])
    if (digests.length < CHUNK) return
    after = digests.at(-1)!
  }
}

export const pagesWithPayload = (database: Sqlite, digest: Buffer): readonly Url[] =>
  answering(digest, database.prepare(PAGES).all(digest) as { url: Url; digest: Buffer }[])

const PAGES = `${SAME_PAYLOAD} WHERE r.digest = ? AND r.source = 0 AND ${IS_CURRENT} ORDER BY p.id`
