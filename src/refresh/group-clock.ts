/**
 * The clock of a group of pages: operational time that runs fast while many of them change and slowly between. A page's rate is counted in it,
 * so that the chance to be stale is 1 − e^(−λ·[C(now) − C(last visit)]).
 *
 * It is learned from visits alone. Time is cut into spans; a visit says whether a change fell into the spans since the previous visit.
 * Where the intervals of many pages overlap, a batch is found by expectation–maximization: the speed of a span is the changes expected in
 * it over those its exposure would bring at speed 1,
 *
 *   speed ← (expected changes + pull·above) / (exposure + pull)
 *
 * pulled toward the group above (1 for the outermost). The pull grows with the exposure of an average span: the latest spans, which few
 * visits have covered, would otherwise take the blame for every change. The last MAX_VISITS visits are read again at each fit; older ones
 * are kept as sums until their spans are forgotten.
 *
 * A clock says when pages change, never how often: beliefs that are too high or too low on the whole must not make it slow or fast. The
 * outermost therefore scales exposure by the ratio of changes found to changes expected (its `level`), and the score is taken at that
 * level too. The clock is believed as far as it predicted visits better than the group above did, so pages that change independently keep
 * an even clock.
 *
 * Cost: a fit is linear in visits and spans (prefix sums). A group holds four rows of SPANS numbers and at most twice MAX_VISITS visits.
 */
import { SPANS, SpanSums, Speeds, slide, total } from './span-rows.ts'
import type { OperationalTime } from './types.ts'

/**
 * Chosen on the histories of `bench/refresh.ts`, leaving out each in turn; `bench/refresh/README.md` gives the effect of half and of twice
 * the value.
 */
const MIN_PULL = 0.3
/** Pull as a share of the exposure of an average span. */
const PULL_SHARE = 0.3
const MAX_VISITS = 512
/** Rounds of expectation–maximization in each fit; each fit continues from the speeds of the last one. */
const EM_ROUNDS = 3
/** Limits the speed of a span: otherwise a page never seen to change would be fetched on the first change of any other. */
const MAX_SPEED = 50
/** Share of the earlier score that each visit keeps: about a hundred visits count. */
const KEEP_SCORE = 0.99
/** Limits what one visit can cost a prediction: the log of a chance of one in a thousand. */
const MIN_CHANCE = 1e-3
/**
 * Log odds against the collection's clock, before evidence: that all pages change together is less likely than that a directory's do, one
 * to twenty.
 */
const COLLECTION_DOUBT = 3
/** The level reflects about five hundred visits, and is pulled toward 1 with the weight of five changes. */
const KEEP_LEVEL = 0.998
const LEVEL_PULL = 5
/** A group with a larger share than this of the exposure of the group above adds nothing to it. */
const MAX_SHARE_OF_ABOVE = 0.9
/** In spans, about 2% of a round: a page whose time moved by less may stay where it was planned. */
const WORTH_MOVING = 0.6

/** A visit, as the clocks of its page's groups learn from it. */
export interface Witness {
  readonly from: number
  readonly to: number
  readonly changed: boolean
  /** Expected changes in an operational day, by the page's belief. */
  readonly rate: number
}

/** A clock as stored: sums by span, beginning with span number `first` since the epoch, each `days` long. */
export interface ClockMemory {
  readonly days: number
  readonly first: number
  readonly exposure: readonly number[]
  readonly changes: readonly number[]
  readonly score: number
  readonly found: number
  readonly foreseen: number
}

/** Changes that a group's visits found in a stretch of time, and those expected. */
export interface Bustle {
  readonly changes: number
  readonly expected: number
}

export class GroupClock implements OperationalTime {
  readonly spanDays: number
  readonly #above: GroupClock | undefined
  /** Number of the first remembered span, counted from the epoch. */
  #first = 0
  /** Speeds as fitted, and as believed. */
  readonly #fitted = new Speeds()
  readonly #believed = new Speeds()
  /** Sums of the visits that no longer take part in fits. */
  readonly #keptExposure = new Float64Array(SPANS)
  readonly #keptChanges = new Float64Array(SPANS)
  #visits: Witness[] = []
  /** Log score of the fitted clock against the clock above. */
  #score = 0
  /** Changes found, and changes that the beliefs predicted. */
  #found = 0
  #foreseen = 0
  /** Exposure of all spans at the last fit. */
  #exposed = 0
  #hasMoved = false

