/** Means of judgments over blocks that have something in common. */
import type { ContentBlock } from './content-blocks.ts'

export interface Groups {
  /** For each block, the number of its group. */
  readonly of: Int32Array
  readonly sizes: readonly number[]
}

export function groupedBy(keys: readonly number[]): Groups {
  const numbers = new Map<number, number>()
  const sizes: number[] = []
  const of = new Int32Array(keys.length)
  for (let i = 0; i < keys.length; i++) {
    let number = numbers.get(keys[i]!)
    if (number === undefined) {
      numbers.set(keys[i]!, (number = sizes.length))
      sizes.push(0)
    }
    sizes[number]!++
    of[i] = number
  }
  return { of, sizes }
}

export function meanIn({ of, sizes }: Groups, values: ArrayLike<number>, weights: Float64Array) {
  const mean = new Float64Array(sizes.length)
  const weight = new Float64Array(sizes.length)
  for (let i = 0; i < of.length; i++) {
    mean[of[i]!]! += values[i]! * weights[i]!
    weight[of[i]!]! += weights[i]!
  }
  return { mean: mean.map((sum, group) => sum / weight[group]!), weight }
}

/** Long blocks count more than short ones. */
export function wordWeights(blocks: readonly ContentBlock[]): Float64Array {
  const weights = new Float64Array(blocks.length)
  for (let i = 0; i < blocks.length; i++) weights[i] = Math.max(1, blocks[i]!.words)
  return weights
}
