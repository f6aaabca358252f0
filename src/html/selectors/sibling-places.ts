/** The places of elements among their siblings, counted in one pass. */
import type { Tree, TreeNode } from '../tree.ts'

export interface PlaceKind {
  readonly fromEnd: boolean
  readonly ofType: boolean
}

export class Siblings {
  readonly #nodes: readonly TreeNode[]
  /** The order of the element before each, 0 for none. */
  readonly #before: Uint32Array
  #places: Places | null = null

  constructor({ nodes }: Tree) {
    this.#nodes = nodes
    this.#before = new Uint32Array(nodes.length)
    const latest = new Uint32Array(nodes.length)
    for (const { order, kind, parent } of nodes) {
      if (kind !== 'element' || parent === null) continue
      this.#before[order] = latest[parent.order]!
      latest[parent.order] = order
    }
  }

  /** The element before this one, by its order. */
  before(order: number): number | null {
    return this.#before[order] || null
  }

  /** Counted from 1. */
  place(order: number, { fromEnd, ofType }: PlaceKind): number {
    this.#places ??= new Places(this.#nodes)
    return this.#places.of(order, fromEnd, ofType)
  }
}

class Places {
  readonly #ofAll: Counted
  readonly #ofType: Counted

  constructor(nodes: readonly TreeNode[]) {
    this.#ofAll = counted(nodes, () => '')
    this.#ofType = counted(nodes, ({ name }) => name)
  }

  of(order: number, fromEnd: boolean, ofType: boolean): number {
    const { places, group, sizes } = ofType ? this.#ofType : this.#ofAll
    return fromEnd ? sizes[group[order]!]! - places[order]! + 1 : places[order]!
  }
}

interface Counted {
  readonly places: Uint32Array
  /** The group of siblings that each element belongs to. */
  readonly group: Uint32Array
  readonly sizes: readonly number[]
}

function counted(nodes: readonly TreeNode[], nameOf: (node: TreeNode) => string): Counted {
  const places = new Uint32Array(nodes.length)
  const group = new Uint32Array(nodes.length)
  const sizes: number[] = []
  const groups = new Map<string, number>()
  for (const node of nodes) {
    if (node.kind !== 'element' || node.parent === null) continue
    const key = `${node.parent.order} ${nameOf(node)}`
    let number = groups.get(key)
    if (number === undefined) {
      number = sizes.push(0) - 1
      groups.set(key, number)
    }
    places[node.order] = ++sizes[number]!
    group[node.order] = number
  }
  return { places, group, sizes }
}
