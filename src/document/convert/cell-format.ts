/**
 * Numbers of spreadsheets as their format shows them (ECMA-376 18.8.30, 18.8.31): dates and times, percentages, decimals and
 * thousands. Colors, conditions, fractions and the like are not supported: the plain number is given then.
 */
export type CellFormat = (value: number) => string

/** Formats with a number instead of a code. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'mm/dd/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
}
const MAX_CODE_CHARS = 200
const MAX_DECIMALS = 15
const DAY_MS = 86_400_000
/** Day 0 of both calendars, in days before 1970; the older one counts a 29 February 1900 that never existed. */
const DAY_ZERO = { 1900: 25_569, 1904: 24_107 }
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

const general: CellFormat = value => String(Number(value.toPrecision(MAX_DECIMALS)))

export function formatOf(id: number, code: string | undefined, isFrom1904: boolean): CellFormat {
  const raw = code ?? BUILT_IN[id]
  if (raw === undefined || raw.length > MAX_CODE_CHARS || /^general$/i.test(raw)) return general
  const [positive = ''] = raw.split(';', 1)
  const bare = positive
    .replace(/"([^"]*)"/g, '')
    .replace(/\\./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/[ymdhs]/i.test(bare)) return dateFormat(withoutOrnaments(positive), isFrom1904)
  return numberFormat(bare)
}

/** Literal characters are quoted with \0 before and after. */
const withoutOrnaments = (code: string) =>
  code
    .replace(/\[\$[^\]]*\]|\[[a-z]{4,}\]/gi, '')
    .replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) => `\0${quoted ?? escaped}\0`)

const DATE_TOKEN = /\0([^\0]*)\0|AM\/PM|A\/P|\[(h+)\]|y+|m+|d+|h+|s+(?:\.0+)?|_.|\*.|[^ymdhs\0[]/gi

function dateFormat(code: string, isFrom1904: boolean): CellFormat {
  const tokens = [...code.matchAll(DATE_TOKEN)].map(match => match[0])
  const isHalfDay = /AM\/PM|A\/P/i.test(code)
  const zero = isFrom1904 ? DAY_ZERO[1904] : DAY_ZERO[1900]
  return value => {
    if (!(value >= 0 && value < 2_958_466)) return general(value)
    const at = new Date(Math.round((value - zero) * DAY_MS))
    return tokens.map((token, n) => dateToken(token, at, { tokens, n, isHalfDay, value })).join('')
  }
}

interface TokenPlace {
  readonly tokens: readonly string[]
  readonly n: number
  readonly isHalfDay: boolean
  readonly value: number
}

function dateToken(token: string, at: Date, place: TokenPlace): string {
  const lower = token.toLowerCase()
  const hour = at.getUTCHours()
  const padded = (value: number) => String(value).padStart(token.length > 1 ? 2 : 1, '0')
  if (token.startsWith('\0')) return token.slice(1, -1)
  if (lower === 'am/pm') return hour < 12 ? 'AM' : 'PM'
  if (lower === 'a/p') return hour < 12 ? 'A' : 'P'
  if (lower.startsWith('['))
    return String(Math.floor(place.value * 24 + 1e-9)).padStart(token.length - 2, '0')
  if (token.startsWith('_') || token.startsWith('*')) return ''
  switch (lower[0]) {
    case 'y':
      return token.length > 2
        ? String(at.getUTCFullYear())
        : String(at.getUTCFullYear() % 100).padStart(2, '0')
    case 'm':
      return isMinute(place)
        ? padded(at.getUTCMinutes())
        : named(MONTHS[at.getUTCMonth()]!, token, at.getUTCMonth() + 1)
    case 'd':
      return named(WEEKDAYS[at.getUTCDay()]!, token, at.getUTCDate())
    case 'h':
      return padded(place.isHalfDay ? hour % 12 || 12 : hour)
    case 's':
      return padded(at.getUTCSeconds())
    default:
      return token
  }
}

/** m, mm: the number; mmm: the first letters; mmmm: the whole word. */
function named(word: string, token: string, number: number): string {
  if (token.length > 3) return word
  return token.length === 3 ? word.slice(0, 3) : String(number).padStart(token.length, '0')
}

/** `m` means minutes after hours and before seconds. */
function isMinute({ tokens, n }: TokenPlace): boolean {
  const isLetter = (token: string) => /^\[?[ymdhs]/i.test(token)
  const before = tokens.slice(0, n).findLast(isLetter)
  const after = tokens.slice(n + 1).find(isLetter)
  return /^\[?h/i.test(before ?? '') || /^s/i.test(after ?? '')
}

function numberFormat(bare: string): CellFormat {
  const isPercent = bare.includes('%')
  const digits = /[0#?][0#?,.]*/.exec(bare)?.[0]
  if (digits === undefined || /e[+-]/i.test(bare) || bare.includes('/')) return general
  const [whole = '', decimals = ''] = digits.split('.', 2)
  const least = [...decimals].filter(sign => sign === '0').length
  const most = Math.min(MAX_DECIMALS, [...decimals].filter(sign => sign !== ',').length)
  const options = {
    minimumFractionDigits: Math.min(least, most),
    maximumFractionDigits: most,
    useGrouping: whole.includes(','),
    minimumIntegerDigits: Math.max(1, Math.min(15, [...whole].filter(sign => sign === '0').length)),
  }
  const format = new Intl.NumberFormat('en-US', options)
  return value => (isPercent ? `${format.format(value * 100)}%` : format.format(value))
}
