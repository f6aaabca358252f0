/** Counters, "3 minutes ago", timestamps, tokens and copyright years. */

import type { Reading } from '../signature/reading.ts'
import { kindOf, OTHER } from '../text/letters.ts'
import { vocabulary } from './known-words.ts'
import { magnitudeBehind } from './mask-around.ts'
import {
  ageKey,
  COPYRIGHT,
  COUNTER,
  CURRENCY,
  MAGNITUDE,
  MAX_SIDE_WORDS,
  RELATIVE,
  ROUGHLY,
  relativeHash,
} from './vocabulary.ts'

const codesOf = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, character => character.charCodeAt(0)))
const GROUPING = codesOf(",. '’\u00a0\u202f٬٫")
/** Signs inside a number, without spaces. */
const INSIDE = codesOf(".,'’٫")
const CURRENCY_SIGNS = codesOf('$€£¥₹₽₩₺฿₫₴₪¢')
const SPACE = 32
const MIN_TOKEN_CHARS = 16
const MAX_TOKEN_CHARS = 256
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

export interface TokenRange {
  readonly from: number
  readonly to: number
}

/** The longest known phrase around the number (or article) at `at`, including words such as "about" and a larger unit before it. */
export function relativeSpan(reading: Reading, at: number): TokenRange | undefined {
  let first = at
  while (at - first < 2 && reading.bits(first - 1) & ROUGHLY) first--
  if (((reading.bits(first - 1) | reading.bits(at + 1)) & RELATIVE) === 0) return undefined
  const best = phraseAround(reading, first, at)
  return best && { from: longerBefore(reading, Math.min(best.from, first)), to: best.to }
}

const MAX_AGE_CHARS = 24

/** "5m", "−3 d", "3 napja" with nothing beside them: how feeds print an age. */
export const isAge = (text: string): boolean =>
  text.length <= MAX_AGE_CHARS &&
  /^[-−–]?\s?\p{Nd}{1,3}\s?\p{L}|\p{L}\s\p{Nd}{1,3}\b/u.test(text) &&
  vocabulary().ages.has(ageKey(text))

/** Finds the longest known phrase made of words before `first` and after `at`. */
function phraseAround(reading: Reading, first: number, at: number): TokenRange | undefined {
  const { tokens } = reading
  const { relatives, relativeShapes } = reading.vocabulary
  const before = wordsBefore(reading, first)
  const behind = wordsBehind(reading, at)
  let best: TokenRange | undefined
  const [most, mostBehind] = [first - before, behind - at - 1]
  for (const shape of shapesWithin(relativeShapes, most, mostBehind)) {
    const from = first - Math.floor(shape / (MAX_SIDE_WORDS + 1))
    const to = at + 1 + (shape % (MAX_SIDE_WORDS + 1))
    if (best && to - from <= best.to - best.from) continue
    if (relatives.has(relativeHash(tokens, from, first, at, to))) best = { from, to }
  }
  return best
}

const withinLists = new WeakMap<readonly number[], Map<number, readonly number[]>>()

/** The shapes with at most so many words before and behind, in their order. */
function shapesWithin(shapes: readonly number[], before: number, behind: number): readonly number[] {
  let lists = withinLists.get(shapes)
  if (lists === undefined) withinLists.set(shapes, (lists = new Map()))
  const key = before * (MAX_SIDE_WORDS + 1) + behind
  let list = lists.get(key)
  if (list === undefined) {
    const fits = (shape: number) =>
      Math.floor(shape / (MAX_SIDE_WORDS + 1)) <= before && shape % (MAX_SIDE_WORDS + 1) <= behind
    lists.set(key, (list = shapes.filter(fits)))
  }
  return list
}

/** How far a phrase could extend: it has one number, and the words beside it occur in known phrases. */
function wordsBefore(reading: Reading, first: number): number {
  let from = first
  if ((reading.bits(first - 1) & RELATIVE) === 0) return from
  while (from > 0 && first - from < MAX_SIDE_WORDS && !reading.isNumber(from - 1)) from--
  return from
}

function wordsBehind(reading: Reading, at: number): number {
  let to = at + 1
  if ((reading.bits(to) & RELATIVE) === 0) return to
  while (to < reading.tokens.count && to - at <= MAX_SIDE_WORDS && !reading.isNumber(to)) to++
  return to
}

/** "3 hours, 20 minutes ago": the larger unit comes first. */
function longerBefore(reading: Reading, from: number): number {
  if (!reading.isNumber(from - 2) || (reading.bits(from - 1) & RELATIVE) === 0) return from
  return /^(?:,| )? ?$/.test(reading.gap(from - 1) ?? '-') ? from - 2 : from
}

/** "1,234 views", "1.2k likes", "12 people online". */
export function counterEnd(reading: Reading, at: number): number {
  if (isInsideNumber(reading, at)) return 0
  let end = numberEnd(reading, at)
  if (reading.bits(end) & MAGNITUDE && (reading.gap(end - 1) ?? '-').trim() === '') end++
  for (let step = 0; step < 3; step++) {
    const gap = reading.gap(end + step - 1)
    if (gap === undefined || !/^\.?[\s+)(]*$/.test(gap) || reading.isNumber(end + step)) return 0
    if (reading.bits(end + step) & COUNTER) return end
  }
  return 0
}

const FEW_TOKENS = 6

