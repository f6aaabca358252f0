/**
 * Names of files that lead nowhere, whatever folder they are in. A relative link in a template, `contact.html` on pages of all folders, is right in one
 * of them and leads nowhere in the others. So a name is left once many addresses that end with it failed, and hardly any worked.
 */
import { hashOfText } from './own-phrases.ts'
import { Sightings } from './sightings.ts'

/** Names that are remembered at a time. */
const PLACES = 2 ** 16
const MIN_FAILED = 8
/** How many must have failed for each one that worked. */
const FAILED_PER_WORKED = 8
/** Numbers stand for other pages in each folder. */
const LETTER = /\p{L}/u

export class DeadNames {
  readonly #failed = new Sightings(PLACES)
  readonly #worked = new Sightings(PLACES)

  fetched(url: string, isMissing: boolean): void {
    ;(isMissing ? this.#failed : this.#worked).add(hashOfText(nameOf(url)))
  }

  holds(url: string): boolean {
    const name = nameOf(url)
    const [failed, worked] = [this.#failed, this.#worked].map(sightings => sightings.of(hashOfText(name)))
    return failed! >= Math.max(MIN_FAILED, FAILED_PER_WORKED * worked!) && LETTER.test(name)
  }
}

/** The last part of the path. */
const nameOf = (url: string) => /([^/]*)\/?$/.exec(url.replace(/[?#].*$/s, ''))![1]!
