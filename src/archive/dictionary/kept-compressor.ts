/** The internals of Node's zlib streams; undocumented, but npm's own `minizlib` relies on them too. */
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
  /** Unused bytes of the output, remaining bytes of the input. */
  readonly _writeState?: Uint32Array
}

export interface KeptOptions {
  /** The flush mode that ends a member. */
  readonly finish: number
  /** A gzip compressor must be reset before another member; a zstd one would forget its dictionary. */
  readonly resets: boolean
  readonly unpack: (packed: Buffer) => Buffer
}

/** Larger records are rare, and would make the shared buffer too large. */
const LARGE_RECORD = 4 * 1024 * 1024

/** Packers take turns, and their output is copied out at once, so one buffer is enough for all. */
let room = Buffer.allocUnsafeSlow(256 * 1024)

/** No member is larger than this: incompressible data is stored in blocks of 16 KB, with 5 bytes of overhead each. */
function roomFor(length: number): Buffer {
  const needed = length + (length >>> 7) + 1024
  if (room.length < needed) room = Buffer.allocUnsafeSlow(2 * needed)
  return room
}

/**
 * Packs record after record with one compressor. The one-shot functions of zlib set up a new compressor for each record, and digest its
 * dictionary, which costs a fifth of the time to pack a page or more. So the inner compressor of a stream is called directly, if a trial
 * shows that this version of Node has it as expected.
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

  /** Null if the record has to be packed the usual way. */
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

  /** Tries twice: the second trial shows that the first left nothing behind. */
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
