/** What a look says fades as others follow: about five count. */
const FADE = 0.8
/** So many looks come first, and so large a share of them must have taught something for more to be worth it. */
const FIRST = 3
const WORTH = 0.1
/** Of the differences that would count without a second look, one in this many gets one anyway: templates change. */
const SAMPLE = 20

/**
 * Second looks at pages of a host, a few seconds after a difference was found: what differs again within seconds is noise, what
 * stands was written. A host whose noise is known, or that has none, is soon left alone.
 */
export class SecondLookBudget {
  #looks: number
  #taught: number
  #passed = 0

  constructor([looks, taught]: readonly [number, number] = [0, 0]) {
    this.#looks = looks
    this.#taught = taught
  }

  /** Is a second look worth its fetch now? */
  isWorthwhile(): boolean {
    if (this.#looks < FIRST || this.#taught >= WORTH * this.#looks) return true
    this.#passed++
    return this.#passed % SAMPLE === 0
  }

  /** A look was taken; it taught something when it found noise that was not known. */
  record(taught: boolean): void {
    this.#looks = this.#looks * FADE + 1
    this.#taught = this.#taught * FADE + (taught ? 1 : 0)
  }

  toJSON(): readonly [number, number] {
    return [this.#looks, this.#taught]
  }
}
