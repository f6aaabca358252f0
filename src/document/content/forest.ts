/**
 * Boosted decision trees, learned elsewhere (`bench/content/`) and read from a data file.
 *
 * A tree is a row of splits: [feature, threshold, left, right]. A value that is at most the threshold goes left. Zero or more is another split of
 * the tree; below zero is a leaf, counted from −1. The sum of the leaves of all trees is the logarithm of the odds.
 */
export interface ForestData {
  readonly trees: readonly {
    readonly splits: readonly (readonly [feature: number, threshold: number, left: number, right: number])[]
    readonly leaves: readonly number[]
  }[]
}

export class Forest {
  readonly #trees: readonly { readonly splits: Float64Array; readonly leaves: Float64Array }[]

  constructor({ trees }: ForestData) {
    this.#trees = trees.map(({ splits, leaves }) => ({
      splits: Float64Array.from(splits.flat()),
      leaves: Float64Array.from(leaves),
    }))
  }

  /** A probability, for the row of features that begins at `from`. */
  judge(rows: Float32Array, from: number): number {
    let sum = 0
    for (const { splits, leaves } of this.#trees) {
      let at = 0
      while (at >= 0) {
        const split = at * 4
        at = rows[from + splits[split]!]! <= splits[split + 1]! ? splits[split + 2]! : splits[split + 3]!
      }
      sum += leaves[-at - 1]!
    }
    return 1 / (1 + Math.exp(-sum))
  }
}
