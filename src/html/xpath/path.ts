/** Location paths (XPath 1.0, 2): steps from node-set to node-set, predicates, and the shortcut for `//`. */
import type { TreeNode } from '../tree.ts'
import { matcher, REVERSE, WALKS } from './axes.ts'
import { bySiblings, namedBelow } from './below.ts'
import type { Compiled } from './compile.ts'
import { hasEffort, spend } from './effort.ts'
import { EXISTS } from './exists.ts'
import type { Context } from './functions.ts'
import type { Axis, NodeTest } from './syntax.ts'
import { NTH, UNIONS } from './unions.ts'
import { inOrder } from './values.ts'

export interface CompiledStep {
  readonly axis: Axis
  readonly test: NodeTest
  readonly predicates: readonly Compiled[]
  /** Whether positions count among the children of one parent, as in `//x[1]`. */
  readonly amongSiblings?: boolean
}

/** The cost of evaluating a predicate for a node, in looks. */
const LOOKS_A_PREDICATE = 4

type Advance = (from: readonly TreeNode[]) => readonly TreeNode[]

export function compilePath(from: 'root' | 'context' | Compiled, steps: readonly CompiledStep[]): Compiled {
  const short = shorten(steps)
  const advances = short.map(advance)
  const start = startOf(from)
  const value = (context: Context) => {
    let nodes = start(context)
    for (const step of advances) nodes = hasEffort() ? step(nodes) : []
    return nodes
  }
  const exists = from === 'context' && short.length === 1 ? existence(short[0]!) : undefined
  const positional = typeof from === 'object' && from.positional
  return { type: 'nodes', positional, value, ...(exists && { exists }) }
}

function existence({ axis, test, predicates }: CompiledStep): Compiled['exists'] {
  const find = EXISTS[axis]
  if (find === undefined || predicates.length > 0) return undefined
  const matches = matcher(axis, test)
  let looks = 0
  const counted = (node: TreeNode) => {
    looks++
    return matches(node)
  }
  return ({ node }) => {
    looks = 1
    const isFound = find(node, counted)
    return spend(looks) && isFound
  }
}

function startOf(from: 'root' | 'context' | Compiled): (context: Context) => readonly TreeNode[] {
  if (from === 'root') return context => [context.node.tree.root]
  if (from === 'context') return context => [context.node]
  return context => from.value(context) as readonly TreeNode[]
}

/** A parenthesized expression with predicates: positions count in document order (3.3). */
export function compileFilter(of: Compiled, predicates: readonly Compiled[]): Compiled {
  const value = (context: Context) => keep(of.value(context) as readonly TreeNode[], predicates)
  return { type: 'nodes', positional: of.positional, value }
}

/** `//x` is `/descendant-or-self::node()/child::x`, which is `descendant::x` with positions that count among siblings. */
function shorten(steps: readonly CompiledStep[]): CompiledStep[] {
  const short: CompiledStep[] = []
  for (const step of steps) {
    const before = short[short.length - 1]
    const isFree = !step.predicates.some(predicate => predicate.positional)
    const joins = step.axis === 'child' || (step.axis === 'descendant' && isFree)
    if (joins && before !== undefined && isAnyBelow(before))
      short[short.length - 1] = { ...step, axis: 'descendant', amongSiblings: !isFree }
    else short.push(step)
  }
  return short
}

function isAnyBelow({ axis, test, predicates }: CompiledStep): boolean {
  return axis === 'descendant-or-self' && test.type === 'node' && predicates.length === 0
}

function advance(step: CompiledStep): Advance {
  const { axis, test, predicates } = step
  if (step.amongSiblings) return advanceAmongSiblings(test, predicates)
  const matches = matcher(axis, test)
  const walk = WALKS[axis]
  const reversed = REVERSE.has(axis)
  const free = !predicates.some(predicate => predicate.positional)
  if (axis === 'descendant' && test.type === 'name' && free) {
    const find = finderBelow(test)
    return from => keep(find(from), predicates)
  }
  let looks = 0
  const counted = (node: TreeNode) => {
    looks++
    return matches(node)
  }
  const union = UNIONS[axis]
  if (union !== undefined && free)
    return from => {
      looks = 1
      const all: TreeNode[] = from.length === 1 ? [] : union(from, counted)
      if (from.length === 1) walk(from[0]!, counted, all)
      if (from.length === 1 && reversed) all.reverse()
      return spend(looks) ? keep(inOrder(all), predicates) : []
    }
  const nth = NTH[axis]
  const place = predicates[0]?.place
  if (nth !== undefined && place !== undefined) {
    const rest = predicates.slice(1)
    return from => inOrder(from.flatMap(node => keep(nth(node, matches, place), rest)))
  }
  return from => {
    if (from.length === 0) return from
    const all: TreeNode[] = []
    const found: TreeNode[] = []
    for (const node of from) {
      looks = 1
      if (predicates.length === 0) walk(node, counted, all)
      else {
        found.length = 0
        walk(node, counted, found)
        for (const kept of keep(found, predicates)) all.push(kept)
      }
      if (!spend(looks)) break
    }
    if (reversed) all.reverse()
    return inOrder(all)
  }
}

type Find = (from: readonly TreeNode[]) => readonly TreeNode[]

function finderBelow(test: NodeTest): Find {
  if (test.type !== 'name') return advance({ axis: 'descendant', test, predicates: [] })
  const name = test.name.toLowerCase()
  return from => {
    const found = namedBelow(from, name)
    return spend(1 + from.length + found.length) ? found : []
  }
}

function advanceAmongSiblings(test: NodeTest, predicates: readonly Compiled[]): Advance {
  const find = finderBelow(test)
  return from => {
    const all: TreeNode[] = []
    for (const siblings of bySiblings(find(from)))
      for (const kept of keep(siblings, predicates)) all.push(kept)
    return inOrder(all)
  }
}

class Scene implements Context {
  node: TreeNode
  position = 0
  size: number

  constructor(node: TreeNode, size: number) {
    this.node = node
    this.size = size
  }
}

function keep(nodes: readonly TreeNode[], predicates: readonly Compiled[]): readonly TreeNode[] {
  for (const { value } of predicates) {
    if (nodes.length === 0) return nodes
    if (!spend(nodes.length * LOOKS_A_PREDICATE)) return []
    const scene = new Scene(nodes[0]!, nodes.length)
    const kept: TreeNode[] = []
    for (const node of nodes) {
      scene.node = node
      scene.position++
      if (value(scene) === true) kept.push(node)
      if (!hasEffort()) return []
    }
    nodes = kept
  }
  return nodes
}
