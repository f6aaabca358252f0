/**
 * Words that make a number a date, a time or a counter. Months, weekdays and "3 minutes ago" are asked of the platform's
 * own tables (Unicode CLDR through `Intl`), once for each thread: short forms too in the languages that most pages are written in, and
 * names of some length in all others that the platform knows. Counters and currencies are listed here.
 */
import { mix } from '../text/hash.ts'
import { Tokens, WORD, wordHash } from '../text/tokens.ts'
import {
  ARTICLES,
  COUNTER_SIGNS,
  COUNTERS,
  CURRENCIES,
  DOUBTFULS,
  HOURS,
  LINKERS,
  MAGNITUDES,
  ROUGHLIES,
  VERSIONS,
  ZONES,
} from './word-lists.ts'

export const MONTH = 1
export const WEEKDAY = 2
export const COUNTER = 4
/** "pm", "Uhr": makes the number before it a time. */
export const HOUR = 8
export const ZONE = 16
/** Stands beside the number in some "… ago". */
export const RELATIVE = 32
/** "an hour ago": stands for the number one. */
export const ARTICLE = 64
/** "today", "gestern". */
export const DAY_NAME = 128
export const CURRENCY = 256
/** Between the parts of a date: "3 de mayo de 2024", "the 3rd of May". */
export const LINKER = 512
/** A month's short form that is also a common word: needs a year beside it. */
export const DOUBTFUL = 1024
/** "1.2k views" */
export const MAGNITUDE = 2048
/** "© 2024" */
export const COPYRIGHT = 4096
/** "about", "etwa": belongs to the number behind it. */
export const ROUGHLY = 8192
/** One of two: "a. m.", "μ.μ." */
export const HALF_PERIOD = 16_384
/** The first of several words that mean a day: "hôm qua", "this hour". The second has `RELATIVE`. */
export const DAY_PHRASE = 32_768
/** Makes the numbers behind it no date. */
export const VERSION = 65_536
/** Between a date and its time of day: "às", "pukul", "เวลา". */
export const AT_TIME = 131_072

const LANGUAGES =
  `en de fr es pt it nl sv nb da fi is pl cs sk hu ro bg ru uk sr hr sl lt lv et el tr he ar fa hi bn th vi id ms
ja ko zh ca eu gl sw ur ta`.split(/\s+/)

/** Every other language that the platform has a two-letter code for. */
function furtherLanguages(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const codes = letters.flatMap(first => letters.map(second => first + second))
  const supported = [...Intl.DateTimeFormat.supportedLocalesOf(codes), ...REGIONS]
  return [...new Set(supported)].filter(code => !LANGUAGES.includes(code))
}

/** Where the platform prints otherwise than in the language's own country; and codes of three letters. */
const REGIONS = 'fil ckb sr-Latn zh-Hant zh-HK en-AU pt-PT fr-CA es-MX de-AT'.split(' ')

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const
export const LONGEST_SIDE = 4
export const NO_NUMBER = -1
const WEEK = [1, 2, 3, 4, 5, 6, 7]
/** Behind Latin, Greek and Cyrillic, which many languages share. */
const LAST_SHARED_LETTER = 0x52f
const SHORTEST_FAR = 4
const SHORTEST_PART = 3
const FILTER_BYTES = 8192

export interface Vocabulary {
  readonly bits: ReadonlyMap<number, number>
  /** A bit for the low bits of every known word's hash: most words of a page are settled by one look into it. */
  readonly mayKnow: Uint8Array
  /** Hashes of "words before # words after", see `relativeHash`. */
  readonly relatives: ReadonlySet<number>
  /** How many words stand before and behind the number in such phrases: `LONGEST_SIDE + 1` × before + behind. */
  readonly relativeShapes: readonly number[]
  /** The same of phrases without a number. */
  readonly dayNames: ReadonlySet<number>
  /** Words that name a month, a weekday or a part of the day in any language, however short: for those beside a sure date. */
  readonly names: ReadonlySet<number>
  /** Words for thousands and more, likewise. */
  readonly magnitudes: ReadonlySet<number>
  /** Every way to print an age, by `ageKey`: where nothing else stands, "3 napja" and "−3 d" are sure too. */
  readonly ages: ReadonlySet<string>
}

