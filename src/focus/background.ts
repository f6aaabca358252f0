/** How many of the pages seen have each word: what stands on every page of a site says nothing of a topic. */
import type { TermBag } from './term-bag.ts'

export interface BackgroundData {
  readonly pages: number
  readonly counts: readonly (readonly [term: string, pages: number])[]
}

/** Before any page was seen, as if there had been so many without the word. */
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

  /** How much a word tells: nothing if every page has it. */
  rarity(term: string): number {
    return Math.log((this.#pages + PAGES_ASSUMED) / ((this.#counts.get(term) ?? 0) + 1))
  }

  /** What stands on few pages is as rare without having been counted. */
  #forget(): void {
    const sorted = [...this.#counts.values()].sort((a, b) => b - a)
    const least = sorted[MAX_TERMS >> 1]!
    for (const [term, count] of this.#counts) if (count <= least) this.#counts.delete(term)
  }

  toJSON(): BackgroundData {
    return { pages: this.#pages, counts: [...this.#counts].filter(([, count]) => count > 1) }
  }
}
