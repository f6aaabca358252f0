import { constants, createGzip, gunzipSync } from 'node:zlib'
import { type Pack, packerFor } from '../../archive/index.ts'

/** What Node's streams have below; not documented, but what npm's own `minizlib` builds on. */
interface Inner {
  readonly _handle?: {
    reset?(): void
    writeSync?(
      flush: number,
      input: Uint8Array,
      inputAt: number,
      inputLength: number,
      output: Uint8Array,
      outputAt: number,
      outputLength: number,
    ): void
  }
  /** Bytes unused of the output, bytes left of the input. */
  readonly _writeState?: Uint32Array
}

/** Smaller records are hardly packed at all, larger ones are rare: both go the usual way. */
const SMALL_RECORD = 4 * 1024
const LARGE_RECORD = 4 * 1024 * 1024
const FIRST_ROOM_BYTES = 64 * 1024

/**
 * Packs record after record with one gzip compressor, to the same bytes as the archive's own packer. `gzipSync` sets up
 * 260 KB of tables for each record, a fifth of what packing a page costs, and leaves them to the collector. Where Node's
 * streams are not as we know them inside (a trial tells), the usual way is gone.
 */
export class GzipPacker {
  readonly #usual: Pack
  readonly #inner: Inner | null
  #room = Buffer.allocUnsafeSlow(FIRST_ROOM_BYTES)

  constructor(level: number) {
    this.#usual = packerFor('gzip', level, null)
    this.#inner = createGzip({ level }) as unknown as Inner
    if (!this.#works()) this.#inner = null
  }

  pack(record: Buffer): Buffer {
    const isUsual = record.length < SMALL_RECORD || record.length > LARGE_RECORD
    return (isUsual ? null : this.#packInside(record)) ?? this.#usual(record)
  }

  #packInside(record: Buffer): Buffer | null {
    const handle = this.#inner?._handle
    const state = this.#inner?._writeState
    if (!handle?.writeSync || !handle.reset || !state) return null
    const output = this.#roomFor(record.length)
    handle.reset()
    handle.writeSync(constants.Z_FINISH, record, 0, record.length, output, 0, output.length)
    const [unused = 0, left = 1] = state
    return left > 0 || unused === 0 ? null : Buffer.from(output.subarray(0, output.length - unused))
  }

  /** No member is larger than this: what cannot be packed is stored in blocks of 16 KB, with 5 bytes each. */
  #roomFor(length: number): Buffer {
    const needed = length + (length >>> 7) + 1024
    if (this.#room.length < needed) this.#room = Buffer.allocUnsafeSlow(2 * needed)
    return this.#room
  }

  /** Two trials: the second shows that the first left nothing behind. */
  #works(): boolean {
    const trial = Buffer.from('WARC/1.1\r\nWARC-Type: warcinfo\r\n\r\n')
    try {
      return [1, 2].every(() => {
        const packed = this.#packInside(trial)
        return packed !== null && gunzipSync(packed).equals(trial)
      })
    } catch {
      return false
    }
  }
}
