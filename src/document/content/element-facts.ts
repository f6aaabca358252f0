/**
 * What is known about each element from what is inside it: how much text it holds, and whether it is one of several similar elements. All of
 * it is in arrays by node order: a parent comes before its children, so one backward pass sums up.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'

const MAX_STEPS = 12
/** This many adjacent elements with the same tag and class form a list. */
const MIN_ALIKE = 3
/** More kinds of elements than this on one page are not told apart. */
const MAX_KINDS = 1 << 16

export interface Alike {
  readonly count: number
  readonly chars: number
  readonly linkChars: number
}

export class ElementFacts {
  readonly chars: Float32Array
  readonly linkChars: Float32Array
  /** Characters in blocks that read like sentences. */
  readonly prose: Float32Array
  /** Of these, the ones in its own children: a text in paragraphs, not one of many in a list. */
  readonly ownProse: Float32Array
  /** By node order. */
  readonly #alike: (Alike | undefined)[]
  readonly #nodes: readonly TreeNode[]
  readonly #names = new Map<string, number>()
  readonly #firstClasses = new Map<string, number>()

  constructor({ nodes }: Tree, blocks: readonly ContentBlock[], isProse: readonly boolean[]) {
    this.#nodes = nodes
    this.#alike = new Array(nodes.length)
    this.chars = new Float32Array(nodes.length)
    this.linkChars = new Float32Array(nodes.length)
    this.prose = new Float32Array(nodes.length)
    this.ownProse = new Float32Array(nodes.length)
    for (const [i, { element, chars, linkChars }] of blocks.entries()) {
      this.chars[element.order]! += chars
      this.linkChars[element.order]! += linkChars
      if (!isProse[i]) continue
      this.prose[element.order]! += chars
      this.ownProse[element.parent?.order ?? 0]! += chars
    }
    this.#addUp()
    this.#group()
  }

  /** The smallest element that holds most of the page's prose. */
  dominant(): TreeNode | null {
    const most = 0.6 * this.prose[0]!
    let best: TreeNode | null = null
    for (const node of this.#nodes) {
      if (node.kind !== 'element' || this.prose[node.order]! <= most) continue
      if (best === null || node.last - node.order < best.last - best.order) best = node
    }
    return best
  }

  /** The element with most prose in its own children. */
  fullest(): TreeNode {
    let best = 0
    for (let at = 0; at < this.ownProse.length; at++) if (this.ownProse[at]! > this.ownProse[best]!) best = at
    return this.#nodes[best]!
  }

  /** The nearest of the element and its ancestors that is one of several similar ones, and how far up it is. */
  alike(element: TreeNode): { readonly steps: number; readonly group: Alike } | null {
    let steps = 0
    for (let node: TreeNode | null = element; node && steps < MAX_STEPS; node = node.parent, steps++) {
      const group = this.#alike[node.order]
      if (group) return { steps, group }
    }
    return null
  }

  #addUp(): void {
    for (let at = this.#nodes.length - 1; at > 0; at--) {
      const up = this.#nodes[at]!.parent?.order
      if (up === undefined || this.chars[at] === 0) continue
      this.chars[up]! += this.chars[at]!
      this.linkChars[up]! += this.linkChars[at]!
      this.prose[up]! += this.prose[at]!
    }
  }

  #group(): void {
    const children = new Uint32Array(this.#nodes.length)
    for (let at = 1; at < this.#nodes.length; at++)
      if (this.chars[at]! > 0) children[this.#nodes[at]!.parent?.order ?? 0]!++
    const groups = new Map<number, { count: number; chars: number; linkChars: number; members: number[] }>()
    for (let at = 1; at < this.#nodes.length; at++) {
      if (this.chars[at] === 0) continue
      const node = this.#nodes[at]!
      const parent = node.parent?.order ?? 0
      if (children[parent]! < MIN_ALIKE) continue
      const key = this.keyOf(node, parent)
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { count: 0, chars: 0, linkChars: 0, members: [] }))
      group.count++
      group.chars += this.chars[at]!
      group.linkChars += this.linkChars[at]!
      group.members.push(at)
    }
    for (const group of groups.values())
      if (group.count >= MIN_ALIKE) for (const member of group.members) this.#alike[member] = group
  }

  /** A number for elements with the same tag and first class inside an element. */
  keyOf(node: TreeNode, within: number): number {
    return within * MAX_KINDS + ((this.#numberOf(node.name) * 257 + this.#classOf(node)) & (MAX_KINDS - 1))
  }

  #classOf(node: TreeNode): number {
    const names = node.attribute('class')
    if (names === undefined) return 0
    let number = this.#firstClasses.get(names)
    if (number === undefined) {
      const space = names.indexOf(' ')
      number = this.#numberOf(space < 0 ? names : names.slice(0, space))
      this.#firstClasses.set(names, number)
    }
    return number
  }

  #numberOf(name: string): number {
    let number = this.#names.get(name)
    if (number === undefined) this.#names.set(name, (number = this.#names.size + 1))
    return number
  }
}

/** Position relative to an element: −1 before it, 0 to 1 inside, 2 after it. */
export function placeIn(whole: TreeNode | null, { order }: TreeNode): number {
  if (!whole || order < whole.order) return -1
  return order > whole.last ? 2 : (order - whole.order) / Math.max(1, whole.last - whole.order)
}
