/**
 * Dates as sitemaps and feeds write them: W3C (ISO 8601), RFC 822 and its many misspellings, asctime.
 * `Date.parse` could read the good ones, but it interprets dates without a zone in the zone of the machine.
 */
const MAX_CHARS = 64
const W3C =
  /^([+-]?\d{4})(?:-?(\d\d)(?:-?(\d\d))?)?(?:[T\s]+(\d\d?):?(\d\d)?(?::?(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i
const ORDINAL = /^(\d{4})-(\d{3})$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** RFC 822 section 5.1, in hours; military letters are all read as UTC (RFC 2822 4.3). */
const ZONES: Record<string, number> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  msk: 3,
  jst: 9,
  at: -4,
  et: -5,
  ct: -6,
  mt: -7,
  pt: -8,
}

/** Milliseconds since 1970; undefined if it is not a date. A missing zone means UTC, a missing month or day the first. */
export function parseDate(text: string | undefined): number | undefined {
  if (text === undefined || text.length > MAX_CHARS) return undefined
  const trimmed = text.trim()
  return parseW3c(trimmed) ?? parseWords(trimmed)
}

function parseW3c(text: string): number | undefined {
  const ordinal = ORDINAL.exec(text)
  if (ordinal) return instant(Number(ordinal[1]), 0, Number(ordinal[2]), 0, 0, 0, 0)
  const match = W3C.exec(text)
  if (!match) return undefined
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '0', zone] = match
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return undefined
  const at = instant(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    offset(zone),
  )
  return at === undefined ? undefined : at + Math.round(Number(`0.${fraction}`) * 1000)
}

/** Month names in any order: "Thu, 05 Jan 2017 12:34:50 GMT", "Jan 5, 2017", "Thu Jan  5 12:34:50 2017". */
function parseWords(text: string): number | undefined {
  const words = text.split(/[\s,]+|(?<=[a-z])-|-(?=[a-z])/i).filter(word => word !== '')
  const month = words.findIndex(
    word => MONTHS.includes(word.slice(0, 3).toLowerCase()) && /^[a-z]+\.?$/i.test(word),
  )
  if (month < 0) return undefined
  const numbers = words
    .filter(word => /^\d{1,4}(st|nd|rd|th)?$/i.test(word))
    .map(word => Number.parseInt(word, 10))
  const day = numbers.findIndex(value => value >= 1 && value <= 31)
  const year = numbers.find((value, index) => index !== day && (value >= 1000 || index > day))
  if (day < 0 || year === undefined) return undefined
  const [hour = 0, minute = 0, second = 0] = clock(words.find(word => word.includes(':')))
  const zone = words
    .slice(month + 1)
    .find(
      word =>
        /^([+-]\d\d:?\d\d|[A-Z]{1,5}|[A-Z]+[+-]\d+:?\d*)$/i.test(word) &&
        word.length > 0 &&
        !/^[ap]m$/i.test(word),
    )
  return instant(
    fullYear(year),
    MONTHS.indexOf(words[month]!.slice(0, 3).toLowerCase()),
    numbers[day]!,
    hour,
    minute,
    second,
    offset(zone),
  )
}

function clock(text: string | undefined): number[] {
  return (text ?? '').split(':').map(part => Number.parseInt(part, 10) || 0)
}

/** RFC 2822 4.3: two-digit years up to 49 are in this century. */
function fullYear(year: number): number {
  if (year >= 100) return year
  return year < 50 ? 2000 + year : 1900 + year
}

/** Minutes east of Greenwich. */
function offset(zone: string | undefined): number {
  if (zone === undefined) return 0
  const match = /([+-])(\d\d?):?(\d\d)?$/.exec(zone)
  if (!match) return (ZONES[zone.toLowerCase()] ?? 0) * 60
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0)
  return match[1] === '-' ? -minutes : minutes
}

// biome-ignore lint/complexity/useMaxParams: an instant has that many parts
function instant(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  east: number,
): number | undefined {
  if (year < 1900 || year > 2200 || hour > 24 || minute > 59 || second > 60) return undefined
  return Date.UTC(year, month, day, hour, minute - east, second)
}
