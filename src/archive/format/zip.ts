/**
 * A ZIP file (APPNOTE 6.3) of stored entries, written front to back in constant memory, of any size.
 *
 * Written here because WACZ needs entries that readers can seek into without unpacking, of more than 4 GiB, whose size is not known when
 * they begin. The small libraries either lack ZIP64 or put sizes into a descriptor after the data, which some readers refuse. Since the
 * target is a file, the header of an entry is patched when its sizes are known.
 *
 * Entry:   local header (30 bytes) · name · extra field (28 bytes: ZIP64 sizes and padding) · data
 * End:     central directory · ZIP64 end and locator where anything overflows · end record
 *
 * The extra field of an entry has the same length in the central directory as before its data: ReplayWeb.page looks for the data where the
 * directory says, and does not read the local header.
 */
import { crc32 } from 'node:zlib'
import type { ByteSink } from '../write/copy-out.ts'

export interface PatchableSink extends ByteSink {
  patch(bytes: Uint8Array, at: number): Promise<void>
}

interface Entry {
  readonly name: Buffer
  readonly offset: number
  readonly size: number
  readonly crc: number
}

const LIMIT = 0xffffffff
/** Room for two sizes and an offset. */
const EXTRA_BYTES = 4 + 3 * 8
/** An extra field that every reader skips; zipalign of Android uses the same identifier for padding. */
const PADDING_ID = 0xd935
/** UTF-8 names. */
const FLAGS = 0x0800

export class ZipWriter {
  readonly #sink: PatchableSink
  readonly #entries: Entry[] = []
  readonly #stamp: { date: number; time: number }
  #at = 0

  constructor(sink: PatchableSink, at: number) {
    this.#sink = sink
    this.#stamp = dosStamp(at)
  }

  /** Runs `fill` with a sink for the content of one entry. Entries follow one another and never overlap. */
  async entry<T>(name: string, fill: (content: ByteSink) => Promise<T>): Promise<T> {
    const start = { name: Buffer.from(name), offset: this.#at, size: 0, crc: 0 }
    await this.#write(this.#localHead(start))
    const sum = { size: 0, crc: 0 }
    const result = await fill({
      write: async bytes => {
        sum.crc = crc32(bytes, sum.crc)
        sum.size += bytes.length
        await this.#write(bytes)
      },
    })
    const entry = { ...start, ...sum }
    await this.#sink.patch(this.#localHead(entry), entry.offset)
    this.#entries.push(entry)
    return result
  }

  async end(): Promise<void> {
    const start = this.#at
    for (const entry of this.#entries) await this.#write(this.#centralHead(entry))
    await this.#write(endRecords(this.#entries.length, start, this.#at - start))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(bytes)
    this.#at += bytes.length
  }

  #localHead(entry: Entry): Buffer {
    const head = Buffer.alloc(30)
    const isLarge = entry.size >= LIMIT
    head.writeUInt32LE(0x04034b50, 0)
    this.#shared(entry, isLarge).copy(head, 4)
    head.writeUInt16LE(EXTRA_BYTES, 28)
    return Buffer.concat([head, entry.name, extraField(isLarge ? [entry.size, entry.size] : [])])
  }

  /** The 24 bytes that local and central headers have in common: from the version needed to the length of the name. */
  #shared(entry: Entry, isLarge: boolean): Buffer {
    const shared = Buffer.alloc(24)
    shared.writeUInt16LE(isLarge ? 45 : 20, 0)
    shared.writeUInt16LE(FLAGS, 2)
    shared.writeUInt16LE(this.#stamp.time, 6)
    shared.writeUInt16LE(this.#stamp.date, 8)
    shared.writeUInt32LE(entry.crc, 10)
    shared.writeUInt32LE(isLarge ? LIMIT : entry.size, 14)
    shared.writeUInt32LE(isLarge ? LIMIT : entry.size, 18)
    shared.writeUInt16LE(entry.name.length, 22)
    return shared
  }

  #centralHead(entry: Entry): Buffer {
    const isLarge = entry.size >= LIMIT
    const isFar = entry.offset >= LIMIT
    const wide = [...(isLarge ? [entry.size, entry.size] : []), ...(isFar ? [entry.offset] : [])]
    const head = Buffer.alloc(46)
    head.writeUInt32LE(0x02014b50, 0)
    head.writeUInt16LE(45, 4)
    this.#shared(entry, isLarge || isFar).copy(head, 6)
    if (!isLarge) {
      head.writeUInt32LE(entry.size, 20)
      head.writeUInt32LE(entry.size, 24)
    }
    head.writeUInt16LE(EXTRA_BYTES, 30)
    head.writeUInt32LE(isFar ? LIMIT : entry.offset, 42)
    return Buffer.concat([head, entry.name, extraField(wide)])
  }
}

/** Numbers that do not fit into their fields in a header, followed by padding. */
function extraField(wide: readonly number[]): Buffer {
  const extra = Buffer.alloc(EXTRA_BYTES)
  const used = wide.length === 0 ? 0 : 4 + 8 * wide.length
  if (used > 0) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8 * wide.length, 2)
    for (const [i, value] of wide.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i)
  }
  if (used < EXTRA_BYTES) {
    extra.writeUInt16LE(PADDING_ID, used)
    extra.writeUInt16LE(EXTRA_BYTES - used - 4, used + 2)
  }
  return extra
}

function endRecords(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(Math.min(length, LIMIT), 12)
  end.writeUInt32LE(Math.min(start, LIMIT), 16)
  if (count < 0xffff && start < LIMIT && length < LIMIT) return end
  const wide = Buffer.alloc(56)
  wide.writeUInt32LE(0x06064b50, 0)
  wide.writeBigUInt64LE(44n, 4)
  wide.writeUInt16LE(45, 12)
  wide.writeUInt16LE(45, 14)
  for (const [i, value] of [count, count, length, start].entries())
    wide.writeBigUInt64LE(BigInt(value), 24 + 8 * i)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([wide, locator, end])
}

/** MS-DOS time, in UTC: two-second steps since 1980. */
function dosStamp(at: number): { date: number; time: number } {
  const moment = new Date(at)
  const year = Math.max(1980, moment.getUTCFullYear()) - 1980
  return {
    date: (year << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
  }
}
