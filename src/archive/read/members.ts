/**
 * The compressed members of an archive file, one after the other, inflated in pieces.
 *
 * Node's own gunzip silently continues across the border between two members, but an index needs the border. So the gzip frame (RFC 1952)
 * is parsed here and only the deflate stream is left to zlib, which stops at its end and reports how much it consumed. The length of a zstd
 * frame (RFC 8878, 3.1.1) is found by walking its block headers.
 *
 * Most members are small: they are inflated in one call from the window; only large ones are streamed.
 */
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw, createZstdDecompress, inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { errorCode, Failure } from '../../env/failure.ts'
import type { FileBytes } from './file-bytes.ts'
import { blockIn, dictionaryFrameLength, dictionaryIn, frameHeadLength, ZSTD_FRAME } from './frames.ts'

/** How a member ended: where the next one begins, or why there is none. */
export type MemberEnd =
  | { readonly nextAt: number; readonly problem: string | null }
  | { readonly nextAt: null; readonly kind: 'torn' | 'damaged'; readonly reason: string }

export type ArchiveMember = AsyncGenerator<Buffer, MemberEnd>

const SMALL_PACKED = 64 * 1024
const SMALL_INFLATED = 1024 * 1024
const MAX_GZIP_HEAD_BYTES = 128 * 1024

const torn = (reason: string): MemberEnd => ({ nextAt: null, kind: 'torn', reason })
const damaged = (reason: string): MemberEnd => ({ nextAt: null, kind: 'damaged', reason })

export async function* gzipMember(file: FileBytes, at: number): ArchiveMember {
  const head = gzipHeadLength(await file.from(at, MAX_GZIP_HEAD_BYTES))
  if (head === 'torn') return torn('the file ends inside the head of a gzip member')
  if (head === 'damaged') return damaged('there is no gzip member here')
  const sum = { crc: 0, length: 0 }
  const bodyAt = at + head
  let taken: number | MemberEnd | null = null
  const small = inflateSmall((await file.from(bodyAt, SMALL_PACKED)).subarray(0, SMALL_PACKED))
  if (small) {
    add(sum, small.bytes)
    yield small.bytes
    taken = small.taken
  } else taken = yield* inflateLarge(file, bodyAt, sum)
  if (typeof taken !== 'number') return taken
  return gzipTrailer(file, bodyAt + taken, sum)
}

async function gzipTrailer(
  file: FileBytes,
  at: number,
  sum: { crc: number; length: number },
): Promise<MemberEnd> {
  const trailer = await file.from(at, 8)
  if (trailer.length < 8) return torn('the file ends inside the checksum of a gzip member')
  const agrees = trailer.readUInt32LE(0) === sum.crc && trailer.readUInt32LE(4) === sum.length % 2 ** 32
  return { nextAt: at + 8, problem: agrees ? null : 'the checksum of the gzip member is wrong' }
}

function add(sum: { crc: number; length: number }, bytes: Buffer): void {
  sum.crc = crc32(bytes, sum.crc)
  sum.length += bytes.length
}

