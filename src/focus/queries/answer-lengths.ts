/**
 * How long the answers to single words were, to know which of them a site cut off: it shows so many records of an answer and no more, so that several
 * answers are equally long, and none is longer. The rest of such an answer comes out when a choice is asked together with its word.
 */

/** Only the longest matter. */
const MAX_HELD = 300
/** Answers as long as the longest, from which on that is taken for the most a site shows. With 2 and with 6, `bench:forms --dry` asks the same. */
const MIN_ALIKE = 3
/** Some records of an answer stand in menus, too, and are not counted. */
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

  /** The words whose answers were cut off, with what was shown of them. */
  cut(): readonly (readonly [word: string, records: number])[] {
    const longest = Math.max(0, ...this.#lengths.values())
    const cut = [...this.#lengths].filter(([, records]) => records > 1 && records >= ALIKE * longest)
    return cut.length >= MIN_ALIKE ? cut : []
  }

  toJSON(): SavedLengths {
    return Object.fromEntries(this.#lengths)
  }
}
