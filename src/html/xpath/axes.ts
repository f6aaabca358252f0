/**
 * The axes (XPath 1.0, 2.2): each walker appends what it finds to a list, in axis order, so reverse axes start with the nearest node.
 * Thanks to the order of the tree, a walk is a loop over numbers. An HTML tree has no namespace nodes.
 */
import type { TreeNode } from '../tree.ts'
import type { Axis, NodeTest } from './syntax.ts'

export type Matches = (node: TreeNode) => boolean
export type Walk = (node: TreeNode, matches: Matches, found: TreeNode[]) => void

export const REVERSE: ReadonlySet<Axis> = new Set<Axis>([
  'ancestor',
  'ancestor-or-self',
  'preceding',
  'preceding-sibling',
])

export const WALKS: Readonly<Record<Axis, Walk>> = {
  self: (node, matches, found) => {
    if (matches(node)) found.push(node)
  },
  parent: (node, matches, found) => {
    if (node.parent !== null && matches(node.parent)) found.push(node.parent)
  },
  child: (node, matches, found) => {
    for (let child = node.firstChild; child !== undefined; child = child.nextSibling)
      if (matches(child)) found.push(child)
  },
  attribute: (node, matches, found) => {
    for (const attribute of node.attributeNodes()) if (matches(attribute)) found.push(attribute)
  },
  namespace: () => {},
  descendant: (node, matches, found) => {
    if (node.rank === 0) range(node, node.order + 1, node.last, matches, found)
  },
  'descendant-or-self': (node, matches, found) => {
    if (matches(node)) found.push(node)
    if (node.rank === 0) range(node, node.order + 1, node.last, matches, found)
  },
  ancestor: (node, matches, found) => ancestors(node.parent, matches, found),
  'ancestor-or-self': (node, matches, found) => ancestors(node, matches, found),
  'following-sibling': (node, matches, found) => {
    for (let next = node.nextSibling; next !== undefined; next = next.nextSibling)
      if (matches(next)) found.push(next)
  },
  'preceding-sibling': (node, matches, found) => {
    if (node.rank > 0) return
    const from = found.length
    for (
      let child = node.parent?.firstChild;
      child !== undefined && child !== node;
      child = child.nextSibling
    )
      if (matches(child)) found.push(child)
    reverseFrom(found, from)
  },
  /** An attribute is followed by the content of its element. */
  following: (node, matches, found) => {
    const from = node.rank > 0 ? node.order + 1 : node.last + 1
    range(node, from, node.tree.nodes.length - 1, matches, found)
  },
  preceding: (node, matches, found) => {
    const { nodes } = node.tree
    for (let i = node.order - 1; i > 0; i--)
      if (nodes[i]!.last < node.order && matches(nodes[i]!)) found.push(nodes[i]!)
  },
}

function range(node: TreeNode, from: number, to: number, matches: Matches, found: TreeNode[]): void {
  const { nodes } = node.tree
  for (let i = from; i <= to; i++) if (matches(nodes[i]!)) found.push(nodes[i]!)
}

function ancestors(from: TreeNode | null, matches: Matches, found: TreeNode[]): void {
  for (let node = from; node !== null; node = node.parent) if (matches(node)) found.push(node)
}

function reverseFrom(found: TreeNode[], from: number): void {
  for (let low = from, high = found.length - 1; low < high; low++, high--) {
    const node = found[low]!
    found[low] = found[high]!
    found[high] = node
  }
}

/** 2.3; names are compared in lower case, as browsers do for HTML. */
export function matcher(axis: Axis, test: NodeTest): Matches {
  const kind = axis === 'attribute' ? 'attribute' : 'element'
  switch (test.type) {
    case 'name': {
      const name = test.name.toLowerCase()
      return node => node.name === name && node.kind === kind
    }
    case 'prefix': {
      const prefix = test.prefix.toLowerCase()
      return node => node.kind === kind && node.name.startsWith(prefix)
    }
    case 'any':
      return node => node.kind === kind
    case 'node':
      return () => true
    case 'instruction':
      return () => false
    default: {
      const wanted = test.type
      return node => node.kind === wanted
    }
  }
}
