/** Simhash (Charikar 2002; Manku, Jain and Das Sarma 2007): texts that share most words get hashes that share most bits. */
import { hex32, scramble } from '../text/hash.ts'

const SECOND_HALF = 0x7feb352d

/**
 * The vector V: for each bit, the weights of words that have it less the weights of those that have not. Kept as the
 * former and the sum of all, which needs no branch in the loop.
 */
export class SimhashVector {
  private readonly having: Int32Array
  private total = 0

  constructor(bits: 8 | 64 = 64) {
    this.having = new Int32Array(bits)
  }

  get sums(): number[] {
    return Array.from(this.having, having => 2 * having - this.total)
  }

  /** Bits 0–31 from `low`, the rest from `high`. */
  add(low: number, high: number, weight: number): void {
    const { having } = this
    this.total += weight
    const half = Math.min(32, having.length)
    for (let bit = 0; bit < half; bit++) having[bit]! += weight & -((low >>> bit) & 1)
    for (let bit = 32; bit < having.length; bit++) having[bit]! += weight & -((high >>> (bit - 32)) & 1)
  }

  addWord(hash: number, weight: number): void {
    this.add(hash, scramble(hash ^ SECOND_HALF), weight)
  }

  /** Hexadecimal, highest bit first. */
  fingerprint(): string {
    if (this.having.length === 8) return (this.half(0) & 255).toString(16).padStart(2, '0')
    return hex32(this.half(32)) + hex32(this.half(0))
  }

  private half(from: number): number {
    let word = 0
    for (let bit = 0; bit < Math.min(32, this.having.length - from); bit++)
      if (2 * this.having[from + bit]! > this.total) word |= 1 << bit
    return word >>> 0
  }
}

/** How many of the 64 bits differ. */
export function simhashDistance(a: string, b: string): number {
  let different = 0
  for (const at of [0, 8])
    different += ones(Number.parseInt(a.slice(at, at + 8), 16) ^ Number.parseInt(b.slice(at, at + 8), 16))
  return different
}

function ones(word: number): number {
  let count = 0
  for (; word !== 0; word &= word - 1) count++
  return count
}