  constructor(spanDays: number, above?: GroupClock, memory?: ClockMemory) {
    this.spanDays = spanDays
    this.#above = above
    if (memory) this.#recall(memory)
  }

  /** Whether the last fit moved the clock so far that pages are due at other times. */
  get hasMoved(): boolean {
    return this.#hasMoved
  }

  between(from: number, to: number): number {
    return this.#days(this.#believed, from, to)
  }

  after(from: number, days: number): number {
    const goal = this.#believed.at(this.#place(from)) + days / this.spanDays
    return (this.#believed.reaches(goal) + this.#first) * this.spanDays
  }

  saw(visit: Witness): void {
    this.#slideTo(Math.floor(visit.to / this.spanDays))
    const plainDays = this.#above?.between(visit.from, visit.to) ?? visit.to - visit.from
    const rate = visit.rate * this.#levelSeen
    const own = logChance(visit.changed, rate * this.#days(this.#fitted, visit.from, visit.to))
    this.#score = KEEP_SCORE * this.#score + own - logChance(visit.changed, rate * plainDays)
    const foretold = -Math.expm1(-visit.rate * this.between(visit.from, visit.to))
    this.#found = KEEP_LEVEL * this.#found + (visit.changed ? 1 : 0)
    this.#foreseen = KEEP_LEVEL * this.#foreseen + foretold
    this.#visits.push(visit)
    if (this.#visits.length >= 2 * MAX_VISITS) this.#fold()
  }

  /** Learns from the visits so far. The clock above must have been fitted first. */
  fit(now: number): void {
    this.#slideTo(Math.floor(now / this.spanDays))
    if (this.#visits.length > MAX_VISITS) this.#fold()
    const start = this.#first * this.spanDays
    this.#visits = this.#visits.filter(visit => visit.to > start)
    const exposure = this.#exposureOf(this.#visits)
    for (let k = 0; k < SPANS; k++) exposure[k]! += this.#keptExposure[k]!
    this.#exposed = total(exposure)
    if (!this.#addsNothing) this.#maximize(exposure)
    this.#believe()
  }

  /** Changes of the group's pages since a moment, and how many their beliefs expected with an even clock. */
  since(at: number): Bustle {
    const from = Math.max(0, Math.floor(this.#place(at)))
    const { exposure, changes } = this.#sums()
    return { changes: total(changes, from), expected: total(exposure, from) }
  }

  toJSON(): ClockMemory {
    const { exposure, changes } = this.#sums()
    const short = (value: number) => Number(value.toPrecision(3))
    return {
      days: this.spanDays,
      first: this.#first,
      exposure: Array.from(exposure, short),
      changes: Array.from(changes, short),
      score: short(this.#score),
      found: short(this.#found),
      foreseen: short(this.#foreseen),
    }
  }

  /** Spans of another length are spread over those of the present length. */
  #recall({ days, first, exposure, changes, score, found, foreseen }: ClockMemory): void {
    const last = Math.floor(((first + SPANS) * days) / this.spanDays)
    this.#first = Math.max(0, last - SPANS)
    const respread = (row: readonly number[]) => {
      const sums = new SpanSums()
      for (let k = 0; k < SPANS; k++)
        sums.add(
          this.#place((first + k) * days),
          this.#place((first + k + 1) * days),
          ((row[k] ?? 0) * this.spanDays) / days,
        )
      return sums.settled()
    }
    this.#keptExposure.set(respread(exposure))
    this.#keptChanges.set(respread(changes))
    this.#score = score
    this.#found = found
    this.#foreseen = foreseen
  }

  #place(at: number): number {
    return at / this.spanDays - this.#first
  }

  #days(speeds: Speeds, from: number, to: number): number {
    return (speeds.at(this.#place(to)) - speeds.at(this.#place(from))) * this.spanDays
  }

  #slideTo(last: number): void {
    const by = last - (this.#first + SPANS - 1)
    if (by <= 0) return
    this.#first += by
    this.#fitted.slide(by)
    this.#believed.slide(by)
    slide(this.#keptExposure, by, 0)
    slide(this.#keptChanges, by, 0)
  }

  /** Replaces the oldest visits by their sums, as the present clock explains them. */
  #fold(): void {
    const old = this.#visits.slice(0, -MAX_VISITS)
    this.#visits = this.#visits.slice(-MAX_VISITS)
    const exposure = this.#exposureOf(old)
    const changes = this.#changesOf(old)
    for (let k = 0; k < SPANS; k++) {
      this.#keptExposure[k]! += exposure[k]!
      this.#keptChanges[k]! += changes[k]! * this.#fitted.of(k)
    }
  }

  #sums(): { readonly exposure: Float64Array; readonly changes: Float64Array } {
    const exposure = this.#exposureOf(this.#visits)
    const changes = this.#changesOf(this.#visits)
    for (let k = 0; k < SPANS; k++) {
      exposure[k]! += this.#keptExposure[k]!
      changes[k] = changes[k]! * this.#fitted.of(k) + this.#keptChanges[k]!
    }
    return { exposure, changes }
  }

  /** Ratio of changes found to changes predicted. */
  get #levelSeen(): number {
    return (this.#found + LEVEL_PULL) / (this.#foreseen + LEVEL_PULL)
  }

  #maximize(exposure: Float64Array): void {
    const level = this.#above === undefined ? this.#levelSeen : 1
    const pull = Math.max(MIN_PULL, (PULL_SHARE * level * this.#exposed) / SPANS)
    for (let round = 0; round < EM_ROUNDS; round++) {
      const changes = this.#changesOf(this.#visits)
      this.#fitted.set((speed, k) => {
        const expected = changes[k]! * speed + this.#keptChanges[k]!
        return Math.min(MAX_SPEED, (expected + pull * this.#speedAbove(k)) / (level * exposure[k]! + pull))
      })
    }
  }

  #exposureOf(visits: readonly Witness[]): Float64Array {
    const sums = new SpanSums()
    for (const visit of visits) this.#spread(sums, visit, visit.rate)
    return sums.settled()
  }

  /** Expected changes in each span at speed 1: a visit that found a change spreads it over the spans it covers. */
  #changesOf(visits: readonly Witness[]): Float64Array {
    const sums = new SpanSums()
    for (const visit of visits) {
      if (!visit.changed) continue
      const mean = Math.max(1e-9, visit.rate * this.#days(this.#fitted, visit.from, visit.to))
      this.#spread(sums, visit, visit.rate / -Math.expm1(-mean))
    }
    return sums.settled()
  }

  #spread(into: SpanSums, { from, to }: Witness, rate: number): void {
    into.add(this.#place(from), this.#place(to), rate * this.spanDays)
  }

  /** The group above may have been slid further already. */
  #speedAbove(span: number): number {
    if (this.#above === undefined) return 1
    const place = span + this.#first - this.#above.#first
    return place < 0 || place >= SPANS ? 1 : this.#above.#believed.of(place)
  }

  get #addsNothing(): boolean {
    return this.#above !== undefined && this.#exposed > MAX_SHARE_OF_ABOVE * this.#above.#exposed
  }

  #believe(): void {
    const doubt = this.#above === undefined ? COLLECTION_DOUBT : 0
    const share = this.#addsNothing ? 0 : 1 / (1 + Math.exp(doubt - this.#score))
    const moved = this.#believed.set((_, k) => share * this.#fitted.of(k) + (1 - share) * this.#speedAbove(k))
    this.#hasMoved = moved > WORTH_MOVING
  }
}

function logChance(changed: boolean, expected: number): number {
  const stay = Math.exp(-expected)
  return Math.log(Math.max(MIN_CHANCE, changed ? 1 - stay : stay))
}
