/**
 * Reads the records of any WARC file from front to back, ours or another writer's: gzip or zstd by member, many records in one member, or
 * not compressed at all; WARC/0.18 to 1.1; with or without digests. The file's own bytes decide, not its name.
 *
 * Memory is bounded: a block comes in pieces and need not be read. Nothing in a file makes this throw: a record says what is wrong with it,
 * and where the file is torn or damaged, reading stops and `stopped` says where and why. On request, it goes on at the next member that
 * holds a record.
 */

import type { AnyFile } from '../archive-folder.ts'
import { RecordBytes } from '../format/record-bytes.ts'
import { FileBytes } from './file-bytes.ts'
import { ZSTD_FRAME } from './frames.ts'
import { dictionaryOf, gzipMember, type MemberEnd, startsZstd, zstdMember } from './members.ts'
import { nextMember, type OpenMember } from './next-member.ts'

export interface RecordEnd {
  /** The number of bytes the record takes in the file; null when it shares a compressed member with others. */
  readonly length: number | null
  /** What is wrong with the record, as a sentence. */
  readonly problem: string | null
  /** Whether its block has fewer bytes than it claims. */
  readonly isCut: boolean
}

type MemberPlace = Omit<RecordEnd, 'isCut'>

export interface StreamedRecord {
  /** The offset that a reader must seek to. */
  readonly offset: number
  readonly version: string
  readonly type: string
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** The header as stored, with its empty line. */
  readonly head: Buffer
  readonly contentLength: number
  /** The block in pieces; may be read once, or not at all. */
  readonly block: AsyncIterable<Buffer>
  /** Skips the rest of the record and returns how it ended. May be called again. */
  readonly finish: () => Promise<RecordEnd>
}

export interface Stopped {
  /** Everything before this byte is intact. */
  readonly offset: number
  /** `torn`: the file ends too early; `damaged`: there is something else where a record should be. */
  readonly kind: 'torn' | 'damaged'
  readonly reason: string
}

const MAX_HEAD_BYTES = 1024 * 1024
/** Opening a member costs as much as a small record; a file with nothing but empty members is not an archive. */
const MAX_EMPTY_MEMBERS = 10_000

export interface RecordReader extends AsyncIterable<StreamedRecord> {
  /** Where reading stopped, or first had to skip something. Null while reading, and after an intact file. */
  readonly stopped: Stopped | null
}

export interface ReadOptions {
  /** The offset of the first record to read. */
  readonly startAt?: number
  /** Ignores bytes after this offset, such as those of a file that is still being written. */
  readonly endAt?: number
  /** Goes on behind damaged members of a compressed file. */
  readonly skipsDamage?: boolean
}

export function readRecords(
  from: AnyFile,
  { startAt = 0, endAt, skipsDamage = false }: ReadOptions = {},
): RecordReader {
  const reader = {
    stopped: null as Stopped | null,
    async *[Symbol.asyncIterator]() {
      const file = await FileBytes.open(from, endAt)
      try {
        reader.stopped = yield* recordsOf(file, startAt, skipsDamage)
      } finally {
        await file.close()
      }
    },
  }
  return reader
}

type Records = AsyncGenerator<StreamedRecord, Stopped | null>

/** How a file is compressed: what its members begin with, and how one is unpacked. */
interface Packing {
  readonly magic: Buffer
  readonly open: OpenMember
}

async function* recordsOf(file: FileBytes, startAt: number, skipsDamage: boolean): Records {
  const packing = await packingOf(file, startAt)
  if (packing === null) return yield* plainRecords(file, startAt)
  let first: Stopped | null = null
  for (let at: number | null = startAt; at !== null; ) {
    const stopped: Stopped | null = yield* memberRecords(file, at, packing.open)
    first ??= stopped
    at = stopped && skipsDamage ? await nextMember(file, stopped.offset, packing) : null
  }
  return first
}

/** Null if the file is not compressed. What comes before the first record may be of another kind: the file may stand inside a ZIP file. */
async function packingOf(file: FileBytes, startAt: number): Promise<Packing | null> {
  const start = await file.from(startAt, 4)
  if (start[0] === 0x1f && start[1] === 0x8b) return { magic: GZIP_MEMBER, open: gzipMember }
  if (start.length < 4 || !startsZstd(start.readUInt32LE(0))) return null
  const dictionary = await dictionaryOf(file)
  return { magic: ZSTD_MEMBER, open: (_, at) => zstdMember(file, at, dictionary) }
}

const GZIP_MEMBER = Buffer.from([0x1f, 0x8b, 8])
const ZSTD_MEMBER = Buffer.alloc(4)
ZSTD_MEMBER.writeUInt32LE(ZSTD_FRAME)

