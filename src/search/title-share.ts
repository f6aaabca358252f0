import type { Stemmer } from './stemmers.ts'
import type { SearchPlan } from './term-plan.ts'
import { wordsOf } from './text-words.ts'

/** Titles longer than this are texts. */
const MAX_TITLE_WORDS = 40

/** All terms that a query asks for. */
export const termsIn = ({ wanted, must }: SearchPlan): ReadonlySet<string> =>
  new Set([...must, ...wanted].flat().flatMap(({ variants }) => variants.flat()))

/** How much of a title was asked for: all of it if somebody typed the title. */
export function titleShare(title: string, asked: ReadonlySet<string>, stemmer: Stemmer): number {
  const words = wordsOf(title, MAX_TITLE_WORDS)
  if (words.length === 0) return 0
  return words.filter(word => asked.has(stemmer.stem(word))).length / words.length
}
