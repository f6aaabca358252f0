/**
 * When a page changes. A schedule is a point process whose events can be computed for any stretch of time without
 * computing what came before: time is cut into blocks, and the events of block k depend only on the keys and
 * k. So the version of a page at time t is a pure function, a site of a million changing pages costs no memory, and
 * the truth about the past is exact.
 */
import { between, chance, hash32, type Key, pick, share } from './chance.ts'

export const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The mean number of events in a block: enough for a search backward for the last few to end at once. */
const EVENTS_PER_BLOCK = 4
const MAX_SEARCH_BLOCKS_CHARS = 256

export type ScheduleKind = 'never' | 'poisson' | 'regular' | 'bursty' | 'habit' | 'listed'

export interface Schedule {
  readonly kind: ScheduleKind
  readonly ratePerDay: number
  /** Change times after `fromMs` and up to `toMs`, oldest first. */
  changes(fromMs: number, toMs: number): readonly number[]
  /** The last `count` change times at or before `atMs`, newest first. */
  latest(atMs: number, count: number): readonly number[]
}

export const never: Schedule = { kind: 'never', ratePerDay: 0, changes: () => [], latest: () => [] }

/** Changes at exactly these times. */
export function listed(times: readonly number[]): Schedule {
  const sorted = [...times].sort((a, b) => a - b)
  const spanDays = sorted.length > 1 ? (sorted.at(-1)! - sorted[0]!) / DAY_MS : 0
  return {
    kind: 'listed',
    ratePerDay: spanDays > 0 ? (sorted.length - 1) / spanDays : 0,
    changes: (from, to) => sorted.filter(at => at > from && at <= to),
    latest: (at, count) =>
      sorted
        .filter(time => time <= at)
        .reverse()
        .slice(0, count),
  }
}

/** The events of several schedules together. */
export function merged(kind: ScheduleKind, ...schedules: readonly Schedule[]): Schedule {
  const distinct = (times: readonly number[]) => [...new Set(times)].sort((a, b) => a - b)
  return {
    kind,
    ratePerDay: schedules.reduce((sum, { ratePerDay }) => sum + ratePerDay, 0),
    changes: (from, to) => distinct(schedules.flatMap(one => one.changes(from, to))),
    latest: (at, count) =>
      distinct(schedules.flatMap(one => one.latest(at, count)))
        .reverse()
        .slice(0, count),
  }
}

/** The same events, later. */
export function delayed(schedule: Schedule, delayMs: number): Schedule {
  const later = (times: readonly number[]) => times.map(at => at + delayMs)
  return {
    ...schedule,
    changes: (from, to) => later(schedule.changes(from - delayMs, to - delayMs)),
    latest: (at, count) => later(schedule.latest(at - delayMs, count)),
  }
}

/** Number of events examined for each one that is wanted. */
const LOOKED_AT = 16

/** Only the events that count. `share` is approximately the share of those that do. */
export function filtered(schedule: Schedule, share: number, counts: (at: number) => boolean): Schedule {
  return {
    ...schedule,
    ratePerDay: schedule.ratePerDay * share,
    changes: (from, to) => schedule.changes(from, to).filter(counts),
    latest: (at, count) =>
      schedule
        .latest(at, count * LOOKED_AT)
        .filter(counts)
        .slice(0, count),
  }
}

/** Memoryless changes at a constant rate. */
export function poisson(ratePerDay: number, ...keys: readonly Key[]): Schedule {
  const blockMs = (EVENTS_PER_BLOCK / ratePerDay) * DAY_MS
  const inBlock = (block: number) => uniformEvents(EVENTS_PER_BLOCK, block, blockMs, ['poisson', ...keys])
  return blockwise('poisson', ratePerDay, blockMs, inBlock)
}

/** One change per period, each a little early or late. */
export function regular(ratePerDay: number, ...keys: readonly Key[]): Schedule {
  const periodMs = DAY_MS / ratePerDay
  const phase = share('phase', ...keys)
  const inBlock = (block: number) => [
    Math.round((block + 0.05 + 0.85 * phase + 0.1 * share('jitter', block, ...keys)) * periodMs),
  ]
  return blockwise('regular', ratePerDay, periodMs, inBlock)
}

/** Bursts of two to ten changes within about a hundredth of the gap between bursts. */
export function bursty(ratePerDay: number, ...keys: readonly Key[]): Schedule {
  const meanBurst = 6
  const blockMs = ((EVENTS_PER_BLOCK * meanBurst) / ratePerDay) * DAY_MS
  const inBlock = (block: number) => {
    const starts = uniformEvents(EVENTS_PER_BLOCK, block, blockMs, ['burst', ...keys])
    const end = (block + 1) * blockMs
    return starts.flatMap(start => {
      const random = chance('burst', start, ...keys)
      const size = between(random, 2, 2 * meanBurst - 2)
      const within = blockMs / EVENTS_PER_BLOCK / 100
      return Array.from({ length: size }, () =>
        Math.min(Math.floor(start + random.next() * within), Math.ceil(end) - 1),
      )
    })
  }
  return blockwise('bursty', ratePerDay, blockMs, inBlock)
}

