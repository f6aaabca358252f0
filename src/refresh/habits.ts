/**
 * When a host works. 168 counters, one an hour of the week, say how its changes are spread; they turn wall time into operational time, in
 * which changes come evenly, so that a quiet weekend does not look like a slower page and no fetch is spent at night on
 * an office that is closed. Few changes leave the profile flat: it is shrunk as if `FLAT` even changes had been seen.
 *
 * Times are days since the epoch (UTC). A host is told of a visit once; intervals of a day or more say little of hours and
 * are not counted.
 */
const HOURS = 168
const FLAT = 60
const MAX_INTERVAL_DAYS = 1
/** A host that rests at night still may change then. */
const MIN_PACE = 0.05

export interface HabitsMemory {
  readonly hours: readonly number[]
}

export class Habits {
  readonly #counted: Float64Array
  /** Operational days from Monday… to the start of each hour; the week has seven. */
  #until: Float64Array | undefined

  constructor(memory?: HabitsMemory) {
    const hours = memory?.hours
    this.#counted = hours?.length === HOURS ? Float64Array.from(hours) : new Float64Array(HOURS)
  }

  /** A change was found at `at` that came at most `within` days before: its moment is shared among these hours as is likely. */
  sawChange(at: number, within: number): void {
    if (!(within <= MAX_INTERVAL_DAYS)) return
    const from = at - Math.max(within, 1e-6)
    const all = this.between(from, at)
    for (let hour = Math.floor(from * 24); hour < at * 24; hour++) {
      const part = this.between(Math.max(from, hour / 24), Math.min(at, (hour + 1) / 24))
      this.#counted[modulo(hour, HOURS)]! += part / all
    }
    if (this.#sum() > 5_000) for (let h = 0; h < HOURS; h++) this.#counted[h]! *= 0.9
    this.#changed = true
  }

  #changed = true

  #sum(): number {
    return this.#counted.reduce((sum, count) => sum + count, 0)
  }

  /** How busy each hour is; the mean is 1. */
  profile(): Float64Array {
    const total = this.#sum() + FLAT
    const busy = this.#counted.map(count => Math.max(MIN_PACE, ((count + FLAT / HOURS) * HOURS) / total))
    const mean = busy.reduce((sum, each) => sum + each, 0) / HOURS
    return busy.map(each => each / mean)
  }

  #cumulated(): Float64Array {
    if (this.#until && !this.#changed) return this.#until
    const profile = this.profile()
    const until = new Float64Array(HOURS + 1)
    for (let hour = 0; hour < HOURS; hour++) until[hour + 1] = until[hour]! + profile[hour]! / 24
    this.#until = until
    this.#changed = false
    return until
  }

  #operational(at: number): number {
    const until = this.#cumulated()
    const week = Math.floor(at / 7)
    const place = (at - week * 7) * 24
    const hour = Math.min(HOURS - 1, Math.floor(place))
    return week * 7 + until[hour]! + (until[hour + 1]! - until[hour]!) * (place - hour)
  }

  /** Operational days between two moments. */
  between(from: number, to: number): number {
    return this.#operational(to) - this.#operational(from)
  }

  /** The moment at which so many operational days have run. */
  after(from: number, days: number): number {
    const goal = this.#operational(from) + days
    const until = this.#cumulated()
    const week = Math.floor(goal / 7)
    const rest = goal - week * 7
    let low = 0
    let high = HOURS
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (until[middle]! <= rest) low = middle
      else high = middle
    }
    const part = (rest - until[low]!) / (until[low + 1]! - until[low]!)
    return week * 7 + (low + Math.min(1, part)) / 24
  }

  toJSON(): HabitsMemory {
    return { hours: Array.from(this.#counted, count => Number(count.toPrecision(4))) }
  }
}

const modulo = (value: number, by: number) => ((value % by) + by) % by
