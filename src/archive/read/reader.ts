import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Failure } from '../../env/failure.ts'
import type { HeaderList } from '../../fetch/header-list.ts'
import { type AnyFile, type ArchiveFolder, fileRef, readBytesAt } from '../archive-folder.ts'
import { FileBytes, isDenied, unreadableWords } from './file-bytes.ts'
import { dictionaryNumber } from './frames.ts'
import { dictionaryOf } from './members.ts'

/** What to do about a record that cannot be read, at the end of a sentence. */
export const ASK_DOCTOR = ': run "tidewatch doctor"'

/** A record read back: its WARC header, and for HTTP records the HTTP head and the payload separately. */
export interface ArchivedRecord {
  readonly type: string
  readonly headers: ReadonlyMap<string, string>
  readonly block: Buffer
  readonly http: ArchivedHttp | null
}

export interface ArchivedHttp {
  readonly startLine: string
  /** As stored. */
  readonly headers: HeaderList
  readonly payload: Buffer
}

export interface RecordBytesAt {
  readonly file: string
  readonly offset: number
  readonly length: number
}

/** The place of a record and, if it refers to the payload of another one, of that one. */
export interface RecordAt extends RecordBytesAt {
  readonly payload?: RecordBytesAt
}

/** One seek, one record. If the record refers to another one's payload, that is read too: a second seek. */
export async function readRecordAt(folder: ArchiveFolder, place: RecordAt): Promise<ArchivedRecord> {
  const record = await readWith(folder, place, unpack)
  if (!place.payload || !record.http) return record
  const { http } = await readWith(folder, place.payload, unpack)
  return { ...record, http: { ...record.http, payload: http?.payload ?? Buffer.alloc(0) } }
}

/** The headers of a record: at least its own head, and no more of its block than comes along. */
export const readHeadAt = (folder: ArchiveFolder, place: RecordBytesAt): Promise<ArchivedRecord> =>
  readWith(folder, place, unpackHead)

type Unpack = (packed: Buffer, file: AnyFile) => Promise<Buffer>

async function readWith(
  folder: ArchiveFolder,
  place: RecordBytesAt,
  unpacked: Unpack,
): Promise<ArchivedRecord> {
  const file = folder.file(place.file)
  try {
    const packed = await readBytesAt(file, place.offset, place.length)
    if (packed.length < place.length)
      throw new Failure('broken', `${file.path} ends before byte ${place.offset + place.length}${ASK_DOCTOR}`)
    return parseRecord(await unpacked(packed, file))
  } catch (error) {
    if (error instanceof Failure) throw error
    const advice = isDenied(error) ? '' : ASK_DOCTOR
    throw new Failure('broken', `the archive file ${file.path} ${unreadableWords(error)}${advice}`, {
      cause: error,
    })
  }
}

async function unpack(packed: Buffer, file: AnyFile): Promise<Buffer> {
  const { path } = fileRef(file)
  if (path.endsWith('.gz')) return gunzipSync(packed)
  if (!path.endsWith('.zst')) return packed
  const number = dictionaryNumber(packed)
  return zstdDecompressSync(packed, number === 0 ? {} : { dictionary: await dictionaryAt(file, number) })
}

/** The first part of a long gzip member is enough; zstd is as fast with all of it. */
async function unpackHead(packed: Buffer, file: AnyFile): Promise<Buffer> {
  return fileRef(file).path.endsWith('.gz') ? gunzipHead(packed, 1) : unpack(packed, file)
}

/** Enough for most heads, packed. */
const FIRST_PART_BYTES = 4_096

/** As much of a gzip member as is needed to include this many empty lines; all of it if there are fewer. */
export function gunzipHead(packed: Buffer, emptyLines: 1 | 2): Buffer {
  for (let part = FIRST_PART_BYTES; part < packed.length; part *= 16) {
    const bytes = gunzipSync(packed.subarray(0, part), { finishFlush: constants.Z_SYNC_FLUSH })
    const first = bytes.indexOf('\r\n\r\n')
    if (first >= 0 && (emptyLines === 1 || bytes.includes('\r\n\r\n', first + 4))) return bytes
  }
  return gunzipSync(packed)
}

const MAX_DICTIONARIES = 16
/** By path, least recently used first: readers of one record in a file often read another. */
const dictionaries = new Map<string, { readonly number: number; readonly dictionary: Buffer }>()

async function dictionaryAt(file: AnyFile, number: number): Promise<Buffer> {
  const { path } = fileRef(file)
  const known = dictionaries.get(path)
  const dictionary = known?.number === number ? known.dictionary : await readDictionary(file)
  if (!dictionary) throw new Failure('broken', `${path} does not begin with its dictionary${ASK_DOCTOR}`)
  dictionaries.delete(path)
  dictionaries.set(path, { number, dictionary })
  for (const first of dictionaries.keys())
    if (dictionaries.size > MAX_DICTIONARIES) dictionaries.delete(first)
  return dictionary
}

/** The dictionary in the first frame of a file, or null. */
export async function readDictionary(file: AnyFile): Promise<Buffer | null> {
  const bytes = await FileBytes.open(file)
  try {
    return await dictionaryOf(bytes)
  } finally {
    await bytes.close()
  }
}

export function parseRecord(bytes: Buffer): ArchivedRecord {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0 || !bytes.subarray(0, 5).equals(Buffer.from('WARC/')))
    throw new Failure('broken', `an archive record has no WARC header${ASK_DOCTOR}`)
  const headers = new Map<string, string>()
  for (const line of bytes.toString('utf8', 0, headEnd).split('\r\n').slice(1)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  const length = Number(headers.get('content-length') ?? 0)
  const block = bytes.subarray(headEnd + 4, headEnd + 4 + length)
  const isHttp = (headers.get('content-type') ?? '').startsWith('application/http')
  return { type: headers.get('warc-type') ?? '', headers, block, http: isHttp ? parseHttp(block) : null }
}

export function parseHttp(block: Buffer): ArchivedHttp {
  const found = block.indexOf('\r\n\r\n')
  const headEnd = found < 0 ? block.length : found
  const [startLine = '', ...lines] = block.toString('latin1', 0, headEnd).split('\r\n')
  const headers: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.push(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { startLine, headers, payload: block.subarray(headEnd + 4) }
}
