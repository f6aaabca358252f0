/**
 * The figures of a short text: its numbers, and its skeleton, which is the text without its numbers (and without the names of months,
 * weekdays and halves of the day beside them). Two texts with the same skeleton differ in figures only. That alone does not make them
 * noise, as a score or a count may be edited; but figures show how they moved, in any language and format.
 */
import { hashText, mix } from '../text/hash.ts'
import { NUMBER, Tokens } from '../text/tokens.ts'
import { vocabulary } from './known-words.ts'
import { SIGN } from './mask.ts'
import { HALF_PERIOD, HOUR, MAGNITUDE, MONTH, WEEKDAY, ZONE } from './vocabulary.ts'

export interface Figures {
  readonly skeleton: number
  /** A hash in 1..255 of the order of words and numbers in a text of few words; 0 for longer texts. */
  readonly pattern: number
  /** In order; −1 for a number that is too large to be stored. */
  readonly values: readonly number[]
}

/** A page with more figures than this is a table, and its later cells are compared by their hashes alone. */
export const MAX_FIGURES = 300
export const MAX_VALUES = 8
const MAX_TEXT_CHARS = 400
const MAX_WORDS = 6
/** A price or a percentage in a sentence is content, just as it is when it stands alone. */
const WORTH = /[$€£¥₹₽₩₺฿₫₴₪¢%°]/
const WIDEST_GAP = 4
const LONG_NAME = 5
const BESIDE = MONTH | WEEKDAY | HOUR | ZONE | HALF_PERIOD | MAGNITUDE

const COMPACT_DATE = 8
const COMPACT = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/

const tokens = new Tokens()

/** Figures of a text with a digit; undefined if the text is long or has many numbers. */
export function figuresOf(text: string): Figures | undefined {
  if (text.length > MAX_TEXT_CHARS || WORTH.test(text)) return undefined
  tokens.read(text)
  if (tokens.numbers === 0 || tokens.numbers > MAX_VALUES) return undefined
  const known = vocabulary()
  tokens.lookUp(known.bits, known.mayKnow)
  const values: number[] = []
  for (let at = 0; at < tokens.count; at++) if (tokens.kind[at] === NUMBER) addValue(text, at, values)
  if (values.length > MAX_VALUES) return undefined
  return { skeleton: hashText(skeletonOf(text)), pattern: patternOf(), values }
}

/** A compact date such as 20240503 counts as three numbers. */
function addValue(text: string, at: number, values: number[]): void {
  const written =
    tokens.end[at]! - tokens.start[at]! === COMPACT_DATE ? text.slice(tokens.start[at]!, tokens.end[at]!) : ''
  if (COMPACT.test(written))
    values.push(Number(written.slice(0, 4)), Number(written.slice(4, 6)), Number(written.slice(6)))
  else values.push(tokens.value[at]!)
}

function patternOf(): number {
  if (tokens.count - tokens.numbers > MAX_WORDS) return 0
  let hash = 1
  for (let at = 0; at < tokens.count; at++) hash = mix(hash, tokens.kind[at]!)
  return 1 + (hash % 255)
}

/**
 * Replaces each run of numbers by the sign of a masked time, so that a time that is masked on some visits only always has the same
 * skeleton.
 */
function skeletonOf(text: string): string {
  let skeleton = ''
  let copied = 0
  for (let at = 0; at < tokens.count; ) {
    if (!isFigure(at)) {
      at++
      continue
    }
    let last = at
    let hasNumber = tokens.kind[at] === NUMBER
    // "Friday the 17th": the name of the day belongs to a number further away.
    const isNamed =
      (tokens.bits[at]! & (MONTH | WEEKDAY)) !== 0 && tokens.end[at]! - tokens.start[at]! >= LONG_NAME
    while (last + 1 < tokens.count && isFigure(last + 1) && isNear(last)) {
      last++
      hasNumber ||= tokens.kind[last] === NUMBER
    }
    if (hasNumber || isNamed) {
      skeleton += text.slice(copied, tokens.start[at]!) + SIGN.time
      copied = tokens.end[last]!
      if (text.charAt(copied) === '.') copied++
    }
    at = last + 1
  }
  return onceEach(skeleton + text.slice(copied))
}

const isFigure = (at: number): boolean => tokens.kind[at] === NUMBER || (tokens.bits[at]! & BESIDE) !== 0

const isNear = (at: number): boolean => tokens.start[at + 1]! - tokens.end[at]! <= WIDEST_GAP

/** Merges signs that are next to each other into one. */
const onceEach = (skeleton: string): string =>
  skeleton.replace(/\uE001(?:[^\p{L}\p{N}\uE001-\uE003]{0,4}\uE001)+/gu, SIGN.time)

/** Whether a text with this hash is the other with its figures masked: only its format kept the mask from matching. */
export const isMaskedForm = (a: Figures | undefined, hash: number): boolean => a?.skeleton === hash
