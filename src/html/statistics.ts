/**
 * The last guess at a charset, based on what the bytes look like. UTF-16 shows by its zeros; Cyrillic, Greek, Hebrew and Thai by their
 * letters (`scripts.ts`, because the library mistakes them for Latin); the rest by the library's tables.
 */
import { isAscii } from 'node:buffer'
import { legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js'
import { analyse } from 'chardet'
import { scriptCharset } from './scripts.ts'

/** Enough for stable letter counts; more only costs time. */
const SAMPLE_BYTES = 32_768
const MIN_CONFIDENCE = 10
const MULTI_BYTE = /^(big5|euc-jp|euc-kr|gb18030|gbk|shift_jis|iso-2022-jp)$/

export function guessCharset(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const wide = wideCharset(sample)
  if (wide !== undefined) return wide
  const plain = withoutIndents(sample)
  return scriptCharset(plain) ?? (isAscii(plain) && !sample.includes(ESCAPE) ? undefined : tableGuess(plain))
}

const ESCAPE = 0x1b
const SPACE = 0x20
/** In all single-byte charsets except IBM866, where this is the letter а, and KOI8 and Macintosh charsets, where it is a symbol. */
const NO_BREAK_SPACE = 0xa0

/**
 * Old pages indent with no-break spaces. Those that stand alone or side by side become plain spaces here: no word has two а in a row, the
 * word а is not missed, and multi-byte charsets hardly ever have two of these bytes in a row either.
 */
function withoutIndents(sample: Uint8Array): Uint8Array {
  if (!sample.includes(NO_BREAK_SPACE)) return sample
  return sample.map((byte, at) => {
    if (byte !== NO_BREAK_SPACE) return byte
    const before = sample[at - 1] ?? 0
    const after = sample[at + 1] ?? 0
    const isIndent = before === byte || after === byte || (before < 128 && after < 128)
    return isIndent ? SPACE : byte
  })
}

/** Latin text in UTF-16 has a zero in every other byte; other scripts have few zeros, but all at even or all at odd offsets. */
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
    if (confidence < MIN_CONFIDENCE) return undefined
    const charset = normalizeEncoding(name)
    if (charset !== null && charset !== 'replacement' && !/^utf/.test(charset) && fits(sample, charset))
      return charset === 'iso-8859-2' && isPolishOfWindows(sample) ? 'windows-1250' : charset
  }
  return undefined
}

/**
 * windows-1250 and ISO-8859-2 share most letters; the tables tell them apart by bytes that only the former has, which a short text may
 * lack. One more byte helps: ą of the former is š of the latter, and Polish (ł, ę, ż) has no š.
 */
function isPolishOfWindows(sample: Uint8Array): boolean {
  return sample.includes(0xb9) && [0xb3, 0xea, 0xbf].some(letter => sample.includes(letter))
}

/** A multi-byte charset in which the sample is invalid is not the right one; the last character may be cut. */
function fits(sample: Uint8Array, charset: string): boolean {
  if (!MULTI_BYTE.test(charset)) return true
  const text = legacyHookDecode(sample, charset)
  let broken = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) broken++
  return broken <= 1 + text.length / 500
}
