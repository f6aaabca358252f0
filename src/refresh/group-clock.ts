/**
 * The clock of a group of pages: operational time that runs fast while many of them change and slowly between. A page's rate is counted in it,
 * so that the chance to be stale is 1 − e^(−λ·[C(now) − C(last visit)]).
 *
 * It is learned from visits alone. Time is cut into spans; a visit says that a change did or did not fall into the spans since the visit before.
 * Where the intervals of many pages overlap, a batch is found by expectation–maximization: the speed of a span is the changes expected in
 * it over those its exposure would bring at speed 1,
 *
 *   speed ← (expected changes + pull·above) / (exposure + pull)
 *
 * pulled towards the group above (1 for the outermost). The pull grows with the exposure of a usual span: the latest spans, which few visits
 * have covered, would otherwise take the blame for every change. The clock is believed as far as it foretold visits better than the group
 * above did: pages that change independently keep an even clock.
 *
 * Cost: a fit is linear in visits and spans (prefix sums), some microseconds a hundred visits. A group holds SPANS speeds and at most
 * twice MAX_VISITS visits, of which a fit reads the last MAX_VISITS.
 */
import type { OperationalTime } from './types.ts'

/** Chosen on the histories of `bench/refresh.ts`, each left out in turn; `bench/refresh/README.md` says what half and twice do. */
export interface ClockSettings {
  /** Least pull, in changes. */
  readonly pull: number
  /** Pull as a share of the exposure of a usual span. */
  readonly pullShare: number
}

export const CLOCK_SETTINGS: ClockSettings = { pull: 0.3, pullShare: 0.3 }

/** A round of all pages is cut into so many spans; three rounds are remembered. */
export const SPANS_PER_ROUND = 30
const SPANS = 3 * SPANS_PER_ROUND
const MAX_VISITS = 2_048
/** Rounds of expectation–maximization at each fit; speeds go on from where they were. */
const EM_ROUNDS = 3
/** No batch is credited with more: a page never seen to change would be fetched on the first change of any other. */
const MAX_SPEED = 50
/** What a visit keeps of the score before it: some hundred visits count. */
const KEEP_SCORE = 0.99
/** One visit can cost a forecast so much: the log of a chance of one in a thousand. */
const MIN_CHANCE = 1e-3

/** What a visit said to the groups of its page. */
export interface Witness {
  readonly from: number
  readonly to: number
  readonly changed: boolean
  /** Changes to be expected in an operational day: what the belief gives the page. */
  readonly rate: number
}

export class GroupClock implements OperationalTime {
  readonly #above: GroupClock | undefined
  readonly #spanDays: number
  readonly #settings: ClockSettings
  /** Number of the first span since the epoch. */
  #first = 0
  /** As fitted, and as believed. */
  readonly #fitted = new Speeds()
  readonly #believed = new Speeds()
  #visits: Witness[] = []
  /** Log score of the fitted clock against the one above. */
  #score = 0

  constructor(spanDays: number, above?: GroupClock, settings: ClockSettings = CLOCK_SETTINGS) {
    this.#spanDays = spanDays
    this.#above = above
    this.#settings = settings
  }

  between(from: number, to: number): number {
    return this.#days(this.#believed, from, to)
  }

