/** Rows of numbers over the spans of time that a group's clock remembers. Places and times are measured in spans from the first. */

/** A round of all pages is cut into about this many spans; three rounds are remembered. */
const SPANS_PER_ROUND = 30
export const SPANS: number = 3 * SPANS_PER_ROUND

/** Lengths are powers of two, so that a round that grows a little does not change the spans. */
export const spanDaysOf = (roundDays: number): number =>
  2 ** Math.round(Math.log2(Math.max(1e-6, roundDays) / SPANS_PER_ROUND))

/** Speeds of the remembered spans; 1 before and after them. */
export class Speeds {
  readonly #speeds = new Float64Array(SPANS).fill(1)
  /** Operational time at the start of each span. */
  readonly #until = Float64Array.from({ length: SPANS + 1 }, (_, k) => k)

  of(span: number): number {
    return this.#speeds[span]!
  }

  /** Returns the most by which the operational time from any span until now has moved. */
  set(speedOf: (before: number, span: number) => number): number {
    let moved = 0
    let most = 0
    for (let k = SPANS - 1; k >= 0; k--) {
      const before = this.#speeds[k]!
      this.#speeds[k] = speedOf(before, k)
      moved += this.#speeds[k]! - before
      most = Math.max(most, Math.abs(moved))
    }
    this.#sum()
    return most
  }

  slide(by: number): void {
    slide(this.#speeds, by, 1)
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

/** Sums over spans of quantities spread evenly between two places: stored as differences, added up once at the end. */
export class SpanSums {
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

  /** Returns the sums; nothing may be added afterward. */
  settled(): Float64Array {
    for (let k = 1; k < SPANS; k++) this.#row[k]! += this.#row[k - 1]!
    return this.#row.subarray(0, SPANS)
  }
}

/** Drops the first spans and appends as many new ones. */
export function slide(row: Float64Array, by: number, fresh: number): void {
  row.copyWithin(0, Math.min(SPANS, by))
  row.fill(fresh, Math.max(0, SPANS - by))
}

export function total(row: ArrayLike<number>, from = 0): number {
  let sum = 0
  for (let k = from; k < row.length; k++) sum += row[k]!
  return sum
}
