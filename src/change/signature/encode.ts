/**
 * The stored form of a signature. Little endian; a varint is LEB128.
 *
 *     byte     version (2)
 *     byte     kind: 0 html, 1 text, 2 binary
 *     byte     number of levels; for each: byte (place in LEVELS), byte length, that many bytes
 *     8 bytes  simhash
 *     varint   sketch: modulus; varint number; 4 bytes each
 *     varint   blocks: block size; varint total; for each block 4 bytes weak, 4 bytes strong
 *     byte     regions: coarseness; varint number of different paths; 4 bytes each
 *              varint number of pieces; for each: varint path (place in the list above), 4 bytes hash, byte weight, byte flags
 *              varint number of pieces with figures; for each: varint place, counted from behind the one before, 4 bytes skeleton, byte pattern,
 *              byte number of values; for each: varint, 0 for one that was too large, else the value + 1
 *     varint   milliseconds since 1970 when it was received, 0 if unknown
 *
 * A page of 30 KB takes two to four kilobytes. What cannot be read (another version, a cut buffer) decodes to undefined: the
 * engine then makes the signature anew from the archived body.
 */

import { type Figures, MOST_FIGURES, MOST_VALUES } from '../noise/figures.ts'
import { MOST_BLOCKS } from './blocks.ts'
import { MOST_PIECES, type Regions } from './regions.ts'
import { type BodyKind, LEVELS, type Signature } from './signature.ts'
import { MOST_KEPT } from './sketch.ts'

const VERSION = 2
const KINDS: readonly BodyKind[] = ['html', 'text', 'binary']

export function encodeSignature(signature: Signature): Buffer {
  const out = new Writer()
  out.byte(VERSION)
  out.byte(KINDS.indexOf(signature.kind))
  writeLevels(signature, out)
  out.bytes(Buffer.from(signature.simhash, 'hex'))
  out.varint(signature.sketch.modulus)
  out.varint(signature.sketch.hashes.length)
  for (const hash of signature.sketch.hashes) out.word(hash)
  const { blocks } = signature
  out.varint(blocks.blockBytes)
  out.varint(blocks.totalBytes)
  blocks.weak.forEach((weak, at) => {
    out.word(weak)
    out.word(blocks.strong[at]!)
  })
  writeRegions(signature.regions, out)
  writeFigures(signature.regions.figures, out)
  out.varint(signature.takenAt)
  return out.result()
}

function writeLevels({ levels }: Signature, out: Writer): void {
  const known = LEVELS.filter(level => levels[level] !== undefined)
  out.byte(known.length)
  for (const level of known) {
    const hash = Buffer.from(levels[level]!, 'hex')
    out.byte(LEVELS.indexOf(level))
    out.byte(hash.length)
    out.bytes(hash)
  }
}

function writeRegions(regions: Regions, out: Writer): void {
  const places = new Map<number, number>()
  for (const path of regions.paths) if (!places.has(path)) places.set(path, places.size)
  out.byte(regions.coarseness)
  out.varint(places.size)
  for (const path of places.keys()) out.word(path)
  out.varint(regions.count)
  for (let at = 0; at < regions.count; at++) {
    out.varint(places.get(regions.paths[at]!)!)
    out.word(regions.hashes[at]!)
    out.byte(regions.weights[at]!)
    out.byte(regions.flags[at]!)
  }
}

function writeFigures(figures: Regions['figures'], out: Writer): void {
  out.varint(figures.size)
  let next = 0
  for (const [at, { skeleton, pattern, values }] of figures) {
    out.varint(at - next)
    next = at + 1
    out.word(skeleton)
    out.byte(pattern)
    out.byte(values.length)
    for (const value of values) out.varint(value + 1)
  }
}

export function decodeSignature(bytes: Uint8Array): Signature | undefined {
  const input = new Reader(bytes)
  if (input.byte() !== VERSION) return undefined
  const kind = KINDS[input.byte()]
  const levels = readLevels(input)
  const simhash = input.hex(8)
  const sketch = { modulus: input.varint(), hashes: input.words(input.varint(), MOST_KEPT) }
  const blocks = readBlocks(input)
  const regions = readRegions(input)
  const takenAt = input.varint()
  if (kind === undefined || !input.isWhole) return undefined
  return { kind, levels, simhash, sketch, blocks, regions, takenAt }
}

