/** Cuts a text into words and numbers, in one pass and without a string for each. */
import { OTHER_SEED, PRIME, SEED, scramble } from './hash.ts'
import { DIGIT, digitOf, IDEOGRAPH, kindOf, LETTER, lowerOf } from './letters.ts'
import { isTerminator } from './sentences.ts'

export const WORD = 1
export const NUMBER = 2

/** Nearly all characters: one lookup in a table that stays in the L1 cache. */
const ASCII_KIND = Uint8Array.from({ length: 128 }, (_, code) => kindOf(code))
const SPACE = 32
/** Larger numbers are not needed: none of them is a day, a year or an hour. */
const MAX_VALUE = 9_999_999

/** Reused from piece to piece; arrays grow to the longest piece met. Words are hashed in lower case. */
export class Tokens {
  count = 0
  kind = new Uint8Array(256)
  start = new Int32Array(256)
  end = new Int32Array(256)
  hash = new Uint32Array(256)
  /** For a number: its value, or −1 if it is too large to matter. */
  value = new Int32Array(256)
  /** For a word: what the vocabulary knows about it. */
  bits = new Uint32Array(256)
  numbers = 0
  /** The bits of all words, combined. */
  allBits = 0
  /** Whether it contains a character that may end a sentence. */
  mayEnd = false
  /** The result of `hashText` for the text, under both seeds: computed along the way, since every character is looked at anyway. */
  textHash = 0
  otherHash = 0
  private low = SEED
  private high = OTHER_SEED

  read(text: string): void {
    this.count = this.numbers = this.allBits = 0
    this.mayEnd = false
    this.low = SEED
    this.high = OTHER_SEED
    const length = text.length
    let at = 0
    while (at < length) {
      const code = text.charCodeAt(at)
      const kind = code < 128 ? ASCII_KIND[code]! : kindOf(code)
      if (kind === LETTER) at = this.word(text, at, length)
      else if (kind === DIGIT) at = this.number(text, at, length)
      else {
        this.low = Math.imul(this.low ^ code, PRIME)
        this.high = Math.imul(this.high ^ code, PRIME)
        if (kind === IDEOGRAPH) this.ideograph(code, at)
        else if (code !== SPACE && isTerminator(code)) this.mayEnd = true
        at++
      }
    }
    this.textHash = scramble(this.low)
    this.otherHash = scramble(this.high)
  }

  /** Looks up every word in the vocabulary. */
  lookUp(vocabulary: ReadonlyMap<number, number>, mayKnow: Uint8Array): void {
    const last = mayKnow.length - 1
    for (let at = 0; at < this.count; at++) {
      const hash = this.hash[at]!
      if ((mayKnow[(hash >>> 3) & last]! & (1 << (hash & 7))) === 0 || this.kind[at] !== WORD) continue
      const bits = vocabulary.get(hash) ?? 0
      this.bits[at] = bits
      this.allBits |= bits
    }
  }

  private word(text: string, start: number, length: number): number {
    let { low, high } = this
    let hash = SEED
    let at = start
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code < 128) {
        if (ASCII_KIND[code] !== LETTER) break
        hash = Math.imul(hash ^ (code | 32), PRIME)
      } else {
        if (kindOf(code) !== LETTER) break
        hash = Math.imul(hash ^ lowerOf(code), PRIME)
      }
      low = Math.imul(low ^ code, PRIME)
      high = Math.imul(high ^ code, PRIME)
    }
    this.low = low
    this.high = high
    this.add(WORD, start, at, scramble(hash), 0)
    return at
  }

  private number(text: string, start: number, length: number): number {
    let value = 0
    let hash = SEED
    let at = start
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (kindOf(code) !== DIGIT) break
      const digit = digitOf(code)
      hash = Math.imul(hash ^ (digit + 48), PRIME)
      this.low = Math.imul(this.low ^ code, PRIME)
      this.high = Math.imul(this.high ^ code, PRIME)
      if (value >= 0) value = value > MAX_VALUE ? -1 : value * 10 + digit
    }
    this.numbers++
    this.add(NUMBER, start, at, scramble(hash), value)
    return at
  }

  private ideograph(code: number, at: number): void {
    this.add(WORD, at, at + 1, scramble(Math.imul(SEED ^ code, PRIME)), 0)
    if (isTerminator(code)) this.mayEnd = true
  }

  private add(kind: number, start: number, end: number, hash: number, value: number): void {
    if (this.count === this.kind.length) this.grow()
    const at = this.count++
    this.kind[at] = kind
    this.start[at] = start
    this.end[at] = end
    this.hash[at] = hash
    this.value[at] = value
    this.bits[at] = 0
  }

  private grow(): void {
    const size = this.kind.length * 2
    this.kind = grown(this.kind, new Uint8Array(size))
    this.start = grown(this.start, new Int32Array(size))
    this.end = grown(this.end, new Int32Array(size))
    this.hash = grown(this.hash, new Uint32Array(size))
    this.value = grown(this.value, new Int32Array(size))
    this.bits = grown(this.bits, new Uint32Array(size))
  }
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from)
  return to
}

/** The hash that `Tokens` gives to a word. */
export function wordHash(word: string): number {
  let hash = SEED
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ lowerOf(word.charCodeAt(at)), PRIME)
  return scramble(hash)
}
