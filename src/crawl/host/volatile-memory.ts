/** One text for the host before classes were known, or the texts of the host (under '') and of its page classes. */
export type SavedVolatile = string | readonly (readonly [pageClass: string, learned: string])[]

const HOST = ''
const MAX_CLASSES = 40
/** Pages decide how much there is to learn of them; so much is held for each of thousands of hosts. */
const MAX_CHARS = 200_000

/**
 * What was learned of regions that differ on every visit, as JSON: for each page class, since pages of one template have the same
 * regions, and for the host where no class is known. A class that is new starts from what the host has taught.
 */
export class VolatileMemory {
  readonly #learned: Map<string, string>

  constructor(saved: SavedVolatile = []) {
    this.#learned = new Map(typeof saved === 'string' ? [[HOST, saved]] : saved)
  }

  of(pageClass: string | null): string | null {
    return this.#learned.get(pageClass ?? HOST) ?? this.#learned.get(HOST) ?? null
  }

  learn(pageClass: string | null, learned: string): void {
    const key = pageClass ?? HOST
    this.#learned.delete(key)
    if (learned.length <= MAX_CHARS) this.#learned.set(key, learned)
    while (this.#learned.size > MAX_CLASSES || this.#chars > MAX_CHARS) this.#forgetOne()
  }

  get #chars(): number {
    let chars = 0
    for (const learned of this.#learned.values()) chars += learned.length
    return chars
  }

  /** The oldest class; the host last, since new classes start from it. */
  #forgetOne(): void {
    const oldest = [...this.#learned.keys()].find(each => each !== HOST) ?? HOST
    this.#learned.delete(oldest)
  }

  get isEmpty(): boolean {
    return this.#learned.size === 0
  }

  toJSON(): SavedVolatile {
    return [...this.#learned]
  }
}
