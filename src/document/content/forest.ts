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
  readonly depth: number
  readonly features: Int32Array
  readonly thresholds: Float32Array
  readonly leaves: Float64Array
}

/** Rows that go down all trees before the next ones do: they and one tree fit into the L1 cache, all rows of a page do not. */
const TILE = 24
const EIGHT = 8

export class Forest {
  readonly #trees: readonly PackedTree[]

  constructor({ depth, trees }: ForestData) {
    this.#trees = trees.map(({ features, thresholds, leaves }) => ({
      depth,
      features: Int32Array.from(features),
      thresholds: Float32Array.from(thresholds),
      leaves: Float64Array.from(leaves),
    }))
  }

  /** A probability for each row of features. */
  judge(table: FeatureTable): Float64Array {
    const sums = new Float64Array(table.width === 0 ? 0 : table.rows.length / table.width)
    const inEights = sums.length - (sums.length % EIGHT)
    for (let from = 0; from < inEights; from += TILE) {
      const to = Math.min(inEights, from + TILE)
      for (const tree of this.#trees) addEights(tree, table, sums, from, to)
    }
    for (const tree of this.#trees) addSingly(tree, table, sums, inEights)
    for (let i = 0; i < sums.length; i++) sums[i] = 1 / (1 + Math.exp(-sums[i]!))
    return sums
  }
}

/**
 * Eight rows go down a tree side by side, because each step has to wait for the one before; four take twice as long. The comparison is a
 * number, not a choice: processors guess choices, and many of these would be guessed wrong.
 */
function addEights(
  { depth, features, thresholds, leaves }: PackedTree,
  { rows, width }: FeatureTable,
  sums: Float64Array,
  start: number,
  end: number,
): void {
  const splits = thresholds.length
  for (let i = start; i < end; i += EIGHT) {
    const a = i * width
    const b = a + width
    const c = b + width
    const d = c + width
    const e = d + width
    const f = e + width
    const g = f + width
    const h = g + width
    let atA = 0
    let atB = 0
    let atC = 0
    let atD = 0
    let atE = 0
    let atF = 0
    let atG = 0
    let atH = 0
    for (let level = 0; level < depth; level++) {
      atA = 2 * atA + 1 + Number(rows[a + features[atA]!]! >= thresholds[atA]!)
      atB = 2 * atB + 1 + Number(rows[b + features[atB]!]! >= thresholds[atB]!)
      atC = 2 * atC + 1 + Number(rows[c + features[atC]!]! >= thresholds[atC]!)
      atD = 2 * atD + 1 + Number(rows[d + features[atD]!]! >= thresholds[atD]!)
      atE = 2 * atE + 1 + Number(rows[e + features[atE]!]! >= thresholds[atE]!)
      atF = 2 * atF + 1 + Number(rows[f + features[atF]!]! >= thresholds[atF]!)
      atG = 2 * atG + 1 + Number(rows[g + features[atG]!]! >= thresholds[atG]!)
      atH = 2 * atH + 1 + Number(rows[h + features[atH]!]! >= thresholds[atH]!)
    }
    sums[i]! += leaves[atA - splits]!
    sums[i + 1]! += leaves[atB - splits]!
    sums[i + 2]! += leaves[atC - splits]!
    sums[i + 3]! += leaves[atD - splits]!
    sums[i + 4]! += leaves[atE - splits]!
    sums[i + 5]! += leaves[atF - splits]!
    sums[i + 6]! += leaves[atG - splits]!
    sums[i + 7]! += leaves[atH - splits]!
  }
}

function addSingly(
  { depth, features, thresholds, leaves }: PackedTree,
  { rows, width }: FeatureTable,
  sums: Float64Array,
  start: number,
): void {
  const splits = thresholds.length
  for (let i = start; i < sums.length; i++) {
    let at = 0
    for (let level = 0; level < depth; level++)
      at = 2 * at + 1 + Number(rows[i * width + features[at]!]! >= thresholds[at]!)
    sums[i]! += leaves[at - splits]!
  }
}
