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

export interface KeptOptions {
  /** The flush that ends a member. */
  readonly finish: number
  /** A gzip compressor has to be told that another member begins; a zstd one would forget its dictionary. */
  readonly resets: boolean
  readonly unpack: (packed: Buffer) => Buffer
}

/** Larger records are rare, and would make the room too large. */
const LARGE_RECORD = 4 * 1024 * 1024

/** Packers take turns, and what they packed is copied out at once: one room is enough for all. */
let room = Buffer.allocUnsafeSlow(256 * 1024)

/** No member is larger than this: what cannot be packed is stored in blocks of 16 KB, with 5 bytes each. */
function roomFor(length: number): Buffer {
  const needed = length + (length >>> 7) + 1024
  if (room.length < needed) room = Buffer.allocUnsafeSlow(2 * needed)
  return room
}

/**
 * Packs record after record with one compressor. The functions of zlib that take a whole record set up a new one for each, and
 * digest its dictionary, which costs a fifth of packing a page and more; so the inner compressor of a stream is called where Node has
 * it as we know it (a trial tells).
 */
export class KeptCompressor {
  readonly #inner: Inner
  readonly #options: KeptOptions
  readonly #works: boolean

  constructor(stream: object, options: KeptOptions) {
    this.#inner = stream as Inner
    this.#options = options
    this.#works = this.#tried()
  }

  /** Null where the record has to go the usual way. */
  pack(record: Uint8Array): Buffer | null {
    return this.#works && record.length <= LARGE_RECORD ? this.#packInside(record) : null
  }

  #packInside(record: Uint8Array): Buffer | null {
    const { _handle: handle, _writeState: state } = this.#inner
    const { finish, resets } = this.#options
    if (!handle?.writeSync || !state || (resets && !handle.reset)) return null
    const output = roomFor(record.length)
    if (resets) handle.reset!()
    handle.writeSync(finish, record, 0, record.length, output, 0, output.length)
    const [unused = 0, left = 1] = state
    return left > 0 || unused === 0 ? null : Buffer.from(output.subarray(0, output.length - unused))
  }

  /** Two trials: the second shows that the first left nothing behind. */
  #tried(): boolean {
    const trial = Buffer.from('WARC/1.1\r\nWARC-Type: warcinfo\r\n\r\n')
    try {
      return [1, 2].every(() => {
        const packed = this.#packInside(trial)
        return packed !== null && this.#options.unpack(packed).equals(trial)
      })
    } catch {
      return false
    }
  }
}
