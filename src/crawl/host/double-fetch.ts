import { directoryOf } from '../../refresh/index.ts'

/** Pages of one directory, and of one host, that are fetched twice at first. */
const TWICE = 3
const MAX_PAIRS = 15

/** By `change.doubleFetch`: some of the first pages of a host are fetched again at once, to see what is noise. */
export class DoubleFetch {
  readonly #asked = new Map<string, number>()
  #all = 0

  /** A page was stored for the first time: is it to be fetched again at once? */
  wants(url: string): boolean {
    const directory = directoryOf(url)
    const asked = this.#asked.get(directory) ?? 0
    if (asked >= TWICE || this.#all >= MAX_PAIRS) return false
    this.#asked.set(directory, asked + 1)
    this.#all++
    return true
  }
}
