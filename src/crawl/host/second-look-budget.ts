/** Factor by which a look counts less with each later one: about the last five count. */
const FADE = 0.8
/** Number of looks taken before judging, and the share of looks that must have taught something for more to be worthwhile. */
const FIRST = 3
const WORTH = 0.1
/** When second looks are not worthwhile or fail, one in this many is taken anyway: templates and servers change. */
const SAMPLE = 20

/** The last number is missing in what earlier versions saved. */
export type SavedLooks = readonly [looks: number, taught: number, failures?: number]

/**
 * Decides on second looks at pages of a host, a few seconds after a difference was found: what differs again within seconds is noise, what
 * stays was written. A host whose noise is known, or that has none, soon gets few second looks, and so does one that never grants them.
 */
export class SecondLookBudget {
  #looks: number
  #taught: number
  #passed = 0
  #refused = 0
  /** Looks that failed since the last one that did not. */
  #failures: number

  constructor([looks, taught, failures = 0]: SavedLooks = [0, 0]) {
    this.#looks = looks
    this.#taught = taught
    this.#failures = failures
  }

  /** Whether a second look is likely to succeed: if the last ones failed, one in a number of them is tried. */
  isPossible(): boolean {
    if (this.#failures < FIRST) return true
    this.#refused++
    return this.#refused % SAMPLE === 0
  }

  /** Whether a second look is worth its fetch now. */
  isWorthwhile(): boolean {
    if (this.#looks < FIRST || this.#taught >= WORTH * this.#looks) return true
    this.#passed++
    return this.#passed % SAMPLE === 0
  }

  /** Records a look; it taught something if it found noise that was not known. */
  record(taught: boolean): void {
    this.#looks = this.#looks * FADE + 1
    this.#taught = this.#taught * FADE + (taught ? 1 : 0)
    this.#failures = 0
  }

  recordFailure(): void {
    this.#failures++
  }

  toJSON(): SavedLooks {
    return [this.#looks, this.#taught, this.#failures]
  }
}
