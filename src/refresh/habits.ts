/**
 * The hours at which a host's pages change. For each of the 168 hours of the week, the ratio of the changes found to those expected in an
 * even week says how busy it is. This turns wall time into operational time, in which changes come evenly, so that a quiet weekend does
 * not look like a slower page and no fetch is spent at night on an office that is closed.
 *
 * Most visits say only whether a change fell into the days since the previous visit. Habits learn from them as group clocks do
 * (`group-clock.ts`): a change is shared among the hours of its interval as the profile makes them likely, one step of
 * expectation–maximization a visit, and forgetting lets later, sharper shares replace the first ones. A known moment (Last-Modified)
 * counts for its hour. Intervals of a week or more cover all hours alike and are left out. Few changes leave the profile flat: it is
 * shrunk as if `FLAT` even changes had been seen, and believed as far as it predicted visits better than an even week did.
 *
 * Times are days since the epoch (UTC); hour 0 is the first hour of Thursday.
 */
const HOURS = 168
const FLAT = 60
const WEEK = 7
/** Even a host that rests at night may change then. */
const MIN_PACE = 0.05
/**
 * Share of the counts and of the score that each visit keeps: about a thousand visits count, and about two hundred decide whether the
 * profile is believed.
 */
const KEEP = 0.999
const KEEP_SCORE = 0.995
/** Log odds against a profile before it has predicted anything. */
const DOUBT = 3
const MIN_CHANCE = 1e-3

export interface HabitsMemory {
  /** Changes found in each hour, and changes expected in an even week. */
  readonly hours: readonly number[]
  readonly expected?: readonly number[]
  readonly score?: number
}

/** A visit to a page of the host. */
export interface HabitsVisit {
  readonly from: number
  readonly to: number
  readonly changed: boolean
  /** Chance that nothing changed, by the page's belief. */
  readonly chanceOfNone: number
  /** When the change came, if that is known. */
  readonly changedAt?: number
}

export class Habits {
  readonly #found: Float64Array
  readonly #expected: Float64Array
  /** Log score of the profile against an even week. */
  #score: number
  /** Operational days to the start of each hour; the week has seven. As fitted, and as believed. */
  #fitted: Float64Array = EVEN
  #believed: Float64Array = EVEN
  #isCurrent = false
  #isEven = true

  constructor(memory?: HabitsMemory) {
    const row = (hours?: readonly number[]) =>
      hours?.length === HOURS ? Float64Array.from(hours) : new Float64Array(HOURS)
    const isWhole = memory?.hours.length === HOURS && memory.expected?.length === HOURS
    this.#found = row(isWhole ? memory.hours : undefined)
    this.#expected = row(isWhole ? memory.expected : undefined)
    this.#score = isWhole ? (memory.score ?? 0) : 0
  }

  saw({ from, to, changed, chanceOfNone, changedAt }: HabitsVisit): void {
    if (!(to > from) || (to - from >= WEEK && changedAt === undefined)) return
    this.#refresh()
    const plain = -Math.log(Math.max(1e-6, Math.min(1 - 1e-9, chanceOfNone)))
    const rate = plain / Math.max(1e-9, this.between(from, to))
    const foreseen = rate * operational(this.#fitted, from, to)
    this.#score =
      KEEP_SCORE * this.#score + logChance(changed, foreseen) - logChance(changed, rate * (to - from))
    for (let h = 0; h < HOURS; h++) {
      this.#found[h]! *= KEEP
      this.#expected[h]! *= KEEP
    }
    this.#count(
      from,
      to,
      rate,
      changed && changedAt === undefined ? rate / -Math.expm1(-Math.max(1e-9, foreseen)) : 0,
    )
    if (changedAt !== undefined) this.#found[modulo(Math.floor(changedAt * 24), HOURS)]! += 1
    this.#isCurrent = false
  }

  /** Distributes an interval over its hours: the changes expected in an even week, and the changes found in proportion to the profile. */
  #count(from: number, to: number, rate: number, changes: number): void {
    for (let hour = Math.floor(from * 24); hour < to * 24; hour++) {
      const h = modulo(hour, HOURS)
      const days = Math.min(to, (hour + 1) / 24) - Math.max(from, hour / 24)
      this.#expected[h]! += rate * days
      if (changes > 0) this.#found[h]! += changes * days * 24 * (this.#fitted[h + 1]! - this.#fitted[h]!)
    }
  }

  #refresh(): void {
    if (this.#isCurrent) return
    this.#isCurrent = true
    this.#fitted = cumulated(this.#profile())
    const share = 1 / (1 + Math.exp(DOUBT - this.#score))
    this.#believed = this.#fitted.map((days, h) => share * days + (1 - share) * EVEN[h]!)
    this.#isEven = this.#believed.every((days, h) => Math.abs(days - EVEN[h]!) < NO_MATTER)
  }

  /** How busy each hour is; the mean is 1. */
  #profile(): Float64Array {
    const level = sum(this.#found) / Math.max(1e-9, sum(this.#expected))
    const pull = FLAT / HOURS
    const busy = this.#found.map((found, h) =>
      Math.max(MIN_PACE, (found + pull) / (level * this.#expected[h]! + pull)),
    )
    const mean = sum(busy) / HOURS
    return busy.map(each => each / mean)
  }

  /** Whether every hour counts the same, so that operational time is wall time. */
  get isEven(): boolean {
    this.#refresh()
    return this.#isEven
  }

  /** Operational days between two moments. */
  between(from: number, to: number): number {
    this.#refresh()
    return operational(this.#believed, from, to)
  }

  /** The moment at which `days` operational days have passed since `from`. */
  after(from: number, days: number): number {
    this.#refresh()
    const until = this.#believed
    const goal = daysAt(until, from) + days
    const week = Math.floor(goal / WEEK)
    const rest = goal - week * WEEK
    let low = 0
    let high = HOURS
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (until[middle]! <= rest) low = middle
      else high = middle
    }
    const part = (rest - until[low]!) / (until[low + 1]! - until[low]!)
    return week * WEEK + (low + Math.min(1, part)) / 24
  }

  toJSON(): HabitsMemory {
    const short = (row: Float64Array) => Array.from(row, count => Number(count.toPrecision(4)))
    return {
      hours: short(this.#found),
      expected: short(this.#expected),
      score: Number(this.#score.toPrecision(4)),
    }
  }
}

/** Differences smaller than this, in days, move no visit. */
const NO_MATTER = 1e-6

/** Operational days to the start of each hour of an even week. */
const EVEN = Float64Array.from({ length: HOURS + 1 }, (_, h) => h / 24)

function cumulated(profile: Float64Array): Float64Array {
  const until = new Float64Array(HOURS + 1)
  for (let h = 0; h < HOURS; h++) until[h + 1] = until[h]! + profile[h]! / 24
  return until
}

function daysAt(until: Float64Array, at: number): number {
  const week = Math.floor(at / WEEK)
  const place = (at - week * WEEK) * 24
  const hour = Math.min(HOURS - 1, Math.floor(place))
  return week * WEEK + until[hour]! + (until[hour + 1]! - until[hour]!) * (place - hour)
}

const operational = (until: Float64Array, from: number, to: number) => daysAt(until, to) - daysAt(until, from)
const sum = (row: Float64Array) => row.reduce((total, each) => total + each, 0)
const modulo = (value: number, by: number) => ((value % by) + by) % by

function logChance(changed: boolean, expected: number): number {
  const stay = Math.exp(-expected)
  return Math.log(Math.max(MIN_CHANCE, changed ? 1 - stay : stay))
}
