/**
 * What the archive has beside a page that a browser showed: what its server sent, and a picture. They are written in one piece behind the
 * document, so they are found without an index: the records that follow, as long as they are of this page.
 */
import { join } from 'node:path'
import { type ArchivedRecord, pictureAddress, readRecordAt, readRecords } from '../../archive/index.ts'
import type { RecordPlace } from '../plain.ts'

export interface BesideRevision {
  readonly sent: ArchivedRecord | null
  readonly picture: ArchivedRecord | null
}

/** The response, its request and metadata, and the picture. */
const MAX_RECORDS = 4

export async function besideRevision(
  archiveFolder: string,
  { file, offset, length }: RecordPlace,
  url: string,
): Promise<BesideRevision> {
  const [places, picture] = [new Map<string, RecordPlace>(), pictureAddress(url)]
  let count = 0
  for await (const record of readRecords(join(archiveFolder, file), { startAt: offset + length })) {
    const target = record.headers.get('warc-target-uri')
    if (count++ >= MAX_RECORDS || (target !== url && target !== picture)) break
    const { length: size } = await record.finish()
    if (size !== null)
      places.set(target === picture ? 'picture' : record.type, { file, offset: record.offset, length: size })
  }
  const read = async (name: string) => {
    const place = places.get(name)
    return place ? readRecordAt(archiveFolder, place) : null
  }
  return { sent: await read('response'), picture: await read('picture') }
}
