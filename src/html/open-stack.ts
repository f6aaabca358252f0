/**
 * The stack of open elements (HTML standard 13.2.4.2). Tags look up the innermost element with a given name, up to some barrier; since a
 * page may open hundreds of elements and then cause a million lookups, a lookup never walks along the stack. Each position stores the
 * position of the innermost barrier of every kind at or below it, and that of the next outer element with the same name.
 *
 * An element that ends below others leaves a gap: closing up would take time for each element above, and a page can end hundreds of
 * elements below hundreds, over and over. Gaps go when what is above them is closed, or all at once when there are many.
 *
 * Cost: a push, a lookup and a removal take constant time; closing takes time for each element that is closed.
 */
import type { TreeNode } from './tree.ts'
import { BARRIERS, type Reach } from './tree-rules.ts'

const NOWHERE = -1
const KINDS = BARRIERS.length

export class OpenStack {
  private readonly nodes: TreeNode[] = []
  /** The position of the innermost open element with each name. */
  private readonly innermost = new Map<string, number>()
  /** For each position, that of the next outer element with the same name. */
  private readonly outer: Int32Array
  /** A row for each position: the positions of the innermost barriers of each kind, including itself. */
  private readonly barriers: Int32Array
  /** For each position, 1 if it is a gap. */
  private readonly isGap: Uint8Array
  private readonly maxGaps: number
  private gaps = 0

  constructor(deepest: number) {
    this.maxGaps = deepest
    this.outer = new Int32Array(2 * deepest)
    this.barriers = new Int32Array(2 * deepest * KINDS)
    this.isGap = new Uint8Array(2 * deepest)
  }

  /** Resets the stack: one stack serves page after page, because allocating its arrays costs more than many pages have tags. */
  begin(root: TreeNode): this {
    this.end()
    this.push(root)
    return this
  }

  /** Lets go of the page: any of its nodes would keep the whole tree in memory until the next page. */
  end(): void {
    this.nodes.length = 0
    this.innermost.clear()
    this.isGap.fill(0)
    this.gaps = 0
  }

  /** The position of the next element to be opened. */
  get length(): number {
    return this.nodes.length
  }

  /** The number of open elements. */
  get depth(): number {
    return this.nodes.length - this.gaps
  }

  get current(): TreeNode {
    return this.nodes[this.nodes.length - 1]!
  }

  push(node: TreeNode): void {
    const { nodes, barriers } = this
    const at = nodes.length
    nodes.push(node)
    this.outer[at] = this.innermost.get(node.name) ?? NOWHERE
    this.innermost.set(node.name, at)
    const row = at * KINDS
    const bits = BARRIER_BITS.get(node.name) ?? 0
    for (let kind = 0; kind < KINDS; kind++)
      barriers[row + kind] = (bits >> kind) & 1 ? at : at === 0 ? NOWHERE : barriers[row + kind - KINDS]!
  }

  /** Closes the elements at position `length` and above. */
  cutTo(length: number): void {
    const { nodes, outer, innermost, isGap } = this
    while (nodes.length > length || isGap[nodes.length - 1] === 1) {
      const { name } = nodes.pop()!
      const at = nodes.length
      if (isGap[at] === 0) innermost.set(name, outer[at]!)
      else {
        isGap[at] = 0
        this.gaps--
      }
    }
  }

  /** Closes one element, the innermost with its name and no barrier, and leaves those above it open. */
  remove(at: number): void {
    this.innermost.set(this.nodes[at]!.name, this.outer[at]!)
    this.isGap[at] = 1
    if (++this.gaps === this.maxGaps) this.closeUp()
  }

  private closeUp(): void {
    const open = this.nodes.filter((_, at) => this.isGap[at] === 0)
    this.end()
    for (const node of open) this.push(node)
  }

  /** The position of the innermost open `name` within the barrier; −1 if there is none. The root is never found. */
  find(name: string, reach: Reach): number {
    const at = this.innermost.get(name) ?? NOWHERE
    return at > 0 && at >= this.barrier(reach) ? at : NOWHERE
  }

  /** The position of the outermost element with one of these names above the barrier; −1 if there is none. */
  outermost(names: Iterable<string>, reach: Reach): number {
    const barrier = Math.max(0, this.barrier(reach))
    let found = NOWHERE
    for (const name of names)
      for (let at = this.innermost.get(name) ?? NOWHERE; at > barrier; at = this.outer[at]!)
        if (found < 0 || at < found) found = at
    return found
  }

  /** The position of the innermost barrier of a kind; −1 if there is none. */
  barrier(reach: Reach): number {
    return this.barriers[(this.nodes.length - 1) * KINDS + reach]!
  }
}

/** For each name that is a barrier, its kinds as bits. */
const BARRIER_BITS = new Map<string, number>()
for (const [kind, names] of BARRIERS.entries())
  for (const name of names) BARRIER_BITS.set(name, (BARRIER_BITS.get(name) ?? 0) | (1 << kind))
