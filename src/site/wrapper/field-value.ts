/** Converts a field's text to a value for output. Text that cannot be read as its type stays text. */
import { parseDate } from '../../document/index.ts'
import type { FieldType } from '../specification/specification.ts'

// biome-ignore lint/suspicious/noShadowRestrictedNames: what it is called wherever wrappers are used
export function valueOf(type: FieldType, text: string, baseUrl: string): string | number {
  switch (type) {
    case 'number':
      return numberIn(text) ?? text
    case 'date':
      return dateIn(text) ?? text
    case 'url':
    case 'img':
      return addressIn(text, baseUrl) ?? text
    case 'string':
    case 'html':
      return text
  }
}

const MAX_NUMBER_CHARS = 40
/** A number with at most a short word, currency symbol or unit on either side. */
const NUMBER =
  /^(?:[\p{L}\p{Sc}]{1,4}\.?\s?)?([-+−]?)\s?\p{Sc}?\s?(\d[\d.,'’ \u00a0\u202f]*|[.,]\d+)\s?(?:[\p{L}\p{Sc}%]{1,4}\.?)?$/u

function numberIn(text: string): number | undefined {
  const match = text.length > MAX_NUMBER_CHARS ? null : NUMBER.exec(text.trim())
  if (match === null) return undefined
  const digits = plainDigits(match[2]!.replace(/[\s'’]/g, ''))
  if (digits === undefined || /^0\d/.test(digits) || digits.replace(/\D/g, '').length > 15) return undefined
  const value = Number(digits)
  return match[1] === '-' || match[1] === '−' ? -value : value
}

/**
 * The number with a decimal point and nothing else. If there are two kinds of separators, the last one separates the decimals; a single comma
 * before three digits separates thousands.
 */
function plainDigits(text: string): string | undefined {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  const decimal =
    comma >= 0 && point >= 0 ? (comma > point ? ',' : '.') : onlyMark(text, comma >= 0 ? ',' : '.')
  const thousands = decimal === ',' ? '.' : ','
  const groups = text.split(decimal === '' ? /[.,]/ : thousands)
  const whole = groups.join('')
  const isGrouped = groups.slice(1).every(group => /^\d{3}(?:[.,]\d*)?$/.test(group))
  if (!isGrouped || (decimal !== '' && whole.split(decimal).length > 2)) return undefined
  return decimal === '' ? whole : whole.replace(decimal, '.').replace(/\.$/, '')
}

function onlyMark(text: string, mark: ',' | '.'): string {
  const parts = text.split(mark)
  if (parts.length !== 2) return parts.length === 1 ? '.' : ''
  return mark === ',' && parts[1]!.length === 3 && parts[0] !== '0' ? '' : mark
}

const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/
const ZONE = /(?:Z|[+-]\d\d:?\d\d|\b(?:GMT|UTC|[ECMP][SD]T|CES?T|BST))\s*(?:\([^)]*\))?$/i

/** The day, or the instant if the text has a time; without a time zone, none is added. */
function dateIn(text: string): string | undefined {
  const trimmed = text.trim()
  const numeric = NUMERIC.exec(trimmed)
  if (numeric !== null) return numericDay(numeric)
  const hasTime = /\d:\d\d|T\d\d/.test(trimmed)
  const at = parseDate(trimmed)
  if (at === undefined) return undefined
  const iso = new Date(at).toISOString().replace('.000Z', 'Z')
  if (!hasTime) return hasDay(trimmed, at) ? iso.slice(0, 10) : undefined
  return ZONE.test(trimmed) ? iso : iso.slice(0, -1)
}

/** Whether the day that was read is in the text: no thirty-first of February, no missing day. */
const hasDay = (text: string, at: number) =>
  (text.match(/\d+/g) ?? []).map(Number).includes(new Date(at).getUTCDate()) || /^\d{8}$/.test(text)

/** `12.5.2020` is the twelfth; with slashes, only a number that cannot be a month decides. */
function numericDay([, first, mark, second, year]: readonly string[]): string | undefined {
  const [a, b] = [Number(first), Number(second)]
  const dayFirst = mark === '.' || a > 12
  if (!dayFirst && b <= 12 && a !== b) return undefined
  const [day, month] = dayFirst ? [a, b] : [b, a]
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function addressIn(text: string, baseUrl: string): string | undefined {
  const address = /^www\./i.test(text) ? `http://${text}` : text.trim()
  if (/\s/.test(address)) return undefined
  if (URL.canParse(address, baseUrl)) return new URL(address, baseUrl).href
  return URL.canParse(address) ? new URL(address).href : undefined
}
