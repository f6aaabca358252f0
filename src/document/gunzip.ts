/** Bounded inflating: a small file may hold gigabytes of zeros. */
import { constants, gunzipSync } from 'node:zlib'

export interface Inflated {
  readonly bytes: Uint8Array
  /** The limit or a broken stream cut it short. */
  readonly truncated: boolean
}

const LEVELS = 2

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** What is inside, as it is if not gzip; gzip inside gzip is opened too. At most `mostBytes` come out. */
export function inflate(bytes: Uint8Array, mostBytes: number): Inflated {
  let truncated = false
  for (let level = 0; level < LEVELS && isGzip(bytes); level++) {
    const inner = gunzip(bytes, mostBytes)
    bytes = inner.bytes
    truncated ||= inner.truncated
  }
  return { bytes, truncated }
}

/** Zlib gives nothing when the limit is passed, so we try with ever shorter beginnings of the file. */
function gunzip(bytes: Uint8Array, mostBytes: number): Inflated {
  for (let length = bytes.length, cut = false; length > 18; length >>= 1, cut = true) {
    try {
      const options = { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH }
      return { bytes: gunzipSync(bytes.subarray(0, length), options), truncated: cut }
    } catch {}
  }
  return { bytes: new Uint8Array(0), truncated: true }
}
