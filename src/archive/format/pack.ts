/** How a record is packed as a member of its file. */
import { constants, crc32, createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { KeptCompressor } from '../dictionary/kept-compressor.ts'
import { FramePacker } from '../read/frames.ts'

export type Compression = 'gzip' | 'zstd' | 'none'

export type Pack = (record: Buffer) => Buffer

/** Only zstd uses the dictionary. */
export function packerFor(compression: Compression, level: number, dictionary: Uint8Array | null): Pack {
  switch (compression) {
    case 'gzip':
      return gzipPacker(level)
    case 'zstd': {
      const packer = new FramePacker(level, dictionary)
      return record => packer.pack(record)
    }
    case 'none':
      return record => record
  }
}

/** Produces the same bytes whichever way a record is packed. */
function gzipPacker(level: number): Pack {
  const kept = new KeptCompressor(createGzip({ level }), {
    finish: constants.Z_FINISH,
    resets: true,
    unpack: packed => gunzipSync(packed),
  })
  return record =>
    record.length < SMALL_BYTES ? storedMember(record) : (kept.pack(record) ?? gzipSync(record, { level }))
}

/** Setting up the compressor costs more than a record of this size saves. */
const SMALL_BYTES = 1_500
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** A gzip member (RFC 1952) that holds its bytes in one stored block (RFC 1951 3.2.4). */
function storedMember(bytes: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(5 + 8)
  frame[0] = 1
  frame.writeUInt16LE(bytes.length, 1)
  frame.writeUInt16LE(~bytes.length & 0xffff, 3)
  frame.writeUInt32LE(crc32(bytes), 5)
  frame.writeUInt32LE(bytes.length, 9)
  return Buffer.concat([GZIP_HEAD, frame.subarray(0, 5), bytes, frame.subarray(5)])
}
