/** Records of a visit that refer to a payload of another page, written anew so that they can do without it. */
import type { ArchiveFolder } from '../archive-folder.ts'
import type { Pack } from '../format/pack.ts'
import { type PackedRecords, packRecords } from '../format/warc.ts'
import { recordsOfVisit } from '../read/page-records.ts'
import { parseRecord, type RecordAt, readRecordAt } from '../read/reader.ts'
import { type PayloadHolder, responseFrom, revisitFrom } from './revisits.ts'

export interface VisitPlace {
  readonly url: string
  readonly place: RecordAt
}

export interface WrittenAnew extends PackedRecords {
  /** The response, for later revisit records to name. */
  readonly holder: PayloadHolder
}

/** A visit whose record refers to a payload elsewhere gets that payload itself. Null if it cannot be read. */
export async function withOwnPayload(
  folder: ArchiveFolder,
  { url, place }: VisitPlace,
  pack: Pack,
): Promise<WrittenAnew | null> {
  const { http } = await readRecordAt(folder, place)
  const [first, ...rest] = await wholeRecords(folder, place, url)
  const response = first && http && responseFrom(first, http.payload)
  if (!response) return null
  const { headers } = parseRecord(response)
  const holder = {
    id: headers.get('warc-record-id') ?? '',
    url: headers.get('warc-target-uri') ?? url,
    at: Date.parse(headers.get('warc-date') ?? ''),
  }
  return { ...packRecords([response, ...rest], pack), holder }
}

/** A visit that found the same bytes again refers to this response from now on. Null if it cannot be read. */
export async function referringTo(
  folder: ArchiveFolder,
  { url, place }: VisitPlace,
  holder: PayloadHolder,
  pack: Pack,
): Promise<PackedRecords | null> {
  const [first, ...rest] = await wholeRecords(folder, place, url)
  const revisit = first && revisitFrom(first, holder)
  return revisit ? packRecords([revisit, ...rest], pack) : null
}

const RECORD_END = Buffer.from('\r\n\r\n')

async function wholeRecords(folder: ArchiveFolder, place: RecordAt, url: string): Promise<Buffer[]> {
  const records: Buffer[] = []
  for await (const record of recordsOfVisit(folder.file(place.file), place.offset, url)) {
    const pieces: Buffer[] = [record.head]
    for await (const piece of record.block) pieces.push(Buffer.from(piece))
    records.push(Buffer.concat([...pieces, RECORD_END]))
  }
  return records
}
