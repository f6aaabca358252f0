/**
 * Masks of known noise: dates, times, "3 minutes ago", counters, tokens. Each is replaced by one private-use character (its sign), so that
 * two versions of a text differ only where someone edited it. Prices and version numbers are kept.
 *
 * One walk over the tokens; every rule looks at a bounded number of neighbors, so time is linear.
 */

import { Reading } from '../signature/reading.ts'
import { NUMBER, type Tokens } from '../text/tokens.ts'
import { vocabulary } from './known-words.ts'
import { chainBefore, chainBehind, isMagnitude, magnitudeBehind } from './mask-around.ts'
import { clockEnd, periodEnd } from './mask-clock.ts'
import { dateEnd, dayNameEnd } from './mask-dates.ts'
import {
  counterEnd,
  counterStart,
  isMoney,
  relativeSpan,
  thousandsEnd,
  timestampEnd,
  tokenEnd,
} from './mask-numbers.ts'
import { joinedMoments, type MaskedSpan, type Moment, momentOf, NO_MOMENT } from './moments.ts'
import { isInProse } from './prose.ts'
import { ARTICLE, COUNTER, DAY_NAME, DAY_PHRASE, HOUR, MONTH, RELATIVE, WEEKDAY } from './vocabulary.ts'

/** Private-use characters, like the seam. All forms of a time share one sign, because "5 hours ago" becomes a date some day. */
export const SIGN = { time: '\uE001', counter: '\uE002', token: '\uE003' } as const
type Sign = keyof typeof SIGN

const WORD_STARTS = HOUR | MONTH | WEEKDAY | COUNTER | ARTICLE | DAY_NAME | DAY_PHRASE

interface Span {
  readonly from: number
  readonly to: number
  readonly sign: Sign
  /** Set for a date or a time of day, which may extend to words on either side. */
  readonly isDate?: true
}

/**
 * Returns `text` with its noise replaced; the same string if there is none. `tokens` must hold the tokens of `text`. `spans` receives what
 * each sign replaced, in order.
 */
export function mask(text: string, tokens: Tokens, spans: MaskedSpan[] = []): string {
  const known = vocabulary()
  tokens.lookUp(known.bits, known.mayKnow)
  if (!mayHaveNoise(tokens)) return text
  const reading = new Reading(text, tokens, known)
  let masked = ''
  let lastSign: Sign | undefined
  let copied = 0
  for (let at = 0; at < tokens.count; ) {
    const span = mayStart(tokens, at) ? spanAt(reading, at) : undefined
    if (span === undefined) {
      at++
      continue
    }
    const { from, to } = grown(reading, span, copied)
    const start = tokens.start[from]!
    const moment = span.isDate ? momentOf(tokens, from, to, known) : NO_MOMENT
    // A date and the time beside it are one time.
    const isMore = span.sign === 'time' && lastSign === 'time' && isLight(text, copied, start)
    if (start >= copied && !isMore) {
      masked += text.slice(copied, start) + SIGN[span.sign]
      lastSign = span.sign
      spans.push({ sign: span.sign, moment })
    } else if (spans.length > 0) addMoment(spans, moment)
    copied = tailEnd(reading, start, to, span.sign)
    at = Math.max(at + 1, to)
  }
  return copied === 0 ? text : masked + text.slice(copied)
}

function addMoment(spans: MaskedSpan[], moment: Moment): void {
  const last = spans.at(-1)!
  spans[spans.length - 1] = { ...last, moment: joinedMoments(last.moment, moment) }
}

/** The span extended by what belongs to it on either side. */
function grown(reading: Reading, { from, to, sign, isDate }: Span, copied: number): Omit<Span, 'sign'> {
  if (sign === 'counter') return { from, to: magnitudeBehind(reading, to) }
  return isDate ? { from: chainBefore(reading, from, copied), to: chainBehind(reading, to) } : { from, to }
}

const MAX_BETWEEN = 4

/** Whether there is nothing but a few punctuation marks. */
const isLight = (text: string, from: number, to: number): boolean =>
  to - from <= MAX_BETWEEN && /^[^\p{L}\p{N}\uE000-\uE003]*$/u.test(text.slice(from, to))

