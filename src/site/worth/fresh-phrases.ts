/** Which phrases were said before, and on how many pages: a page has a text of its own if enough of what it says is new. */
import { Sightings } from './sightings.ts'

/** A phrase on more pages than this belongs to a template. */
const MAX_RARE = 3
/** A page has text of its own if it has this many new phrases, and they are this share of what is not template. */
const MIN_FRESH = 3
const MIN_FRESH_SHARE = 0.3

export class FreshPhrases {
  readonly #seen: Sightings

  constructor(places: number) {
    this.#seen = new Sightings(places)
  }

  /** Notes the phrases of a page; returns whether it says more than the pages before it. */
  add(phrases: Uint32Array): boolean {
    let [fresh, rare] = [0, 0]
    for (const phrase of phrases) {
      const seen = this.#seen.of(phrase)
      if (seen === 0) fresh++
      else if (seen <= MAX_RARE) rare++
      this.#seen.add(phrase)
    }
    return fresh >= MIN_FRESH && fresh >= MIN_FRESH_SHARE * (fresh + rare)
  }
}
