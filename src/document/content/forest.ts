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

/** The comparison is a number, not a choice: processors guess choices, and half of these would be guessed wrong. */
function addLeaves(
  { features, thresholds, leaves }: PackedTree,
  depth: number,
  { rows, width }: FeatureTable,
  sums: Float64Array,
): void {
  const splits = thresholds.length
  for (let i = 0, from = 0; i < sums.length; i++, from += width) {
    let at = 0
    for (let level = 0; level < depth; level++)
      at = 2 * at + 1 + Number(rows[from + features[at]!]! >= thresholds[at]!)
    sums[i]! += leaves[at - splits]!
  }
}
