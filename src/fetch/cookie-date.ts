/** RFC 6265 section 5.1.1: the characters that separate the words of a cookie date. */
const DELIMITERS = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/
const DAY = /^(\d{1,2})(?:\D|$)/
const YEAR = /^(\d{2,4})(?:\D|$)/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MAX_CHARS = 200

/**
 * The time given by an `Expires` attribute, in milliseconds, or `undefined`. Words may come in any order, and each is read as the first
 * thing it can be; weekday and time zone are ignored.
 */
export function cookieDate(text: string): number | undefined {
  let time: number[] | undefined
  let day: number | undefined
  let month: number | undefined
  let year: number | undefined
  for (const word of text.slice(0, MAX_CHARS).split(DELIMITERS)) {
    if (time === undefined && TIME.test(word)) time = TIME.exec(word)!.slice(1).map(Number)
    else if (day === undefined && DAY.test(word)) day = Number(DAY.exec(word)![1])
    else if (month === undefined && monthOf(word) !== -1) month = monthOf(word)
    else if (year === undefined && YEAR.test(word)) year = fullYear(Number(YEAR.exec(word)![1]))
  }
  if (time === undefined || day === undefined || month === undefined || year === undefined) return undefined
  return assemble(year, month, day, time as [number, number, number])
}

function monthOf(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3).toLowerCase())
}

function fullYear(year: number): number {
  if (year >= 70 && year <= 99) return year + 1900
  return year <= 69 ? year + 2000 : year
}

function assemble(
  year: number,
  month: number,
  day: number,
  time: [number, number, number],
): number | undefined {
  const [hour, minute, second] = time
  if (year < 1601 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(Date.UTC(year, month, day, hour, minute, second))
  return date.getUTCDate() === day ? date.getTime() : undefined
}
