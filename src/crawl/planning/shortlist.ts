/** Keeps the best of any number of items by score, in memory for twice as many as it keeps. */
export class Shortlist<T> {
  readonly #size: number
  #kept: { readonly score: number; readonly item: T }[] = []
  /** An item that scores this much or more is not among the best. */
  #bar = Number.POSITIVE_INFINITY

  /** Smaller scores come first; equal ones stay in order of arrival. */
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