/** How busy each hour of the week is (Monday 00:00 UTC first), as a share of the busiest one. */
export type WeekProfile = (hourOfWeek: number) => number

export const officeHours: WeekProfile = hour => {
  const weekday = Math.floor(hour / 24) < 5
  const working = hour % 24 >= 8 && hour % 24 < 18
  return weekday && working ? 1 : weekday ? 0.1 : 0.03
}

/** Hours since Monday 00:00 UTC; the epoch was a Thursday. */
export function hourOfWeek(atMs: number): number {
  return (((Math.floor(atMs / HOUR_MS) + 72) % 168) + 168) % 168
}

/** Poisson changes that follow the week; the given rate is the mean over the week. */
export function habit(ratePerDay: number, profile: WeekProfile, ...keys: readonly Key[]): Schedule {
  const hours = Array.from({ length: 168 }, (_, hour) => profile(hour))
  const busiest = Math.max(...hours)
  const mean = hours.reduce((sum, value) => sum + value, 0) / 168 / busiest
  const peak = poisson(ratePerDay / mean, 'habit', ...keys)
  const kept = (at: number) => share('thin', at, ...keys) * busiest < profile(hourOfWeek(at))
  const blockMs = Math.max(7 * DAY_MS, (EVENTS_PER_BLOCK / ratePerDay) * DAY_MS)
  const inBlock = (block: number) => peak.changes(block * blockMs - 1, (block + 1) * blockMs - 1).filter(kept)
  return blockwise('habit', ratePerDay, blockMs, inBlock)
}

function uniformEvents(mean: number, block: number, blockMs: number, keys: readonly Key[]): number[] {
  const random = chance(block, ...keys)
  const times: number[] = []
  for (let product = random.next(); product > Math.exp(-mean); product *= random.next())
    times.push(Math.floor((block + random.next()) * blockMs))
  return times
}

function blockwise(
  kind: ScheduleKind,
  ratePerDay: number,
  blockMs: number,
  inBlock: (block: number) => readonly number[],
) {
  const sorted = (block: number) => [...new Set(inBlock(block))].sort((a, b) => a - b)
  const schedule: Schedule = {
    kind,
    ratePerDay,
    changes(from, to) {
      const found: number[] = []
      for (let block = Math.floor(from / blockMs) - 1; block <= Math.floor(to / blockMs); block++)
        for (const at of sorted(block)) if (at > from && at <= to) found.push(at)
      return found
    },
    latest(at, count) {
      const found: number[] = []
      const newest = Math.floor(at / blockMs)
      for (let block = newest; found.length < count && block > newest - MAX_SEARCH_BLOCKS_CHARS; block--)
        for (const time of sorted(block).reverse()) if (time <= at && found.length < count) found.push(time)
      return found
    },
  }
  return schedule
}

/** Gives every page of a site its schedule. */
export type Plan = (seed: number, path: string) => Schedule

export const neverChanging: Plan = () => never

/** Cho and Garcia-Molina's five classes: share of the pages and their changes per day. */
export const WEB_CLASSES = [
  { share: 0.23, ratePerDay: 1 },
  { share: 0.15, ratePerDay: 1 / 7 },
  { share: 0.16, ratePerDay: 1 / 30 },
  { share: 0.16, ratePerDay: 1 / 120 },
  { share: 0.3, ratePerDay: 1 / 365 },
] as const

/** The rate of a page drawn from the classes, log-uniform within a factor `spread` around each class's rate. */
export function classRate(seed: number, path: string, spread = 2): number {
  let left = share('class', seed, path)
  const found = WEB_CLASSES.find(({ share }) => (left -= share) < 0) ?? WEB_CLASSES[4]
  return found.ratePerDay * spread ** (2 * share('within', seed, path) - 1)
}

/** Log-uniform rates between two bounds. */
export function logUniformRate(low: number, high: number, seed: number, path: string): number {
  return low * (high / low) ** share('rate', seed, path)
}

const SHAPES = {
  poisson,
  regular,
  bursty,
  habit: (rate: number, ...keys: Key[]) => habit(rate, officeHours, ...keys),
}
export type Shape = keyof typeof SHAPES

/** Every page draws its rate between the bounds and its shape from the list. */
export function changing(low: number, high: number, shapes: readonly Shape[] = ['poisson']): Plan {
  return (seed, path) => {
    const shape = pick(chance('shape', seed, path), shapes)
    return SHAPES[shape](logUniformRate(low, high, seed, path), seed, path)
  }
}

/** Rates as the web has them, times `speed`. */
export function webLike(speed = 1): Plan {
  return (seed, path) => poisson(classRate(seed, path) * speed, seed, path)
}

/** The number of a change, for content that must differ from change to change. */
export const changeNumber = (seed: number, at: number): number => hash32('change', seed, at)
