/**
 * Telephone numbers: candidates are checked by `libphonenumber-js`, which knows the numbers of each country. Numbers without a country
 * code count only if the page's domain indicates a country. They are given in international form, `+4722225555`.
 */
import { createRequire } from 'node:module'
import type { CountryCode } from 'libphonenumber-js'

/** Checking one takes twenty microseconds or more. */
const MAX_CANDIDATES = 3_000
/** Digits with the usual separators; not inside a longer number, a word, a date, an amount or an address. */
const CANDIDATE =
  /(?<![\p{L}\p{N}/=_#.@:-]|[\d] )(?:\+|00)?\(?\d(?:[ \u00a0]?[-.()/\u2010-\u2013]?[ \u00a0]?\d){5,16}(?![\p{L}\p{N}/=_@%€$£-]|[ .,:]\d)/gu
const DATE = /^(?:\d{4}([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./ ])\d{1,2}\2\d{4})(?:\D|$)/
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/
/** Labels of other kinds of numbers. */
const LABELED = /(?:ISBN|ISSN|EAN|GTIN|IBAN|BIC|DOI|VAT|UUID)[^\p{L}\n]{0,6}$/iu
const MAX_LABEL_CHARS = 16
const TEL_LINK = /(?:href\s*=\s*["']?|["'\s])(?:tel|callto):([^"'<>\s?;]{4,40})/gi
/** Top-level domains that differ from the code of their country. */
const COUNTRY_OF: Readonly<Record<string, string>> = { uk: 'GB', eu: '', su: 'RU' }

export function phonesIn(text: string, source: string, url: string): Set<string> {
  const country = countryOf(url)
  const found = new Set<string>()
  let judged = 0
  const judge = (candidate: string) => {
    if (judged++ >= MAX_CANDIDATES) return
    const number = numberOf(candidate, country)
    if (number !== undefined) found.add(number)
  }
  for (const [, number = ''] of source.matchAll(TEL_LINK)) judge(decoded(number))
  for (const { 0: candidate, index } of text.matchAll(CANDIDATE))
    if (!isOther(candidate, text.slice(Math.max(0, index - MAX_LABEL_CHARS), index))) judge(candidate)
  return found
}

const isOther = (candidate: string, before: string) =>
  DATE.test(candidate) || ADDRESS.test(candidate) || LABELED.test(before)

function numberOf(candidate: string, country: CountryCode | undefined): string | undefined {
  const international = candidate
    .trim()
    .replace(/^00(?=[1-9])/, '+')
    .replace(/\(0\)/, '')
  const number = library().parsePhoneNumberFromString(
    international,
    country === undefined ? undefined : { defaultCountry: country },
  )
  if (!number?.isValid() || (!international.startsWith('+') && !isWritten(candidate))) return undefined
  return number.number
}

/** Without a country code, a number must have a separator somewhere or begin with a zero: others are counts and identifiers. */
const isWritten = (candidate: string) => /^\(?0|\d[ \u00a0().-]/.test(candidate)

/** Loaded with the first page that is searched. */
let numbers: typeof import('libphonenumber-js') | undefined
function library(): typeof import('libphonenumber-js') {
  numbers ??= createRequire(import.meta.url)('libphonenumber-js') as typeof import('libphonenumber-js')
  return numbers
}

/** Whether the package that knows the numbers of each country is installed. */
export function hasNumberingPlans(): boolean {
  try {
    createRequire(import.meta.url).resolve('libphonenumber-js')
    return true
  } catch {
    return false
  }
}

function countryOf(url: string): CountryCode | undefined {
  const last = /\.([a-z]{2})$/.exec(URL.parse(url)?.hostname ?? '')?.[1] ?? ''
  const code = COUNTRY_OF[last] ?? last.toUpperCase()
  return library().isSupportedCountry(code) ? code : undefined
}

function decoded(number: string): string {
  return number.replace(/%20|%28|%29/gi, ' ').replace(/&nbsp;/g, ' ')
}
