/** The shape of a text in any language: how much of it is words, sentences, figures, punctuation. One pass, no copy. */
export interface TextShape {
  readonly words: number
  readonly sentences: number
  /** Shares of its characters. */
  readonly capitals: number
  readonly digits: number
  readonly commas: number
  readonly bars: number
  readonly isClosed: boolean
  /** Numbers beside a currency sign. */
  readonly prices: number
  /** Hashes of its words, without regard to case; odd for words of more than two letters. */
  readonly hashes: readonly number[]
}

const NONE = 0
const LETTER = 1
const CAPITAL = 2
const DIGIT = 3
const COMMA = 4
const BAR = 5
const STOP = 6
const MONEY = 7
const CLOSING = 8
const BLANK = 9

const KINDS = kindsOfAscii()
const OTHERS: readonly (readonly [RegExp, number])[] = [
  [/\p{Lu}/u, CAPITAL],
  [/\p{L}|\p{M}/u, LETTER],
  [/\p{N}/u, DIGIT],
  [/[、，；]/, COMMA],
  [/[·•»]/, BAR],
  [/[。！？…]/, STOP],
  [/\p{Sc}/u, MONEY],
  [/[”’»]/, CLOSING],
  [/\s/, BLANK],
]
/** Cached kinds of non-ASCII characters, 255 for unknown, and their lower case. */
const known = new Uint8Array(0x1_00_00).fill(255)
const lowerCase = new Uint16Array(0x1_00_00)
const FNV_OFFSET = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193
const SHORT_WORD = 2
/** More than this is not kept between texts. */
const MAX_COLLECTED = 10_000

function kindsOfAscii(): Uint8Array {
  const kinds = new Uint8Array(128)
  const mark = (characters: string, kind: number) => {
    for (const character of characters) kinds[character.charCodeAt(0)] = kind
  }
  mark('abcdefghijklmnopqrstuvwxyz', LETTER)
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', CAPITAL)
  mark('0123456789', DIGIT)
  mark(',;:', COMMA)
  mark('|/>', BAR)
  mark('.!?', STOP)
  mark('$', MONEY)
  mark('"\')', CLOSING)
  mark(' \t\n\r\f', BLANK)
  return kinds
}

function kindOf(code: number): number {
  if (code < 128) return KINDS[code]!
  const kind = known[code]!
  if (kind !== 255) return kind
  const character = String.fromCharCode(code)
  lowerCase[code] = character.toLowerCase().charCodeAt(0)
  return (known[code] = OTHERS.find(([pattern]) => pattern.test(character))?.[1] ?? NONE)
}

const lowered = (code: number): number => (code < 128 ? code | 32 : lowerCase[code]!)

/** Where the hashes of one text are collected, so that only a list of the right length is made for each. */
const collected: number[] = []

export function textShape(text: string): TextShape {
  const { length } = text
  let words = 0
  let wordStart = -1
  let hash = FNV_OFFSET
  let [capitals, digits, commas, bars, sentences, prices] = [0, 0, 0, 0, 0, 0]
  /** A sentence ends with a stop, possibly a closing mark, then a blank or nothing. */
  let stopped = false
  let money = -9
  let last = NONE
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? KINDS[code]! : kindOf(code)
    if (kind <= DIGIT && kind !== NONE) {
      if (wordStart < 0) wordStart = at
      hash = Math.imul(hash ^ (kind === CAPITAL ? lowered(code) : code), FNV_PRIME)
      if (kind === CAPITAL) capitals++
      else if (kind === DIGIT) {
        digits++
        if (last !== DIGIT && at - money <= 2) prices++
      }
      stopped = false
    } else {
      if (wordStart >= 0) {
        collected[words++] = at - wordStart > SHORT_WORD ? hash | 1 : hash & ~1
        wordStart = -1
        hash = FNV_OFFSET
      }
      if (kind === COMMA) commas++
      else if (kind === BAR) bars++
      else if (kind === MONEY) money = at
      else if (kind === BLANK && stopped) sentences++
      stopped = kind === STOP || (stopped && kind === CLOSING && last === STOP)
    }
    last = kind
  }
  if (wordStart >= 0) collected[words++] = length - wordStart > SHORT_WORD ? hash | 1 : hash & ~1
  if (stopped) sentences++
  const hashes = collected.slice(0, words)
  if (words > MAX_COLLECTED) collected.length = 0
  return {
    words,
    sentences,
    capitals: capitals / length,
    digits: digits / length,
    commas: commas / length,
    bars: bars / length,
    isClosed: last === STOP || last === COMMA,
    prices,
    hashes,
  }
}

/** Words of more than two letters say what a text is about. */
export const isLongWord = (hash: number): boolean => (hash & 1) === 1

/** One number for the phrase of three words that starts at a place. */
export const phraseAt = (hashes: readonly number[], at: number): number =>
  Math.imul(Math.imul(hashes[at]!, 31) ^ hashes[at + 1]!, 0x85ebca6b) ^ hashes[at + 2]!

export const PHRASE_WORDS = 3
