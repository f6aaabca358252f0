/**
 * zstd frames as archives hold them (IIPC, "Zstandard Compression for WARC Files" 1.0): a frame for each record, each with the
 * size of its content and a checksum, and with the number of the dictionary where the file has one. The dictionary itself
 * stands in the file's first frame, a skippable one:
 *
 *   0x184D2A5D · length · the dictionary, itself packed as one zstd frame
 */
import { constants, createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const DICTIONARY_FRAME = 0x184d2a5d
const DICTIONARY = 0xec30a437
export const ZSTD_FRAME = 0xfd2fb528
/** What readers must be able to take. */
const MOST_DICTIONARY_BYTES = 8 * 1024 * 1024
/** A dictionary is packed once and read often. */
const DICTIONARY_LEVEL = 15

const optionsFor = (level: number, dictionary: Uint8Array | null) => ({
  ...(dictionary && { dictionary }),
  params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
})

export function dictionaryFrame(dictionary: Uint8Array): Buffer {
  const packed = zstdCompressSync(dictionary, optionsFor(DICTIONARY_LEVEL, null))
  const head = Buffer.alloc(8)
  head.writeUInt32LE(DICTIONARY_FRAME, 0)
  head.writeUInt32LE(packed.length, 4)
  return Buffer.concat([head, packed])
}

/** How long the dictionary frame is that begins so, or null when it is none. Eight bytes tell. */
export function dictionaryFrameLength(head: Buffer): number | null {
  if (head.length < 8 || head.readUInt32LE(0) !== DICTIONARY_FRAME) return null
  const length = head.readUInt32LE(4)
  return length >= 8 && length <= MOST_DICTIONARY_BYTES ? 8 + length : null
}

/** The dictionary in its frame; null when what stands there is no dictionary. */
export function dictionaryIn(frame: Buffer): Buffer | null {
  const data = frame.subarray(8)
  if (data.readUInt32LE(0) === DICTIONARY) return data
  try {
    const dictionary = zstdDecompressSync(data, { maxOutputLength: MOST_DICTIONARY_BYTES })
    return dictionary.length >= 8 && dictionary.readUInt32LE(0) === DICTIONARY ? dictionary : null
  } catch {
    return null
  }
}

/** How long the head of a frame is (RFC 8878, 3.1.1.1), from its descriptor, the fifth byte. */
export function frameHeadLength(descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >>> 6]!
  return 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes
}

/** What a block's head of three bytes says (RFC 8878, 3.1.1.2): how long the block is with it, and whether it is the last. */
export function blockIn(head: Buffer): { readonly length: number; readonly isLast: boolean } {
  const word = head.readUIntLE(0, 3)
  const isRunLength = ((word >>> 1) & 3) === 1
  return { length: 3 + (isRunLength ? 1 : word >>> 3), isLast: (word & 1) === 1 }
}

/** The frames that lie one after the other in these bytes; those that are not whole are left out. */
export function* framesIn(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start + 9 <= bytes.length; ) {
    const descriptor = bytes[start + 4]!
    let at = start + frameHeadLength(descriptor)
    for (let isLast = false; !isLast; ) {
      if (at + 3 > bytes.length) return
      const block = blockIn(bytes.subarray(at, at + 3))
      at += block.length
      isLast = block.isLast
    }
    at += descriptor & 4 ? 4 : 0
    if (at > bytes.length) return
    yield bytes.subarray(start, at)
    start = at
  }
}

/** Which dictionary a frame was packed with (RFC 8878, 3.1.1.1.3); 0 for none. */
export function dictionaryNumber(frame: Buffer): number {
  const width = [0, 1, 2, 4][frame[4]! & 3]!
  const isSingle = (frame[4]! & 0x20) !== 0
  return width === 0 ? 0 : frame.readUIntLE(isSingle ? 5 : 6, width)
}

/** What Node's streams have below; not documented, but what npm's own `minizlib` builds on. */
interface Inner {
  readonly _handle?: {
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

const LARGE_RECORD = 4 * 1024 * 1024

/** Packers take turns, and what they packed is copied out at once: one room is enough for all. */
let room = Buffer.allocUnsafeSlow(256 * 1024)

/** No frame is larger than this. */
function roomFor(length: number): Buffer {
  const needed = length + (length >>> 7) + 1024
  if (room.length < needed) room = Buffer.allocUnsafeSlow(2 * needed)
  return room
}

/**
 * Packs record after record with one compressor. `zstdCompressSync` would set up a new one and digest the dictionary for
 * each record, which costs more than packing it; so the stream's inner compressor is called where Node has it as we know
 * it (a trial tells), and else the slow way is gone.
 */
export class FramePacker {
  readonly #options: ReturnType<typeof optionsFor>
  readonly #inner: Inner | null

  constructor(level: number, dictionary: Uint8Array | null) {
    this.#options = optionsFor(level, dictionary)
    this.#inner = createZstdCompress(this.#options) as unknown as Inner
    if (!this.#works(dictionary)) this.#inner = null
  }

  pack(record: Uint8Array): Buffer {
    const packed = record.length > LARGE_RECORD ? null : this.#packInside(record)
    return packed ?? zstdCompressSync(record, this.#options)
  }

  #packInside(record: Uint8Array): Buffer | null {
    const handle = this.#inner?._handle
    const state = this.#inner?._writeState
    if (!handle?.writeSync || !state) return null
    const output = roomFor(record.length)
    handle.writeSync(constants.ZSTD_e_end, record, 0, record.length, output, 0, output.length)
    const [unused = 0, left = 1] = state
    return left > 0 || unused === 0 ? null : Buffer.from(output.subarray(0, output.length - unused))
  }

  /** Two trials: the second shows that the first left nothing behind. */
  #works(dictionary: Uint8Array | null): boolean {
    const trial = Buffer.from('WARC/1.1\r\nWARC-Type: warcinfo\r\n\r\n')
    try {
      return [1, 2].every(() => {
        const packed = this.#packInside(trial)
        return packed !== null && zstdDecompressSync(packed, dictionary ? { dictionary } : {}).equals(trial)
      })
    } catch {
      return false
    }
  }
}
