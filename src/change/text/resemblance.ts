/** How much two texts resemble each other (Broder 1997), by their words alone. */
import { Tokens } from './tokens.ts'

/** |A ∩ B| / |A ∪ B| over the words of two texts; two empty texts are the same. */
export function resemblance(a: string, b: string): number {
  const left = wordsOf(a)
  const right = wordsOf(b)
  let shared = 0
  for (const word of left) if (right.has(word)) shared++
  const all = left.size + right.size - shared
  return all === 0 ? 1 : shared / all
}

function wordsOf(text: string): Set<number> {
  const tokens = new Tokens()
  tokens.read(text)
  return new Set(tokens.hash.slice(0, tokens.count))
}
