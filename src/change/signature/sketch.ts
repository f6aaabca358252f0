/**
 * The n-gram sketch: hashes of word 3-grams, of which those that are 0 mod p are kept. Two texts share about the same proportion of their
 * sketches as of their 3-grams. p is the smallest power of two that keeps at most `MAX_KEPT`, so a short text keeps all and a long one a
 * sample; two sketches are compared at the larger p.
 */
import { mix } from '../text/hash.ts'

export const MAX_KEPT = 128
const WORDS = 3

export interface Sketch {
  readonly modulus: number
  /** Ascending, without duplicates. */
  readonly hashes: Uint32Array
}

export const NO_SKETCH: Sketch = { modulus: 1, hashes: new Uint32Array(0) }

/** Fed word by word; never holds more than one hash beyond `MAX_KEPT`. */
export class SketchBuilder {
  /** As signed numbers, which a set looks up faster. */
  private readonly kept = new Set<number>()
  private modulus = 1
  private first = 0
  private second = 0
  private words = 0

  add(word: number): void {
    if (++this.words >= WORDS) this.keep(mix(mix(this.first, this.second), word))
    this.first = this.second
    this.second = word
  }

  build(): Sketch {
    const hashes = new Uint32Array(this.kept.size)
    let at = 0
    for (const hash of this.kept) hashes[at++] = hash
    return { modulus: this.modulus, hashes: hashes.sort() }
  }

  private keep(hash: number): void {
    if ((hash & (this.modulus - 1)) !== 0) return
    this.kept.add(hash | 0)
    while (this.kept.size > MAX_KEPT && this.modulus < 2 ** 30) this.coarsen()
  }

  private coarsen(): void {
    this.modulus *= 2
    for (const hash of this.kept) if (hash % this.modulus !== 0) this.kept.delete(hash)
  }
}

const NONE: ReadonlySet<number> = new Set()

/** |A ∩ B| / |A ∪ B|, estimated, without the ignored phrases; two empty texts are the same. */
export function sketchResemblance(a: Sketch, b: Sketch, ignored: ReadonlySet<number> = NONE): number {
  const modulus = Math.max(a.modulus, b.modulus)
  const counts = (hash: number) => hash % modulus === 0 && !ignored.has(hash)
  const left = new Set([...a.hashes].filter(counts))
  const right = [...b.hashes].filter(counts)
  const shared = right.filter(hash => left.has(hash)).length
  const all = left.size + right.length - shared
  return all === 0 ? 1 : shared / all
}
