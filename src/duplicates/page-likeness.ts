import type { Signature, Sketch } from '../change/index.ts'

/** What a page is compared by, as stored. */
export interface Likeness {
  /** 8 bytes, highest bit first. */
  readonly simhash: Buffer
  /** The logarithm of the modulus (one byte), then the sampled phrases, 4 bytes each, lowest first. */
  readonly sketch: Buffer
}

/**
 * Simhashes that are further apart than this belong to different texts. Those that differ in at most three bits are always found, by a
 * part that they have in common, and most of the others up to this distance: one word of a short text changes more than three bits, and
 * the phrases decide. `node bench/duplicates.ts`, Rust reference: recall 0.968 with 3, 0.984 with 7, 0.983 with 14, and precision 0.995 to
 * 1 with each.
 */
export const MAX_BITS_COMPARED = 7
const PARTS = 4
const PART_BYTES = 2

/** Null for a page without words: there is nothing that another page could repeat. */
export function likenessOf({ simhash, sketch }: Pick<Signature, 'simhash' | 'sketch'>): Likeness | null {
  if (sketch.hashes.length === 0) return null
  const packed = Buffer.alloc(1 + 4 * sketch.hashes.length)
  packed.writeUInt8(Math.log2(sketch.modulus))
  for (const [i, hash] of sketch.hashes.entries()) packed.writeUInt32LE(hash, 1 + 4 * i)
  return { simhash: Buffer.from(simhash, 'hex'), sketch: packed }
}

export function sketchFrom(packed: Uint8Array): Sketch {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const hashes = new Uint32Array((packed.byteLength - 1) / 4)
  for (let i = 0; i < hashes.length; i++) hashes[i] = view.getUint32(1 + 4 * i, true)
  return { modulus: 2 ** view.getUint8(0), hashes }
}

/** The four parts that an index of simhashes looks up: two simhashes that differ in at most three bits share at least one. */
export const simhashParts = (simhash: Buffer): readonly Buffer[] =>
  Array.from({ length: PARTS }, (_, i) => simhash.subarray(i * PART_BYTES, (i + 1) * PART_BYTES))
