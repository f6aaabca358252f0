/**
 * Number of documents of a site that contain each word, among those read. The table is bounded: when it is full, the words in the fewest
 * documents, which are worth least as queries, are forgotten.
 */

/** Words with their document counts, most frequent first. */
export interface SavedWords {
  readonly documents: number
  readonly words: Readonly<Record<string, number>>
}

/** Most words in memory: about half a megabyte. Half as many do as well for 5,000 records. */
const MAX_WORDS = 8_000
/** Most words stored with the host: only the best are used next. */
const MAX_SAVED = 1_000
/** With fewer documents, nothing is known about menus. */
const MIN_DOCUMENTS = 8
/** Words in a larger share of documents belong to menus and templates, or do not distinguish anything. */
const MAX_SHARE = 0.5

export class WordTable {
  #documents: number
  readonly #counts: Map<string, number>

  constructor(saved?: SavedWords) {
    this.#documents = saved?.documents ?? 0
    this.#counts = new Map(Object.entries(saved?.words ?? {}))
  }

  get documents(): number {
    return this.#documents
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  /** Adds a document; `words` must not repeat a word. */
  add(words: readonly string[]): void {
    if (words.length === 0) return
    this.#documents++
    for (const word of words) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1)
    if (this.#counts.size > MAX_WORDS) this.#forget()
  }

  /** The words that distinguish documents, with the share of documents that have them. */
  *candidates(): Generator<readonly [word: string, share: number]> {
    const documents = Math.max(1, this.#documents)
    for (const [word, count] of this.#counts) {
      const share = count / documents
      if (documents < MIN_DOCUMENTS || share <= MAX_SHARE) yield [word, share]
    }
  }

  /** Share of the documents with a word; 0 if it is unknown. */
  shareOf(word: string): number {
    return (this.#counts.get(word) ?? 0) / Math.max(1, this.#documents)
  }

  toJSON(): SavedWords {
    const sorted = [...this.#counts].sort(([, a], [, b]) => b - a).slice(0, MAX_SAVED)
    return { documents: this.#documents, words: Object.fromEntries(sorted) }
  }

  #forget(): void {
    const counts = [...this.#counts.values()].sort((a, b) => a - b)
    const least = counts[Math.floor(counts.length / 4)]!
    let extra = this.#counts.size - (3 * MAX_WORDS) / 4
    for (const [word, count] of this.#counts) {
      if (extra <= 0) break
      if (count <= least && this.#counts.delete(word)) extra--
    }
  }
}
