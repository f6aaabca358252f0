/** A text with its tokens, as the mask rules look at it: what stands between two tokens, and what a word may mean. */
import { NUMBER, type Tokens, WORD } from './tokens.ts'
import { RELATIVE, type Vocabulary, vocabulary } from './vocabulary.ts'

const LONGEST_GAP = 3

export class Reading {
  readonly text: string
  readonly tokens: Tokens
  readonly vocabulary: Vocabulary

  constructor(text: string, tokens: Tokens) {
    this.text = text
    this.tokens = tokens
    this.vocabulary = vocabulary()
  }

  /** What the vocabulary knows of a word; 0 for numbers and beyond either end. */
  bits(at: number): number {
    if (at < 0 || at >= this.tokens.count || this.tokens.kind[at] !== WORD) return 0
    return this.vocabulary.bits.get(this.tokens.hash[at]!) ?? 0
  }

  isNumber(at: number): boolean {
    return at >= 0 && at < this.tokens.count && this.tokens.kind[at] === NUMBER
  }

  value(at: number): number {
    return this.tokens.value[at]!
  }

  digits(at: number): number {
    return this.tokens.end[at]! - this.tokens.start[at]!
  }

  /** The characters between a token and the next, or undefined when they are many or there is no next. */
  gap(at: number): string | undefined {
    const { tokens } = this
    if (at < 0 || at + 1 >= tokens.count) return undefined
    const from = tokens.end[at]!
    const to = tokens.start[at + 1]!
    return to - from > LONGEST_GAP ? undefined : this.text.slice(from, to)
  }

  charBefore(at: number): string {
    return this.text.charAt(this.tokens.start[at]! - 1)
  }

  charAfter(at: number): string {
    return this.text.charAt(this.tokens.end[at]!)
  }

  /** A piece without numbers is noise only as "an hour ago" or "yesterday". */
  hasTelling(wanted: number): boolean {
    let seen = 0
    for (let at = 0; at < this.tokens.count; at++) {
      const bits = this.bits(at)
      if (bits & wanted & ~RELATIVE) seen |= bits
    }
    return seen !== 0
  }
}
