/**
 * The stored form of a signature. Little endian; a varint is LEB128.
 *
 *     byte     version (4, or 5 for a part of a page, followed by 4 bytes, its tag; version 3 also joined pieces in rare places, version 2 also has no moments and no residues)
 *     byte     kind: 0 html, 1 text, 2 binary
 *     byte     number of levels; for each: byte (place in LEVELS), byte length, that many bytes
 *     8 bytes  simhash
 *     varint   sketch: modulus; varint number; 4 bytes each
 *     varint   blocks: block size; varint total; for each block 4 bytes weak, 4 bytes strong
 *     byte     regions: coarseness; varint number of different paths; 4 bytes each
 *              varint number of pieces; for each: varint path (place in the list above), 4 bytes hash, byte weight, byte flags
 *              varint number of pieces with figures; for each: varint place, counted from the one after the previous, 4 bytes skeleton, byte pattern,
 *              byte number of values; for each: varint, 0 for one that was too large, else the value + 1
 *              varint number of pieces with moments; for each: varint place as above, byte number of moments; for each: 4 bytes hash and, unless
 *              that is 0, byte (number of parts, + 128 for a label); varint each part
 *              varint number of pieces with residues; for each: varint place as above, 4 bytes residue
 *     varint   milliseconds since 1970 when it was received, 0 if unknown
 *
 * A page of 30 KB takes two to four kilobytes. What cannot be read (another version, a cut buffer) decodes to undefined. The engine
 * replaces a signature of an earlier version, which was made with other masks, by a new one made from the archived body, if the archive
 * still has it.
 */

import { MAX_FIGURES, MAX_VALUES } from '../noise/figures.ts'
import { MAX_DATED, MAX_MOMENTS, MAX_PARTS, type Moment, NO_MOMENT } from '../noise/moments.ts'
import { MAX_RESIDUES } from '../noise/residue.ts'
import { MAX_BLOCKS } from './blocks.ts'
import { ByteReader, ByteWriter } from './byte-stream.ts'
import { MAX_PIECES, Rank, type Regions } from './regions.ts'
import { type BodyKind, LEVELS, type Signature } from './signature.ts'
import { MAX_KEPT } from './sketch.ts'

const VERSION = 4
/** The same, of a part of a page. */
const PART_VERSION = 5
/** The last version that joined pieces in rare places. */
const JOINING_VERSION = 3
/** The last version without moments. */
const UNDATED_VERSION = 2
const LABEL_BIT = 128
const KINDS: readonly BodyKind[] = ['html', 'text', 'binary']

/** Whether it was made by this version, of this part of the page (0: of the whole page). */
export function isCurrentSignature(bytes: Uint8Array, part = 0): boolean {
  const input = new ByteReader(bytes)
  if (part === 0) return input.byte() === VERSION
  return input.byte() === PART_VERSION && input.word() === part
}

export function encodeSignature(signature: Signature): Buffer {
  const out = new ByteWriter()
  out.byte(signature.part === 0 ? VERSION : PART_VERSION)
  if (signature.part !== 0) out.word(signature.part)
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
  writeMoments(signature.regions.moments, out)
  writeResidues(signature.regions.residues, out)
  out.varint(signature.takenAt)
  return out.result()
}

function writeLevels({ levels }: Signature, out: ByteWriter): void {
  const known = LEVELS.filter(level => levels[level] !== undefined)
  out.byte(known.length)
  for (const level of known) {
    const hash = Buffer.from(levels[level]!, 'hex')
    out.byte(LEVELS.indexOf(level))
    out.byte(hash.length)
    out.bytes(hash)
  }
}

