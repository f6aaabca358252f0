import type { Stemmer } from './stemmers.ts'
import type { SearchPlan } from './term-plan.ts'
import { wordsOf } from './text-words.ts'

/** Longer titles are texts; only this many words are read. */
const MAX_TITLE_WORDS = 40

/** All terms that a query searches for. */
export const termsIn = ({ wanted, must }: SearchPlan): ReadonlySet<string> =>
  new Set([...must, ...wanted].flat().flatMap(({ variants }) => variants.flat()))

/** The share of a title that the query contains: 1 if the title itself was typed. */
export function titleShare(title: string, asked: ReadonlySet<string>, stemmer: Stemmer): number {
  const words = wordsOf(title, MAX_TITLE_WORDS)
  if (words.length === 0) return 0
  return words.filter(word => asked.has(stemmer.stem(word))).length / words.length
}