  after(from: number, days: number): number {
    const goal = this.#believed.at(this.#place(from)) + days / this.#spanDays
    return (this.#believed.reaches(goal) + this.#first) * this.#spanDays
  }

  saw(visit: Witness): void {
    const own = logChance(visit, this.#days(this.#fitted, visit.from, visit.to))
    const plain = this.#above?.between(visit.from, visit.to) ?? visit.to - visit.from
    this.#score = KEEP_SCORE * this.#score + own - logChance(visit, plain)
    this.#visits.push(visit)
    if (this.#visits.length >= 2 * MAX_VISITS) this.#visits = this.#visits.slice(-MAX_VISITS)
  }

  /** Learns from the visits so far. The group above must have been fitted before. */
  fit(now: number): void {
    this.#slideTo(Math.floor(now / this.#spanDays))
    const start = this.#first * this.#spanDays
    this.#visits = this.#visits.slice(-MAX_VISITS).filter(visit => visit.to > start)
    this.#maximize()
    this.#believe()
  }

  #place(at: number): number {
    return at / this.#spanDays - this.#first
  }

  #days(speeds: Speeds, from: number, to: number): number {
    return (speeds.at(this.#place(to)) - speeds.at(this.#place(from))) * this.#spanDays
  }

  #slideTo(last: number): void {
    const by = last - (this.#first + SPANS - 1)
    if (by <= 0) return
    this.#first += by
    this.#fitted.slide(by)
    this.#believed.slide(by)
  }

  #maximize(): void {
    const exposure = new SpanSums()
    for (const visit of this.#visits) this.#spread(exposure, visit, visit.rate)
    exposure.settle()
    const { pull: least, pullShare } = this.#settings
    const pull = Math.max(least, pullShare * exposure.mean())
    for (let round = 0; round < EM_ROUNDS; round++) {
      const changes = this.#expected()
      this.#fitted.set((speed, k) => {
        const above = this.#speedAbove(k)
        return Math.min(MAX_SPEED, (changes.of(k) * speed + pull * above) / (exposure.of(k) + pull))
      })
    }
  }

  /** Changes expected in each span, for speed 1: a visit that found some shares them among the spans it covers. */
  #expected(): SpanSums {
    const changes = new SpanSums()
    for (const visit of this.#visits) {
      if (!visit.changed) continue
      const mean = Math.max(1e-9, visit.rate * this.#days(this.#fitted, visit.from, visit.to))
      this.#spread(changes, visit, visit.rate / -Math.expm1(-mean))
    }
    changes.settle()
    return changes
  }

  #spread(into: SpanSums, { from, to }: Witness, rate: number): void {
    into.add(this.#place(from), this.#place(to), rate * this.#spanDays)
  }

  #speedAbove(span: number): number {
    return this.#above === undefined ? 1 : this.#above.#believed.of(span)
  }

  #believe(): void {
    const share = 1 / (1 + Math.exp(-this.#score))
    this.#believed.set((_, k) => share * this.#fitted.of(k) + (1 - share) * this.#speedAbove(k))
  }
}

function logChance({ rate, changed }: Witness, days: number): number {
  const stay = Math.exp(-rate * days)
  return Math.log(Math.max(MIN_CHANCE, changed ? 1 - stay : stay))
}

/** Speeds of the remembered spans; 1 before and after them. Places and times are in spans. */
class Speeds {
  readonly #speeds = new Float64Array(SPANS).fill(1)
  /** Operational time at the start of each span. */
  readonly #until = Float64Array.from({ length: SPANS + 1 }, (_, k) => k)

  of(span: number): number {
    return this.#speeds[span]!
  }

  set(speedOf: (before: number, span: number) => number): void {
    for (let k = 0; k < SPANS; k++) this.#speeds[k] = speedOf(this.#speeds[k]!, k)
    this.#sum()
  }

  slide(by: number): void {
    this.#speeds.copyWithin(0, Math.min(SPANS, by))
    this.#speeds.fill(1, Math.max(0, SPANS - by))
    this.#sum()
  }

  #sum(): void {
    for (let k = 0; k < SPANS; k++) this.#until[k + 1] = this.#until[k]! + this.#speeds[k]!
  }

  at(place: number): number {
    if (place <= 0) return place
    if (place >= SPANS) return this.#until[SPANS]! + place - SPANS
    const span = Math.floor(place)
    return this.#until[span]! + (place - span) * this.#speeds[span]!
  }

  /** The place at which operational time reaches `goal`. */
  reaches(goal: number): number {
    if (goal <= 0) return goal
    if (goal >= this.#until[SPANS]!) return SPANS + goal - this.#until[SPANS]!
    let low = 0
    let high = SPANS
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#until[middle]! <= goal) low = middle
      else high = middle
    }
    return low + (goal - this.#until[low]!) / this.#speeds[low]!
  }
}

/** Sums over spans of what is spread evenly from one place to another: differences first, added up once. */
class SpanSums {
  readonly #row = new Float64Array(SPANS + 1)

  add(from: number, to: number, each: number): void {
    this.#edge(from, each)
    this.#edge(to, -each)
  }

  #edge(place: number, each: number): void {
    if (place >= SPANS) return
    const span = Math.max(0, Math.floor(place))
    const part = Math.max(0, place - span)
    this.#row[span]! += each * (1 - part)
    this.#row[span + 1]! += each * part
  }

  settle(): void {
    for (let k = 1; k < SPANS; k++) this.#row[k]! += this.#row[k - 1]!
  }

  of(span: number): number {
    return this.#row[span]!
  }

  mean(): number {
    let sum = 0
    for (let k = 0; k < SPANS; k++) sum += this.#row[k]!
    return sum / SPANS
  }
}
