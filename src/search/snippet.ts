/** The part of a page's text that shows why it was found, with the hits marked. */

import type { Stemmer } from './stemmers.ts'
import type { SearchPlan, TermMatch } from './term-plan.ts'
import { unaccented, type Word, wordsOf } from './text-words.ts'

export interface Snippet {
  readonly text: string
  /** Start and end of each hit in the text, in order. */
  readonly marks: readonly (readonly [start: number, end: number])[]
}

/** Two lines of a terminal. */
const SNIPPET_CHARS = 160
/** Characters shown before the first hit, if there are that many. */
const LEAD_CHARS = 40
/** Of a book on one page, only the beginning is searched for the best excerpt. */
const MAX_SEARCHED_CHARS = 400_000

interface Hit {
  readonly start: number
  readonly end: number
  /** Index of the query's word. */
  readonly word: number
}

/** Recognizes the words of a query in a text. */
class HitFinder {
  readonly #words = new Map<string, number>()
  readonly #beginnings: (readonly [string, number])[] = []
  readonly #stemmer: Stemmer
  #count = 0

  constructor({ wanted, must }: SearchPlan, stemmer: Stemmer) {
    this.#stemmer = stemmer
    for (const match of [...must, ...wanted].flat()) this.#add(match)
  }

  #add({ variants, isPrefix, form }: TermMatch): void {
    const first = this.#count
    for (const terms of variants)
      for (const [i, term] of terms.entries())
        if (isPrefix && i === terms.length - 1) this.#beginnings.push([term, first + i])
        else this.#words.set(term, first + i)
    if (form !== null) this.#words.set(form, first)
    this.#count = first + (variants[0]?.length ?? 0)
  }

  wordOf(word: Word): number | undefined {
    const form = unaccented(word.text)
    return (
      this.#words.get(this.#stemmer.stem(word)) ??
      this.#words.get(form) ??
      this.#beginnings.find(([beginning]) => form.startsWith(beginning))?.[1]
    )
  }
}

/** In `text`, words are separated by spaces, blocks by newlines. */
export function snippetOf(text: string, plan: SearchPlan, stemmer: Stemmer): Snippet {
  const searched = text.slice(0, MAX_SEARCHED_CHARS)
  const finder = new HitFinder(plan, stemmer)
  const hits: Hit[] = []
  for (const word of wordsOf(searched)) {
    const found = finder.wordOf(word)
    if (found !== undefined) hits.push({ start: word.start, end: word.end, word: found })
  }
  return excerpt(searched, hits, bestStart(hits))
}

/** Start of the first hit in the stretch with the most different words, then the most hits. */
function bestStart(hits: readonly Hit[]): number {
  let best = { at: 0, score: 0 }
  const counts = new Map<number, number>()
  for (let from = 0, to = 0; from < hits.length; from++) {
    for (; to < hits.length && hits[to]!.end - hits[from]!.start <= SNIPPET_CHARS - LEAD_CHARS; to++)
      counts.set(hits[to]!.word, (counts.get(hits[to]!.word) ?? 0) + 1)
    const score = counts.size * 1_000 + Math.min(to - from, 999)
    if (score > best.score) best = { at: hits[from]!.start, score }
    const left = (counts.get(hits[from]!.word) ?? 0) - 1
    if (left > 0) counts.set(hits[from]!.word, left)
    else counts.delete(hits[from]!.word)
    if (to <= from) to = from + 1
  }
  return best.at
}

function excerpt(text: string, hits: readonly Hit[], first: number): Snippet {
  const start = first <= LEAD_CHARS ? 0 : wordStart(text, first - LEAD_CHARS, first)
  const end = wordEnd(text, start + SNIPPET_CHARS)
  const before = start > 0 ? '… ' : ''
  const after = end < text.length ? ' …' : ''
  const shift = before.length - start
  const shown = text.slice(start, end).replaceAll('\n', ' ')
  const marks = hits.filter(hit => hit.start >= start && hit.end <= end)
  return {
    text: `${before}${shown}${after}`.toWellFormed(),
    marks: merged(marks.map(({ start: from, end: to }) => [from + shift, to + shift] as const)),
  }
}

/** Merges marks, because pairs of characters overlap. */
function merged(marks: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const all: [number, number][] = []
  for (const [start, end] of marks) {
    const last = all.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else all.push([start, end])
  }
  return all
}

const SPACE = /\s/

function wordStart(text: string, from: number, before: number): number {
  for (let at = from; at < before; at++) if (SPACE.test(text[at]!)) return at + 1
  return from
}

function wordEnd(text: string, from: number): number {
  if (from >= text.length) return text.length
  for (let at = from; at > from - LEAD_CHARS; at--) if (SPACE.test(text[at]!)) return at
  return from
}
