import { type ArchivedRecord, type ArchiveFolder, readRecordAt } from '../archive/index.ts'
import { isPageType } from '../document/type.ts'
import { Failure } from '../env/failure.ts'
import { header } from '../fetch/header-list.ts'
import { inflate } from '../fetch/inflate.ts'
import { decodeBody } from '../html/index.ts'
import type { SourcePage } from '../site/index.ts'
import type { RevisionRow, VisitRow } from '../store/index.ts'

/** More than any page that was kept whole, so that a decompression bomb is not inflated to its end. */
const MAX_BYTES = 64 * 1024 * 1024

/** The body of an archived response with its content codings undone. */
export async function decodedBody(record: ArchivedRecord): Promise<Uint8Array> {
  if (!record.http) return record.block
  const { bytes } = await inflate(
    record.http.payload,
    header(record.http.headers, 'content-encoding'),
    MAX_BYTES,
  )
  return bytes
}

/** The failure reported when the archive has lost the requested copy. */
export function copyLost({ number }: RevisionRow, url: string): Failure {
  return new Failure(
    'broken',
    `the archive has lost its copy of revision ${number} of ${url}: "tidewatch recrawl" fetches the page as it is now`,
  )
}

/** The archived record of a revision; throws a `Failure` if the archive has lost it. */
export function archivedRecord(
  archiveFolder: ArchiveFolder,
  revision: RevisionRow,
  url: string,
): Promise<ArchivedRecord> {
  if (!revision.place) throw copyLost(revision, url)
  return readRecordAt(archiveFolder, revision.place)
}

/** A stored revision as text, in the charset that was found when it was fetched. */
export async function revisionText(archiveFolder: ArchiveFolder, revision: RevisionRow): Promise<string> {
  if (!revision.place) throw new Error('the revision has no place in the archive')
  return decodedText(await decodedBody(await readRecordAt(archiveFolder, revision.place)), revision)
}

/** A stored revision as models are made from it. */
export async function sourcePage(
  archiveFolder: ArchiveFolder,
  revision: RevisionRow,
  url: string,
): Promise<SourcePage> {
  const { charset } = revision
  const html = await revisionText(archiveFolder, revision)
  return { url, html, status: 200, ...(charset !== null && { charset }) }
}

export function decodedText(
  bytes: Uint8Array,
  { type, charset }: Pick<RevisionRow, 'type' | 'charset'>,
): string {
  return decodeBody(bytes, charset ?? undefined, isPageType(type) ? 'html' : 'text').text
}

/**
 * The last visit whose payload differed from the one before, whether that counted as a change or not. Visits with the same payload have
 * none in the archive.
 */
export function payloadSeenLast(visits: readonly VisitRow[]): VisitRow | undefined {
  return visits.findLast(visit => visit.place && (visit.revision !== null || visit.note !== null))
}
