/** Everything of a name below some nodes, found through the tree's list of that name: `//x` looks at no other node. */
import type { TreeNode } from '../tree.ts'

/** `from` is in document order; a node inside one that was already looked at adds nothing. */
export function namedBelow(from: readonly TreeNode[], name: string): readonly TreeNode[] {
  if (from.length === 1 && from[0]!.order === 0) return from[0]!.tree.elementsNamed(name)
  const found: TreeNode[] = []
  let reached = -1
  for (const { rank, last, order, tree } of from) {
    if (rank > 0 || last <= reached) continue
    const named = tree.elementsNamed(name)
    for (let i = firstAfter(named, Math.max(order, reached)); i < named.length; i++) {
      if (named[i]!.order > last) break
      found.push(named[i]!)
    }
    reached = last
  }
  return found
}

function firstAfter(nodes: readonly TreeNode[], order: number): number {
  let low = 0
  let high = nodes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodes[middle]!.order <= order) low = middle + 1
    else high = middle
  }
  return low
}

/** The nodes, one list for each parent. */
export function bySiblings(nodes: readonly TreeNode[]): Iterable<TreeNode[]> {
  const groups = new Map<TreeNode | null, TreeNode[]>()
  for (const node of nodes) {
    const group = groups.get(node.parent)
    if (group) group.push(node)
    else groups.set(node.parent, [node])
  }
  return groups.values()
}
