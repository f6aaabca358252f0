/**
 * Erasing on request. The records of a page are overwritten in place, by one record that takes exactly as many bytes and says no more than that
 * something was erased: no other record moves, and the file can still be read from front to back.
 *
 *   WARC/1.1, type `metadata`, no address, a block of spaces; stored, not compressed, in a member like those of its file
 */
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { Failure } from '../../env/failure.ts'
import { warcDate } from '../format/warc.ts'
import { ZSTD_FRAME } from '../read/frames.ts'

export interface ByteRange {
  readonly offset: number
  readonly length: number
}

export interface Erasure {
  readonly at: number
  readonly newId: () => string
}

/** Overwrites ranges of whole records. Doing it again does no harm. */
export async function eraseRanges(
  path: string,
  ranges: readonly ByteRange[],
  erasure: Erasure,
): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    for (const { offset, length } of ranges) {
      const bytes = erasedRecord(path, length, erasure)
      await handle.write(bytes, 0, bytes.length, offset)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Ranges that touch or overlap become one. */
export function joinedRanges(ranges: readonly ByteRange[]): ByteRange[] {
  const joined: { offset: number; length: number }[] = []
  for (const { offset, length } of [...ranges].sort((a, b) => a.offset - b.offset)) {
    const last = joined.at(-1)
    if (last && offset <= last.offset + last.length)
      last.length = Math.max(last.length, offset + length - last.offset)
    else joined.push({ offset, length })
  }
  return joined
}

/** A record that takes `length` bytes in a file of this name. */
export function erasedRecord(path: string, length: number, erasure: Erasure): Buffer {
  const framing = framingOf(path)
  const blocks = blocksFor(length, framing)
  const record = blankRecord(length - framing.frameBytes - blocks * framing.headBytes, erasure)
  if (!record)
    throw new Failure('broken', `${path}: ${length} bytes are too few for a record: run "tidewatch doctor"`)
  return framing.wrap(record, blocks)
}

/** How a member stores bytes without compressing them. */
interface Framing {
  /** Bytes that every member takes, and bytes that every block takes. */
  readonly frameBytes: number
  readonly headBytes: number
  readonly maxBlockBytes: number
  readonly wrap: (record: Buffer, blocks: number) => Buffer
}

/** The fewest blocks that hold what is left of `length` without their heads. */
function blocksFor(length: number, { frameBytes, headBytes, maxBlockBytes }: Framing): number {
  return Math.max(1, Math.ceil((length - frameBytes) / (maxBlockBytes + headBytes)))
}

function framingOf(path: string): Framing {
  if (path.endsWith('.gz')) return GZIP
  return path.endsWith('.zst') ? ZSTD : PLAIN
}

const PLAIN: Framing = {
  frameBytes: 0,
  headBytes: 0,
  maxBlockBytes: Number.POSITIVE_INFINITY,
  wrap: record => record,
}

/** RFC 1952 around stored blocks (RFC 1951, 3.2.4). */
const GZIP: Framing = {
  frameBytes: 18,
  headBytes: 5,
  maxBlockBytes: 0xffff,
  wrap(record, blocks) {
    const parts = pieces(record, blocks, GZIP.maxBlockBytes).flatMap((piece, i) => {
      const head = Buffer.alloc(5)
      head[0] = i === blocks - 1 ? 1 : 0
      head.writeUInt16LE(piece.length, 1)
      head.writeUInt16LE(~piece.length & 0xffff, 3)
      return [head, piece]
    })
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(crc32(record), 0)
    trailer.writeUInt32LE(record.length, 4)
    return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]), ...parts, trailer])
  },
}

/** RFC 8878, 3.1.1: one segment with the size of its content in four bytes, of raw blocks. */
const ZSTD: Framing = {
  frameBytes: 9,
  headBytes: 3,
  maxBlockBytes: 128 * 1024,
  wrap(record, blocks) {
    const head = Buffer.alloc(9)
    head.writeUInt32LE(ZSTD_FRAME, 0)
    head[4] = 0xa0
    head.writeUInt32LE(record.length, 5)
    const parts = pieces(record, blocks, ZSTD.maxBlockBytes).flatMap((piece, i) => {
      const blockHead = Buffer.alloc(3)
      blockHead.writeUIntLE(piece.length * 8 + (i === blocks - 1 ? 1 : 0), 0, 3)
      return [blockHead, piece]
    })
    return Buffer.concat([head, ...parts])
  },
}

/** Always as many as asked for: the last one may be empty. */
const pieces = (record: Buffer, count: number, mostBytes: number): Buffer[] =>
  Array.from({ length: count }, (_, i) => record.subarray(i * mostBytes, (i + 1) * mostBytes))

const RECORD_END = '\r\n\r\n'
/** The length is written with all these digits, so that it does not change the length of the head. */
const LENGTH_DIGITS = 10

/** Null if a record does not fit into so few bytes. */
function blankRecord(bytes: number, { at, newId }: Erasure): Buffer | null {
  const fields = [
    'WARC/1.1',
    'WARC-Type: metadata',
    `WARC-Record-ID: <${newId()}>`,
    `WARC-Date: ${warcDate(at)}`,
    'Content-Type: text/plain',
  ].join('\r\n')
  const headBytes = `${fields}\r\nContent-Length: `.length + LENGTH_DIGITS + RECORD_END.length
  const blank = bytes - headBytes - RECORD_END.length
  if (blank < 0) return null
  const length = String(blank).padStart(LENGTH_DIGITS, '0')
  return Buffer.from(`${fields}\r\nContent-Length: ${length}${RECORD_END}${' '.repeat(blank)}${RECORD_END}`)
}
