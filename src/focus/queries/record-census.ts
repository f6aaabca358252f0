/**
 * How many records queries have found, and how many they have not: a capture–recapture census. Each query is a catch; the numbers of
 * records caught once and twice tell how many were never caught (Chao 1987, the form for catches, corrected for bias). Records that few
 * words reach are caught less often than others, so this is a lower bound, which rises as queries continue.
 *
 * Records are identified by 32-bit hashes. When there are more than the census holds, it continues with half of them, chosen by a bit of
 * their hash, and counts each as two (Wegman's adaptive sampling): its size is bounded, and its numbers stay within a few percent.
 */

export interface SavedCensus {
  readonly catches: number
  /** Records are held if their hash ends in this many zero bits. */
  readonly level: number
  /** Hashes in base 36, by how often they were caught: once, twice, more. */
  readonly caught: readonly (readonly string[])[]
}

/**
 * Up to this many records, numbers are exact; beyond, they are right within about 2%. Twice as many would take twice the 30 kB in the
 * host's row.
 */
const MAX_HELD = 4_096
/** With fewer caught twice, the total cannot be estimated. */
const MIN_TWICE = 10
const OFTEN = 3

export class RecordCensus {
  #catches: number
  #level: number
  /** How often each was caught, at most `OFTEN`. */
  readonly #caught = new Map<number, number>()

  constructor(saved?: SavedCensus) {
    this.#catches = saved?.catches ?? 0
    this.#level = saved?.level ?? 0
    for (const [i, hashes] of saved?.caught.entries() ?? [])
      for (const hash of hashes) this.#caught.set(Number.parseInt(hash, 36), i + 1)
  }

  /** Adds one more query with all of its records. */
  add(hashes: Iterable<number>): void {
    this.#catches++
    for (const hash of new Set(hashes)) {
      if (!this.#isHeld(hash)) continue
      this.#caught.set(hash, Math.min(OFTEN, (this.#caught.get(hash) ?? 0) + 1))
      if (this.#caught.size > MAX_HELD) this.#halve()
    }
  }

  /** Number of records caught so far. */
  get found(): number {
    return this.#caught.size * 2 ** this.#level
  }

  /** Estimated number of records, found or not; null while too few were caught twice. */
  get estimate(): number | null {
    const once = this.#times(1)
    const twice = this.#times(2)
    const isOver = once === 0 && this.#caught.size >= MIN_TWICE
    if (!isOver && twice < MIN_TWICE) return null
    const share = (this.#catches - 1) / Math.max(1, this.#catches)
    const missed = (share * once * (once - 1)) / (2 * (twice + 1))
    return Math.round((this.#caught.size + Math.max(0, missed)) * 2 ** this.#level)
  }

  toJSON(): SavedCensus {
    const caught: string[][] = [[], [], []]
    for (const [hash, times] of this.#caught) caught[times - 1]!.push(hash.toString(36))
    return { catches: this.#catches, level: this.#level, caught }
  }

  #times(wanted: number): number {
    let count = 0
    for (const times of this.#caught.values()) if (times === wanted) count++
    return count
  }

  #isHeld(hash: number): boolean {
    return hash % 2 ** this.#level === 0
  }

  #halve(): void {
    this.#level++
    for (const hash of this.#caught.keys()) if (!this.#isHeld(hash)) this.#caught.delete(hash)
  }
}