async function* memberRecords(file: FileBytes, startAt: number, open: Packing['open']): Records {
  let emptyInARow = 0
  for (let at = startAt; at < file.endAt; ) {
    if (emptyInARow === MAX_EMPTY_MEMBERS)
      return { offset: at, kind: 'damaged', reason: `${MAX_EMPTY_MEMBERS} members in a row hold no record` }
    const bytes = new RecordBytes(open(file, at))
    let count = 0
    for (await bytes.skipLineEnds(); !(await bytes.isEmpty()); await bytes.skipLineEnds()) {
      const record = await startRecord(bytes, at, () => endInMember(bytes, at, count > 0))
      if (!record) {
        const end = bytes.end
        if (end && end.nextAt === null) return { offset: at, kind: end.kind, reason: end.reason }
        return { offset: at, kind: 'damaged', reason: 'there is no WARC header here' }
      }
      yield record
      await record.finish()
      count++
    }
    const end = await bytes.drain()
    if (end.nextAt === null) return { offset: at, kind: end.kind, reason: end.reason }
    emptyInARow = count === 0 ? emptyInARow + 1 : 0
    at = end.nextAt
  }
  return null
}

/** The end of a record; if it is alone in its member, its length is that of the member. */
async function endInMember(
  bytes: RecordBytes<MemberEnd>,
  at: number,
  isLater: boolean,
): Promise<MemberPlace> {
  await bytes.skipLineEnds()
  if (!(await bytes.isEmpty())) return { length: null, problem: null }
  const end = await bytes.drain()
  if (end.nextAt === null) return { length: null, problem: end.reason }
  return { length: isLater ? null : end.nextAt - at, problem: end.problem }
}

async function* plainRecords(file: FileBytes, startAt: number): Records {
  const source = file.range(startAt, file.endAt) as AsyncGenerator<Buffer, undefined>
  const bytes = new RecordBytes<undefined>(source)
  for (await bytes.skipLineEnds(); !(await bytes.isEmpty()); ) {
    const offset = startAt + bytes.taken
    const record = await startRecord(bytes, offset, async () => {
      await bytes.skipLineEnds()
      return { length: startAt + bytes.taken - offset, problem: null }
    })
    if (!record) {
      const isCut =
        startAt + bytes.taken === offset &&
        file.endAt - offset < MAX_HEAD_BYTES &&
        (await looksLikeRecord(file, offset))
      return isCut
        ? { offset, kind: 'torn', reason: 'the file ends inside the header of a record' }
        : { offset, kind: 'damaged', reason: 'there is no WARC header here' }
    }
    yield record
    const { problem } = await record.finish()
    if (problem !== null) return { offset, kind: 'torn', reason: problem }
  }
  return null
}

async function looksLikeRecord(file: FileBytes, at: number): Promise<boolean> {
  const start = (await file.from(at, 5)).subarray(0, 5).toString('latin1')
  return 'WARC/'.startsWith(start.toUpperCase())
}

/** Reads the header and provides the block; null if there is no header, or one without the length of its block. */
async function startRecord<End>(
  bytes: RecordBytes<End>,
  offset: number,
  ending: () => Promise<MemberPlace>,
): Promise<StreamedRecord | null> {
  const head = await bytes.head(MAX_HEAD_BYTES)
  if (head?.toString('latin1', 0, 5).toUpperCase() !== 'WARC/') return null
  const { version, headers } = parseHead(head)
  const contentLength = lengthOf(headers.get('content-length'))
  if (contentLength === null) return null
  let read = 0
  const pieces = counted(bytes.next(contentLength), count => (read += count))
  let end: Promise<RecordEnd> | null = null
  const finish = async (): Promise<RecordEnd> => {
    for await (const _ of pieces);
    const { length, problem } = await ending()
    const short = read < contentLength ? `the block has ${read} of ${contentLength} bytes` : null
    return { length, problem: short ?? problem, isCut: short !== null }
  }
  return {
    offset,
    version,
    type: headers.get('warc-type') ?? '',
    headers,
    head,
    contentLength,
    block: pieces,
    finish: () => (end ??= finish()),
  }
}

/** Unlike a generator, this can be continued after its loop was left early: `finish` reads the rest. */
function counted(source: AsyncGenerator<Buffer>, count: (bytes: number) => void): AsyncIterable<Buffer> {
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const result = await source.next()
        if (!result.done) count(result.value.length)
        return result
      },
    }),
  }
}

/** Folded values are joined once, at the end: a head may be one value of half a million lines. */
function parseHead(head: Buffer): { version: string; headers: Map<string, string> } {
  const [version = '', ...lines] = head.toString('utf8').split(/\r{0,2}\n/)
  const folded = new Map<string, string[]>()
  let last: string[] | null = null
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line) && last !== null) last.push(line.trim())
    else if (colon > 0) {
      last = [line.slice(colon + 1).trim()]
      folded.set(line.slice(0, colon).trim().toLowerCase(), last)
    }
  }
  const headers = new Map([...folded].map(([name, parts]) => [name, parts.join(' ').trim()]))
  return { version: version.trim(), headers }
}

/** Null if the length is missing or invalid: it is required (WARC 1.1, 5.3), and nothing else tells where the next record begins. */
function lengthOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}
