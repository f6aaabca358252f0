/**
 * What is known about each element from its descendants and ancestors: how much text it holds, whether it is one of several similar
 * elements, and how far up a name or a landmark is. All of it is in arrays by node order: a parent comes before its children, so one
 * backward pass sums up, and one forward pass propagates down.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import words from './content-names.json' with { type: 'json' }

/** Words that are looked for in the classes, ids and roles of a block's ancestors. */
const NAMES: readonly string[] = words.names
const NAME_PATTERNS = NAMES.map(
  name => new RegExp(name.length > 4 ? name : `(?<![a-z])${name}(?![a-z])`, 'i'),
)
const LANDMARKS = 'article main nav header footer aside form table ul ol dl figure section'.split(' ')
const ROLES: readonly (string | null)[] = LANDMARKS.map(
  name =>
    ({
      main: 'main',
      nav: 'navigation',
      header: 'banner',
      footer: 'contentinfo',
      aside: 'complementary',
      article: 'article',
    })[name] ?? null,
)
/** Attributes whose values are names. */
const NAMING = ['class', 'id', 'role', 'itemprop']
const MAX_STEPS = 12
const HIDDEN = LANDMARKS.length
const FIRST_NAME = HIDDEN + 1
/** Number of marks: landmarks, whether it is hidden, and names. */
export const MARKS = FIRST_NAME + NAMES.length
const NO_MARKS: readonly number[] = []
/** This many adjacent elements with the same tag and class form a list. */
const MIN_ALIKE = 3

export interface Alike {
  readonly count: number
  readonly chars: number
  readonly linkChars: number
}

export class ElementFacts {
  readonly chars: Float64Array
  readonly linkChars: Float64Array
  /** Characters in blocks that read like sentences. */
  readonly prose: Float64Array
  /** By node order. */
  readonly #alike: (Alike | undefined)[]
  readonly #marks: (readonly number[])[]
  readonly #ownMarks = new Map<string, readonly number[]>()
  readonly #nodes: readonly TreeNode[]

  constructor({ nodes }: Tree, blocks: readonly ContentBlock[], isProse: readonly boolean[]) {
    this.#nodes = nodes
    this.#marks = new Array(nodes.length)
    this.#alike = new Array(nodes.length)
    this.chars = new Float64Array(nodes.length)
    this.linkChars = new Float64Array(nodes.length)
    this.prose = new Float64Array(nodes.length)
    for (const [i, { element, chars, linkChars }] of blocks.entries()) {
      this.chars[element.order]! += chars
      this.linkChars[element.order]! += linkChars
      if (isProse[i]) this.prose[element.order]! += chars
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

  /** The nearest of the element and its ancestors that is one of several similar ones, and how far up it is. */
  alike(element: TreeNode): { readonly steps: number; readonly group: Alike } | null {
    let steps = 0
    for (let node: TreeNode | null = element; node && steps < MAX_STEPS; node = node.parent, steps++) {
      const group = this.#alike[node.order]
      if (group) return { steps, group }
    }
    return null
  }

  /** For each landmark and name, how far up it is: 0 for nowhere, 1 for the element itself or its parent, 2 and 3 for further up. */
  writeMarks(element: TreeNode, row: Float32Array, from: number): void {
    let node: TreeNode | null = element
    for (let steps = 0; node && steps < MAX_STEPS && node.kind === 'element'; steps++, node = node.parent)
      for (const mark of this.#marksOf(node)) if (row[from + mark] === 0) row[from + mark] = nearness(steps)
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
    const groups = new Map<string, { count: number; chars: number; linkChars: number; members: number[] }>()
    for (let at = 1; at < this.#nodes.length; at++) {
      if (this.chars[at] === 0) continue
      const node = this.#nodes[at]!
      if (children[node.parent?.order ?? 0]! < MIN_ALIKE) continue
      const key = `${node.parent?.order} ${node.name} ${node.attribute('class')?.split(' ', 1)[0] ?? ''}`
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

  #marksOf(element: TreeNode): readonly number[] {
    const known = this.#marks[element.order]
    if (known) return known
    const landmark = LANDMARKS.indexOf(element.name)
    // The names of the whole page are not those of its parts.
    const isWhole = element.name === 'body' || element.name === 'html'
    const own = isWhole ? NO_MARKS : this.#ownMarksOf(element)
    return (this.#marks[element.order] = landmark < 0 ? own : [landmark, ...own])
  }

  /** Cached, because names repeat: all items of a list have the same. */
  #ownMarksOf(element: TreeNode): readonly number[] {
    if (element.attributes.length === 0) return NO_MARKS
    const said = NAMING.map(name => element.attribute(name) ?? '').join(' ')
    let marks = this.#ownMarks.get(said)
    if (!marks) {
      const role = ROLES.indexOf(element.attribute('role') ?? '')
      const named = NAME_PATTERNS.flatMap((pattern, n) => (pattern.test(said) ? [FIRST_NAME + n] : []))
      this.#ownMarks.set(said, (marks = role < 0 ? named : [role, ...named]))
    }
    return isHidden(element) ? [HIDDEN, ...marks] : marks
  }
}

function isHidden(element: TreeNode): boolean {
  if (element.attribute('hidden') !== undefined || element.attribute('aria-hidden') === 'true') return true
  const style = element.attribute('style')
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
}

/** How far up: the element itself or its parent, a little further, further. */
const nearness = (steps: number) => (steps < 2 ? 1 : steps < 5 ? 2 : 3)
