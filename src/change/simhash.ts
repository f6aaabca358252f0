/** Simhash (Charikar 2002; Manku, Jain and Das Sarma 2007): texts that share most words get hashes that share most bits. */
import { hex32, scramble } from './hash.ts'

const SECOND_HALF = 0x7feb352d

/** The vector V: for each bit, the weights of words that have it less the weights of those that have not. */
export class SimhashVector {
  readonly sums: Int32Array

  constructor(bits: 8 | 64 = 64) {
    this.sums = new Int32Array(bits)
  }

  /** Bits 0–31 from `low`, the rest from `high`. */
  add(low: number, high: number, weight: number): void {
    const { sums } = this
    const half = Math.min(32, sums.length)
    for (let bit = 0; bit < half; bit++) sums[bit]! += (low >>> bit) & 1 ? weight : -weight
    for (let bit = 32; bit < sums.length; bit++) sums[bit]! += (high >>> (bit - 32)) & 1 ? weight : -weight
  }

  addWord(hash: number, weight: number): void {
    this.add(hash, scramble(hash ^ SECOND_HALF), weight)
  }

  /** Hexadecimal, highest bit first. */
  fingerprint(): string {
    if (this.sums.length === 8) return (this.half(0) & 255).toString(16).padStart(2, '0')
    return hex32(this.half(32)) + hex32(this.half(0))
  }

  private half(from: number): number {
    let word = 0
    for (let bit = 0; bit < Math.min(32, this.sums.length - from); bit++)
      if (this.sums[from + bit]! > 0) word |= 1 << bit
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
