/** The heaviest chain of intervals that follow one another, one at most for each block, in the order of the blocks. */
export interface Lying {
  readonly from: number
  readonly to: number
  readonly worth: number
}

interface Link extends Lying {
  readonly block: number
  readonly before: number
}

interface End {
  readonly worth: number
  readonly link: number
}

const NO_END: End = { worth: 0, link: -1 }
/** Intervals are found by words in common, so their ends may overlap a little. */
const MAX_OVERLAP = 3

export class Chain {
  readonly #length: number
  readonly #links: Link[] = []
  /** A Fenwick tree: the best chain that ends at or before each place. */
  readonly #ends: End[]
  #blocks = 0

  constructor(length: number) {
    this.#length = length
    this.#ends = new Array<End>(length + 2).fill(NO_END)
  }

  /** The places where the next block may lie. */
  add(places: readonly Lying[]): void {
    const block = this.#blocks++
    const ends = places.map(({ from, to, worth }) => {
      const overlap = Math.min(MAX_OVERLAP, (to - from) >> 2)
      const before = this.#bestAt(Math.min(this.#length, from + overlap))
      this.#links.push({ from, to, worth, block, before: before.link })
      return { at: to, end: { worth: before.worth + worth, link: this.#links.length - 1 } }
    })
    for (const { at, end } of ends) this.#put(at, end)
  }

  /** The blocks of the best chain, and what of the text they cover. */
  best(): { readonly members: ReadonlySet<number>; readonly covered: Uint8Array } {
    const members = new Set<number>()
    const covered = new Uint8Array(this.#length)
    for (let at = this.#bestAt(this.#length).link; at >= 0; at = this.#links[at]!.before) {
      const { block, from, to } = this.#links[at]!
      members.add(block)
      covered.fill(1, from, to)
    }
    return { members, covered }
  }

  #bestAt(place: number): End {
    let best = NO_END
    for (let at = place + 1; at > 0; at -= at & -at)
      if (this.#ends[at]!.worth > best.worth) best = this.#ends[at]!
    return best
  }

  #put(place: number, end: End): void {
    for (let at = place + 1; at < this.#ends.length; at += at & -at)
      if (end.worth > this.#ends[at]!.worth) this.#ends[at] = end
  }
}
