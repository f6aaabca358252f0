/**
 * Finds known words in the names of elements, such as "comment" in `post-comments`, from left to right and without overlaps; where several
 * begin at one place, the longest. Short words count only on their own: they are part of many others.
 *
 * Only words that begin with the two letters at a place are compared there, and few places have any: a regular expression of all words tries
 * each of them at every place and takes four times as long.
 */

/** Words of a few letters are part of many others. */
const MAX_SHORT = 4
const [SMALL_A, SMALL_Z] = [97, 122]
const LETTERS = 26

interface KnownName {
  readonly name: string
  readonly mark: number
}

export class NameMatcher {
  /** By the first two letters. */
  readonly #starts: (readonly KnownName[] | undefined)[] = new Array(LETTERS * LETTERS).fill(undefined)

  /** Words of at least two letters from a to z, each with a number. */
  constructor(names: readonly (readonly [name: string, mark: number])[]) {
    for (const [name, mark] of names.toSorted(([a], [b]) => b.length - a.length)) {
      const start = startOf(name.charCodeAt(0), name.charCodeAt(1))
      this.#starts[start] = [...(this.#starts[start] ?? []), { name, mark }]
    }
  }

  /** The numbers of the words that are found, in order, each as often as it is found. */
  marksIn(said: string): readonly number[] {
    const lower = said.toLowerCase()
    const marks: number[] = []
    let code = lower.charCodeAt(0)
    for (let at = 0; at + 1 < lower.length; at++) {
      const next = lower.charCodeAt(at + 1)
      const known = isLetter(code) && isLetter(next) ? this.#starts[startOf(code, next)] : undefined
      const found = known?.find(({ name }) => lower.startsWith(name, at) && isApart(lower, at, name.length))
      code = next
      if (found === undefined) continue
      marks.push(found.mark)
      at += found.name.length - 1
      code = lower.charCodeAt(at + 1)
    }
    return marks
  }
}

const startOf = (first: number, second: number): number => (first - SMALL_A) * LETTERS + (second - SMALL_A)

const isLetter = (code: number): boolean => code >= SMALL_A && code <= SMALL_Z

/** Whether a word stands on its own, if it has to. */
const isApart = (text: string, at: number, length: number): boolean =>
  length > MAX_SHORT || !(isLetter(text.charCodeAt(at - 1)) || isLetter(text.charCodeAt(at + length)))
