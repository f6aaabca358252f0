/** The words of a page, by how much they say about it. */
import { FIELD_WEIGHTS, type PageTexts, type Stemmer } from '../search/index.ts'
import { eachRun } from '../search/text-words.ts'

/** Stems in parallel with their weights, the heaviest first. Plain data: threads send it to each other. */
export interface TermBag {
  readonly terms: readonly string[]
  readonly weights: readonly number[]
}

/** What a page is about shows in its first words; a book in one page would cost as much as a library. */
const MAX_FIELD_WORDS = 5_000
const MAX_TERMS = 400
/** Single letters and long numbers name nothing. */
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

/** The stems of a short text, each as often as it stands there. */
export function stemsOf(text: string, stemmer: Stemmer, most: number): string[] {
  const stems: string[] = []
  eachRun(text, (start, end, isPair) => {
    const { stem } = stemmer.word(text.slice(start, end), isPair)
    if (stem.length >= MIN_TERM_CHARS && !NUMBER.test(stem)) stems.push(stem)
    return stems.length >= most
  })
  return stems
}
