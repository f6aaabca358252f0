/**
 * Judges whether dates and times that moved between two visits followed the clock. Those that do show the time of each visit, in the time
 * zone of the site and printed a little before it was received: "today is", "generated at". Any other move is an edit, even a move to
 * today, if the date had not moved at an earlier visit. The page's own date, after "last updated", is an exception.
 */
import { ANY_MONTH, type Moment, TOO_LARGE } from './moments.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** UTC offsets in use, in hours. */
const ZONES = [
  ...Array.from({ length: 27 }, (_, at) => at - 12),
  ...[-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75],
].sort((a, b) => Math.abs(a) - Math.abs(b))
/**
 * A page may come from a cache: a clock with minutes from one that holds pages for a few minutes, a date from one that holds them for a
 * day.
 */
const CLOCK_LAGS = [0, 1, 2, 3, 4].map(minutes => minutes * MINUTE)
const DAY_LAGS = [0, DAY]
/** A month that follows the clock moves to the next month; a report that appears twice a year is written by someone. */
const MAX_MONTH_STEP_MS = 45 * DAY
/** Tokens that may follow the minutes: seconds, their fraction, and the zone. */
const BEHIND_MINUTES = 4
/** Most moves judged in one comparison: each takes a few hundred calendar checks. */
const MAX_JUDGED = 200

/** When the two texts were seen; the earlier one possibly several times. */
export interface SeenTimes {
  readonly before: readonly number[]
  readonly after: number
}

/** Judges the moves of one comparison. */
export class MomentJudge {
  private readonly afterAt: number
  private readonly known = new Map<string, boolean>()

  constructor(afterAt: number) {
    this.afterAt = afterAt
  }

  /** Whether one of these moments was edited; false if the time of a visit is unknown. */
  isEdited(before: readonly Moment[], after: readonly Moment[], beforeAt: readonly number[]): boolean {
    if (this.afterAt === 0 || beforeAt.some(at => at === 0) || before.length !== after.length) return false
    return before.some((moment, at) => this.isMoved(moment, after[at]!, beforeAt))
  }

