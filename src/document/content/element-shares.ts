/**
 * How much of the elements around a block has a property, such as being likely content or being said by no other page, and which single
 * element is the best account of all that has it.
 */
import type { TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import { placeIn } from './element-facts.ts'

/** Which of the elements above a block are described, counted in steps. */
const LEVELS = [1, 2, 3, 5, 7]

/** Number of features that are written for a block. */
export const ELEMENT_FEATURES = LEVELS.length + 2

export class ElementShares {
  readonly #blocks: readonly ContentBlock[]
  /** Words of an element, and how many of them have the property, by node order. */
  readonly words: Float64Array
  readonly #having: Float64Array
  #best: TreeNode | null = null
  #bestScore = 0

  constructor(blocks: readonly ContentBlock[], shares: ArrayLike<number>, weights: Float64Array) {
    this.#blocks = blocks
    const nodes = blocks[0]?.element.tree.nodes ?? []
    this.words = new Float64Array(nodes.length)
    this.#having = new Float64Array(nodes.length)
    let all = 0
    for (let i = 0; i < blocks.length; i++) {
      const { order } = blocks[i]!.element
      this.words[order]! += weights[i]!
      this.#having[order]! += weights[i]! * shares[i]!
      all += weights[i]! * shares[i]!
    }
    for (let at = nodes.length - 1; at > 0; at--) if (this.words[at]! > 0) this.#rise(nodes[at]!, all)
  }

  #rise(node: TreeNode, all: number): void {
    const [words, having] = [this.words[node.order]!, this.#having[node.order]!]
    const up = node.parent?.order ?? 0
    this.words[up]! += words
    this.#having[up]! += having
    const score = (2 * having) / (words + all)
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
      rows[at++] = this.#having[node.order]! / this.words[node.order]!
    }
    rows[at++] = this.#bestScore
    rows[at++] = placeIn(this.#best, element)
    return at
  }
}
