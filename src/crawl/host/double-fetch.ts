import { directoryOf } from '../../refresh/index.ts'

/** Maximum number of pages fetched twice: per directory, and per host. */
const TWICE = 3
const MAX_PAIRS = 15

/** Implements `change.doubleFetch`: some of the first pages of a host are fetched again at once, to see what is noise. */
export class DoubleFetch {
  readonly #asked = new Map<string, number>()
  #all = 0

  /** Whether a new page should be fetched again at once; counts it if so. */
  wants(url: string): boolean {
    const directory = directoryOf(url)
    const asked = this.#asked.get(directory) ?? 0
    if (asked >= TWICE || this.#all >= MAX_PAIRS) return false
    this.#asked.set(directory, asked + 1)
    this.#all++
    return true
  }
}
