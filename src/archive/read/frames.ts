/**
 * zstd frames as archives hold them (IIPC, "Zstandard Compression for WARC Files" 1.0): one frame per record, with the size of its content
 * and a checksum, and with the number of the dictionary if the file has one. The dictionary itself is in the file's first frame, a
 * skippable one:
 *
 *   0x184D2A5D · length · the dictionary, itself packed as one zstd frame
 */
import { constants, createZstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { KeptCompressor } from '../dictionary/kept-compressor.ts'

const DICTIONARY_FRAME = 0x184d2a5d
const DICTIONARY = 0xec30a437
export const ZSTD_FRAME = 0xfd2fb528
/** The size that readers must be able to handle. */
const MAX_DICTIONARY_BYTES = 8 * 1024 * 1024
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

/** The length of the dictionary frame that starts with these bytes, or null if it is none. Eight bytes are enough to tell. */
export function dictionaryFrameLength(head: Buffer): number | null {
  if (head.length < 8 || head.readUInt32LE(0) !== DICTIONARY_FRAME) return null
  const length = head.readUInt32LE(4)
  return length >= 8 && length <= MAX_DICTIONARY_BYTES ? 8 + length : null
}

/** The dictionary in its frame; null if the frame does not hold one. */
export function dictionaryIn(frame: Buffer): Buffer | null {
  const data = frame.subarray(8)
  if (data.readUInt32LE(0) === DICTIONARY) return data
  try {
    const dictionary = zstdDecompressSync(data, { maxOutputLength: MAX_DICTIONARY_BYTES })
    return dictionary.length >= 8 && dictionary.readUInt32LE(0) === DICTIONARY ? dictionary : null
  } catch {
    return null
  }
}

/** The length of a frame header (RFC 8878, 3.1.1.1), according to its descriptor, the fifth byte. */
export function frameHeadLength(descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]!
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >>> 6]!
  return 5 + (isSingle ? 0 : 1) + dictionaryBytes + sizeBytes
}

/**
 * Parses the three-byte header of a block (RFC 8878, 3.1.1.2): the length of the block including the header, and whether it is the last.
 */
export function blockIn(head: Buffer): { readonly length: number; readonly isLast: boolean } {
  const word = head.readUIntLE(0, 3)
  const isRunLength = ((word >>> 1) & 3) === 1
  return { length: 3 + (isRunLength ? 1 : word >>> 3), isLast: (word & 1) === 1 }
}

/** The consecutive frames in these bytes; incomplete ones are left out. */
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

/** The number of the dictionary that a frame was packed with (RFC 8878, 3.1.1.1.3); 0 for none. */
export function dictionaryNumber(frame: Buffer): number {
  const width = [0, 1, 2, 4][frame[4]! & 3]!
  const isSingle = (frame[4]! & 0x20) !== 0
  return width === 0 ? 0 : frame.readUIntLE(isSingle ? 5 : 6, width)
}

/** Packs record after record with one compressor, which digests its dictionary only once. */
export class FramePacker {
  readonly #options: ReturnType<typeof optionsFor>
  readonly #kept: KeptCompressor

  constructor(level: number, dictionary: Uint8Array | null) {
    this.#options = optionsFor(level, dictionary)
    this.#kept = new KeptCompressor(createZstdCompress(this.#options), {
      finish: constants.ZSTD_e_end,
      resets: false,
      unpack: packed => zstdDecompressSync(packed, dictionary ? { dictionary } : {}),
    })
  }

  pack(record: Uint8Array): Buffer {
    return this.#kept.pack(record) ?? zstdCompressSync(record, this.#options)
  }
}
