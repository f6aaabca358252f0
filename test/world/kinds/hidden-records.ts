/** Records that only a search finds: their words, and which records have a word. Words are as frequent as in real texts, by Zipf's law. */
import type { Random } from '../../../src/env/random.ts'
import { between, chance } from '../chance.ts'

export interface RecordWords {
  readonly title: readonly string[]
  readonly text: readonly string[]
}

export interface Vocabulary {
  readonly words: number
  /** How quickly words become rarer: 1 for running text, more for names and subjects that few records share. */
  readonly exponent: number
  /** Syllables that its words are made of. */
  readonly syllables: readonly string[]
}

/** Draws words: the n-th is n to the power of the exponent times rarer than the first. */
export class WordDraw {
  readonly #sums: Float64Array
  readonly #vocabulary: Vocabulary

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary
    this.#sums = new Float64Array(vocabulary.words)
    let sum = 0
    for (let i = 0; i < vocabulary.words; i++) this.#sums[i] = sum += 1 / (i + 3) ** vocabulary.exponent
  }

  draw(random: Random): string {
    const wanted = random.next() * this.#sums.at(-1)!
    let [low, high] = [0, this.#sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return this.word(low)
  }

  some(random: Random, low: number, high: number): string[] {
    return Array.from({ length: between(random, low, high) }, () => this.draw(random))
  }

  /** The same number always gives the same word, and different numbers different words. */
  word(number: number): string {
    const { syllables } = this.#vocabulary
    let rest = number + syllables.length
    let word = ''
    for (; rest > 0; rest = Math.floor(rest / syllables.length)) word += syllables[rest % syllables.length]
    return word
  }
}

/** Which records have a word. */
export class RecordIndex {
  readonly #byWord = new Map<string, number[]>()

  constructor(records: number, wordsOf: (id: number) => Iterable<string>) {
    for (let id = 0; id < records; id++)
      for (const word of new Set(wordsOf(id))) {
        const ids = this.#byWord.get(word)
        if (ids) ids.push(id)
        else this.#byWord.set(word, [id])
      }
  }

  /** The records that have all the words. */
  find(words: readonly string[]): readonly number[] {
    const [first = [], ...others] = words.map(word => this.#byWord.get(word) ?? [])
    return others.reduce<readonly number[]>((ids, more) => ids.filter(id => more.includes(id)), first)
  }
}

export const wordsIn = (text: string | null): string[] => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A separate stream of choices for each record. */
export const ofRecord = (what: string, seed: number, id: number): Random => chance(what, seed, id)