let known: Vocabulary | undefined

export function vocabulary(): Vocabulary {
  known ??= new Learner().learn()
  return known
}

/** The key of a phrase: the tokens at [from, to), of which [number, last] count as one number; without any at `NO_NUMBER`. */
export function relativeHash(tokens: Tokens, from: number, number: number, last: number, to: number): number {
  let hash = 1
  for (let at = from; at < to; at++) {
    if (at < number || at > last) hash = mix(hash, tokens.hash[at]!)
    else if (at === last) hash = mix(hash, 0)
  }
  return hash
}

class Learner {
  private readonly bits = new Map<number, number>()
  private readonly relatives = new Set<number>()
  private readonly shapes = new Set<number>()
  private readonly ages = new Set<string>()
  private readonly dayNames = new Set<number>()
  private readonly names = new Set<number>()
  private readonly magnitudeWords = new Set<number>()
  private readonly tokens = new Tokens()
  /** Short words of a language that few pages are written in are common words of another. */
  private isFar = false

  learn(): Vocabulary {
    for (const language of LANGUAGES) this.language(language)
    this.isFar = true
    for (const language of furtherLanguages()) this.language(language)
    this.isFar = false
    this.listed()
    const mayKnow = new Uint8Array(FILTER_BYTES)
    for (const hash of this.bits.keys()) mayKnow[(hash >>> 3) & (FILTER_BYTES - 1)]! |= 1 << (hash & 7)
    return {
      bits: this.bits,
      mayKnow,
      relatives: this.relatives,
      relativeShapes: [...this.shapes].sort((a, b) => b - a),
      dayNames: this.dayNames,
      names: this.names,
      magnitudes: this.magnitudeWords,
      ages: this.ages,
    }
  }

  private language(language: string): void {
    this.months(language)
    this.weekdays(language)
    this.phrases(language)
    this.dayPeriods(language)
    this.magnitudes(language)
    this.wholeDates(language)
  }

  private listed(): void {
    const lists: readonly (readonly [readonly string[], number])[] = [
      [COUNTERS, COUNTER],
      [COUNTER_SIGNS, COUNTER],
      [HOURS, HOUR],
      [ZONES, ZONE],
      [ARTICLES, ARTICLE],
      [CURRENCIES, CURRENCY],
      [LINKERS, LINKER],
      [DOUBTFULS, DOUBTFUL],
      [MAGNITUDES, MAGNITUDE],
      [['copyright'], COPYRIGHT],
      [ROUGHLIES, ROUGHLY],
      [VERSIONS, VERSION],
    ]
    for (const [words, bit] of lists) for (const word of words) this.mark(wordHash(word), bit)
  }

  /** The word at `at`, unless it is too short for its language to be known by it. */
  private markWord(at: number, phrase: string, bit: number): void {
    const { start, end, hash } = this.tokens
    if (!this.isFar || !isShort(phrase, start[at]!, end[at]!, SHORTEST_FAR)) this.mark(hash[at]!, bit)
    else if (bit === MONTH && ((this.bits.get(hash[at]!) ?? 0) & MONTH) === 0)
      this.mark(hash[at]!, MONTH | DOUBTFUL)
  }

  /** All words of a name are known beside a date. */
  private name(phrase: string, to: Set<number>, shortest = 0): void {
    const { tokens } = this
    tokens.read(phrase)
    for (let at = 0; at < tokens.count; at++) {
      const isPreposition = tokens.count > 1 && isShort(phrase, tokens.start[at]!, tokens.end[at]!, shortest)
      if (tokens.kind[at] === WORD && !isPreposition) to.add(tokens.hash[at]!)
    }
  }

  private mark(hash: number, bit: number): void {
    this.bits.set(hash, (this.bits.get(hash) ?? 0) | bit)
  }

