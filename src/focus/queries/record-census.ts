/**
 * How many records queries have brought, and how many they have not: a census by capture and recapture. Each query is a catch; records that were
 * caught once and twice tell how many were never caught (Chao 1987, the form for catches, corrected for bias). Records that few words reach are caught less
 * than others, so this is a lower bound, which rises as queries go on.
 *
 * Records are known by 32-bit hashes. When there are more than the census holds, it goes on with half of them, chosen by a bit of their hash, and counts each
 * for two (Wegman's adaptive sampling): what it takes is bounded, and its numbers stay within some percent.
 */

export interface SavedCensus {
  readonly catches: number
  /** Records are held whose hash has so many zeros at its end. */
  readonly level: number
  /** Hashes in base 36, by how often they were caught: once, twice, more often. */
  readonly caught: readonly (readonly string[])[]
}

/** Up to so many, numbers are exact; beyond, they are right within some 2 %. Twice as many take twice the room in the host's row, which is 30 kB. */
const MAX_HELD = 4_096
/** With fewer that were caught twice, nobody can say how many there are. */
const MIN_TWICE = 10
const OFTEN = 3

export class RecordCensus {
  #catches: number
  #level: number
  /** How often each was caught; `OFTEN` stands for more. */
  readonly #caught = new Map<number, number>()

  constructor(saved?: SavedCensus) {
    this.#catches = saved?.catches ?? 0
    this.#level = saved?.level ?? 0
    for (const [i, hashes] of saved?.caught.entries() ?? [])
      for (const hash of hashes) this.#caught.set(Number.parseInt(hash, 36), i + 1)
  }

  /** What one more query brought, all of its records. */
  add(hashes: Iterable<number>): void {
    this.#catches++
    for (const hash of new Set(hashes)) {
      if (!this.#isHeld(hash)) continue
      this.#caught.set(hash, Math.min(OFTEN, (this.#caught.get(hash) ?? 0) + 1))
      if (this.#caught.size > MAX_HELD) this.#halve()
    }
  }

  /** How many records were caught so far. */
  get found(): number {
    return this.#caught.size * 2 ** this.#level
  }

  /** How many there are, found or not; null while too few were caught twice to tell. */
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
