/**
 * How many pages link to an address, about, in memory that does not grow with the number of addresses: a sketch of three rows of
 * counters (count-min, with the conservative update). It never says too little; what it says too much is small while there are fewer
 * addresses than counters in a row.
 */
const ROWS = 3
const COLUMN_BITS = 20
const COLUMNS = 1 << COLUMN_BITS
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193
/** An odd number, so that its multiples reach every column. */
const STEP_PRIME = 0x5bd1e995

export class LinkVotes {
  readonly #counters = new Float32Array(ROWS * COLUMNS)
  readonly #places = new Uint32Array(ROWS)

  /** A page that counts so much links to an address. */
  add(url: string, vote: number): void {
    this.#locate(url)
    const after = this.#least() + vote
    for (const place of this.#places) if (this.#counters[place]! < after) this.#counters[place] = after
  }

  of(url: string): number {
    this.#locate(url)
    return this.#least()
  }

  #least(): number {
    let least = Number.POSITIVE_INFINITY
    for (const place of this.#places) least = Math.min(least, this.#counters[place]!)
    return least
  }

  #locate(url: string): void {
    let one = OFFSET
    let two = STEP_PRIME
    for (let i = 0; i < url.length; i++) {
      const code = url.charCodeAt(i)
      one = Math.imul(one ^ code, PRIME)
      two = Math.imul(two + code, STEP_PRIME)
      two ^= two >>> 15
    }
    for (let row = 0; row < ROWS; row++) {
      const mixed = Math.imul(one ^ (one >>> 15), STEP_PRIME) + Math.imul(row, two | 1)
      this.#places[row] = row * COLUMNS + ((mixed ^ (mixed >>> 13)) & (COLUMNS - 1))
    }
  }
}
