/**
 * How often something was seen, by its hash, in a table of fixed size: an entry whose place is taken replaces what was there. So
 * memory is constant and a lookup reads one place; now and then something is forgotten, and counts as new.
 */
const MAX_COUNT = 255

export class Sightings {
  readonly #hashes: Uint32Array
  readonly #counts: Uint8Array
  readonly #mask: number

  /** `places` must be a power of two. */
  constructor(places: number) {
    this.#hashes = new Uint32Array(places)
    this.#counts = new Uint8Array(places)
    this.#mask = places - 1
  }

  of(hash: number): number {
    const place = hash & this.#mask
    return this.#hashes[place] === hash ? this.#counts[place]! : 0
  }

  add(hash: number): void {
    const place = hash & this.#mask
    if (this.#hashes[place] === hash) this.#counts[place] = Math.min(MAX_COUNT, this.#counts[place]! + 1)
    else {
      this.#hashes[place] = hash
      this.#counts[place] = 1
    }
  }
}
