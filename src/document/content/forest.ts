/**
 * Boosted decision trees, trained by `bench/content/` and read from a data file.
 *
 * All trees have the same depth, and are lists of splits: those that a split leads to are at twice its place and one or two more. A value
 * below the threshold goes left. Behind the last splits are the leaves, in order. The sum of the leaves of all trees is the log odds.
 */
import type { FeatureTable } from './content-features.ts'

export interface ForestData {
  readonly depth: number
  readonly trees: readonly {
    readonly features: readonly number[]
    readonly thresholds: readonly number[]
    readonly leaves: readonly number[]
  }[]
}

interface PackedTree {
  readonly features: Int32Array
  readonly thresholds: Float32Array
  readonly leaves: Float64Array
}

export class Forest {
  readonly #trees: readonly PackedTree[]
  readonly #depth: number

  constructor({ depth, trees }: ForestData) {
    this.#depth = depth
    this.#trees = trees.map(({ features, thresholds, leaves }) => ({
      features: Int32Array.from(features),
      thresholds: Float32Array.from(thresholds),
      leaves: Float64Array.from(leaves),
    }))
  }

  /** A probability for each row of features. Goes tree by tree, because one tree fits into the L1 cache and all of them do not. */
  judge({ rows, width }: FeatureTable): Float64Array {
    const sums = new Float64Array(width === 0 ? 0 : rows.length / width)
    for (const tree of this.#trees) addLeaves(tree, this.#depth, { rows, width }, sums)
    return sums.map(sum => 1 / (1 + Math.exp(-sum)))
  }
}

/**
 * The comparison is a number, not a choice: processors guess choices, and half of these would be guessed wrong. Four rows go down a tree
 * side by side, because each step has to wait for the one before.
 */
function addLeaves(
  { features, thresholds, leaves }: PackedTree,
  depth: number,
  { rows, width }: FeatureTable,
  sums: Float64Array,
): void {
  const splits = thresholds.length
  const last = sums.length - 1
  for (let i = 0; i <= last; i += 4) {
    // Behind the end, the last row is walked again, and not counted.
    const [a, b, c, d] = [i * width, rowAt(i + 1), rowAt(i + 2), rowAt(i + 3)]
    let [atA, atB, atC, atD] = [0, 0, 0, 0]
    for (let level = 0; level < depth; level++) {
      atA = 2 * atA + 1 + Number(rows[a + features[atA]!]! >= thresholds[atA]!)
      atB = 2 * atB + 1 + Number(rows[b + features[atB]!]! >= thresholds[atB]!)
      atC = 2 * atC + 1 + Number(rows[c + features[atC]!]! >= thresholds[atC]!)
      atD = 2 * atD + 1 + Number(rows[d + features[atD]!]! >= thresholds[atD]!)
    }
    sums[i]! += leaves[atA - splits]!
    if (i + 1 <= last) sums[i + 1]! += leaves[atB - splits]!
    if (i + 2 <= last) sums[i + 2]! += leaves[atC - splits]!
    if (i + 3 <= last) sums[i + 3]! += leaves[atD - splits]!
  }

  function rowAt(row: number): number {
    return Math.min(row, last) * width
  }
}
