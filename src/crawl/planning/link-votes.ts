/**
 * Counts approximately how many pages link to an address, in memory that does not grow with the number of addresses: a sketch of three rows
 * of counters (count-min, with the conservative update). It never counts too little; it overcounts only slightly as long as there are fewer
 * addresses than counters in a row.
 */
import { leastOf, raiseTo, SketchPlaces } from './sketch-places.ts'

export class LinkVotes {
  readonly #counters = new Float32Array(SketchPlaces.size)
  readonly #places = new SketchPlaces()

  /** Adds the vote of a page that links to an address. */
  add(url: string, vote: number): void {
    const places = this.#places.of(url)
    raiseTo(this.#counters, places, leastOf(this.#counters, places) + vote)
  }

  of(url: string): number {
    return leastOf(this.#counters, this.#places.of(url))
  }
}
