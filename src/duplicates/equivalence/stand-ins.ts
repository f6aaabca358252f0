const MAX_STAND_INS = 2_000

/** Stored pages that show what a plain spelling would, by that spelling: it need not be fetched. Forgotten ones cost a fetch. */
export class StandIns {
  readonly #urls = new Map<string, string>()

  get size(): number {
    return this.#urls.size
  }

  get(plain: string): string | undefined {
    return this.#urls.get(plain)
  }

  /** The first one stands for the others. */
  add(plain: string, url: string): void {
    if (this.#urls.has(plain)) return
    if (this.#urls.size >= MAX_STAND_INS) this.#urls.delete(this.#urls.keys().next().value!)
    this.#urls.set(plain, url)
  }

  /** Other rules spell addresses otherwise. */
  replace(stored: Iterable<readonly [plain: string, url: string]>): void {
    this.#urls.clear()
    for (const [plain, url] of stored) this.add(plain, url)
  }
}
