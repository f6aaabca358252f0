/**
 * Estimates how pages will be packed with a dictionary: which bytes remain as literals, how long literals and matches are, how far back
 * they point. A plain greedy parse is close enough to what zstd does to fill its tables.
 */
import { highestBit } from './bits.ts'

/** How often each code occurs (RFC 8878, 3.1.1.3.2.1.1); every code counts at least once, so that any page can be coded. */
export interface Statistics {
  readonly literals: number[]
  readonly literalLengths: number[]
  readonly matchLengths: number[]
  readonly offsets: number[]
}

// The first length of each code; the codes before the ranges stand for one length each.
const LITERAL_LENGTHS = [
  ...Array.from({ length: 16 }, (_, i) => i),
  ...[16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536],
]
const MATCH_LENGTHS = [
  ...Array.from({ length: 32 }, (_, i) => i + 3),
  ...[35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539],
]
/** Offsets below 4 MiB. */
const OFFSET_CODES = 22
const MIN_MATCH = 5
const HASH_BITS = 17

export function statisticsOf(samples: readonly Uint8Array[], content: Buffer): Statistics {
  const found: Statistics = {
    literals: usualBytes(samples),
    literalLengths: LITERAL_LENGTHS.map(() => 1),
    matchLengths: MATCH_LENGTHS.map(() => 1),
    offsets: new Array<number>(OFFSET_CODES).fill(1),
  }
  const places = new Int32Array(1 << HASH_BITS).fill(-1)
  for (let at = 0; at + 4 < content.length; at++) places[hashAt(content, at)] = at
  for (const sample of samples) parse(Buffer.concat([content, sample]), content.length, places.slice(), found)
  return found
}

function parse(text: Buffer, start: number, places: Int32Array, found: Statistics): void {
  let anchor = start
  let before = 0
  for (let at = start; at + MIN_MATCH <= text.length; ) {
    const hash = hashAt(text, at)
    const place = places[hash]!
    places[hash] = at
    const length = place < 0 ? 0 : matchLength(text, place, at)
    if (length < MIN_MATCH) {
      at++
      continue
    }
    for (let i = anchor; i < at; i++) found.literals[text[i]!]!++
    const offset = at - place
    found.literalLengths[codeOf(LITERAL_LENGTHS, at - anchor)]!++
    found.matchLengths[codeOf(MATCH_LENGTHS, length)]!++
    // A repetition of the previous offset has a short code.
    found.offsets[Math.min(OFFSET_CODES - 1, offset === before ? 0 : highestBit(offset + 3))]!++
    before = offset
    for (let i = at + 1; i < at + length && i + 4 < text.length; i++) places[hashAt(text, i)] = i
    at += length
    anchor = at
  }
  for (let i = anchor; i < text.length; i++) found.literals[text[i]!]!++
}

function matchLength(text: Buffer, place: number, at: number): number {
  let length = 0
  while (at + length < text.length && text[place + length] === text[at + length]) length++
  return length
}

/** A hash of the five bytes at a position. */
function hashAt(text: Buffer, at: number): number {
  const four = text[at]! | (text[at + 1]! << 8) | (text[at + 2]! << 16) | (text[at + 3]! << 24)
  return Math.imul(Math.imul(four, 0x9e3779b1) ^ text[at + 4]!, 0x85ebca77) >>> (32 - HASH_BITS)
}

function codeOf(firsts: readonly number[], length: number): number {
  let code = Math.min(length, firsts.length - 1)
  while (firsts[code]! > length) code--
  return code
}

/** Printable ASCII; bytes outside it if the samples have any; and the last byte, which older readers require. */
function usualBytes(samples: readonly Uint8Array[]): number[] {
  const counts = new Array<number>(256).fill(0)
  for (const byte of [9, 10, 13, 255]) counts[byte] = 1
  counts.fill(1, 32, 127)
  if (samples.some(sample => sample.some(byte => byte >= 0x80))) counts.fill(1, 0x80, 0xf5)
  return counts
}