function writeRegions(regions: Regions, out: ByteWriter): void {
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

function writeFigures(figures: Regions['figures'], out: ByteWriter): void {
  writePlaces(figures, out, ({ skeleton, pattern, values }) => {
    out.word(skeleton)
    out.byte(pattern)
    out.byte(values.length)
    for (const value of values) out.varint(value + 1)
  })
}

function writeMoments(moments: Regions['moments'], out: ByteWriter): void {
  writePlaces(moments, out, list => {
    out.byte(list.length)
    for (const { hash, isLabel, parts } of list) {
      out.word(hash)
      if (hash === 0) continue
      out.byte(parts.length + (isLabel ? LABEL_BIT : 0))
      for (const part of parts) out.varint(part)
    }
  })
}

const writeResidues = (residues: Regions['residues'], out: ByteWriter): void =>
  writePlaces(residues, out, residue => out.word(residue))

/** Writes what some of the pieces have, with their places in ascending order. */
function writePlaces<T>(map: ReadonlyMap<number, T>, out: ByteWriter, write: (value: T) => void): void {
  out.varint(map.size)
  let next = 0
  for (const [at, value] of map) {
    out.varint(at - next)
    next = at + 1
    write(value)
  }
}

export function decodeSignature(bytes: Uint8Array): Signature | undefined {
  const input = new ByteReader(bytes)
  const version = input.byte()
  if (version > PART_VERSION || version < UNDATED_VERSION) return undefined
  const part = version === PART_VERSION ? input.word() : 0
  const kind = KINDS[input.byte()]
  const levels = readLevels(input)
  const simhash = input.hex(8)
  const sketch = { modulus: input.varint(), hashes: input.words(input.varint(), MAX_KEPT) }
  const blocks = readBlocks(input)
  const regions = readRegions(input, version)
  const takenAt = input.varint()
  if (kind === undefined || !input.isWhole) return undefined
  if (version <= JOINING_VERSION && regions.coarseness > Rank.sentence) return undefined
  return { kind, levels, simhash, sketch, blocks, regions, part, takenAt }
}

/** Skips levels that this version does not know. */
function readLevels(input: ByteReader): Signature['levels'] {
  const levels: { -readonly [L in keyof Signature['levels']]: string } = {}
  for (let left = input.byte(); left > 0; left--) {
    const level = LEVELS[input.byte()]
    const hash = input.hex(input.byte())
    if (level !== undefined) levels[level] = hash
  }
  return levels
}

function readBlocks(input: ByteReader) {
  const blockBytes = Math.max(1, input.varint())
  const totalBytes = input.varint()
  const pairs = input.words(2 * Math.ceil(totalBytes / blockBytes), 2 * MAX_BLOCKS)
  return {
    blockBytes,
    totalBytes,
    weak: pairs.filter((_, at) => at % 2 === 0),
    strong: pairs.filter((_, at) => at % 2 === 1),
  }
}

function readRegions(input: ByteReader, version: number): Regions {
  const coarseness = input.byte()
  const places = input.words(input.varint(), MAX_PIECES)
  const count = input.count(input.varint(), MAX_PIECES)
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
  const figures = readFigures(input)
  const isDated = version !== UNDATED_VERSION
  const moments: Regions['moments'] = isDated ? readMoments(input) : new Map()
  const residues: Regions['residues'] = isDated
    ? readPlaces(input, MAX_RESIDUES, () => input.word())
    : new Map()
  return { coarseness, count, paths, hashes, weights, flags, figures, moments, residues }
}

function readFigures(input: ByteReader): Regions['figures'] {
  return readPlaces(input, MAX_FIGURES, () => {
    const skeleton = input.word()
    const pattern = input.byte()
    const count = input.count(input.byte(), MAX_VALUES)
    return { skeleton, pattern, values: Array.from({ length: count }, () => input.varint() - 1) }
  })
}

const readMoments = (input: ByteReader): Regions['moments'] =>
  readPlaces(input, MAX_DATED, () =>
    Array.from({ length: input.count(input.byte(), MAX_MOMENTS) }, () => readMoment(input)),
  )

function readMoment(input: ByteReader): Moment {
  const hash = input.word()
  if (hash === 0) return NO_MOMENT
  const head = input.byte()
  const count = input.count(head % LABEL_BIT, MAX_PARTS)
  return { hash, isLabel: head >= LABEL_BIT, parts: Array.from({ length: count }, () => input.varint()) }
}

function readPlaces<T>(input: ByteReader, most: number, read: () => T): Map<number, T> {
  const map = new Map<number, T>()
  let next = 0
  for (let left = input.count(input.varint(), most); left > 0; left--) {
    next += input.varint() + 1
    map.set(next - 1, read())
  }
  return map
}
