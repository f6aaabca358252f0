/**
 * Records that the archive holds next to a rendered page: what its server sent, and pictures. They are written right after the document
 * in one piece, so they can be found without an index: they are the records that follow, as long as those belong to this page.
 */
import {
  type ArchivedRecord,
  type ArchiveFolder,
  pictureAddress,
  readRecordAt,
  readRecords,
  thumbnailAddress,
} from '../../archive/index.ts'
import type { RecordPlace } from '../plain.ts'

export interface BesideRevision {
  readonly sent: ArchivedRecord | null
  readonly picture: ArchivedRecord | null
  readonly thumbnail: ArchivedRecord | null
}

/** The response, its request and metadata, and two pictures. */
const MAX_RECORDS = 5

export async function besideRevision(
  archiveFolder: ArchiveFolder,
  { file, offset, length }: RecordPlace,
  url: string,
): Promise<BesideRevision> {
  const places = new Map<string, RecordPlace>()
  const names = new Map([
    [pictureAddress(url), 'picture'],
    [thumbnailAddress(url), 'thumbnail'],
  ])
  let count = 0
  for await (const record of readRecords(archiveFolder.file(file), { startAt: offset + length })) {
    const target = record.headers.get('warc-target-uri') ?? ''
    const name = target === url ? record.type : names.get(target)
    if (count++ >= MAX_RECORDS || name === undefined) break
    const { length: size } = await record.finish()
    if (size !== null) places.set(name, { file, offset: record.offset, length: size })
  }
  const read = async (name: string) => {
    const place = places.get(name)
    return place ? readRecordAt(archiveFolder, place) : null
  }
  return {
    sent: await read('response'),
    picture: await read('picture'),
    thumbnail: await read('thumbnail'),
  }
}
