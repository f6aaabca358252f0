/** The first so many of any number of things by their score, in memory for twice as many. */
export class Shortlist<T> {
  readonly #size: number
  #kept: { readonly score: number; readonly item: T }[] = []
  /** Whoever scores no less than this is not among the first. */
  #bar = Number.POSITIVE_INFINITY

  /** Smaller scores come first; of equal ones, those that came first. */
  constructor(size: number) {
    this.#size = size
  }

  add(score: number, item: () => T): void {
    if (this.#size <= 0 || score >= this.#bar) return
    this.#kept.push({ score, item: item() })
    if (this.#kept.length >= 2 * this.#size) this.#trim()
  }

  items(): readonly T[] {
    this.#trim()
    return this.#kept.map(({ item }) => item)
  }

  #trim(): void {
    this.#kept.sort((a, b) => a.score - b.score)
    if (this.#kept.length > this.#size) this.#kept.length = this.#size
    if (this.#kept.length === this.#size) this.#bar = this.#kept.at(-1)?.score ?? Number.NEGATIVE_INFINITY
  }
}
