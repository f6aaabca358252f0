/**
 * Masks of known noise: dates, times, "3 minutes ago", counters, tokens. Each becomes one private sign, so that a text
 * differs from itself only where somebody wrote. Prices and version numbers stay as they are.
 *
 * One walk over the tokens; every rule looks at a bounded number of neighbours, so time is linear.
 */
import { clockEnd, dateEnd, dayNameEnd, periodEnd } from './mask-dates.ts'
import { counterEnd, counterStart, relativeSpan, timestampEnd, tokenEnd } from './mask-numbers.ts'
import { Reading } from './reading.ts'
import { NUMBER, type Tokens } from './tokens.ts'
import { ARTICLE, COUNTER, DAY_NAME, HOUR, MONTH, RELATIVE, vocabulary, WEEKDAY } from './vocabulary.ts'

/** Private-use characters, as is the seam. A time is one sign in all its forms: "5 hours ago" becomes a date some day. */
export const SIGN = { time: '\uE001', counter: '\uE002', token: '\uE003' } as const
type Sign = keyof typeof SIGN

const WORD_STARTS = HOUR | MONTH | WEEKDAY | COUNTER | ARTICLE | DAY_NAME

interface Span {
  readonly from: number
  readonly to: number
  readonly sign: Sign
}

/** `text` with its noise replaced; the same string when there is none. `tokens` must hold the tokens of `text`. */
export function mask(text: string, tokens: Tokens): string {
  const known = vocabulary()
  tokens.lookUp(known.bits, known.mayKnow)
  if (tokens.numbers === 0 && !isTellingWithoutNumbers(tokens)) return text
  const reading = new Reading(text, tokens, known)
  let masked = ''
  let copied = 0
  for (let at = 0; at < tokens.count; ) {
    const span = spanAt(reading, at)
    if (span === undefined) {
      at++
      continue
    }
    const start = tokens.start[span.from]!
    if (start >= copied) masked += text.slice(copied, start) + SIGN[span.sign]
    copied = closingEnd(text, start, tokens.end[span.to - 1]!)
    at = Math.max(at + 1, span.to)
  }
  return copied === 0 ? text : masked + text.slice(copied)
}

/** "(1)" is masked with its second parenthesis where the first is. */
const closingEnd = (text: string, start: number, end: number) =>
  text.charCodeAt(end) === 41 && text.slice(start, end).includes('(') ? end + 1 : end

/** A text without numbers is noise only as "an hour ago" or "yesterday". */
const isTellingWithoutNumbers = ({ allBits }: Tokens) =>
  (allBits & ARTICLE && allBits & RELATIVE) || allBits & DAY_NAME

function spanAt(reading: Reading, at: number): Span | undefined {
  if (reading.tokens.kind[at] === NUMBER) return numberSpan(reading, at)
  if ((reading.bits(at) & WORD_STARTS) === 0) return tokenSpan(reading, at)
  return wordSpan(reading, at)
}

function numberSpan(reading: Reading, at: number): Span | undefined {
  const token = tokenSpan(reading, at)
  if (token) return token
  const date = dateEnd(reading, at) || clockEnd(reading, at)
  if (date > 0) return { from: at, to: date, sign: 'time' }
  const relative = relativeSpan(reading, at)
  if (relative) return { ...relative, sign: 'time' }
  const counter = counterEnd(reading, at)
  if (counter > 0) return { from: at, to: counter, sign: 'counter' }
  const stamp = timestampEnd(reading, at)
  return stamp > 0 ? { from: at, to: stamp, sign: 'time' } : undefined
}

function wordSpan(reading: Reading, at: number): Span | undefined {
  const date = dateEnd(reading, at) || periodEnd(reading, at) || dayNameEnd(reading, at)
  if (date > 0) return { from: at, to: date, sign: 'time' }
  const bits = reading.bits(at)
  if (bits & COUNTER) {
    const counter = counterStart(reading, at)
    if (counter) return { ...counter, sign: 'counter' }
  }
  if (bits & ARTICLE) {
    const relative = relativeSpan(reading, at)
    if (relative) return { ...relative, sign: 'time' }
  }
  return tokenSpan(reading, at)
}

function tokenSpan(reading: Reading, at: number): Span | undefined {
  const end = tokenEnd(reading, at)
  return end > 0 ? { from: at, to: end, sign: 'token' } : undefined
}
