/** w-shingles (Broder 1997): how much two texts, or two parts of them, resemble each other; exact, from the texts. */
import { mix } from './hash.ts'
import { Tokens } from './tokens.ts'

const DEFAULT_WORDS = 3

export function shingles(text: string, words = DEFAULT_WORDS): Set<number> {
  const tokens = new Tokens()
  tokens.read(text)
  const found = new Set<number>()
  const width = Math.min(words, Math.max(1, tokens.count))
  for (let at = 0; at + width <= tokens.count; at++) {
    let hash = 0
    for (let word = at; word < at + width; word++) hash = mix(hash, tokens.hash[word]!)
    found.add(hash)
  }
  return found
}

/** |A ∩ B| / |A ∪ B| over the shingles of two texts; two empty texts are the same. */
export function resemblance(a: string, b: string, words = DEFAULT_WORDS): number {
  const left = shingles(a, words)
  const right = shingles(b, words)
  let shared = 0
  for (const shingle of left) if (right.has(shingle)) shared++
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}
