/** The last guess at a charset: letter statistics over the start of the body. */

import { normalizeEncoding } from '@exodus/bytes/encoding.js'
import { analyse } from 'chardet'

/** Enough for stable letter counts; more only costs time. */
const SAMPLE_BYTES = 32_768
const LEAST_CONFIDENCE = 10

export function guessCharset(bytes: Uint8Array): string | undefined {
  for (const { name, confidence } of analyse(bytes.subarray(0, SAMPLE_BYTES))) {
    if (confidence < LEAST_CONFIDENCE) return undefined
    const charset = normalizeEncoding(name)
    if (charset !== null && charset !== 'replacement') return charset
  }
  return undefined
}
