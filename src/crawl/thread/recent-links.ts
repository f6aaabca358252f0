/**
 * The links a thread has reported recently, with the depth it reported them at: most links of a page were on the previous
 * page too. Two generations of bounded size; forgetting a link only costs a lookup in the store.
 */
export class RecentLinks {
  readonly #size: number
  #young = new Map<string, number>()
  #old = new Map<string, number>()

  constructor(size = 24_000) {
    this.#size = size
  }

  /** Whether `href` was reported recently at this depth or a smaller one; remembers it if not. */
  has(href: string, depth: number): boolean {
    const known = this.#young.get(href) ?? this.#old.get(href)
    if (known !== undefined && known <= depth) return true
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(href, depth)
    return false
  }
}
