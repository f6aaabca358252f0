/** Payloads by their digests: where one stands in the archive, and which pages have the same. */
import type { Url } from '../url/index.ts'
import type { PageId } from './ids.ts'
import type { PageGroup } from './likeness-rows.ts'
import type { ArchivePlace } from './rows.ts'

/** The response that holds a payload, and the page that it is a revision of. */
export interface StoredPayload {
  readonly page: PageId
  readonly place: Omit<ArchivePlace, 'payload'>
  /** The number of its file. */
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

/** A digest as the key of a map. */
export const digestKey = (digest: Uint8Array): string => Buffer.from(digest).toString('latin1')

export const payloadOf = ({ page, fileId, file, fileOffset, fileLength }: PayloadRow): StoredPayload => ({
  page,
  file: fileId,
  place: { file, offset: fileOffset, length: fileLength },
})

/** Of `revision r` and its `archive_file f`: it holds its payload itself. Revisions that do come first in the index of digests. */
export const PAYLOAD = `SELECT r.digest, r.page, r.file AS "fileId", f.name AS file, r.file_offset AS "fileOffset", r.file_length AS "fileLength"
  FROM revision r JOIN archive_file f ON f.id = r.file`
export const IS_HOLDER = 'r.file IS NOT NULL AND r.payload_file IS NULL'

/** Pages whose current revisions have a digest, in the order of their ids, and the digest of what each answered last. */
export const SAME_PAYLOAD = `SELECT p.url, p.digest FROM revision r JOIN page p ON p.shard = r.shard AND p.id = r.page AND p.revision = r.number`
export const IS_CURRENT = "r.file IS NOT NULL AND p.status = 'completed'"

/** Of those whose current revision has a digest, the pages that answered with it last. */
export const answering = (
  digest: Buffer,
  pages: readonly { readonly url: Url; readonly digest: Buffer }[],
): Url[] => pages.filter(page => page.digest.equals(digest)).map(({ url }) => url)

/** Pages that differ by noise since do not answer with the same bytes any more. */
export function groupsOf(pages: readonly { readonly url: Url; readonly digest: Buffer }[]): PageGroup[] {
  const byDigest = Map.groupBy(pages, ({ digest }) => digestKey(digest))
  return [...byDigest.values()]
    .map(group => group.map(({ url }) => url))
    .flatMap(([original, ...copies]) => (copies.length > 0 ? [{ original: original!, copies }] : []))
}
