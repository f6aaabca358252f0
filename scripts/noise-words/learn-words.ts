/**
 * Words that make a number a date, a time or a counter. Months, weekdays and "3 minutes ago" are asked of the platform's
 * own tables (Unicode CLDR through `Intl`): short forms too in the languages that most pages are written in, and
 * names of some length in all others that the platform knows. Counters and currencies are listed beside this file.
 */
import {
  ARTICLE,
  AT_TIME,
  ageKey,
  COPYRIGHT,
  COUNTER,
  CURRENCY,
  DAY_NAME,
  DAY_PHRASE,
  DOUBTFUL,
  HALF_PERIOD,
  HOUR,
  LINKER,
  MAGNITUDE,
  MAX_SIDE_WORDS,
  MONTH,
  NO_NUMBER,
  RELATIVE,
  ROUGHLY,
  relativeHash,
  VERSION,
  type Vocabulary,
  WEEKDAY,
  ZONE,
} from '../../src/change/noise/vocabulary.ts'
import { wordHash } from '../../src/change/text/tokens.ts'
import listedWords from './listed-words.json' with { type: 'json' }
import { MIN_FAR_CHARS, WordMarks } from './word-marks.ts'

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
const WEEK = [1, 2, 3, 4, 5, 6, 7]
const MIN_PART_CHARS = 3

/** All but what is derived from the rest. */
export type LearnedWords = Omit<Vocabulary, 'mayKnow'>

export function learnWords(): LearnedWords {
  return new Learner().learn()
}

class Learner {
  private readonly words = new WordMarks()
  private readonly relatives = new Set<number>()
  private readonly shapes = new Set<number>()
  private readonly ages = new Set<string>()
  private readonly dayNames = new Set<number>()
  private readonly names = new Set<number>()
  private readonly magnitudeWords = new Set<number>()
  private readonly monthNumbers = new Map<number, number>()

  learn(): LearnedWords {
    for (const language of LANGUAGES) this.language(language)
    this.words.isFar = true
    for (const language of furtherLanguages()) this.language(language)
    this.words.isFar = false
    this.listed()
    return {
      bits: this.words.bits,
      relatives: this.relatives,
      relativeShapes: [...this.shapes].sort((a, b) => b - a),
      dayNames: this.dayNames,
      names: this.names,
      months: this.monthNumbers,
      updates: new Set(listedWords.updates.map(wordHash)),
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
      [listedWords.counters, COUNTER],
      [listedWords.counterSigns, COUNTER],
      [listedWords.hours, HOUR],
      [listedWords.zones, ZONE],
      [listedWords.articles, ARTICLE],
      [listedWords.currencies, CURRENCY],
      [listedWords.linkers, LINKER],
      [listedWords.doubtfuls, DOUBTFUL],
      [listedWords.magnitudes, MAGNITUDE],
      [['copyright'], COPYRIGHT],
      [listedWords.roughlies, ROUGHLY],
      [listedWords.versions, VERSION],
    ]
    for (const [words, bit] of lists) for (const word of words) this.words.mark(wordHash(word), bit)
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
      this.words.name(part.value, this.names, MIN_PART_CHARS)
      const hash = this.words.markLongest(wholeWord(format.format(at), part.value), MONTH)
      if (hash !== undefined) this.nameMonth(hash, index, format)
    }
  }

  /** A month of another calendar lies in two of ours. */
  private nameMonth(hash: number, index: number, format: Intl.DateTimeFormat): void {
    const isOurs = format.resolvedOptions().calendar === 'gregory'
    const months = (1 << index) | (isOurs ? 0 : 1 << ((index + 11) % 12))
    this.monthNumbers.set(hash, (this.monthNumbers.get(hash) ?? 0) | months)
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
    this.words.tokens.read(text)
    let from = 0
    parts.forEach((part, index) => {
      const to = from + part.value.length
      const isInside = index > 0 && index < parts.length - 1
      if (part.type === 'weekday') this.words.markBetween(from, to, text, WEEKDAY)
      else if (part.type === 'literal' && isInside)
        this.words.markBetween(from, to, text, index === hour - 1 ? AT_TIME : LINKER)
      from = to
    })
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
    const { tokens } = this.words
    this.words.name(phrase, this.names)
    tokens.read(phrase)
    const bit = tokens.count === 1 ? HOUR : HALF_PERIOD
    for (let at = 0; at < tokens.count; at++) this.words.mark(tokens.hash[at]!, bit)
  }

  private magnitudes(language: string): void {
    const format = new Intl.NumberFormat(language, { notation: 'compact' })
    for (const value of [2_000, 45_000, 3_000_000]) {
      const part = format.formatToParts(value).find(part => part.type === 'compact')
      if (!part) continue
      this.words.name(part.value, this.magnitudeWords)
      this.words.markAll(part.value, MAGNITUDE)
    }
  }

  private weekdays(language: string): void {
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      for (let day = 1; day <= 7; day++) this.markWeekday(format.format(Date.UTC(2024, 0, day)))
    }
  }

  /** A name of several words ("יום שני") is known by each of them. */
  private markWeekday(name: string): void {
    this.words.name(name, this.names)
    this.words.tokens.read(name)
    if (this.words.tokens.count === 2 && this.words.tokens.numbers === 0 && !DENSE.test(name))
      this.words.markAll(name, WEEKDAY)
    else this.words.markLongest(name, WEEKDAY)
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
    const { tokens } = this.words
    tokens.read(phrase)
    if (tokens.numbers > 0 || tokens.count === 0 || tokens.count > MAX_SIDE_WORDS) return
    if (this.words.isFar && tokens.count === 1 && phrase.length <= MIN_FAR_CHARS) return
    this.words.mark(tokens.hash[0]!, tokens.count === 1 ? DAY_NAME : DAY_PHRASE)
    if (tokens.count > 1) this.words.mark(tokens.hash[1]!, RELATIVE)
    this.dayNames.add(relativeHash(tokens, 0, NO_NUMBER, NO_NUMBER, tokens.count))
  }

  private phrase(phrase: string): void {
    const { tokens } = this.words
    tokens.read(phrase)
    if (tokens.numbers === 0 && tokens.count > 1) this.dayName(phrase)
    if (tokens.numbers !== 1) return
    this.ages.add(ageKey(phrase))
    if (!this.isTelling(phrase)) return
    const number = tokens.kind.subarray(0, tokens.count).indexOf(2)
    if (number > MAX_SIDE_WORDS || tokens.count - number - 1 > MAX_SIDE_WORDS) return
    this.relatives.add(relativeHash(tokens, 0, number, number, tokens.count))
    this.shapes.add((MAX_SIDE_WORDS + 1) * number + tokens.count - number - 1)
    for (const beside of [number - 1, number + 1])
      if (beside >= 0 && beside < tokens.count) this.words.mark(tokens.hash[beside]!, RELATIVE)
  }

  /** "-3 min" and "3 perce" say too little to be sure; one word of a script without spaces says enough. */
  private isTelling(phrase: string): boolean {
    return this.words.tokens.count > 2 || /[^\x00-\u0600]{6}/.test(phrase)
  }
}

/** Of Han and Kana each sign is a word. */
const DENSE = /[\u3000-\u9fff]/

/** Some languages put a preposition before the name without a space. */
function wholeWord(phrase: string, name: string): string {
  return phrase.split(/[\s,.]+/).find(word => word.length > name.length && word.endsWith(name)) ?? name
}
