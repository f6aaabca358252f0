/**
 * The hashes of this folder. They compare a page with itself over time, so a page built to collide fools only its own watcher; what
 * matters is that they work on characters without copying them.
 */

/** As a signed number: above 2^31 it would be a float, and a loop that starts with one runs eight times slower. */
export const SEED = 0x811c9dc5 | 0
export const OTHER_SEED = 0x3c6ef372
export const PRIME = 0x01000193

/** Spreads the bits of a 32-bit number over the whole number. */
export function scramble(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Order counts: `mix(mix(s, a), b)` is not `mix(mix(s, b), a)`. */
export function mix(hash: number, value: number): number {
  return scramble(Math.imul(hash ^ value, PRIME) + 0x9e3779b9)
}

export function hashText(text: string, seed = SEED): number {
  let hash = seed | 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return scramble(hash)
}

/** 64 bits, fed piece by piece: two lanes that share nothing but their input. */
export class Digest64 {
  private low = SEED
  private high = OTHER_SEED

  addText(text: string): void {
    let { low, high } = this
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      low = Math.imul(low ^ code, PRIME)
      high = Math.imul(high + code, 0x9e3779b1) ^ (high >>> 15)
    }
    this.low = low
    this.high = high
  }

  addNumber(value: number): void {
    this.low = mix(this.low, value)
    this.high = Math.imul(this.high + value, 0x9e3779b1) ^ (this.high >>> 15)
  }

  hex(): string {
    return hex32(scramble(this.high)) + hex32(scramble(this.low))
  }
}

export function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}

/** Returns the number of bits that are set. */
export function bitsIn(mask: number): number {
  let count = 0
  for (let left = mask >>> 0; left !== 0; left &= left - 1) count++
  return count
}
