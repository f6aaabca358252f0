/** Dates and times of day, by shape and by the names of months and weekdays. Each rule returns the index after the last token, or 0. */
import type { Reading } from '../signature/reading.ts'
import { clockEnd, isHour, isSixty, isTwoDigits, unitDateEnd, zoneEnd } from './mask-clock.ts'
import {
  AT_TIME,
  DAY_NAME,
  DAY_PHRASE,
  DOUBTFUL,
  LINKER,
  MONTH,
  NO_NUMBER,
  relativeHash,
  VERSION,
  WEEKDAY,
  ZONE,
} from './vocabulary.ts'

const DATE_SIGNS = new Set(['.', '/', '-', '. ', '–', '٫', '／', '‏/', '\u200f/'])
const LOOSE = new Set([' ', '. ', ', ', '.', '-', '/', "'", '’', ' ’', '', ' , ', '., '])
// biome-ignore format: a list
const TO_TIME = new Set([
  ' ', ', ', ' - ', ' – ', ' — ', ' | ', ' · ', ' • ', ' @ ', '. ', ' (', '/', ' / ', '-', ': ', '',
])

/** A date that begins at a number, a weekday or a month, including the time of day after it. */
export function dateEnd(reading: Reading, at: number): number {
  const start = weekdayEnd(reading, at)
  // "Mar" is a weekday in some languages and a month in others.
  const end = bareDateEnd(reading, start) || (start > at ? bareDateEnd(reading, at) : 0)
  if (end > 0) return withTime(reading, weekdayBehind(reading, end))
  return start > at ? clockAfterDay(reading, start) : 0
}

/** "today at 12:30", "Heute, 14:05 Uhr", "przedwczoraj", "hôm qua". */
export function dayNameEnd(reading: Reading, at: number): number {
  if ((reading.bits(at) & (DAY_NAME | DAY_PHRASE)) === 0) return 0
  for (let end = Math.min(reading.tokens.count, at + 4); end > at; end--) {
    if (!reading.vocabulary.dayNames.has(relativeHash(reading.tokens, at, NO_NUMBER, NO_NUMBER, end)))
      continue
    return clockAfterDay(reading, end) || end
  }
  return 0
}

function clockAfterDay(reading: Reading, at: number): number {
  const time = clockEnd(reading, at)
  if (time > 0) return time
  const behindWord = reading.isNumber(at) ? 0 : clockEnd(reading, at + 1)
  return behindWord
}

/** Index after a weekday of one or two words and a short word: "Fri,", "יום שני,", "fredag den". */
function weekdayEnd(reading: Reading, at: number): number {
  let end = at
  while (end < at + 2 && reading.bits(end) & WEEKDAY && isTight(reading, end)) end++
  if (end === at || reading.isNumber(end) || reading.bits(end) & MONTH) return end
  const letters = reading.digits(end)
  return letters <= 3 && isTight(reading, end) && reading.isNumber(end + 1) ? end + 1 : end
}

/** "2024. május 8., szerda", "5月8日(水曜日)", "5月8日星期三". */
function weekdayBehind(reading: Reading, end: number): number {
  const gap = reading.gap(end - 1)
  if (gap === undefined || !(LOOSE.has(gap) || gap.trim() === '(' || gap === '（')) return end
  if (reading.bits(end) & WEEKDAY) return end + 1
  const word = reading.text.slice(reading.tokens.start[end], reading.tokens.start[end]! + 3)
  if (/^.曜日/.test(word) || /^(?:星期|礼拜|禮拜)./.test(word)) return end + 3
  return /^[周週]./.test(word) ? end + 2 : end
}

function bareDateEnd(reading: Reading, at: number): number {
  if (reading.isNumber(at))
    return (
      unitDateEnd(reading, at) ||
      numericEnd(reading, at) ||
      dayFirstEnd(reading, at) ||
      yearFirstEnd(reading, at)
    )
  return reading.bits(at) & MONTH ? monthFirstEnd(reading, at) : 0
}

/** 2024-05-03, 3/5/2024, 03.05.24. A version such as 1.2.24 is not padded and is kept. */
function numericEnd(reading: Reading, at: number): number {
  const sign = reading.gap(at)
  if (sign === undefined || !DATE_SIGNS.has(sign) || reading.gap(at + 1) !== sign) return 0
  if (reading.bits(at - 1) & VERSION) return 0
  if (!reading.isNumber(at + 1) || !reading.isNumber(at + 2) || reading.charAfter(at + 2) === sign) return 0
  const [a, b, c] = [at, at + 1, at + 2] as const
  if (isYear(reading, a)) return isDayAndMonth(reading, b, c) ? at + 3 : 0
  if (!isDayAndMonth(reading, a, b)) return 0
  if (isYear(reading, c)) return at + 3
  return reading.digits(c) === 2 && (sign === '/' || isTwoDigits(reading, a, b)) ? at + 3 : 0
}

