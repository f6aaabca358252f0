/** The words of a page, weighted by how much they say about it. */
import { FIELD_WEIGHTS, type PageTexts, type Stemmer } from '../search/index.ts'
import { eachRun } from '../search/text-words.ts'

/** Stems and their weights in parallel arrays, heaviest first. Plain data that can be sent between threads. */
export interface TermBag {
  readonly terms: readonly string[]
  readonly weights: readonly number[]
}

/** A page's subject shows in its first words; a book on one page would cost as much as a library. */
const MAX_FIELD_WORDS = 5_000
const MAX_TERMS = 400
/** Single letters and numbers do not name anything. */
const MIN_TERM_CHARS = 2
const NUMBER = /^\d+$/

const FIELDS = ['title', 'headings', 'emphasised', 'meta', 'body'] as const

export function bagOf(texts: PageTexts, stemmer: Stemmer): TermBag {
  const weights = new Map<string, number>()
  for (const field of FIELDS)
    for (const term of stemsOf(texts[field], stemmer, MAX_FIELD_WORDS))
      weights.set(term, (weights.get(term) ?? 0) + FIELD_WEIGHTS[field])
  const heaviest = [...weights].sort(([, a], [, b]) => b - a).slice(0, MAX_TERMS)
  return { terms: heaviest.map(([term]) => term), weights: heaviest.map(([, weight]) => weight) }
}

/** The stems of a text, with repetitions. */
export function stemsOf(text: string, stemmer: Stemmer, most: number): string[] {
  const stems: string[] = []
  eachRun(text, (start, end, isPair) => {
    const { stem } = stemmer.word(text.slice(start, end), isPair)
    if (stem.length >= MIN_TERM_CHARS && !NUMBER.test(stem)) stems.push(stem)
    return stems.length >= most
  })
  return stems
}
