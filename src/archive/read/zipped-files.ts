/**
 * Files inside a WACZ, or any ZIP file of any size, by where their bytes are: archives are stored in it as they are, so that readers can seek
 * into them. Reads the directory at the end (APPNOTE 6.3, 4.3.12 to 4.3.16), and of each entry the header in front of its data.
 */
import { type ByteSource, openBytes } from '../archive-folder.ts'

export interface ZippedFile {
  readonly name: string
  readonly startAt: number
  readonly endAt: number
  /** Whether its bytes have to be inflated first. */
  readonly isCompressed: boolean
}

const ENTRY = 0x02014b50
const END = 0x06054b50
const END_64 = 0x06064b50
/** The end record, with the longest comment that may follow it, and the locator of the larger record in front of it. */
const MAX_END_BYTES = 22 + 65_535 + 20
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024
const OVERFLOW = 0xffffffff
const ZIP64_FIELD = 1

/** The files with such names; null if this is not a ZIP file. */
export async function zippedFiles(path: string, named: RegExp): Promise<readonly ZippedFile[] | null> {
  const bytes = await openBytes(path)
  try {
    const directory = await directoryOf(bytes)
    if (!directory) return null
    const files: ZippedFile[] = []
    for (const entry of entriesIn(directory)) {
      if (!named.test(entry.name)) continue
      const head = await bytes.read(entry.offset, 30)
      if (head.length < 30) return null
      const startAt = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
      const { name, isCompressed } = entry
      files.push({ name, startAt, endAt: startAt + entry.size, isCompressed })
    }
    return files
  } finally {
    await bytes.close()
  }
}

async function directoryOf(bytes: ByteSource): Promise<Buffer | null> {
  const from = Math.max(0, bytes.sizeBytes - MAX_END_BYTES)
  const tail = await bytes.read(from, bytes.sizeBytes - from)
  const end = lastIndexOf(tail, END)
  if (end < 0 || end + 22 > tail.length) return null
  let size = tail.readUInt32LE(end + 12)
  let offset = tail.readUInt32LE(end + 16)
  if (size === OVERFLOW || offset === OVERFLOW) {
    if (end < 20) return null
    const larger = await bytes.read(Number(tail.readBigUInt64LE(end - 12)), 56)
    if (larger.length < 56 || larger.readUInt32LE(0) !== END_64) return null
    size = Number(larger.readBigUInt64LE(40))
    offset = Number(larger.readBigUInt64LE(48))
  }
  if (size > MAX_DIRECTORY_BYTES || offset + size > bytes.sizeBytes) return null
  return bytes.read(offset, size)
}

function lastIndexOf(bytes: Buffer, signature: number): number {
  const wanted = Buffer.alloc(4)
  wanted.writeUInt32LE(signature)
  return bytes.lastIndexOf(wanted)
}

interface Entry {
  readonly name: string
  readonly size: number
  readonly offset: number
  readonly isCompressed: boolean
}

function* entriesIn(directory: Buffer): Generator<Entry> {
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map(each => directory.readUInt16LE(at + each))
    const extraAt = at + 46 + nameBytes!
    const extra = directory.subarray(extraAt, extraAt + extraBytes!)
    const [unpacked, packed, offset] = larger(
      extra,
      [24, 20, 42].map(each => directory.readUInt32LE(at + each)),
    )
    yield {
      name: directory.toString('utf8', at + 46, extraAt),
      size: packed!,
      offset: offset!,
      isCompressed: directory.readUInt16LE(at + 10) !== 0 || packed !== unpacked,
    }
    at = extraAt + extraBytes! + commentBytes!
  }
}

/** Numbers that do not fit stand in an extra field, those that overflow only, in this order. */
function larger(extra: Buffer, numbers: readonly number[]): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue
    let next = at + 4
    return numbers.map(number => {
      if (number !== OVERFLOW || next + 8 > extra.length) return number
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    })
  }
  return [...numbers]
}
