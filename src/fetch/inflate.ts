import type { Transform } from 'node:stream'
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'

export interface Inflated {
  readonly bytes: Uint8Array
  /** Whether the end is missing, because the limit was reached or the data broke off. */
  readonly cut: boolean
}

/**
 * Decodes `Content-Encoding`, up to `limit` bytes: a bomb yields its first bytes and nothing more. A body that is not encoded as its header
 * says is returned unchanged, which is what users of browsers see too.
 */
export async function inflate(
  body: Uint8Array,
  encoding: string | undefined,
  limit: number,
): Promise<Inflated> {
  let result: Inflated = { bytes: body, cut: false }
  const layers = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '' && part !== 'identity')
  for (const layer of layers.reverse().slice(0, 3)) {
    const next = await undo(result.bytes, layer, limit)
    if (next === null) return result
    result = { bytes: next.bytes, cut: next.cut || result.cut }
  }
  return result.bytes.length > limit ? { bytes: result.bytes.subarray(0, limit), cut: true } : result
}

async function undo(body: Uint8Array, encoding: string, limit: number): Promise<Inflated | null> {
  if (body.length === 0) return { bytes: body, cut: false }
  const whole = undoWhole(body, encoding, limit)
  if (whole !== 'no' && whole !== null) return { bytes: whole, cut: false }
  if (whole === null) return null
  const member = encoding.endsWith('gzip') ? onlyMember(body, limit) : null
  if (member !== null) return { bytes: member, cut: false }
  const bytes = await undoPart(body, encoding, limit)
  return bytes.length === 0 ? null : { bytes, cut: true }
}

/** The fast path, for complete data within the limit; null for an unknown encoding, 'no' when it fails. */
function undoWhole(body: Uint8Array, encoding: string, limit: number): Uint8Array | null | 'no' {
  const options = { maxOutputLength: limit }
  try {
    switch (encoding) {
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, options)
      case 'deflate':
        return isZlib(body) ? inflateSync(body, options) : inflateRawSync(body, options)
      case 'br':
        return brotliDecompressSync(body, options)
      case 'zstd':
        return zstdDecompressSync(body, options)
      default:
        return null
    }
  } catch {
    return 'no'
  }
}

export const isGzip = (body: Uint8Array, at = 0): boolean => body[at] === 0x1f && body[at + 1] === 0x8b

/** Decodes a complete gzip member with a wrong checksum or extra data after it, which browsers accept silently; otherwise null. */
function onlyMember(body: Uint8Array, limit: number): Uint8Array | null {
  const start = gzipDataAt(body)
  if (start === null) return null
  try {
    // With the option `info`, Node returns both; its types do not know that.
    const options = { maxOutputLength: limit, info: true }
    const { buffer, engine } = inflateRawSync(body.subarray(start), options) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    return isGzip(body, start + engine.bytesWritten + 8) ? null : buffer
  } catch {
    return null
  }
}

/** The offset of the compressed data of a gzip member (RFC 1952, 2.3), or null. */
function gzipDataAt(body: Uint8Array): number | null {
  if (!isGzip(body)) return null
  const flags = body[3]!
  let at = 10
  if (flags & 4) at += 2 + (body[at]! | (body[at + 1]! << 8))
  for (const text of [8, 16]) if (flags & text) at = body.indexOf(0, at) + 1 || body.length
  if (flags & 2) at += 2
  return at < body.length ? at : null
}

const isZlib = (body: Uint8Array) => (body[0]! & 0x0f) === 8 && ((body[0]! << 8) | body[1]!) % 31 === 0

function decoder(encoding: string, body: Uint8Array): Transform {
  switch (encoding) {
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })
    case 'zstd':
      return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush })
    case 'deflate':
      return isZlib(body)
        ? createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
        : createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })
    default:
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  }
}

/** Decodes in chunks, and keeps what was decoded before the data broke or the limit was reached. */
function undoPart(body: Uint8Array, encoding: string, limit: number): Promise<Uint8Array> {
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let size = 0
    const stream = decoder(encoding, body)
    const finish = () => {
      stream.destroy()
      resolve(Buffer.concat(chunks).subarray(0, limit))
    }
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= limit) finish()
    })
    stream.once('end', finish)
    stream.once('error', finish)
    stream.end(body)
  })
}
