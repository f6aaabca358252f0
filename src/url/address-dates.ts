/** `/2031/05`, `/2031-05-12`, `2031_5`: a year and a month that are not adjacent to other digits. */
const IN_TEXT = /(?<!\d)((?:19|20|21)\d\d)[/_-](1[0-2]|0?[1-9])(?!\d)/

const YEAR_PARAMETER = /[?&](?:year|yr|y|jahr|annee|ano)=((?:19|20|21)\d\d)(?![^&])/i
const MONTH_PARAMETER = /[?&](?:month|mon|mo|m|monat|mois|mes)=(1[0-2]|0?[1-9])(?![^&])/i

/** `date=20310512`, `month=203105`: without separators, only if the name says that it is a date. */
const COMPACT_PARAMETER =
  /[?&]\w{0,20}(?:date|day|month|cal|from|start)\w{0,20}=((?:19|20|21)\d\d)(1[0-2]|0[1-9])(?:\d\d)?(?![^&])/i

/**
 * The month that a URL refers to, counted from the year 0, or `undefined`. A lone year is not a date unless a parameter is named for it:
 * `/2048/` is as often a number.
 */
export function monthOf(canonical: string): number | undefined {
  const found = IN_TEXT.exec(canonical) ?? COMPACT_PARAMETER.exec(canonical)
  if (found !== null) return monthNumber(found[1]!, found[2]!)
  const year = YEAR_PARAMETER.exec(canonical)?.[1]
  return year === undefined ? undefined : monthNumber(year, MONTH_PARAMETER.exec(canonical)?.[1] ?? '6')
}

function monthNumber(year: string, month: string): number {
  return Number(year) * 12 + Number(month) - 1
}

export function monthAt(nowMs: number): number {
  const now = new Date(nowMs)
  return now.getUTCFullYear() * 12 + now.getUTCMonth()
}

export function monthWords(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
}
