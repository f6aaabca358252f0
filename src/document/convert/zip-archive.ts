/**
 * The files in a zip archive (PKWARE APPNOTE 6.3), for formats based on it: found through the table of contents at the end, and unpacked
 * one by one on demand. The unpacked size is bounded for each file and in total, whatever its header claims, so that a few kilobytes
 * cannot become gigabytes; the inflater stops at the bound.
 */
import { inflateRawSync } from 'node:zlib'
import { UnreadableError } from './page-document.ts'

const END_MARK = 0x06054b50
const ENTRY_MARK = 0x02014b50
const LOCAL_MARK = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const MAX_ENTRIES = 10_000
/** Most bytes unpacked from one archive. The text of a thousand pages takes a tenth of it. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
/** Office markup shrinks to a tenth, tables of zeros to a fiftieth; beyond this ratio the file was made to swell. */
const MAX_RATIO = 250
const MIN_SUSPECT_BYTES = 4 * 1024 * 1024
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

interface Entry {
  readonly method: number
  readonly flags: number
  readonly packedBytes: number
  readonly offset: number
}

export class ZipArchive {
  readonly #bytes: Buffer
  readonly #entries = new Map<string, Entry>()
  #unpackedBytes = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#readContents(this.#endAt())
  }

  names(): readonly string[] {
    return [...this.#entries.keys()]
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The bytes of a file; undefined if there is no file of that name. */
  read(name: string): Buffer | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    if ((entry.flags & ENCRYPTED) !== 0) throw new UnreadableError('is encrypted')
    const packed = this.#packed(entry)
    const bytes = entry.method === STORED ? packed : this.#inflated(entry.method, packed)
    this.#unpackedBytes += bytes.length
    return bytes
  }

  /** A file as text, in the Unicode encoding indicated by its first bytes. */
  text(name: string): string | undefined {
    const bytes = this.read(name)
    if (bytes === undefined) return undefined
    const [first, second] = bytes
    if (first === 0xff && second === 0xfe) return bytes.toString('utf16le', 2)
    if (first === 0xfe && second === 0xff)
      return Buffer.from(bytes.subarray(2, bytes.length & ~1))
        .swap16()
        .toString('utf16le')
    return bytes.toString('utf8')
  }

  #inflated(method: number, packed: Buffer): Buffer {
    if (method !== DEFLATED) throw new UnreadableError('is packed in a way that is not supported')
    const room = MAX_UNPACKED_BYTES - this.#unpackedBytes
    const byRatio = Math.max(MIN_SUSPECT_BYTES, packed.length * MAX_RATIO)
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(room, byRatio)) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
        throw new UnreadableError('is damaged: a part of it cannot be unpacked')
      throw new UnreadableError(
        byRatio < room
          ? 'unpacks to far more than documents do: it looks like a zip bomb'
          : `unpacks to more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MiB`,
      )
    }
  }

  #packed({ offset, packedBytes }: Entry): Buffer {
    const bytes = this.#bytes
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_MARK) throw damaged()
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    if (start + packedBytes > bytes.length) throw damaged()
    return bytes.subarray(start, start + packedBytes)
  }

  /** Position of the record that ends the table of contents: the last thing in the file except for a comment. */
  #endAt(): number {
    const bytes = this.#bytes
    const last = bytes.length - END_BYTES
    for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--)
      if (bytes[at] === 0x50 && bytes.readUInt32LE(at) === END_MARK) return at
    throw damaged()
  }

  #readContents(end: number): void {
    const bytes = this.#bytes
    const count = bytes.readUInt16LE(end + 10)
    if (count > MAX_ENTRIES) throw new UnreadableError(`holds more than ${MAX_ENTRIES} files`)
    let at = bytes.readUInt32LE(end + 16)
    for (let n = 0; n < count; n++) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY_MARK) throw damaged()
      const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
      const name = bytes.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/')
      const entry = {
        flags: bytes.readUInt16LE(at + 8),
        method: bytes.readUInt16LE(at + 10),
        packedBytes: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      }
      if (!this.#entries.has(name)) this.#entries.set(name, entry)
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
  }
}

const damaged = () => new UnreadableError('is damaged or cut short')

/** The path of the file that `target`, as written in the file `from`, refers to; it may go up, but not out of the archive. */
export function pathWithin(from: string, target: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of target.split('/'))
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  return parts.join('/')
}