/** Null when the member is not small, or incomplete: streaming finds out which. */
function inflateSmall(packed: Buffer): { bytes: Buffer; taken: number } | null {
  try {
    const { buffer, engine } = inflateRawSync(packed, {
      info: true,
      maxOutputLength: SMALL_INFLATED,
    }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    return { bytes: buffer, taken: engine.bytesWritten }
  } catch {
    return null
  }
}

async function* inflateLarge(
  file: FileBytes,
  at: number,
  sum: { crc: number; length: number },
): AsyncGenerator<Buffer, number | MemberEnd> {
  const source = Readable.from(file.range(at, file.endAt), { highWaterMark: 1 })
  const inflater = createInflateRaw()
  pipeline(source, inflater, ignored)
  try {
    for await (const bytes of inflater) {
      add(sum, bytes as Buffer)
      yield bytes as Buffer
    }
    return inflater.bytesWritten
  } catch (error) {
    if (error instanceof Failure) throw error
    return errorCode(error) === 'Z_BUF_ERROR'
      ? torn('the file ends inside a gzip member')
      : damaged('a gzip member cannot be inflated')
  } finally {
    source.destroy()
  }
}

/** Errors of a pipeline are reported to the reader of its last stream. */
const ignored = () => {}

/** RFC 1952, 2.3: fixed part, then the fields that the flags announce. */
function gzipHeadLength(bytes: Buffer): number | 'torn' | 'damaged' {
  if (bytes.length < 10) return 'torn'
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return 'damaged'
  const flags = bytes[3]!
  let at = 10
  if (flags & 4) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0)
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue
    const zero = bytes.indexOf(0, at)
    if (zero < 0) return bytes.length >= MAX_GZIP_HEAD_BYTES ? 'damaged' : 'torn'
    at = zero + 1
  }
  if (flags & 2) at += 2
  return at > bytes.length ? 'torn' : at
}

const isSkippable = (magic: number) => (magic & 0xfffffff0) >>> 0 === 0x184d2a50

export const startsZstd = (magic: number) => magic === ZSTD_FRAME || isSkippable(magic)

/** The dictionary that every frame of the file needs; null if it has none, or a damaged one. */
export async function dictionaryOf(file: FileBytes): Promise<Buffer | null> {
  const length = dictionaryFrameLength(await file.from(0, 8))
  if (length === null || length > file.endAt) return null
  return dictionaryIn((await file.from(0, length)).subarray(0, length))
}

export async function* zstdMember(file: FileBytes, at: number, dictionary: Buffer | null): ArchiveMember {
  const head = await file.from(at, 18)
  if (head.length < 8) return torn('the file ends inside the head of a zstd frame')
  const magic = head.readUInt32LE(0)
  // Skippable frames hold dictionaries and comments, no records.
  if (isSkippable(magic)) {
    const nextAt = at + 8 + head.readUInt32LE(4)
    return nextAt > file.endAt ? torn('the file ends inside a skippable frame') : { nextAt, problem: null }
  }
  if (magic !== ZSTD_FRAME) return damaged('there is no zstd frame here')
  const end = await zstdFrameEnd(file, at, head)
  if (typeof end !== 'number') return end
  try {
    yield* unpackFrame(file, at, end, dictionary ? { dictionary } : {})
  } catch (error) {
    if (error instanceof Failure) throw error
    return damaged('a zstd frame cannot be unpacked')
  }
  return { nextAt: end, problem: null }
}

async function* unpackFrame(
  file: FileBytes,
  at: number,
  end: number,
  options: { readonly dictionary?: Buffer },
): AsyncGenerator<Buffer> {
  if (end - at <= SMALL_PACKED) {
    const frame = (await file.from(at, end - at)).subarray(0, end - at)
    try {
      yield zstdDecompressSync(frame, { ...options, maxOutputLength: SMALL_INFLATED })
      return
    } catch (error) {
      if (errorCode(error) !== 'ERR_BUFFER_TOO_LARGE') throw error
    }
  }
  const source = Readable.from(file.range(at, end), { highWaterMark: 1 })
  const unpacked = createZstdDecompress(options)
  pipeline(source, unpacked, ignored)
  try {
    for await (const bytes of unpacked) yield bytes as Buffer
  } finally {
    source.destroy()
  }
}

async function zstdFrameEnd(file: FileBytes, start: number, head: Buffer): Promise<number | MemberEnd> {
  const descriptor = head[4]!
  let at = start + frameHeadLength(descriptor)
  for (let isLast = false; !isLast; ) {
    const bytes = await file.from(at, 3)
    if (bytes.length < 3) return torn('the file ends inside a zstd frame')
    const block = blockIn(bytes)
    at += block.length
    isLast = block.isLast
  }
  const end = at + (descriptor & 4 ? 4 : 0)
  return end > file.endAt ? torn('the file ends inside a zstd frame') : end
}
