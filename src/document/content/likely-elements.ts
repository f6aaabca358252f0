/** How much of the elements around a block is likely to be content, and which single element is most likely to be all of it. */
import type { TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import { placeIn } from './element-facts.ts'

/** Which of the elements above a block are described, counted in steps. */
const LEVELS = [1, 2, 3, 5, 7]

export class LikelyElements {
  readonly #blocks: readonly ContentBlock[]
  /** Words of an element, and how many of them are expected to be content, by node order. */
  readonly #words: Float64Array
  readonly #expected: Float64Array
  #best: TreeNode | null = null
  #bestScore = 0

  constructor(
    blocks: readonly ContentBlock[],
    likely: Float64Array,
    weights: Float64Array,
    expected: number,
  ) {
    this.#blocks = blocks
    const nodes = blocks[0]?.element.tree.nodes ?? []
    this.#words = new Float64Array(nodes.length)
    this.#expected = new Float64Array(nodes.length)
    for (let i = 0; i < blocks.length; i++) {
      const { order } = blocks[i]!.element
      this.#words[order]! += weights[i]!
      this.#expected[order]! += weights[i]! * likely[i]!
    }
    for (let at = nodes.length - 1; at > 0; at--) if (this.#words[at]! > 0) this.#rise(nodes[at]!, expected)
  }

  #rise(node: TreeNode, expected: number): void {
    const [words, likely] = [this.#words[node.order]!, this.#expected[node.order]!]
    const up = node.parent?.order ?? 0
    this.#words[up]! += words
    this.#expected[up]! += likely
    const score = (2 * likely) / (words + expected)
    if (score <= this.#bestScore) return
    this.#bestScore = score
    this.#best = node
  }

  /** Returns where the next feature goes. */
  write(i: number, rows: Float32Array, from: number): number {
    const { element } = this.#blocks[i]!
    let node = element
    let steps = 0
    let at = from
    for (const level of LEVELS) {
      for (; steps < level && node.parent; steps++) node = node.parent
      rows[at++] = this.#expected[node.order]! / this.#words[node.order]!
    }
    rows[at++] = Math.log1p(this.#words[(element.parent ?? element).order]!)
    rows[at++] = this.#bestScore
    rows[at++] = placeIn(this.#best, element)
    return at
  }
}
