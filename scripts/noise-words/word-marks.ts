/** The marks that words get while a vocabulary is learned: by themselves, or as the telling part of a phrase. */
import { DOUBTFUL, MONTH, WEEKDAY } from '../../src/change/noise/vocabulary.ts'
import { Tokens, WORD } from '../../src/change/text/tokens.ts'

/** Behind Latin, Greek and Cyrillic, which many languages share. */
const LAST_SHARED_LETTER = 0x52f
export const MIN_FAR_CHARS = 4

export class WordMarks {
  readonly bits = new Map<number, number>()
  readonly tokens = new Tokens()
  /** Short words of a language that few pages are written in are common words of another. */
  isFar = false

  mark(hash: number, bit: number): void {
    this.bits.set(hash, (this.bits.get(hash) ?? 0) | bit)
  }

  /** The word at `at`, unless it is too short for its language to be known by it. */
  markWord(at: number, phrase: string, bit: number): void {
    const { start, end, hash } = this.tokens
    if (!this.isFar || !isShort(phrase, start[at]!, end[at]!, MIN_FAR_CHARS)) this.mark(hash[at]!, bit)
    else if (bit === MONTH && ((this.bits.get(hash[at]!) ?? 0) & MONTH) === 0)
      this.mark(hash[at]!, MONTH | DOUBTFUL)
  }

  /** All words of a name are known beside a date. */
  name(phrase: string, to: Set<number>, shortest = 0): void {
    const { tokens } = this
    tokens.read(phrase)
    for (let at = 0; at < tokens.count; at++) {
      const isPreposition = tokens.count > 1 && isShort(phrase, tokens.start[at]!, tokens.end[at]!, shortest)
      if (tokens.kind[at] === WORD && !isPreposition) to.add(tokens.hash[at]!)
    }
  }

  /** The words that begin there. */
  markBetween(from: number, to: number, text: string, bit: number): void {
    const { tokens } = this
    for (let at = 0; at < tokens.count; at++) {
      const start = tokens.start[at]!
      if (start < from || start >= to || tokens.kind[at] !== WORD) continue
      if (bit === WEEKDAY) this.markWord(at, text, bit)
      else this.mark(tokens.hash[at]!, bit)
    }
  }

  markAll(phrase: string, bit: number): void {
    this.tokens.read(phrase)
    for (let at = 0; at < this.tokens.count; at++) this.markWord(at, phrase, bit)
  }

  /** Of "d’abril" and "de gener" the name is the longest word; numbers and single letters are none. Answers its hash. */
  markLongest(phrase: string, bit: number): number | undefined {
    const { tokens } = this
    tokens.read(phrase)
    let best = -1
    let length = phrase.charCodeAt(0) < 0x250 ? 1 : 0
    if (bit === MONTH && length === 1) length = 2
    for (let at = 0; at < tokens.count; at++) {
      const letters = tokens.end[at]! - tokens.start[at]!
      if (tokens.kind[at] === WORD && letters > length) {
        best = at
        length = letters
      }
    }
    if (best < 0 || length <= 1) return undefined
    this.markWord(best, phrase, bit)
    return tokens.hash[best]
  }
}

/** In a script that many languages share. */
const isShort = (phrase: string, start: number, end: number, shortest: number): boolean =>
  phrase.charCodeAt(start) <= LAST_SHARED_LETTER && end - start < shortest
