/**
 * Lengths of the answers to single words, used to detect which answers a site truncated: such a site shows a fixed number of records, so
 * several answers are equally long and none is longer. The rest of a truncated answer can be found by combining its word with a choice.
 */

/** Most lengths kept; only the longest matter. */
const MAX_HELD = 300
/**
 * Number of answers as long as the longest from which that length is taken for the site's limit. With 2 and with 6, `bench:forms --dry`
 * asks the same.
 */
const MIN_ALIKE = 3
/** Tolerance, because some records of an answer are in menus too and are not counted. */
const ALIKE = 0.95

export type SavedLengths = Readonly<Record<string, number>>

export class AnswerLengths {
  readonly #lengths: Map<string, number>

  constructor(saved: SavedLengths = {}) {
    this.#lengths = new Map(Object.entries(saved))
  }

  learn(word: string, records: number): void {
    this.#lengths.set(word, records)
    if (this.#lengths.size <= MAX_HELD) return
    const [shortest] = [...this.#lengths].reduce((least, each) => (each[1] < least[1] ? each : least))
    this.#lengths.delete(shortest)
  }

  /** The words whose answers were truncated, with the number of records shown. */
  cut(): readonly (readonly [word: string, records: number])[] {
    const longest = Math.max(0, ...this.#lengths.values())
    const cut = [...this.#lengths].filter(([, records]) => records > 1 && records >= ALIKE * longest)
    return cut.length >= MIN_ALIKE ? cut : []
  }

  toJSON(): SavedLengths {
    return Object.fromEntries(this.#lengths)
  }
}
