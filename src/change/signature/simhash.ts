/** Simhash (Charikar 2002; Manku, Jain and Das Sarma 2007): texts that share most words get hashes that share most bits. */
import { hex32, scramble } from '../text/hash.ts'
import { Tokens, WORD } from '../text/tokens.ts'

const SECOND_HALF = 0x7feb352d

/**
 * The vector V: for each bit, the weight of the words that have it minus the weight of those that do not. Kept as the former and the sum
 * of all, which needs no branch in the loop.
 */
export class SimhashVector {
  private readonly having = new Int32Array(64)
  private total = 0

  /** Bits 0–31 from `low`, the rest from `high`. */
  add(low: number, high: number, weight: number): void {
    const { having } = this
    this.total += weight
    for (let bit = 0; bit < 32; bit++) {
      having[bit]! += weight & -((low >>> bit) & 1)
      having[bit + 32]! += weight & -((high >>> bit) & 1)
    }
  }

  addWord(hash: number, weight: number): void {
    this.add(hash, scramble(hash ^ SECOND_HALF), weight)
  }

  /** Hexadecimal, highest bit first. */
  fingerprint(): string {
    return hex32(this.half(32)) + hex32(this.half(0))
  }

  private half(from: number): number {
    let word = 0
    for (let bit = 0; bit < 32; bit++) if (2 * this.having[from + bit]! > this.total) word |= 1 << bit
    return word >>> 0
  }
}

/** Simhash of the words of a text, ignoring its numbers. */
export function simhashOf(text: string): string {
  const tokens = new Tokens()
  tokens.read(text)
  const vector = new SimhashVector()
  for (let at = 0; at < tokens.count; at++) if (tokens.kind[at] === WORD) vector.addWord(tokens.hash[at]!, 1)
  return vector.fingerprint()
}

/** Number of the 64 bits that differ. */
export const simhashDistance = (a: string, b: string): number =>
  simhashBitsApart(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))

/** Like `simhashDistance`, for simhashes as bytes. */
export function simhashBitsApart(a: Uint8Array, b: Uint8Array): number {
  let apart = 0
  for (let i = 0; i < a.length; i++) for (let bits = a[i]! ^ b[i]!; bits !== 0; bits &= bits - 1) apart++
  return apart
}
