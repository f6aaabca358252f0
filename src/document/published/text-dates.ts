/**
 * Days as people write them, in the languages of the web: `12 March 2020`, `12. März 2020`, `3/12/2020`, `2020年3月12日`. Month names come
 * from the platform's locale data.
 */

/** A calendar day, `2020-03-12`. */
export type Day = string

// biome-ignore format: a list
const LANGUAGES = [
  'en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'nb', 'da', 'sv', 'fi', 'is', 'pl', 'cs', 'sk', 'sl', 'hr',
  'sr-Latn',
  'hu', 'ro', 'tr', 'ru', 'uk', 'bg', 'el', 'et', 'lv', 'lt', 'ca', 'eu', 'gl', 'id', 'ms', 'vi', 'ar',
  'fa', 'he', 'ar-LB', 'ar-MA', 'hi', 'bn', 'ur', 'sr', 'be', 'mk', 'sq', 'az', 'af', 'sw',
]
/** Spellings that the locale data lacks. */
// biome-ignore format: a table
const MORE: Readonly<Record<string, number>> = {
  jänner: 1, jänn: 1, feber: 2, sept: 9, maerz: 3, mrz: 3, mär: 3, fev: 2, dez: 12, okt: 10, marz: 3,
}
/** Countries that write the day first although they use English. */
const DAY_FIRST_HOST = /\.(?:uk|ie|au|nz|in|za|sg|hk|my|ng|ke|eu)$/

const MONTHS: ReadonlyMap<string, number> = monthNames()
const NAMES = [...MONTHS.keys()]
  .filter(name => name.length >= 3)
  .sort((a, b) => b.length - a.length)
  .map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  .join('|')
const YEAR = '((?:19|20)\\d\\d)'
const LETTER = '[\\p{L}\\p{M}]'
/** `12. März 2020`, `12th of March, 2020`, `12 de marzo de 2020`, `12-Mar-2020`, `24 نيسان / أبريل 2020`. */
const DAY_MONTH = new RegExp(
  `(?<![\\d.,:/])([0-3]?\\d)(?:st|nd|rd|th|er|ª|º|\\.)?[\\s\\-/]{0,3}(?:of |de |d'|d’)?(${NAMES})(?!${LETTER})(?: / ${LETTER}{3,12})?\\.?,?[\\s\\-/]{0,3}(?:de |del )?${YEAR}(?!\\d)`,
  'giu',
)
/** `March 12, 2020`, `Mar. 12th 2020`. */
const MONTH_DAY = new RegExp(
  `(?<!${LETTER})(${NAMES})(?!${LETTER})\\.?\\s{0,3}([0-3]?\\d)(?:st|nd|rd|th)?,?\\s{1,3}${YEAR}(?!\\d)`,
  'giu',
)
const YEAR_FIRST = /(?<![\d/.-])((?:19|20)\d\d)([-/.])([01]?\d)\2([0-3]?\d)(?!\d)/g
const YEAR_LAST = /(?<![\d/.-])([0-3]?\d)([-/.])\s?([0-3]?\d)\2\s?((?:19|20)\d\d|\d\d)(?![\d/-]|\.\d)/g
const EAST_ASIAN = /((?:19|20)\d\d)\s?[年년]\s?([01]?\d)\s?[月월]\s?([0-3]?\d)\s?[日일]/g

export interface DayHints {
  /** As declared by the page: `en`, `de-AT`. */
  readonly language: string | null
  readonly host: string
}

export interface FoundDay {
  readonly day: Day
  readonly index: number
  /** What it means if day and month are to be read the other way around; null if they cannot be. */
  readonly turned: Day | null
}

/** All days in a text, in order; only the first `maxChars` characters are searched. */
export function daysIn(text: string, hints: DayHints, maxChars = 20_000): FoundDay[] {
  const part = inAsciiDigits(text.slice(0, maxChars))
  if (!/\d/.test(part)) return []
  const found: FoundDay[] = []
  const add = (index: number, year: number, month: number | undefined, day: number, isVague = false) => {
    const written = dayOf(year, month ?? 0, day)
    const turned = isVague ? dayOf(year, day, month ?? 0) : null
    if (written !== null) found.push({ day: written, index, turned })
  }
  for (const m of part.matchAll(YEAR_FIRST)) add(m.index, Number(m[1]), Number(m[3]), Number(m[4]))
  for (const m of part.matchAll(EAST_ASIAN)) add(m.index, Number(m[1]), Number(m[2]), Number(m[3]))
  for (const m of part.matchAll(DAY_MONTH)) add(m.index, Number(m[3]), monthOf(m[2]!), Number(m[1]))
  for (const m of part.matchAll(MONTH_DAY)) add(m.index, Number(m[3]), monthOf(m[1]!), Number(m[2]))
  for (const m of part.matchAll(YEAR_LAST)) {
    const [first, second] = [Number(m[1]), Number(m[3])]
    const [day, month] = isMonthFirst(first, second, m[2]!, hints) ? [second, first] : [first, second]
    add(m.index, fullYear(m[4]!), month, day, true)
  }
  return found.sort((a, b) => a.index - b.index)
}

/** The zeros of scripts with digits of their own: Arabic, Persian, Devanagari, Bengali, …, and wide ones. */
// biome-ignore format: a list
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0x17e0, 0xff10,
]

function inAsciiDigits(text: string): string {
  return text.replace(/[\u0660-\uffff]/g, character => {
    const code = character.charCodeAt(0)
    const zero = ZEROS.find(each => code >= each && code <= each + 9)
    return zero === undefined ? character : String(code - zero)
  })
}

/** Null for a day that does not exist. */
export function dayOf(year: number, month: number, day: number): Day | null {
  const at = new Date(Date.UTC(year, month - 1, day))
  if (year < 1990 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return at.toISOString().slice(0, 10)
}

const monthOf = (name: string) => MONTHS.get(name.toLowerCase().replace(/\.$/, ''))
const fullYear = (text: string) => (text.length === 4 ? Number(text) : 2000 + Number(text))

/** In American English the month comes first, with slashes or hyphens. */
function isMonthFirst(first: number, second: number, sign: string, { language, host }: DayHints): boolean {
  if (first > 12) return false
  if (second > 12) return true
  if (sign === '.' || DAY_FIRST_HOST.test(host)) return false
  return language === null ? host.endsWith('.com') || host.endsWith('.org') : /^en(?:$|-us)/i.test(language)
}

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>(Object.entries(MORE))
  for (const language of LANGUAGES)
    for (const width of ['long', 'short'] as const)
      for (const style of [{ month: width }, { month: width, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC', calendar: 'gregory' })
        for (let month = 1; month <= 12; month++) {
          const parts = format.formatToParts(Date.UTC(2020, month - 1, 15))
          const name = parts
            .find(({ type }) => type === 'month')
            ?.value.toLowerCase()
            .replace(/\.$/, '')
          if (name && !/\d/.test(name) && !names.has(name)) names.set(name, month)
        }
      }
  return names
}
