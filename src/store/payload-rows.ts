/** Payloads by their digests: where each is in the archive, and which pages have the same one. */
import type { Url } from '../url/index.ts'
import type { PageId } from './ids.ts'
import type { PageGroup } from './likeness-rows.ts'
import type { ArchivePlace } from './rows.ts'

/** The response that holds a payload, and the page it is a revision of. */
export interface StoredPayload {
  readonly page: PageId
  readonly place: Omit<ArchivePlace, 'payload'>
  /** The id of its file. */
  readonly file: number
}

export interface PayloadRow {
  readonly digest: Buffer
  readonly page: PageId
  readonly fileId: number
  readonly file: string
  readonly fileOffset: number
  readonly fileLength: number
}

/** A digest as a key for maps. */
export const digestKey = (digest: Uint8Array): string => Buffer.from(digest).toString('latin1')

export const payloadOf = ({ page, fileId, file, fileOffset, fileLength }: PayloadRow): StoredPayload => ({
  page,
  file: fileId,
  place: { file, offset: fileOffset, length: fileLength },
})

/**
 * From `revision r` and its `archive_file f`. With `IS_HOLDER`, only revisions that hold their own payload, which come first in the index
 * of digests.
 */
export const PAYLOAD = `SELECT r.digest, r.page, r.file AS "fileId", f.name AS file, r.file_offset AS "fileOffset", r.file_length AS "fileLength"
  FROM revision r JOIN archive_file f ON f.id = r.file`
export const IS_HOLDER = 'r.file IS NOT NULL AND r.payload_file IS NULL'

/** Pages whose current revision has a given digest, ordered by id, each with the digest of its last payload. */
export const SAME_PAYLOAD = `SELECT p.url, p.digest FROM revision r JOIN page p ON p.shard = r.shard AND p.id = r.page AND p.revision = r.number`
export const IS_CURRENT = "r.file IS NOT NULL AND p.status = 'completed'"

/** Among pages whose current revision has this digest, those whose last payload has it too. */
export const answering = (
  digest: Buffer,
  pages: readonly { readonly url: Url; readonly digest: Buffer }[],
): Url[] => pages.filter(page => page.digest.equals(digest)).map(({ url }) => url)

/** Groups pages by their last payload: pages that have since changed by noise no longer have identical bytes. */
export function groupsOf(pages: readonly { readonly url: Url; readonly digest: Buffer }[]): PageGroup[] {
  const byDigest = Map.groupBy(pages, ({ digest }) => digestKey(digest))
  return [...byDigest.values()]
    .map(group => group.map(({ url }) => url))
    .flatMap(([original, ...copies]) => (copies.length > 0 ? [{ original: original!, copies }] : []))
}
