/**
 * How far what is believed of freshness lies from what visits find. Beliefs follow slowly where pages have become quieter or livelier, and all of them in the
 * same way, so that their mean is off although each is as good as it can be. Every visit ends an interval of which freshness was foretold: by a belief that
 * gave the chance f = e^(−h) to no change, the copy was fresh for the share m = (1−f)/h of it. A visit that finds no change says: for all of
 * it; one that finds a change: for the share e = 1/h − f/(1−f), what is left of m when the chance of no change is taken out. If beliefs are right, both are m on
 * average, and what is found in excess of it, by length of interval, is what the mean freshness of all pages lacks at any time.
 */
export interface CalibrationMemory {
  readonly at: number
  /** Days found fresh in excess of those foretold, and days of intervals; both fade. */
  readonly excess: number
  readonly days: number
}

export interface ForetoldVisit {
  readonly at: number
  /** Since the visit before. */
  readonly elapsed: number
  readonly changed: boolean
  /** The chance that was given to finding no change. */
  readonly chanceOfNone: number
  readonly weight: number
}

/** In so many rounds of all pages, what was found counts half. */
const HALF_LIFE_ROUNDS = 2
/** At first, beliefs are trusted as if so many rounds of one page had proved them right. */
const PULL_ROUNDS = 3

export class Calibration {
  #at: number
  #excess: number
  #days: number

  constructor(memory?: CalibrationMemory) {
    const { at, excess, days } = isWhole(memory) ? memory : { at: 0, excess: 0, days: 0 }
    this.#at = at
    this.#excess = excess
    this.#days = days
  }

  saw({ at, elapsed, changed, chanceOfNone, weight }: ForetoldVisit, roundDays: number): void {
    const keep = 0.5 ** (Math.max(0, at - this.#at) / (HALF_LIFE_ROUNDS * roundDays))
    this.#excess = this.#excess * keep + weight * elapsed * excessOf(changed, chanceOfNone)
    this.#days = this.#days * keep + weight * elapsed
    this.#at = Math.max(at, this.#at)
  }

  /** What is to be added to a mean freshness that is believed. */
  lack(roundDays: number): number {
    return this.#excess / (this.#days + PULL_ROUNDS * roundDays)
  }

  toJSON(): CalibrationMemory {
    return { at: this.#at, excess: this.#excess, days: this.#days }
  }
}

const isWhole = (memory: CalibrationMemory | null | undefined): memory is CalibrationMemory =>
  [memory?.at, memory?.excess, memory?.days].every(Number.isFinite)

/** Of an interval: the share that was fresh in excess of what was foretold. */
function excessOf(changed: boolean, chanceOfNone: number): number {
  const fresh = Math.min(1 - 1e-9, Math.max(1e-9, chanceOfNone))
  const hazard = -Math.log(fresh)
  // 1 − m, and e − m.
  return changed ? fresh / hazard - fresh / (1 - fresh) : 1 - (1 - fresh) / hazard
}
