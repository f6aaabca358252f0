/**
 * How many pages link to an address, about, in memory that does not grow with the number of addresses: a sketch of three rows of
 * counters (count-min, with the conservative update). It never says too little; what it says too much is small while there are fewer
 * addresses than counters in a row.
 */
import { leastOf, raiseTo, SketchPlaces } from './sketch-places.ts'

export class LinkVotes {
  readonly #counters = new Float32Array(SketchPlaces.size)
  readonly #places = new SketchPlaces()

  /** A page that counts so much links to an address. */
  add(url: string, vote: number): void {
    const places = this.#places.of(url)
    raiseTo(this.#counters, places, leastOf(this.#counters, places) + vote)
  }

  of(url: string): number {
    return leastOf(this.#counters, this.#places.of(url))
  }
}
