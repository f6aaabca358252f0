/**
 * Evaluates axes for many nodes at once, if no position is used: their results overlap, and walking each node by itself would take
 * quadratic time on a long list. Each entry of the tree is visited once.
 */
import type { TreeNode } from '../tree.ts'
import type { Matches } from './axes.ts'
import { spend } from './effort.ts'
import type { Axis } from './syntax.ts'

type Union = (from: readonly TreeNode[], matches: Matches) => TreeNode[]

export const UNIONS: Partial<Readonly<Record<Axis, Union>>> = {
  descendant: below,
  ancestor: (from, matches) => above(from, matches, false),
  'ancestor-or-self': (from, matches) => above(from, matches, true),
  'following-sibling': behind,
  'preceding-sibling': before,
  following: after,
  preceding: ahead,
}

/** A node inside one that was already walked adds nothing. */
function below(from: readonly TreeNode[], matches: Matches): TreeNode[] {
  const found: TreeNode[] = []
  let walked = -1
  for (const node of from) {
    if (node.rank > 0 || node.last <= walked) continue
    const { nodes } = node.tree
    for (let i = Math.max(node.order, walked) + 1; i <= node.last; i++)
      if (matches(nodes[i]!)) found.push(nodes[i]!)
    walked = node.last
  }
  return found
}

/** The ancestors of a visited node were visited already. */
function above(from: readonly TreeNode[], matches: Matches, orSelf: boolean): TreeNode[] {
  const met = new Set<TreeNode>()
  const found: TreeNode[] = []
  for (const start of from)
    for (let node = orSelf ? start : start.parent; node !== null && !met.has(node); node = node.parent) {
      met.add(node)
      if (matches(node)) found.push(node)
    }
  return found
}

/** The siblings after a visited node were visited already. */
function behind(from: readonly TreeNode[], matches: Matches): TreeNode[] {
  const met = new Set<TreeNode>()
  const found: TreeNode[] = []
  for (const node of from)
    for (let next = node.nextSibling; next !== undefined && !met.has(next); next = next.nextSibling) {
      met.add(next)
      if (matches(next)) found.push(next)
    }
  return found
}

/** Among nodes with the same parent, the last one has all the preceding siblings of the others. */
function before(from: readonly TreeNode[], matches: Matches): TreeNode[] {
  const lasts = new Map<TreeNode, TreeNode>()
  for (const node of from) {
    if (node.rank > 0 || node.parent === null) continue
    const last = lasts.get(node.parent)
    if (last === undefined || last.order < node.order) lasts.set(node.parent, node)
  }
  const found: TreeNode[] = []
  for (const [parent, last] of lasts)
    for (let child = parent.firstChild; child !== undefined && child !== last; child = child.nextSibling)
      if (matches(child)) found.push(child)
  return found
}

function after(from: readonly TreeNode[], matches: Matches): TreeNode[] {
  const [first] = from
  if (first === undefined) return []
  const start = from.reduce(
    (least, node) => Math.min(least, node.rank > 0 ? node.order : node.last),
    first.tree.nodes.length,
  )
  return first.tree.nodes.slice(start + 1).filter(matches)
}

function ahead(from: readonly TreeNode[], matches: Matches): TreeNode[] {
  const [first] = from
  if (first === undefined) return []
  const end = from.reduce((most, node) => Math.max(most, node.order), 0)
  return first.tree.nodes.slice(1, end).filter(node => node.last < end && matches(node))
}

type Nth = (node: TreeNode, matches: Matches, place: number) => readonly TreeNode[]

/** Finds the sibling at one position, as in `li[1]`, without looking further, which also avoids quadratic time. */
export const NTH: Partial<Readonly<Record<Axis, Nth>>> = {
  'following-sibling': (node, matches, place) =>
    counting(node.nextSibling, matches, place, next => next.nextSibling),
  'preceding-sibling': (node, matches, place) => counting(previous(node), matches, place, previous),
}

function counting(
  first: TreeNode | undefined,
  matches: Matches,
  place: number,
  next: (node: TreeNode) => TreeNode | undefined,
): readonly TreeNode[] {
  let left = place
  for (let node = first; node !== undefined; node = next(node)) {
    if (!spend(1)) return []
    if (matches(node) && --left === 0) return [node]
  }
  return []
}

/** The entry before a node is its parent, or the last descendant of its previous sibling. */
function previous(node: TreeNode): TreeNode | undefined {
  const { parent } = node
  if (node.rank > 0 || parent === null || node.order === parent.order + 1) return undefined
  let before = node.tree.nodes[node.order - 1]!
  while (before.parent !== parent) before = before.parent!
  return before
}