/** Levels that this version does not know are skipped. */
function readLevels(input: Reader): Signature['levels'] {
  const levels: { -readonly [L in keyof Signature['levels']]: string } = {}
  for (let left = input.byte(); left > 0; left--) {
    const level = LEVELS[input.byte()]
    const hash = input.hex(input.byte())
    if (level !== undefined) levels[level] = hash
  }
  return levels
}

function readBlocks(input: Reader) {
  const blockBytes = Math.max(1, input.varint())
  const totalBytes = input.varint()
  const pairs = input.words(2 * Math.ceil(totalBytes / blockBytes), 2 * MOST_BLOCKS)
  return {
    blockBytes,
    totalBytes,
    weak: pairs.filter((_, at) => at % 2 === 0),
    strong: pairs.filter((_, at) => at % 2 === 1),
  }
}

function readRegions(input: Reader): Regions {
  const coarseness = input.byte()
  const places = input.words(input.varint(), MOST_PIECES)
  const count = input.count(input.varint(), MOST_PIECES)
  const paths = new Uint32Array(count)
  const hashes = new Uint32Array(count)
  const weights = new Uint8Array(count)
  const flags = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    paths[at] = places[input.varint()] ?? 0
    hashes[at] = input.word()
    weights[at] = input.byte()
    flags[at] = input.byte()
  }
  return { coarseness, count, paths, hashes, weights, flags, figures: readFigures(input) }
}

function readFigures(input: Reader): Regions['figures'] {
  const figures = new Map<number, Figures>()
  let next = 0
  for (let left = input.count(input.varint(), MOST_FIGURES); left > 0; left--) {
    next += input.varint() + 1
    const skeleton = input.word()
    const pattern = input.byte()
    const count = input.count(input.byte(), MOST_VALUES)
    figures.set(next - 1, {
      skeleton,
      pattern,
      values: Array.from({ length: count }, () => input.varint() - 1),
    })
  }
  return figures
}

class Writer {
  private buffer = Buffer.alloc(4096)
  private used = 0

  byte(value: number): void {
    this.reserve(1)
    this.buffer[this.used++] = value
  }

  word(value: number): void {
    this.reserve(4)
    this.used = this.buffer.writeUInt32LE(value >>> 0, this.used)
  }

  varint(value: number): void {
    for (; value > 127; value = Math.floor(value / 128)) this.byte((value % 128) | 128)
    this.byte(value)
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.buffer.set(bytes, this.used)
    this.used += bytes.length
  }

  result(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.used))
  }

  private reserve(more: number): void {
    if (this.used + more > this.buffer.length)
      this.buffer = Buffer.concat([this.buffer], 2 * (this.used + more))
  }
}

/** Past the end everything reads as 0, and the whole is refused. */
class Reader {
  private readonly input: Buffer
  private at = 0
  private broken = false

  constructor(bytes: Uint8Array) {
    this.input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get isWhole(): boolean {
    return !this.broken && this.at === this.input.length
  }

  byte(): number {
    return this.has(1) ? this.input[this.at++]! : 0
  }

  word(): number {
    if (!this.has(4)) return 0
    this.at += 4
    return this.input.readUInt32LE(this.at - 4)
  }

  varint(): number {
    let value = 0
    for (let factor = 1; factor < 2 ** 49; factor *= 128) {
      const byte = this.byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    this.broken = true
    return 0
  }

  /** A number of things that must not exceed what a writer would have written. */
  count(claimed: number, most: number): number {
    if (claimed <= most) return claimed
    this.broken = true
    return 0
  }

  words(claimed: number, most: number): Uint32Array {
    const words = new Uint32Array(this.count(claimed, most))
    for (let at = 0; at < words.length; at++) words[at] = this.word()
    return words
  }

  hex(length: number): string {
    if (!this.has(length)) return ''
    this.at += length
    return this.input.toString('hex', this.at - length, this.at)
  }

  private has(length: number): boolean {
    if (this.at + length <= this.input.length) return true
    this.broken = true
    return false
  }
}
