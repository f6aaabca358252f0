/**
 * Where an address has its counters in a sketch: one in each row. Two addresses rarely share all of theirs, so counters for many
 * addresses take a fixed amount of memory and are wrong by little.
 */
const ROWS = 3
const COLUMN_BITS = 20
const COLUMNS = 1 << COLUMN_BITS
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193
/** An odd number, so that its multiples reach every column. */
const STEP_PRIME = 0x5bd1e995

export class SketchPlaces {
  static readonly size = ROWS * COLUMNS
  readonly #places = new Uint32Array(ROWS)

  /** The array returned is overwritten by the next call. */
  of(url: string): Uint32Array {
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
    return this.#places
  }
}

/** The least counter is the one that overcounts least. `counters` may keep several values for each place, one behind the other. */
export function leastOf(counters: Float32Array, places: Uint32Array, each = 1, at = 0): number {
  let least = Number.POSITIVE_INFINITY
  for (let row = 0; row < ROWS; row++) {
    const value = counters[places[row]! * each + at]!
    if (value < least) least = value
  }
  return least
}

/** Raises the counters to a value; those already above it stay. */
export function raiseTo(counters: Float32Array, places: Uint32Array, value: number, each = 1, at = 0): void {
  for (let row = 0; row < ROWS; row++) {
    const place = places[row]! * each + at
    if (counters[place]! < value) counters[place] = value
  }
}