/** "♥ 15,2 tūkst.", "35.2K": a count in rounded thousands in a short text was made by a machine. */
export function thousandsEnd(reading: Reading, at: number): number {
  if (reading.tokens.count > FEW_TOKENS || isInsideNumber(reading, at) || isMoney(reading, at)) return 0
  const end = numberEnd(reading, at)
  if (end !== at + 2 || reading.digits(at + 1) !== 1 || magnitudeBehind(reading, end) === end) return 0
  return isUnit(reading, end) ? 0 : end + 1
}

/** Units such as 35.2 m and 1.5 t: of single letters, only k always means a thousand. */
const isUnit = ({ text, tokens }: Reading, at: number): boolean =>
  tokens.end[at]! - tokens.start[at]! === 1 && /[a-jl-z]/i.test(text.charAt(tokens.start[at]!))

/** "Views: 1,234", "Kommentare (12)", "阅读 1234". */
export function counterStart(reading: Reading, at: number): TokenRange | undefined {
  const gap = reading.gap(at)
  const number = gap !== undefined && /^\s?[:：([]?\s?$/.test(gap) && reading.isNumber(at + 1) ? at + 1 : 0
  if (number === 0 || isMoney(reading, number)) return undefined
  let end = numberEnd(reading, number)
  if (reading.bits(end) & MAGNITUDE && (reading.gap(end - 1) ?? '-').trim() === '') end++
  return { from: number, to: end }
}

/** Index after the groups of one number: 1,234,567 or 1.2. */
function numberEnd(reading: Reading, at: number): number {
  let end = at + 1
  while (end - at < 6 && reading.isNumber(end)) {
    const sign = reading.sign(end - 1)
    if (!GROUPING.has(sign) || (sign === SPACE && reading.digits(end) !== 3)) break
    end++
  }
  return end
}

/** The 52 of $2.52 is not a number by itself. */
const isInsideNumber = (reading: Reading, at: number): boolean =>
  reading.isNumber(at - 1) && INSIDE.has(reading.sign(at - 1))

/** Whether there is a currency before or after the number that the token at `at` is part of. */
export function isMoney(reading: Reading, at: number): boolean {
  let first = at
  while (at - first < 4 && isInsideNumber(reading, first)) first--
  return hasCurrency(reading, first) || hasCurrency(reading, numberEnd(reading, first) - 1)
}

function hasCurrency(reading: Reading, at: number): boolean {
  const { start, end } = reading.tokens
  if (((reading.bits(at + 1) | reading.bits(at - 1)) & CURRENCY) !== 0) return true
  return hasSign(reading.text, start[at]! - 2) || hasSign(reading.text, end[at]!)
}

/** Whether one of two characters is the sign of a currency. */
const hasSign = (text: string, at: number): boolean =>
  CURRENCY_SIGNS.has(text.charCodeAt(at)) || CURRENCY_SIGNS.has(text.charCodeAt(at + 1))

/** Seconds or milliseconds since 1970 in the present range; and the year after ©. */
export function timestampEnd(reading: Reading, at: number): number {
  const digits = reading.digits(at)
  const { text, tokens } = reading
  if (
    (digits === 10 || digits === 13) &&
    /^1[4-9]/.test(text.slice(tokens.start[at]!, tokens.start[at]! + 2))
  )
    return at + 1
  return digits === 4 && isCopyright(reading, at) ? at + 1 : 0
}

function isCopyright(reading: Reading, at: number): boolean {
  const before = reading.text.slice(Math.max(0, reading.tokens.start[at]! - 14), reading.tokens.start[at]!)
  return /©|\(c\)/i.test(before) || ((reading.bits(at - 1) | reading.bits(at - 2)) & COPYRIGHT) !== 0
}

/** A run of 16 or more well-mixed letters and digits without spaces: session ids, request ids, hashes, UUIDs. */
export function tokenEnd(reading: Reading, at: number): number {
  const { text, tokens } = reading
  if (at + 1 >= tokens.count || tokens.start[at + 1]! - tokens.end[at]! > 1) return 0
  if (at > 0 && isJoined(text, tokens.end[at - 1]!, tokens.start[at]!)) return 0
  let end = at + 1
  while (
    end < tokens.count &&
    end - at < MAX_TOKEN_CHARS &&
    isJoined(text, tokens.end[end - 1]!, tokens.start[end]!)
  )
    end++
  return end > at + 1 && isMixed(reading, at, end) ? end : 0
}

/** _ + = - */
const isJoint = (code: number): boolean => code === 95 || code === 43 || code === 61 || code === 45

function isJoined(text: string, from: number, to: number): boolean {
  return from === to || (to === from + 1 && isJoint(text.charCodeAt(from)))
}

function isMixed(reading: Reading, from: number, to: number): boolean {
  const { tokens, text } = reading
  const start = tokens.start[from]!
  const length = tokens.end[to - 1]! - start
  if (length < MIN_TOKEN_CHARS || length > MAX_TOKEN_CHARS) return false
  const token = text.slice(start, start + length)
  if (UUID.test(token)) return true
  return isWellMixed(token)
}

/** Whether there are at least three changes between letters and digits, and it is not a name of several parts. */
function isWellMixed(token: string): boolean {
  let changes = 0
  let joints = 0
  let before = 0
  for (let at = 0; at < token.length; at++) {
    const kind = kindOf(token.charCodeAt(at))
    if (kind === OTHER) joints++
    else if (before !== OTHER && kind !== before) changes++
    before = kind
  }
  return changes >= 3 && joints < 3
}
