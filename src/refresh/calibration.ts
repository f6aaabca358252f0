/**
 * The difference between the freshness that is believed and the freshness that visits find. Beliefs lag when pages become quieter or
 * livelier, all in the same direction, so their mean is off although each is as good as it can be. Every visit ends an interval whose
 * freshness was predicted: by a belief that gave the chance f = e^(−h) to no change, the copy was fresh for the share m = (1−f)/h of it. A
 * visit that finds no change says that it was fresh for all of the interval; one that finds a change, for the share e = 1/h − f/(1−f),
 * what is left of m when the chance of no change is taken out. If beliefs are right, both are m on average, and the excess found over m,
 * weighted by the length of the intervals, is what the believed mean freshness lacks at any time.
 */
export interface CalibrationMemory {
  readonly at: number
  /** Days found fresh in excess of those predicted, and total days of all intervals; both decay. */
  readonly excess: number
  readonly days: number
}

export interface ForetoldVisit {
  readonly at: number
  /** Days since the previous visit. */
  readonly elapsed: number
  readonly changed: boolean
  /** The chance that the belief gave to finding no change. */
  readonly chanceOfNone: number
  readonly weight: number
}

/** The weight of a visit halves after this many rounds of all pages. */
const HALF_LIFE_ROUNDS = 2
/** Prior trust in beliefs, as if this many rounds of one page had proved them right. */
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

  /** What to add to a believed mean freshness. */
  lack(roundDays: number): number {
    return this.#excess / (this.#days + PULL_ROUNDS * roundDays)
  }

  toJSON(): CalibrationMemory {
    return { at: this.#at, excess: this.#excess, days: this.#days }
  }
}

const isWhole = (memory: CalibrationMemory | null | undefined): memory is CalibrationMemory =>
  [memory?.at, memory?.excess, memory?.days].every(Number.isFinite)

/** The share of an interval that was fresh in excess of the prediction. */
function excessOf(changed: boolean, chanceOfNone: number): number {
  const fresh = Math.min(1 - 1e-9, Math.max(1e-9, chanceOfNone))
  const hazard = -Math.log(fresh)
  // 1 − m, and e − m.
  return changed ? fresh / hazard - fresh / (1 - fresh) : 1 - (1 - fresh) / hazard
}
