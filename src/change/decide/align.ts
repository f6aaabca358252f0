/**
 * Finds which elements of two sequences correspond, in order (patience alignment). Elements that occur once on both sides are matched
 * first, along the longest run that rises on both, and the stretches in between are treated the same way; a stretch without such elements
 * gets a longest common subsequence if it is small. Time: n log n, plus at most `MAX_CELLS` for each stretch and ten times that in all.
 */

const MAX_CELLS = 40_000
const MAX_DEPTH = 12

/** For each element of `before`, the index of its partner in `after`, or −1. */
export function align(before: ArrayLike<number>, after: ArrayLike<number>): Int32Array {
  const partner = new Int32Array(before.length).fill(-1)
  new Aligner(before, after, partner).stretch(0, before.length, 0, after.length, 0)
  return partner
}

class Aligner {
  private readonly a: ArrayLike<number>
  private readonly b: ArrayLike<number>
  private readonly partner: Int32Array
  /** Remaining work: bounds the total, whatever the sequences look like. */
  private cells: number

  constructor(a: ArrayLike<number>, b: ArrayLike<number>, partner: Int32Array) {
    this.a = a
    this.b = b
    this.partner = partner
    this.cells = 10 * MAX_CELLS
  }

  stretch(a0: number, a1: number, b0: number, b1: number, depth: number): void {
    const { a, b, partner } = this
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) partner[a0++] = b0++
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) partner[--a1] = --b1
    if (a0 === a1 || b0 === b1) return
    const anchors = depth < MAX_DEPTH ? this.anchors(a0, a1, b0, b1) : []
    if (anchors.length === 0) {
      this.common(a0, a1, b0, b1)
      return
    }
    let [fromA, fromB] = [a0, b0]
    for (const at of [...anchors, -1]) {
      const [toA, toB] = at < 0 ? [a1, b1] : [at, partner[at]!]
      this.stretch(fromA, toA, fromB, toB, depth + 1)
      fromA = toA + 1
      fromB = toB + 1
    }
  }

  /** Elements that are unique on both sides, along the longest run that rises on both. */
  private anchors(a0: number, a1: number, b0: number, b1: number): number[] {
    const placeInB = uniquePlaces(this.b, b0, b1)
    const candidates: number[] = []
    for (const [key, at] of uniquePlaces(this.a, a0, a1)) {
      const other = placeInB.get(key)
      if (at >= 0 && other !== undefined && other >= 0) {
        candidates.push(at)
        this.partner[at] = other
      }
    }
    const chosen = longestRising(candidates, this.partner)
    const kept = new Set(chosen)
    for (const at of candidates) if (!kept.has(at)) this.partner[at] = -1
    return chosen
  }

  private common(a0: number, a1: number, b0: number, b1: number): void {
    const [rows, columns] = [a1 - a0, b1 - b0]
    if (rows * columns > Math.min(MAX_CELLS, this.cells)) return
    this.cells -= rows * columns
    const width = columns + 1
    const lengths = new Uint16Array((rows + 1) * width)
    for (let i = rows - 1; i >= 0; i--) {
      for (let j = columns - 1; j >= 0; j--) {
        const same = this.a[a0 + i] === this.b[b0 + j]
        lengths[i * width + j] = same
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
      }
    }
    this.trace(lengths, width, a0, a1, b0, b1)
  }

  // biome-ignore lint/complexity/useMaxParams: called for every piece of a page, where an object each would cost
  private trace(lengths: Uint16Array, width: number, a0: number, a1: number, b0: number, b1: number): void {
    let [i, j] = [0, 0]
    while (a0 + i < a1 && b0 + j < b1) {
      if (this.a[a0 + i] === this.b[b0 + j]) this.partner[a0 + i++] = b0 + j++
      else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
      else j++
    }
  }
}

/** Each key with its index, or −1 if it occurs several times. */
function uniquePlaces(keys: ArrayLike<number>, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = from; at < to; at++) places.set(keys[at]!, places.has(keys[at]!) ? -1 : at)
  return places
}

/** Patience sorting: the longest subsequence of ascending places whose partners ascend too. */
function longestRising(places: readonly number[], partner: Int32Array): number[] {
  const tops: number[] = []
  const below = new Map<number, number>()
  for (const at of places) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (partner[tops[middle]!]! < partner[at]!) low = middle + 1
      else high = middle
    }
    if (low > 0) below.set(at, tops[low - 1]!)
    tops[low] = at
  }
  const run: number[] = []
  for (let at = tops.at(-1); at !== undefined; at = below.get(at)) run.push(at)
  return run.reverse()
}
