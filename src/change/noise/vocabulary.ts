/** What is known about words that make a number a date, a time or a counter: the bits of a word, and the phrases that it occurs in. */
import { mix } from '../text/hash.ts'
import type { Tokens } from '../text/tokens.ts'

export const MONTH = 1
export const WEEKDAY = 2
export const COUNTER = 4
/** "pm", "Uhr": makes the number before it a time. */
export const HOUR = 8
export const ZONE = 16
/** Occurs beside the number in some form of "… ago". */
export const RELATIVE = 32
/** "an hour ago": means the number one. */
export const ARTICLE = 64
/** "today", "gestern". */
export const DAY_NAME = 128
export const CURRENCY = 256
/** Between the parts of a date: "3 de mayo de 2024", "the 3rd of May". */
export const LINKER = 512
/** A short form of a month that is also a common word: needs a year beside it. */
export const DOUBTFUL = 1024
/** "1.2k views" */
export const MAGNITUDE = 2048
/** "© 2024" */
export const COPYRIGHT = 4096
/** "about", "etwa": belongs to the number after it. */
export const ROUGHLY = 8192
/** Half of a two-part word: "a. m.", "μ.μ." */
export const HALF_PERIOD = 16_384
/** The first of several words that mean a day: "hôm qua", "this hour". The second has `RELATIVE`. */
export const DAY_PHRASE = 32_768
/** The numbers after it are not a date. */
export const VERSION = 65_536
/** Between a date and its time of day: "às", "pukul", "เวลา". */
export const AT_TIME = 131_072

export const MAX_SIDE_WORDS = 4
export const NO_NUMBER = -1

export interface Vocabulary {
  readonly bits: ReadonlyMap<number, number>
  /** A Bloom filter over the hashes of known words: rules out most words of a page with one lookup. */
  readonly mayKnow: Uint8Array
  /** Hashes of "words before # words after", see `relativeHash`. */
  readonly relatives: ReadonlySet<number>
  /** How many words come before and after the number in such phrases: `MAX_SIDE_WORDS + 1` × before + after. */
  readonly relativeShapes: readonly number[]
  /** Hashes of phrases without a number, likewise. */
  readonly dayNames: ReadonlySet<number>
  /** Words that name a month, a weekday or a part of the day in any language, however short: used only beside a certain date. */
  readonly names: ReadonlySet<number>
  /** The months that a name may mean, one bit each: "listopad" is November in Poland and October in Croatia. */
  readonly months: ReadonlyMap<number, number>
  /** Words that mark the date after them as that of the page itself: "updated", "geändert". */
  readonly updates: ReadonlySet<number>
  /** Words for thousands and more, used only beside a certain count. */
  readonly magnitudes: ReadonlySet<number>
  /** Every way to print an age, by `ageKey`: with nothing beside them, "3 napja" and "−3 d" are certain too. */
  readonly ages: ReadonlySet<string>
}

/** The key of a phrase: the tokens at [from, to), where [number, last] count as one number; `NO_NUMBER` if there is none. */
export function relativeHash(tokens: Tokens, from: number, number: number, last: number, to: number): number {
  let hash = 1
  for (let at = from; at < to; at++) {
    if (at < number || at > last) hash = mix(hash, tokens.hash[at]!)
    else if (at === last) hash = mix(hash, 0)
  }
  return hash
}

/** A phrase with its number as `#`, without punctuation and spaces. */
export function ageKey(phrase: string): string {
  return phrase
    .toLowerCase()
    .replace(/\p{Nd}+/gu, '#')
    .replace(/[^\p{L}\p{M}#]+/gu, '')
}
