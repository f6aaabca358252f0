/**
 * Words beside a time or a count that was recognized with certainty, and belong to it. Alone, "Fia", "so" or "мең" may be any word; beside
 * a date or a count each is the name of a day, or a thousand, in some language that the platform knows. Therefore many more words are
 * accepted here than elsewhere, and a chain of them is taken up to its last name or year: a mere linking word, such as "at", stays if
 * nothing follows it.
 */
import type { Reading } from '../signature/reading.ts'
import { HALF_PERIOD, HOUR, LINKER, MONTH, WEEKDAY } from './vocabulary.ts'

const MAX_CHAIN = 8
const NAMES = MONTH | WEEKDAY | HOUR | HALF_PERIOD
const LOOSE = /^[\s,.،、፣，’'/()[\]-]*$/

/** The first token of the time that continues at `from`, but not before `earliest` in the text. */
export function chainBefore(reading: Reading, from: number, earliest: number): number {
  let first = from
  for (let at = from - 1; at >= 0 && from - at <= MAX_CHAIN; at--) {
    if (reading.tokens.start[at]! < earliest || !isLink(reading, at, at)) break
    if (isEnd(reading, at) || (isDay(reading, at) && at < from - 1 && isName(reading, at + 1))) first = at
  }
  return first
}

/** Index after the last token of the time that ends before `to`. */
export function chainBehind(reading: Reading, to: number): number {
  let end = to
  for (let at = to; at < reading.tokens.count && at - to < MAX_CHAIN; at++) {
    if (!isLink(reading, at, at - 1)) break
    if (isEnd(reading, at) || (isDay(reading, at) && at > to && isName(reading, at - 1))) end = at + 1
  }
  return end
}

/** Index after the word for thousands that follows a count: "1,2 тыс.", "30,8 илј." */
export function magnitudeBehind(reading: Reading, to: number): number {
  return isMagnitude(reading, to) && (reading.gap(to - 1) ?? '-').trim() === '' ? to + 1 : to
}

export const isMagnitude = ({ tokens, vocabulary }: Reading, at: number): boolean =>
  at < tokens.count && vocabulary.magnitudes.has(tokens.hash[at]!)

/** Whether it may be part of a time, with only light punctuation between it and its neighbor. */
function isLink(reading: Reading, at: number, gapAt: number): boolean {
  const gap = reading.gap(gapAt)
  if (gap === undefined || !LOOSE.test(gap) || reading.isParted(gapAt)) return false
  if (reading.isNumber(at)) return isYear(reading, at) || isDay(reading, at)
  return isName(reading, at) || (reading.bits(at) & LINKER) !== 0
}

const isEnd = (reading: Reading, at: number): boolean =>
  reading.isNumber(at) ? isYear(reading, at) : isName(reading, at)

/** A day of the month, judging by its form; the caller checks for a name beside it. */
const isDay = (reading: Reading, at: number): boolean =>
  reading.isNumber(at) && reading.digits(at) <= 2 && reading.value(at) <= 31 && !isHour(reading, at)

/** Whether a clock time begins here: 14 of 14:05. */
const isHour = (reading: Reading, at: number): boolean =>
  reading.isNumber(at + 1) && /^[:.：]$/.test(reading.gap(at) ?? '')

const isName = (reading: Reading, at: number): boolean =>
  (reading.bits(at) & NAMES) !== 0 || reading.vocabulary.names.has(reading.tokens.hash[at]!)

function isYear(reading: Reading, at: number): boolean {
  const value = reading.value(at)
  return reading.digits(at) === 4 && value >= 1900 && value <= 2100
}
