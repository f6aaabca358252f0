import { RecentMap } from '../../env/recent-map.ts'

/** More than two, because two pages that look alike may be one page under two addresses. */
const MIN_ADDRESSES = 3
const MAX_SHAPES = 50
const MAX_CERTAIN = 20

/**
 * Pages of one host that look like a wall, though not for certain: they count as one if several addresses show the very same page, or lead to
 * the same place. A few shapes are remembered; those that became certain are kept for good.
 */
export class WallMemory {
  /** The addresses that showed a shape, by hash, until there are enough of them. */
  readonly #seen = new RecentMap<string, Set<number>>(MAX_SHAPES)
  readonly #certain: Set<string>

  constructor(certain: readonly string[] = []) {
    this.#certain = new Set(certain)
  }

  /** Notes that an address shows this shape, and says whether the shape is a wall. */
  isWall(shape: string, address: number): boolean {
    return this.#certain.has(shape) || this.#note(shape, address)
  }

  get isEmpty(): boolean {
    return this.#certain.size === 0
  }

  toJSON(): readonly string[] {
    return [...this.#certain]
  }

  #note(shape: string, address: number): boolean {
    const addresses = this.#seen.get(shape) ?? new Set()
    this.#seen.set(shape, addresses.add(address))
    if (addresses.size < MIN_ADDRESSES) return false
    this.#seen.delete(shape)
    if (this.#certain.size < MAX_CERTAIN) this.#certain.add(shape)
    return true
  }
}
