/** A text with its tokens, as the mask rules see it: the characters between two tokens, and what a word may mean. */

import type { Vocabulary } from '../noise/vocabulary.ts'
import { NUMBER, type Tokens } from '../text/tokens.ts'

const MAX_GAP_CHARS = 5

/** Marks the start or end of an inline element: a good place to separate pieces, but not a character of the text. */
export const SEAM = '\uE000'
/** No character up to this one is unseen. */
const LAST_PLAIN = 0x2000
/** The seam, and directional marks. */
const UNSEEN = /[\uE000\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export class Reading {
  readonly text: string
  readonly tokens: Tokens
  readonly vocabulary: Vocabulary

  constructor(text: string, tokens: Tokens, vocabulary: Vocabulary) {
    this.text = text
    this.tokens = tokens
    this.vocabulary = vocabulary
  }

  /** What the vocabulary knows about a word; 0 for numbers and beyond either end. */
  bits(at: number): number {
    return at < 0 || at >= this.tokens.count ? 0 : this.tokens.bits[at]!
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

  /** The characters between a token and the next; undefined if they are many or there is no next token. */
  gap(at: number): string | undefined {
    const { tokens } = this
    if (at < 0 || at + 1 >= tokens.count) return undefined
    const from = tokens.end[at]!
    const to = tokens.start[at + 1]!
    if (to - from > MAX_GAP_CHARS) return undefined
    const gap = this.text.slice(from, to)
    return isPlainGap(gap) ? gap : gap.replace(UNSEEN, '')
  }

  /** The only character between a token and the next as its code; 0 if there are none or several. */
  sign(at: number): number {
    const { text, tokens } = this
    if (at < 0 || at + 1 >= tokens.count) return 0
    const from = tokens.end[at]!
    const to = tokens.start[at + 1]!
    if (from === to) return 0
    const code = text.charCodeAt(from)
    if (to - from === 1 && code <= LAST_PLAIN) return code
    const gap = this.gap(at)
    return gap?.length === 1 ? gap.charCodeAt(0) : 0
  }

  /** Whether an inline element begins or ends between a token and the next. */
  isParted(at: number): boolean {
    const { text, tokens } = this
    for (let i = tokens.end[at]!; i < tokens.start[at + 1]!; i++) if (text.charAt(i) === SEAM) return true
    return false
  }

  /** Whether the next token is a number and follows closely. */
  isNearNumber(at: number): boolean {
    const { tokens } = this
    return (
      at + 1 < tokens.count &&
      tokens.kind[at + 1] === NUMBER &&
      tokens.start[at + 1]! - tokens.end[at]! <= MAX_GAP_CHARS
    )
  }

  codeAfter(at: number): number {
    const { text, tokens } = this
    const code = text.charCodeAt(tokens.end[at]!)
    return code === 32 ? text.charCodeAt(tokens.end[at]! + 1) : code
  }

  charAfter(at: number): string {
    return this.text.charAt(this.tokens.end[at]!)
  }
}

function isPlainGap(gap: string): boolean {
  for (let at = 0; at < gap.length; at++) if (gap.charCodeAt(at) > LAST_PLAIN) return false
  return true
}
