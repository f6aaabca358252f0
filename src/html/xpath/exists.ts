/**
 * Whether an axis has any node, as in `[following-sibling::li]`: stops at the first one, so that a predicate costs no more than necessary.
 */
import type { TreeNode } from '../tree.ts'
import type { Matches } from './axes.ts'
import type { Axis } from './syntax.ts'

type Exists = (node: TreeNode, matches: Matches) => boolean

export const EXISTS: Partial<Readonly<Record<Axis, Exists>>> = {
  self: (node, matches) => matches(node),
  parent: (node, matches) => node.parent !== null && matches(node.parent),
  child: (node, matches) => along(node.firstChild, matches),
  'following-sibling': (node, matches) => along(node.nextSibling, matches),
  ancestor: (node, matches) => upwards(node.parent, matches),
  'ancestor-or-self': (node, matches) => upwards(node, matches),
  descendant: (node, matches) => {
    const { nodes } = node.tree
    if (node.rank === 0) for (let i = node.order + 1; i <= node.last; i++) if (matches(nodes[i]!)) return true
    return false
  },
}

function along(first: TreeNode | undefined, matches: Matches): boolean {
  for (let node = first; node !== undefined; node = node.nextSibling) if (matches(node)) return true
  return false
}

function upwards(first: TreeNode | null, matches: Matches): boolean {
  for (let node = first; node !== null; node = node.parent) if (matches(node)) return true
  return false
}
