/**
 * Decodes bytes to characters. The order of evidence: byte order mark, HTTP header, declaration in the page (`<meta>` or XML), a check
 * whether the bytes are UTF-8, statistics over the letters, and finally the default of the web, windows-1252.
 *
 * The first three are the platform's rules (HTML standard 13.2.3.2); the UTF-8 check comes before statistics because text in another
 * charset is hardly ever valid UTF-8 by chance. For the same reason, header and declaration are not believed if the bytes clearly contradict
 * them: text that is UTF-8 under another label, or that is called UTF-8 and mostly is not. Browsers believe them, and show garbled text.
 * Pure ASCII skips the decoder.
 */
import { isAscii, isUtf8 } from 'node:buffer'
import { getBOMEncoding, legacyHookDecode, normalizeEncoding } from '@exodus/bytes/encoding.js'
import sniffEncoding from 'html-encoding-sniffer'
import { guessCharset } from './statistics.ts'

export type DecodeAs = 'html' | 'xml' | 'text'

export interface Charset {
  /** The Encoding standard's name in lower case. */
  readonly charset: string
  readonly by: 'bom' | 'header' | 'meta' | 'xml' | 'utf8' | 'statistics' | 'default'
}

export interface DecodedBody extends Charset {
  readonly text: string
}

export function decodeBody(bytes: Uint8Array, httpCharset: string | undefined, kind: DecodeAs): DecodedBody {
  const found = detectCharset(bytes, httpCharset, kind)
  return { text: decode(bytes, found.charset), ...found }
}

export function detectCharset(bytes: Uint8Array, httpCharset: string | undefined, kind: DecodeAs): Charset {
  const bom = getBOMEncoding(bytes)
  if (bom !== null) return { charset: bom, by: 'bom' }
  const header =
    httpCharset === undefined ? null : normalizeEncoding(httpCharset.trim().replace(/^["']|["']$/g, ''))
  const label = header !== null ? ({ charset: header, by: 'header' } as const) : declared(bytes, kind)
  return label && !isMislabeled(bytes, label.charset) ? label : undeclared(bytes)
}

/** This many characters of several bytes are not valid UTF-8 by chance. */
const MIN_SEQUENCES = 8
const SAMPLE_BYTES = 65_536

function isMislabeled(bytes: Uint8Array, charset: string): boolean {
  if (isAscii(bytes)) return false
  if (charset === 'utf-8') return !isUtf8(bytes) && isMostlyBroken(bytes.subarray(0, SAMPLE_BYTES))
  return isUtf8(bytes) && !hasEscapes(bytes) && hasSequences(bytes)
}

function hasSequences(bytes: Uint8Array): boolean {
  let count = 0
  for (const byte of bytes) if (byte >= 0xc0 && ++count >= MIN_SEQUENCES) return true
  return false
}

/** Whether more characters are broken than whole, apart from ASCII; some broken ones are in many pages. */
function isMostlyBroken(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  let broken = 0
  let whole = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0xfffd) broken++
    else if (unit > 0x7f) whole++
  }
  return broken >= MIN_SEQUENCES && broken > whole
}

/** An encoding that nobody declares: passed as the sniffer's default, it shows that no other was found. */
const NONE = 'x-user-defined'
/** The standard examines 1,024 bytes and lets the parser switch later; here the entire page is already available. */
const PRESCAN_BYTES = 1024
const LATE_PRESCAN_BYTES = 65_536

function declared(bytes: Uint8Array, kind: DecodeAs): Charset | undefined {
  if (kind === 'text') return undefined
  if (kind === 'xml') return named(sniffEncoding(bytes, { xml: true, defaultEncoding: NONE }), 'xml')
  const early = named(sniffEncoding(bytes, { defaultEncoding: NONE, maxPrescanBytes: PRESCAN_BYTES }), 'meta')
  if (early !== undefined || !mentionsCharsetLate(bytes)) return early
  return named(sniffEncoding(bytes, { defaultEncoding: NONE, maxPrescanBytes: LATE_PRESCAN_BYTES }), 'meta')
}

function named(name: string, by: 'xml' | 'meta'): Charset | undefined {
  const charset = name.toLowerCase()
  return charset === NONE ? undefined : { charset, by }
}

function mentionsCharsetLate(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LATE_PRESCAN_BYTES))
  return head.includes('charset', PRESCAN_BYTES - 100) || head.includes('CHARSET', PRESCAN_BYTES - 100)
}

function undeclared(bytes: Uint8Array): Charset {
  if (isUtf8(bytes) && !hasEscapes(bytes)) return { charset: 'utf-8', by: 'utf8' }
  const guess = guessCharset(bytes)
  return guess === undefined
    ? { charset: 'windows-1252', by: 'default' }
    : { charset: guess, by: 'statistics' }
}

/** ISO-2022-JP is ASCII with escape sequences, so the UTF-8 check alone would claim it. */
function hasEscapes(bytes: Uint8Array): boolean {
  return bytes.includes(0x1b) || bytes.includes(0)
}

// biome-ignore format: a list
const ASCII_SUPERSETS = new Set([
  'utf-8', 'windows-1252', 'iso-8859-1', 'windows-1251', 'windows-1250', 'iso-8859-2',
])

export function decode(bytes: Uint8Array, charset: string): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (ASCII_SUPERSETS.has(charset)) {
    if (isAscii(bytes)) return buffer.toString('latin1')
    if (charset === 'utf-8') return buffer.toString('utf8', hasUtf8Mark(bytes) ? 3 : 0)
  }
  if (charset === 'replacement') return '\uFFFD'
  return legacyHookDecode(bytes, charset)
}

function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}
