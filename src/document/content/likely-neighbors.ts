/** Where a block stands in the run of likely content: how much of it comes before, and how far away the nearest is on either side. */
const LIKELY = 0.5
/** What the mean of the blocks before or after keeps of the ones further away. */
const KEPT = 0.8

export class LikelyNeighbors {
  readonly #before: Float64Array
  readonly #gapBefore: Float64Array
  readonly #gapAfter: Float64Array
  readonly #meanBefore: Float64Array
  readonly #meanAfter: Float64Array

  constructor(likely: Float64Array, weights: Float64Array) {
    const count = likely.length
    this.#before = new Float64Array(count)
    this.#gapBefore = new Float64Array(count)
    this.#gapAfter = new Float64Array(count)
    this.#meanBefore = new Float64Array(count)
    this.#meanAfter = new Float64Array(count)
    let [expected, gap, mean] = [0, 0, 0]
    for (let i = 0; i < count; i++) {
      this.#before[i] = expected
      this.#gapBefore[i] = gap
      this.#meanBefore[i] = mean
      expected += likely[i]! * weights[i]!
      gap = likely[i]! > LIKELY ? 0 : gap + weights[i]!
      mean = KEPT * mean + (1 - KEPT) * likely[i]!
    }
    for (let i = 0; i < count; i++) this.#before[i]! /= Math.max(1e-9, expected)
    ;[gap, mean] = [0, 0]
    for (let i = count - 1; i >= 0; i--) {
      this.#gapAfter[i] = gap
      this.#meanAfter[i] = mean
      gap = likely[i]! > LIKELY ? 0 : gap + weights[i]!
      mean = KEPT * mean + (1 - KEPT) * likely[i]!
    }
  }

  /** Returns where the next feature goes. */
  write(i: number, rows: Float32Array, at: number): number {
    rows[at] = this.#before[i]!
    rows[at + 1] = Math.log1p(this.#gapBefore[i]!)
    rows[at + 2] = Math.log1p(this.#gapAfter[i]!)
    rows[at + 3] = this.#meanBefore[i]!
    rows[at + 4] = this.#meanAfter[i]!
    return at + 5
  }
}
