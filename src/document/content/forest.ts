/**
 * Boosted decision trees, trained by `bench/content/` and read from a data file.
 *
 * A tree is a list of splits: [feature, threshold, left, right]. A value of at most the threshold goes left. A target of zero or more is
 * another split of the tree; below zero it is a leaf, counted from −1. The sum of the leaves of all trees is the log odds.
 */
import type { FeatureTable } from './content-features.ts'

export interface ForestData {
  readonly trees: readonly {
    readonly splits: readonly (readonly [feature: number, threshold: number, left: number, right: number])[]
    readonly leaves: readonly number[]
  }[]
}

/** One tree in arrays: the test at each split, and where it leads. */
interface PackedTree {
  readonly features: Int32Array
  readonly thresholds: Float64Array
  /** Left and right targets of each split. */
  readonly ways: Int32Array
  readonly leaves: Float64Array
}

export class Forest {
  readonly #trees: readonly PackedTree[]

  constructor({ trees }: ForestData) {
    this.#trees = trees.map(({ splits, leaves }) => ({
      features: Int32Array.from(splits, ([feature]) => feature),
      thresholds: Float64Array.from(splits, ([, threshold]) => threshold),
      ways: Int32Array.from(splits.flatMap(([, , left, right]) => [left, right])),
      leaves: Float64Array.from(leaves),
    }))
  }

  /** A probability for each row of features. Goes tree by tree, because one tree fits into the L1 cache and all of them do not. */
  judge({ rows, width }: FeatureTable): Float64Array {
    const sums = new Float64Array(width === 0 ? 0 : rows.length / width)
    for (const tree of this.#trees) addLeaves(tree, rows, width, sums)
    return sums.map(sum => 1 / (1 + Math.exp(-sum)))
  }
}

function addLeaves(
  { features, thresholds, ways, leaves }: PackedTree,
  rows: Float32Array,
  width: number,
  sums: Float64Array,
): void {
  for (let i = 0, from = 0; i < sums.length; i++, from += width) {
    let at = ways.length === 0 ? -1 : 0
    while (at >= 0) at = ways[2 * at + (rows[from + features[at]!]! <= thresholds[at]! ? 0 : 1)]!
    sums[i]! += leaves[-at - 1]!
  }
}