function isDayAndMonth(reading: Reading, a: number, b: number): boolean {
  const [x, y] = [reading.value(a), reading.value(b)]
  if (reading.digits(a) > 2 || reading.digits(b) > 2 || x < 1 || y < 1) return false
  return (x <= 31 && y <= 12) || (x <= 12 && y <= 31)
}

/** A year of the common era, or of the Thai or Persian calendar, in the range that pages use. */
function isYear(reading: Reading, at: number): boolean {
  if (!reading.isNumber(at) || reading.digits(at) !== 4) return false
  const value = reading.value(at)
  return (
    (value >= 1900 && value <= 2100) || (value >= 2500 && value <= 2600) || (value >= 1380 && value <= 1460)
  )
}

const isDay = (reading: Reading, at: number) =>
  reading.isNumber(at) && reading.digits(at) <= 2 && reading.value(at) >= 1 && reading.value(at) <= 31

/** 3 May 2024, 3. Mai, 3 de mayo de 2024, 3rd of May. */
function dayFirstEnd(reading: Reading, at: number): number {
  if (!isDay(reading, at)) return 0
  const month = skipLinkers(reading, at)
  if ((reading.bits(month) & MONTH) === 0) return 0
  const year = skipLinkers(reading, month)
  if (isYear(reading, year) || isShortYear(reading, month)) return year + 1
  if (isNumberedMonth(reading, year)) return skipLinkers(reading, year) + 1
  return reading.bits(month) & DOUBTFUL ? 0 : month + 1
}

/** "1 tháng 5, 2024": the word means month, and its number follows. */
const isNumberedMonth = (reading: Reading, at: number): boolean =>
  isDay(reading, at) && reading.value(at) <= 12 && isYear(reading, skipLinkers(reading, at))

/** 2024 May 3, ۱۴۰۳ اردیبهشت ۱۶ */
function yearFirstEnd(reading: Reading, at: number): number {
  if (!isYear(reading, at)) return 0
  const month = skipLinkers(reading, at)
  if ((reading.bits(month) & MONTH) === 0) return 0
  const day = skipLinkers(reading, month)
  return isDay(reading, day) ? day + 1 : 0
}

/** May 3, 2024; Mai 2024; May 3rd. */
function monthFirstEnd(reading: Reading, at: number): number {
  const next = skipLinkers(reading, at)
  if (isYear(reading, next))
    return isDay(reading, next + 1) && isTogether(reading, next) ? next + 2 : next + 1
  if (!isDay(reading, next) || !isTight(reading, at)) return 0
  const year = skipLinkers(reading, next)
  if (isYear(reading, year)) return year + 1
  if (reading.bits(at) & DOUBTFUL && reading.tokens.count > 3) return 0
  return reading.bits(next + 1) & LINKER && reading.gap(next) === '' ? next + 2 : next + 1
}

/** "May 2024 3" is a date, "May 2024. 3 hours ago" is not. */
const isTogether = (reading: Reading, at: number): boolean =>
  isTight(reading, at) && reading.gap(at) !== '. ' && !reading.isParted(at)

function isTight(reading: Reading, at: number): boolean {
  const gap = reading.gap(at)
  return gap !== undefined && isLoose(gap)
}

/** Includes commas of other scripts. */
const isLoose = (gap: string): boolean => LOOSE.has(gap) || /^[،、፣，]\s?$/.test(gap)

/** 03-May-24 */
function isShortYear(reading: Reading, month: number): boolean {
  const gap = reading.gap(month)
  return (
    (gap === '-' || gap === '/' || gap === ' ’' || gap === " '") &&
    reading.isNumber(month + 1) &&
    reading.digits(month + 1) === 2
  )
}

/** The next token that is not just a linking word between parts of a date; −1 if too much lies between. */
function skipLinkers(reading: Reading, at: number): number {
  for (let steps = 0; steps < 3; steps++) {
    const gap = reading.gap(at)
    if (gap === undefined || !isLoose(gap)) return -1
    at++
    if (reading.isNumber(at) || (reading.bits(at) & LINKER) === 0 || reading.bits(at) & MONTH) return at
  }
  return -1
}

function withTime(reading: Reading, end: number): number {
  const gap = reading.gap(end - 1)
  if (gap === undefined) return end
  if (TO_TIME.has(gap)) {
    // What was taken for the date, such as 11.14.00, may have been a time of day.
    if (reading.bits(end) & ZONE) return zoneEnd(reading, end)
    const time = clockEnd(reading, end) || dottedEnd(reading, end)
    if (time > 0) return time
  }
  const isWord =
    !reading.isNumber(end) &&
    end < reading.tokens.count &&
    (reading.digits(end) <= 4 || (reading.bits(end) & AT_TIME) !== 0)
  return (isWord && (clockEnd(reading, end + 1) || dottedEnd(reading, end + 1))) || end
}

/** After a date, 14.05 is not a decimal number. */
const dottedEnd = (reading: Reading, at: number): number =>
  isHour(reading, at) && reading.gap(at) === '.' && isSixty(reading, at + 1) ? at + 2 : 0
