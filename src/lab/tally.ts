/**
 * What a reader of the collection would have seen. The changes in each interval between two visits to a page are known, so
 * staleness, age and missed changes are integrated exactly, over the measured part of the span only.
 */
import type { LabWorld } from './world.ts'

export interface Tallied {
  readonly freshness: number
  /** Mean days since the first change that the copy lacks, over all pages and times; 0 while fresh. */
  readonly age: number
  readonly harmonic: number
  /** Share of fetches that found nothing new. */
  readonly wasted: number
  /** Days from a change to the visit that found it, counted from the first change since the previous visit. */
  readonly delayMean: number
  readonly delayP95: number
  /** Share of pages never fetched in the measured part. */
  readonly starved: number
  /** Mean of |predicted − seen| over ten bins of the predicted chance of a change; null for policies that predict nothing. */
  readonly calibration: number | null
  readonly fetches: number
}

const BINS = 10
/** Delays are counted in bins of a tenth of an octave, starting at a minute: this gives the 95th percentile to 7%. */
const DELAY_BINS = 260
const FIRST_DELAY = 1 / 1440

export class ReplayTally {
  readonly #world: LabWorld
  readonly #from: number
  readonly #to: number
  readonly #visited: Uint8Array
  readonly #delays = new Float64Array(DELAY_BINS)
  readonly #predicted = new Float64Array(BINS)
  readonly #seen = new Float64Array(BINS)
  readonly #binned = new Float64Array(BINS)
  #stale = 0
  #aged = 0
  #harmonic = 0
  #fetches = 0
  #found = 0
  #delaySum = 0

  constructor(world: LabWorld, from: number, to: number) {
    this.#world = world
    this.#from = from
    this.#to = to
    this.#visited = new Uint8Array(world.pages)
  }

  /** Adds an interval: between the previous visit and `end`, the page changed at times[first … last). */
  interval(page: number, first: number, last: number, end: number): void {
    const { times } = this.#world.changes
    if (first >= last || end <= this.#from) return
    const weight = this.#world.weights?.[page] ?? 1
    const until = Math.min(end, this.#to)
    const since = times[first]!
    const from = Math.max(since, this.#from)
    if (until <= from) return
    this.#stale += weight * (until - from)
    this.#aged += (weight * ((until - since) ** 2 - (from - since) ** 2)) / 2
    for (let i = first; i < last; i++)
      this.#harmonic += (weight * Math.max(0, until - Math.max(times[i]!, this.#from))) / (i - first + 1)
  }

  /** A page that exists and was never fetched is as stale as one that changed when it was born. */
  missing(page: number, from: number, until: number): void {
    const start = Math.max(from, this.#from)
    const end = Math.min(until, this.#to)
    if (end <= start) return
    const weight = this.#world.weights?.[page] ?? 1
    this.#stale += weight * (end - start)
    this.#aged += (weight * ((end - from) ** 2 - (start - from) ** 2)) / 2
    this.#harmonic += weight * (end - start)
  }

  /** A fetch that found a change made `delay` days ago, or none (−1). */
  visited(page: number, at: number, delay: number): void {
    if (at < this.#from) return
    this.#fetches++
    this.#visited[page] = 1
    if (delay < 0) return
    this.#found++
    this.#delaySum += delay
    const bin = Math.floor(10 * Math.log2(Math.max(1, delay / FIRST_DELAY)))
    this.#delays[Math.min(DELAY_BINS - 1, bin)]!++
  }

  /** Adds a prediction of the chance of a change, and what happened. */
  forecast(at: number, chance: number, changed: boolean): void {
    if (at < this.#from) return
    const bin = Math.min(BINS - 1, Math.floor(chance * BINS))
    this.#predicted[bin]! += chance
    this.#seen[bin]! += changed ? 1 : 0
    this.#binned[bin]!++
  }

  result(): Tallied {
    const alive = this.#alive()
    return {
      freshness: 1 - this.#stale / alive,
      age: this.#aged / alive,
      harmonic: this.#harmonic / alive,
      wasted: this.#fetches > 0 ? 1 - this.#found / this.#fetches : 0,
      delayMean: this.#found > 0 ? this.#delaySum / this.#found : 0,
      delayP95: this.#percentile(0.95),
      starved: this.#starved(),
      calibration: this.#calibration(),
      fetches: this.#fetches,
    }
  }

  /** Weighted page-days in the measured part. */
  #alive(): number {
    const { pages, weights, births, deaths } = this.#world
    let sum = 0
    for (let i = 0; i < pages; i++) {
      const from = Math.max(this.#from, births?.[i] ?? 0)
      const to = Math.min(this.#to, deaths?.[i] ?? Infinity)
      sum += (weights?.[i] ?? 1) * Math.max(0, to - from)
    }
    return Math.max(1e-9, sum)
  }

  #starved(): number {
    const { pages, births, deaths } = this.#world
    let starved = 0
    let alive = 0
    for (let i = 0; i < pages; i++) {
      if ((births?.[i] ?? 0) >= this.#to || (deaths?.[i] ?? Infinity) <= this.#from) continue
      alive++
      if (!this.#visited[i]) starved++
    }
    return starved / Math.max(1, alive)
  }

  #percentile(share: number): number {
    let left = share * this.#found
    for (let bin = 0; bin < DELAY_BINS; bin++) {
      left -= this.#delays[bin]!
      if (left <= 0) return this.#found === 0 ? 0 : FIRST_DELAY * 2 ** ((bin + 0.5) / 10)
    }
    return 0
  }

  #calibration(): number | null {
    let error = 0
    let count = 0
    for (let bin = 0; bin < BINS; bin++) {
      error += Math.abs(this.#predicted[bin]! - this.#seen[bin]!)
      count += this.#binned[bin]!
    }
    return count > 0 ? error / count : null
  }
}
