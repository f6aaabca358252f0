/** Formats numbers, sizes and times for people. */

const number = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

export const shown = (value: number): string => number.format(value)
/** `1 page`, `2 pages`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${shown(count)} ${count === 1 ? noun : nouns}`

export const shownShort = (value: number): string =>
  Math.abs(value) < 10_000 ? shown(value) : short.format(value)

export const shownShare = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`

/** With as many digits as tell shares apart that differ by `step`, as labels of an axis must. */
export const shownShareBy = (share: number, step: number): string =>
  shownShare(share, Math.max(0, Math.ceil(-Math.log10(step * 100) - 1e-9)))

/** A score out of 100, rounded down as in the command, so that only a perfect score shows 100. */
export const shownScore = (score: number): number => Math.floor(score)

export function shownBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let [size, unit] = [bytes, 0]
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
]

/** News arrive a moment after the clock that they are compared with was read. */
const MOMENT_MS = 5_000

/** `3 minutes ago`, `in 2 days`. */
export function shownAgo(at: string, now: number): string {
  const ahead = new Date(at).getTime() - now
  const difference = ahead > 0 && ahead < MOMENT_MS ? 0 : ahead
  const [unit, length] = STEPS.find(([, step]) => Math.abs(difference) >= step) ?? ['second', 1_000]
  return relative.format(Math.round(difference / length), unit)
}

export const shownExactly = (at: string): string => exact.format(new Date(at))

/** `2.5 days`, `40 minutes`: how long something takes. */
export function shownDays(days: number): string {
  if (!Number.isFinite(days)) return 'never'
  const ms = days * 86_400_000
  const [unit, length] = STEPS.find(([, step]) => ms >= step) ?? ['second', 1_000]
  const value = ms / length
  const rounded = value >= 10 ? Math.round(value) : Math.round(value * 10) / 10
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`
}

/** How long copies are out of date on average; less than a second counts as nothing. */
export const shownAge = (days: number): string => (days * 86_400 < 1 ? 'nothing' : shownDays(days))

/** In milliseconds below one minute. */
export const shownDuration = (ms: number): string =>
  ms < 60_000 ? `${shown(Math.round(ms))} ms` : shownDays(ms / 86_400_000)

/** `3.0 times a day`, `every 4 days`. */
export const shownRate = (perDay: number): string =>
  perDay >= 1 ? `${perDay.toFixed(1)} times a day` : `every ${shownDays(1 / perDay)}`

/** Shortens an address for narrow columns; the full address belongs in the title. */
export function shownUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '') || url
}