  private isMoved(before: Moment, after: Moment, beforeAt: readonly number[]): boolean {
    if (before.hash === after.hash || before.hash === 0 || after.hash === 0) return false
    const key = `${before.hash} ${after.hash} ${beforeAt.join(' ')}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    if (this.known.size >= MAX_JUDGED) return false
    const isMoved = !followsClock(before, after, { before: beforeAt, after: this.afterAt })
    this.known.set(key, isMoved)
    return isMoved
  }
}

export function followsClock(before: Moment, after: Moment, times: SeenTimes): boolean {
  if (before.isLabel && after.isLabel && !isAhead(after.parts, times.after)) return true
  if (before.parts.length === 0 || after.parts.length === 0) return false
  return times.before.every(then => follows(before.parts, after.parts, then, times.after))
}

type Parts = readonly number[]

function follows(before: Parts, after: Parts, then: number, now: number): boolean {
  if (isMonthOnly(before) && now - then > MAX_MONTH_STEP_MS) return false
  return ZONES.some(hours => {
    const [there, here] = [then + hours * HOUR, now + hours * HOUR]
    const isShown = (parts: Parts, at: number, lags: readonly number[], shows: Shows) =>
      lags.some(lag => shows(parts, new Date(at - lag)))
    if (isShown(before, there, CLOCK_LAGS, showsTime) && isShown(after, here, CLOCK_LAGS, showsTime))
      return true
    return isShown(before, there, DAY_LAGS, showsDay) && isShown(after, here, DAY_LAGS, showsDay)
  })
}

type Shows = (parts: Parts, at: Date) => boolean

const isName = (part: number): boolean => part % 2 === 1 && part !== TOO_LARGE
const isYear = (part: number): boolean => part % 2 === 0 && part >= 2 * 1300 && part <= 2 * 2700

const isMonthOnly = (parts: Parts): boolean =>
  parts.some(isName) && parts.every(part => isName(part) || isYear(part))

/** Whether all parts show this time: an hour with its minutes, a day with its month, or both. */
function showsTime(parts: Parts, at: Date): boolean {
  const [hour, minutes] = [at.getUTCHours(), at.getUTCMinutes()]
  const isHour = (part: number) => part === 2 * hour || part === 2 * (hour % 12 || 12)
  const clock = parts.findIndex((part, index) => isHour(part) && parts[index + 1] === 2 * minutes)
  if (clock < 0) return (parts.length === 1 && isHour(parts[0]!)) || isDay(parts, dayOf(parts, at))
  // "Sun 14:05" has a name that may mean a month in another language.
  const isBare = parts.slice(0, clock).every(part => isName(part) && !isSureName(part))
  if (isBare && parts.length <= clock + 2 + BEHIND_MINUTES && !parts.some(isDated)) return true
  const rest = [...parts.slice(0, clock), ...parts.slice(clock + 2).filter(isDated)]
  // "Friday the 13th, 18h09"
  if (rest.length === 1 && rest[0] === 2 * at.getUTCDate()) return true
  return isDay(rest, dayOf(parts, at)) || isDay(parts.slice(clock + 2), dayOf(parts, at))
}

const isDated = (part: number): boolean => isSureName(part) || isYear(part)

/** Whether the parts are a day and its month, with nothing else but the year; or the month and the year. */
function isDay(parts: Parts, day: CalendarDay): boolean {
  const left = parts.filter(part => !isName(part))
  const take = (wanted: (part: number) => boolean) => {
    const at = left.findIndex(wanted)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
  if (!isNamedSo(parts, day) || !take(part => part === 2 * day.day)) return isMonthOf(parts, day)
  if (!parts.some(isName) && !take(part => part === 2 * day.month)) return false
  take(part => isYear(part) && isYearOf(part, day)) || take(part => isYearOf(part, day))
  return left.length === 0
}

/** One of its names may be that of the month; another may be a weekday. */
const isNamedSo = (parts: Parts, { named }: CalendarDay): boolean =>
  !parts.some(isName) || parts.some(part => isName(part) && (part & (2 << named)) !== 0)

const isMonthOf = (parts: Parts, day: CalendarDay): boolean =>
  isMonthOnly(parts) && isNamedSo(parts, day) && parts.every(part => isName(part) || isYearOf(part, day))

/** Whether the parts show a day and month of this time, with its year or by name, whatever hour is beside them. */
function showsDay(parts: Parts, at: Date): boolean {
  const day = dayOf(parts, at)
  if (!isNamedSo(parts, day) || !parts.every(part => !isYear(part) || isYearOf(part, day))) return false
  const first = parts.indexOf(2 * day.day)
  if (first < 0) return isMonthOf(parts, day)
  if (parts.some(isSureName)) return true
  const hasMonth = parts.some(
    (part, index) => index !== first && (part === 2 * day.month || part === 2 * ANY_MONTH + 1),
  )
  return hasMonth && parts.some(isYear)
}

const isSureName = (part: number): boolean => isName(part) && part !== 2 * ANY_MONTH + 1

interface CalendarDay {
  readonly day: number
  readonly month: number
  readonly year: number
  /** Month in the Gregorian calendar, counted from 0, for comparing names. */
  readonly named: number
}

const isYearOf = (part: number, { year }: CalendarDay): boolean =>
  [year, year % 100, year + BUDDHIST, (year + BUDDHIST) % 100].includes(part / 2)

const BUDDHIST = 543
const SOLAR_HIJRI = [1380, 1420] as const
const LUNAR_HIJRI = [1421, 1460] as const

/** The day in the calendar that the year among the parts belongs to. */
function dayOf(parts: Parts, at: Date): CalendarDay {
  const named = at.getUTCMonth()
  const has = ([first, last]: readonly [number, number]) =>
    parts.some(part => part >= 2 * first && part <= 2 * last && part % 2 === 0)
  if (has(SOLAR_HIJRI)) return { ...dayIn('persian', at), named }
  if (has(LUNAR_HIJRI)) return { ...dayIn('islamic-umalqura', at), named }
  return { day: at.getUTCDate(), month: named + 1, year: at.getUTCFullYear(), named }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dayIn(calendar: string, at: Date): Omit<CalendarDay, 'named'> {
  let format = formats.get(calendar)
  if (format === undefined) {
    const options = { calendar, timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' } as const
    formats.set(calendar, (format = new Intl.DateTimeFormat('en', options)))
  }
  const parts = format.formatToParts(at)
  const number = (type: string) =>
    Number.parseInt(parts.find(part => part.type === type)?.value ?? '', 10) || 0
  return { day: number('day'), month: number('month'), year: number('year') }
}

/** Whether it lies in a later year or month, as far as can be told: no page was updated then. */
function isAhead(parts: Parts, now: number): boolean {
  const at = new Date(now)
  const year = parts.find(isYear)
  if (year === undefined || year < 2 * at.getUTCFullYear()) return false
  if (year > 2 * at.getUTCFullYear()) return year < 2 * 2500
  const later = ~((2 << at.getUTCMonth()) - 1)
  return parts.some(part => isName(part) && ((part >> 1) & later) === part >> 1)
}
