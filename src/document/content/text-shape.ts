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
/** Cached kinds of non-ASCII characters; 255 means unknown. */
const known = new Uint8Array(0x1_00_00).fill(255)

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
  return (known[code] = OTHERS.find(([pattern]) => pattern.test(character))?.[1] ?? NONE)
}

export function textShape(text: string): TextShape {
  const counts = new Uint32Array(10)
  let words = 0
  let sentences = 0
  let prices = 0
  let isWord = false
  /** A sentence ends with a stop, possibly a closing mark, then a blank or nothing. */
  let stopped = false
  let money = -9
  let last = NONE
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at))
    counts[kind]!++
    const isLetter = kind === LETTER || kind === CAPITAL || kind === DIGIT
    if (isLetter && !isWord) words++
    if (kind === DIGIT && last !== DIGIT && at - money <= 2) prices++
    if (kind === MONEY) money = at
    if (kind === BLANK && stopped) sentences++
    stopped = kind === STOP || (stopped && kind === CLOSING && last === STOP)
    isWord = isLetter
    last = kind
  }
  if (stopped) sentences++
  const share = (...kinds: number[]) => kinds.reduce((sum, kind) => sum + counts[kind]!, 0) / text.length
  const isClosed = last === STOP || last === COMMA
  const shares = { capitals: share(CAPITAL), digits: share(DIGIT), commas: share(COMMA), bars: share(BAR) }
  return { words, sentences, ...shares, isClosed, prices }
}
