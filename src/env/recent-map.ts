/** A map that keeps only the most recently set entries; to keep one for having been used, set it again. */
export class RecentMap<Key, Value> {
  readonly #most: number
  readonly #entries = new Map<Key, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#entries.entries()
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#most) return
    const [oldest] = this.#entries.keys()
    this.#entries.delete(oldest!)
  }
}
