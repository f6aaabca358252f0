/** Counts the pages seen with each word: a word on every page of a site says nothing about a topic. */
import type { TermBag } from './term-bag.ts'

export interface BackgroundData {
  readonly pages: number
  readonly counts: readonly (readonly [term: string, pages: number])[]
}

/** Prior: as if this many pages without the word had been seen. */
const PAGES_ASSUMED = 20
const MAX_TERMS = 100_000

export class Background {
  #pages: number
  readonly #counts: Map<string, number>

  constructor({ pages, counts }: BackgroundData = { pages: 0, counts: [] }) {
    this.#pages = pages
    this.#counts = new Map(counts)
  }

  get pages(): number {
    return this.#pages
  }

  add({ terms }: TermBag): void {
    this.#pages++
    for (const term of terms) this.#counts.set(term, (this.#counts.get(term) ?? 0) + 1)
    if (this.#counts.size > MAX_TERMS) this.#forget()
  }

  /** How informative a word is: 0 or less if every page has it. */
  rarity(term: string): number {
    return Math.log((this.#pages + PAGES_ASSUMED) / ((this.#counts.get(term) ?? 0) + 1))
  }

  /** Drops the rarer half: a word on few pages is about as rare if it was never counted. */
  #forget(): void {
    const sorted = [...this.#counts.values()].sort((a, b) => b - a)
    const least = sorted[MAX_TERMS >> 1]!
    for (const [term, count] of this.#counts) if (count <= least) this.#counts.delete(term)
  }

  toJSON(): BackgroundData {
    return { pages: this.#pages, counts: [...this.#counts].filter(([, count]) => count > 1) }
  }
}
