/**
 * The moments of a text: what its masked dates and times of day said. A masked date is noise only while it follows the clock, so its
 * numbers are kept beside the masked text: a deadline that moves by four weeks overnight was edited.
 */
import { mix } from '../text/hash.ts'
import { NUMBER, type Tokens } from '../text/tokens.ts'
import { HOUR, LINKER, MONTH, type Vocabulary, WEEKDAY, ZONE } from './vocabulary.ts'

export interface Moment {
  /** Hash of its words and numbers; 0 for a time that means nothing by itself: an age, a timestamp, a copyright year. */
  readonly hash: number
  /** Whether "last updated" or the like comes before it. */
  readonly isLabel: boolean
  /** Numbers as twice their value, or 1 if too large; month names as twice their set of bits (see `Vocabulary.months`) plus 1. */
  readonly parts: readonly number[]
}

/** Most moments in a piece, and most pieces with moments: a page with more is a calendar, in whose later dates edits are not seen. */
export const MAX_MOMENTS = 16
export const MAX_DATED = 400
export const MAX_PARTS = 12
export const TOO_LARGE = 1
export const ANY_MONTH = 0xfff
const OTHER_NAMES = WEEKDAY | HOUR | ZONE | LINKER
/** "last modified on": this many words before a date may say that it is when the page was updated. */
const LABEL_WORDS = 3

export const NO_MOMENT: Moment = { hash: 0, isLabel: false, parts: [] }

/** What one sign of a masked text replaced. */
export interface MaskedSpan {
  readonly sign: 'time' | 'counter' | 'token'
  readonly moment: Moment
}

export function momentOf(tokens: Tokens, from: number, to: number, known: Vocabulary): Moment {
  let hash = 1
  const parts: number[] = []
  for (let at = from; at < to; at++) {
    hash = mix(hash, tokens.hash[at]!)
    if (parts.length >= MAX_PARTS) continue
    const value = tokens.value[at]!
    if (tokens.kind[at] === NUMBER) parts.push(value < 0 ? TOO_LARGE : 2 * value)
    else if (tokens.bits[at]! & MONTH) parts.push(2 * monthsOf(tokens, at, known) + 1)
  }
  return { hash: hash || 1, isLabel: isLabeled(tokens, from, known), parts }
}

/** "Mar" is also a weekday: it then contradicts no month. */
const monthsOf = ({ bits, hash }: Tokens, at: number, known: Vocabulary): number =>
  bits[at]! & OTHER_NAMES ? ANY_MONTH : (known.months.get(hash[at]!) ?? ANY_MONTH)

function isLabeled(tokens: Tokens, from: number, known: Vocabulary): boolean {
  for (let at = Math.max(0, from - LABEL_WORDS); at < from; at++)
    if (known.updates.has(tokens.hash[at]!)) return true
  return false
}

/** A date and the time beside it are one moment. */
export function joinedMoments(a: Moment, b: Moment): Moment {
  if (a.hash === 0 || b.hash === 0) return a.hash === 0 ? b : a
  return {
    hash: mix(a.hash, b.hash) || 1,
    isLabel: a.isLabel || b.isLabel,
    parts: [...a.parts, ...b.parts].slice(0, MAX_PARTS),
  }
}