  /** Alone and beside a day, as many languages bend the name there. */
  private months(language: string): void {
    for (const month of ['long', 'short'] as const) {
      for (const options of [{ month }, { day: 'numeric', month }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        this.monthsIn(format)
        if (format.resolvedOptions().calendar === 'gregory') continue
        this.monthsIn(new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' }))
      }
    }
  }

  private monthsIn(format: Intl.DateTimeFormat): void {
    for (let index = 0; index < 12; index++) {
      const at = Date.UTC(2024, index, 9)
      const part = format.formatToParts(at).find(part => part.type === 'month')
      if (!part) continue
      this.name(part.value, this.names, SHORTEST_PART)
      this.markLongest(wholeWord(format.format(at), part.value), MONTH)
    }
  }

  /** What stands between the parts of a date; and the weekday where it is written as one with that. */
  private wholeDates(language: string): void {
    for (const dateStyle of ['full', 'medium'] as const) {
      const format = new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short', timeZone: 'UTC' })
      for (const day of dateStyle === 'full' ? WEEK : [1])
        this.wholeDate(format.formatToParts(Date.UTC(2024, 0, day, 14, 5)))
    }
  }

  private wholeDate(parts: readonly Intl.DateTimeFormatPart[]): void {
    const text = parts.map(part => part.value).join('')
    if (DENSE.test(text)) return
    const hour = parts.findIndex(part => part.type === 'hour')
    this.tokens.read(text)
    let from = 0
    parts.forEach((part, index) => {
      const to = from + part.value.length
      const isInside = index > 0 && index < parts.length - 1
      if (part.type === 'weekday') this.markBetween(from, to, text, WEEKDAY)
      else if (part.type === 'literal' && isInside)
        this.markBetween(from, to, text, index === hour - 1 ? AT_TIME : LINKER)
      from = to
    })
  }

  /** The words that begin there. */
  private markBetween(from: number, to: number, text: string, bit: number): void {
    const { tokens } = this
    for (let at = 0; at < tokens.count; at++) {
      const start = tokens.start[at]!
      if (start < from || start >= to || tokens.kind[at] !== WORD) continue
      if (bit === WEEKDAY) this.markWord(at, text, bit)
      else this.mark(tokens.hash[at]!, bit)
    }
  }

  /** "2:05 μ.μ.", "오후 2:05": before or behind the time. */
  private dayPeriods(language: string): void {
    for (const options of [{ hour: 'numeric', hour12: true }, { timeStyle: 'short' }] as const) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
      for (const hour of [1, 5, 9, 12, 15, 18, 22]) {
        const part = format.formatToParts(Date.UTC(2024, 0, 9, hour)).find(part => part.type === 'dayPeriod')
        if (part) this.markPeriod(part.value)
        else break
      }
    }
  }

  private markPeriod(phrase: string): void {
    const { tokens } = this
    this.name(phrase, this.names)
    tokens.read(phrase)
    const bit = tokens.count === 1 ? HOUR : HALF_PERIOD
    for (let at = 0; at < tokens.count; at++) this.mark(tokens.hash[at]!, bit)
  }

  private magnitudes(language: string): void {
    const format = new Intl.NumberFormat(language, { notation: 'compact' })
    for (const value of [2_000, 45_000, 3_000_000]) {
      const part = format.formatToParts(value).find(part => part.type === 'compact')
      if (!part) continue
      this.name(part.value, this.magnitudeWords)
      this.markAll(part.value, MAGNITUDE)
    }
  }

  private markAll(phrase: string, bit: number): void {
    this.tokens.read(phrase)
    for (let at = 0; at < this.tokens.count; at++) this.markWord(at, phrase, bit)
  }

  private weekdays(language: string): void {
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      for (let day = 1; day <= 7; day++) this.markWeekday(format.format(Date.UTC(2024, 0, day)))
    }
  }

  /** A name of several words ("יום שני") is known by each of them. */
  private markWeekday(name: string): void {
    this.name(name, this.names)
    this.tokens.read(name)
    if (this.tokens.count === 2 && this.tokens.numbers === 0 && !DENSE.test(name)) this.markAll(name, WEEKDAY)
    else this.markLongest(name, WEEKDAY)
  }