/** "(1)" is masked including its second parenthesis if the first is, and "3 Std." including its dot, which "3 Tage" lacks. */
function tailEnd(reading: Reading, start: number, to: number, sign: Sign): number {
  const { text, tokens } = reading
  const end = tokens.end[to - 1]!
  const next = text.charAt(end)
  if (next === ')' && text.slice(start, end).includes('(')) return end + 1
  return next === '.' && (sign === 'time' || isMagnitude(reading, to - 1)) ? end + 1 : end
}

const FIRST_IDEOGRAPH = 0x2fff

/** A text without numbers can be noise only as "an hour ago" or "yesterday". */
function mayHaveNoise({ allBits, numbers }: Tokens): boolean {
  if (numbers > 0 || (allBits & DAY_NAME) !== 0) return true
  return (allBits & (ARTICLE | DAY_PHRASE)) !== 0 && (allBits & RELATIVE) !== 0
}

/** Rules out most tokens cheaply: common words are also weekdays and articles in some language. */
function mayStart({ kind, bits, start, end, count }: Tokens, at: number): boolean {
  if (kind[at] === NUMBER) return true
  const own = bits[at]! & WORD_STARTS
  if (own === 0) return at + 1 < count && kind[at + 1] === NUMBER && start[at + 1]! - end[at]! <= 1
  if (own & DAY_NAME || (own & (ARTICLE | DAY_PHRASE) && at + 1 < count && bits[at + 1]! & RELATIVE))
    return true
  for (let near = at + 1; near < count && near <= at + 3; near++) if (kind[near] === NUMBER) return true
  return false
}

function spanAt(reading: Reading, at: number): Span | undefined {
  if (reading.tokens.kind[at] === NUMBER) return numberSpan(reading, at)
  return (reading.bits(at) & WORD_STARTS) === 0 ? tokenSpan(reading, at) : wordSpan(reading, at)
}

/** Each rule is tried only where the neighbors suggest that it could match. */
function numberSpan(reading: Reading, at: number): Span | undefined {
  const token = tokenSpan(reading, at)
  if (token) return token
  if (isMoney(reading, at)) return undefined
  const near = reading.bits(at + 1) | reading.bits(at + 2)
  if (near & (MONTH | HOUR) || reading.isNearNumber(at) || reading.codeAfter(at) > FIRST_IDEOGRAPH) {
    const date = dateEnd(reading, at) || clockEnd(reading, at)
    if (date > 0) return { from: at, to: date, sign: 'time', isDate: true }
  }
  const relative = relativeSpan(reading, at)
  if (relative) return { ...relative, sign: 'time' }
  const counter = hasCounterBehind(reading, at) ? counterEnd(reading, at) : 0
  if (counter > 0 && isInProse(reading, at, counterAt(reading, counter))) return undefined
  if (counter > 0) return { from: at, to: counter, sign: 'counter' }
  const thousands = thousandsEnd(reading, at)
  if (thousands > 0) return { from: at, to: thousands, sign: 'counter' }
  const stamp = timestampEnd(reading, at)
  return stamp > 0 ? { from: at, to: stamp, sign: 'time' } : undefined
}

function hasCounterBehind({ tokens }: Reading, at: number): boolean {
  const last = Math.min(tokens.count - 1, at + 7)
  for (let behind = at + 1; behind <= last; behind++) if (tokens.bits[behind]! & COUNTER) return true
  return false
}

/** The word after a number that makes it a count. */
function counterAt({ tokens }: Reading, end: number): number {
  let at = end
  while (at + 1 < tokens.count && (tokens.bits[at]! & COUNTER) === 0) at++
  return at
}

function wordSpan(reading: Reading, at: number): Span | undefined {
  const date = dateEnd(reading, at) || periodEnd(reading, at)
  if (date > 0) return { from: at, to: date, sign: 'time', isDate: true }
  const day = dayNameEnd(reading, at)
  if (day > 0) return { from: at, to: day, sign: 'time' }
  const bits = reading.bits(at)
  if (bits & COUNTER) {
    const counter = counterStart(reading, at)
    if (counter && !isInProse(reading, at, counter.from)) return { ...counter, sign: 'counter' }
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
