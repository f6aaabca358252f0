/**
 * The last guess at a charset: what the bytes look like. UTF-16 shows by its zeros; Cyrillic, Greek, Hebrew and Thai by
 * their letters (`scripts.ts`, where the library takes them for Latin); the rest by the library's tables.
 */
import { legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js'
import { analyse } from 'chardet'
import { scriptCharset } from './scripts.ts'

/** Enough for stable letter counts; more only costs time. */
const SAMPLE_BYTES = 32_768
const LEAST_CONFIDENCE = 10
const MULTI_BYTE = /^(big5|euc-jp|euc-kr|gb18030|gbk|shift_jis|iso-2022-jp)$/

export function guessCharset(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  return wideCharset(sample) ?? scriptCharset(sample) ?? tableGuess(sample)
}

/** Latin text in UTF-16 has a zero in every other place; other scripts have few zeros but all on one side. */
function wideCharset(sample: Uint8Array): string | undefined {
  const zeros = [0, 0]
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i & 1]!++
  const [even, odd] = zeros as [number, number]
  if (Math.max(even, odd) < sample.length / 40 || Math.max(even, odd) < 2) return undefined
  if (even > odd * 8) return 'utf-16be'
  return odd > even * 8 ? 'utf-16le' : undefined
}

function tableGuess(sample: Uint8Array): string | undefined {
  for (const { name, confidence } of analyse(sample)) {
    if (confidence < LEAST_CONFIDENCE) return undefined
    const charset = normalizeEncoding(name)
    if (charset !== null && charset !== 'replacement' && !/^utf/.test(charset) && fits(sample, charset))
      return charset
  }
  return undefined
}

/** A multi-byte charset in which the sample is not valid is not the one; its last character may be cut. */
function fits(sample: Uint8Array, charset: string): boolean {
  if (!MULTI_BYTE.test(charset)) return true
  const text = legacyHookDecode(sample, charset)
  let broken = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) broken++
  return broken <= 1 + text.length / 500
}