  /** Of "d’abril" and "de gener" the name is the longest word; numbers and single letters are none. */
  private markLongest(phrase: string, bit: number): void {
    const { tokens } = this
    tokens.read(phrase)
    let best = -1
    let length = phrase.charCodeAt(0) < 0x250 ? 1 : 0
    if (bit === MONTH && length === 1) length = 2
    for (let at = 0; at < tokens.count; at++) {
      const letters = tokens.end[at]! - tokens.start[at]!
      if (tokens.kind[at] === WORD && letters > length) {
        best = at
        length = letters
      }
    }
    if (best >= 0 && length > 1) this.markWord(best, phrase, bit)
  }

  private phrases(language: string): void {
    for (const style of ['long', 'short', 'narrow'] as const) {
      const format = new Intl.RelativeTimeFormat(language, { style })
      for (const unit of UNITS)
        for (const count of [1, 2, 3, 5, 11, 21]) this.phrase(format.format(-count, unit))
    }
    for (const style of ['long', 'short', 'narrow'] as const) {
      const named = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style })
      for (const day of [-2, -1, 0]) this.dayName(named.format(day, 'day'))
      for (const unit of ['second', 'minute', 'hour'] as const) this.dayName(named.format(0, unit))
    }
  }

  /** "yesterday", "hôm qua", "this hour": known by all their words. */
  private dayName(phrase: string): void {
    const { tokens } = this
    tokens.read(phrase)
    if (tokens.numbers > 0 || tokens.count === 0 || tokens.count > LONGEST_SIDE) return
    if (this.isFar && tokens.count === 1 && phrase.length <= SHORTEST_FAR) return
    this.mark(tokens.hash[0]!, tokens.count === 1 ? DAY_NAME : DAY_PHRASE)
    if (tokens.count > 1) this.mark(tokens.hash[1]!, RELATIVE)
    this.dayNames.add(relativeHash(tokens, 0, NO_NUMBER, NO_NUMBER, tokens.count))
  }

  private phrase(phrase: string): void {
    const { tokens } = this
    tokens.read(phrase)
    if (tokens.numbers === 0 && tokens.count > 1) this.dayName(phrase)
    if (tokens.numbers !== 1) return
    this.ages.add(ageKey(phrase))
    if (!this.isTelling(phrase)) return
    const number = tokens.kind.subarray(0, tokens.count).indexOf(2)
    if (number > LONGEST_SIDE || tokens.count - number - 1 > LONGEST_SIDE) return
    this.relatives.add(relativeHash(tokens, 0, number, number, tokens.count))
    this.shapes.add((LONGEST_SIDE + 1) * number + tokens.count - number - 1)
    for (const beside of [number - 1, number + 1])
      if (beside >= 0 && beside < tokens.count) this.mark(tokens.hash[beside]!, RELATIVE)
  }

  /** "-3 min" and "3 perce" say too little to be sure; one word of a script without spaces says enough. */
  private isTelling(phrase: string): boolean {
    return this.tokens.count > 2 || /[^\x00-\u0600]{6}/.test(phrase)
  }
}

/** In a script that many languages share. */
const isShort = (phrase: string, start: number, end: number, shortest: number): boolean =>
  phrase.charCodeAt(start) <= LAST_SHARED_LETTER && end - start < shortest

/** Of Han and Kana each sign is a word. */
const DENSE = /[\u3000-\u9fff]/

/** A phrase with its number as `#`, without signs, dots and spaces. */
export function ageKey(phrase: string): string {
  return phrase
    .toLowerCase()
    .replace(/\p{Nd}+/gu, '#')
    .replace(/[^\p{L}\p{M}#]+/gu, '')
}

/** Some languages put a preposition before the name without a space. */
function wholeWord(phrase: string, name: string): string {
  return phrase.split(/[\s,.]+/).find(word => word.length > name.length && word.endsWith(name)) ?? name
}
