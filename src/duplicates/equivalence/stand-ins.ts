const MAX_STAND_INS = 2_000

/**
 * Stored pages that show what a plain spelling would, keyed by that spelling, which then need not be fetched. Forgetting one costs a
 * fetch.
 */
export class StandIns {
  readonly #urls = new Map<string, string>()

  get size(): number {
    return this.#urls.size
  }

  get(plain: string): string | undefined {
    return this.#urls.get(plain)
  }

  /** Keeps the first one for each plain spelling. */
  add(plain: string, url: string): void {
    if (this.#urls.has(plain)) return
    if (this.#urls.size >= MAX_STAND_INS) this.#urls.delete(this.#urls.keys().next().value!)
    this.#urls.set(plain, url)
  }

  /** Starts over, because other rules give other plain spellings. */
  replace(stored: Iterable<readonly [plain: string, url: string]>): void {
    this.#urls.clear()
    for (const [plain, url] of stored) this.add(plain, url)
  }
}
