/** Times of day and their zones, by shape and by the words beside them. Each rule returns the index after the last token, or 0. */
import type { Reading } from '../signature/reading.ts'
import { HALF_PERIOD, HOUR, VERSION, ZONE } from './vocabulary.ts'

const CLOCK_SIGNS = new Set([':', '：', '.', ' : '])
const DATE_UNITS = '年月日號号년월일'
const TIME_UNITS = '時时点點分秒시분초'

export const isTwoDigits = (reading: Reading, a: number, b: number) =>
  reading.digits(a) === 2 && reading.digits(b) === 2

export const isHour = (reading: Reading, at: number): boolean =>
  reading.isNumber(at) && reading.digits(at) <= 2 && reading.value(at) <= 24

/** 2024年5月3日, 5월 3일, 14時05分. */
export function unitDateEnd(reading: Reading, at: number): number {
  let end = 0
  let units = 0
  for (let number = at; reading.isNumber(number) && units < 6; ) {
    if (!mayBeUnit(reading, number)) break
    const sign = reading.charAfter(number).trim() || reading.text.charAt(reading.tokens.end[number]! + 1)
    if (sign === '' || !(DATE_UNITS + TIME_UNITS).includes(sign)) break
    units++
    end = number + 2
    number = end
  }
  return units > 1 ? end : 0
}

const FIRST_UNIT = 0x3000

/** Whether one of the two characters after a number is beyond the alphabets; all units are. */
function mayBeUnit({ text, tokens }: Reading, number: number): boolean {
  const end = tokens.end[number]!
  return text.charCodeAt(end) >= FIRST_UNIT || text.charCodeAt(end + 1) >= FIRST_UNIT
}

/** "오후 2:05" */
export function periodEnd(reading: Reading, at: number): number {
  return reading.bits(at) & HOUR ? clockEnd(reading, at + 1) : 0
}

/** 14:05, 2:05:33 pm, 14.05 Uhr, 14h05, 3 pm; with its zone. */
export function clockEnd(reading: Reading, at: number): number {
  if (!isHour(reading, at)) return 0
  const end = unitDateEnd(reading, at) || digitsOfClock(reading, at)
  return end > 0 ? zoneEnd(reading, end) : 0
}

function digitsOfClock(reading: Reading, at: number): number {
  const sign = reading.gap(at) ?? ' '
  if (reading.bits(at + 1) & HOUR && (sign === '' || sign === ' ')) return hourWordEnd(reading, at)
  if (!CLOCK_SIGNS.has(sign) || !isSixty(reading, at + 1)) return 0
  let end = at + 2
  if (reading.gap(end - 1) === sign && isSixty(reading, end)) end++
  if (
    end === at + 3 &&
    reading.isNumber(end) &&
    (reading.gap(end - 1) === '.' || reading.gap(end - 1) === ',')
  )
    end++
  const named = periodLength(reading, end)
  if (
    sign === '.' &&
    named === 0 &&
    !isDottedTriple(reading, at, end) &&
    (reading.bits(end) & ZONE) === 0 &&
    (reading.bits(at - 1) & HOUR) === 0
  )
    return 0
  return end + named
}

/** 08.54.37 is a time or, like 03.05.24, a date: these cannot always be told apart, and need not be. */
const isDottedTriple = (reading: Reading, at: number, end: number) =>
  end === at + 3 && isTwoDigits(reading, at, at + 1) && (reading.bits(at - 1) & VERSION) === 0

/** Number of tokens after a time that give the half of the day, or "Uhr". */
function periodLength(reading: Reading, end: number): number {
  if ((reading.gap(end - 1) ?? '-').trim() !== '') return 0
  if (reading.bits(end) & HOUR) return 1
  return reading.bits(end) & reading.bits(end + 1) & HALF_PERIOD && /^\.?\s?$/.test(reading.gap(end) ?? '-')
    ? 2
    : 0
}

/** "14 Uhr", "3pm"; "14h05" continues with its minutes. "5 h" alone is a duration. */
function hourWordEnd(reading: Reading, at: number): number {
  const gap = reading.gap(at + 1)
  if (gap === '' && isSixty(reading, at + 2)) return at + 3
  const word = reading.text.slice(reading.tokens.start[at + 1]!, reading.tokens.end[at + 1]!).toLowerCase()
  return word === 'am' || word === 'pm' || word === 'uhr' ? at + 2 : 0
}

export const isSixty = (reading: Reading, at: number) =>
  reading.isNumber(at) && reading.digits(at) === 2 && reading.value(at) < 60

/** "CET", "GMT+0200", "+02:00", "Z". */
export function zoneEnd(reading: Reading, end: number): number {
  const named = reading.bits(end) & ZONE && /^ ?\(?$/.test(reading.gap(end - 1) ?? '-')
  const from = named ? end + 1 : end
  const sign = reading.gap(from - 1)
  if (sign === undefined || !/^ ?[+−-]$/.test(sign) || !reading.isNumber(from)) return from
  if (reading.digits(from) === 4) return from + 1
  if (reading.digits(from) !== 2 || !named === sign.length > 1) return from
  return reading.gap(from) === ':' && isSixty(reading, from + 1) ? from + 2 : from
}
