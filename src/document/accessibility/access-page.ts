/**
 * A page as the checks see it: its tree, what of it is accessible to readers, its identifiers and labels.
 *
 * Built in one pass. Whatever looks beyond one element (names, ancestors) pays with `spend`; a page made to cost more than its size
 * justifies runs out of effort, and checks answer that they are unsure.
 */
import type { Tree, TreeNode } from '../../html/index.ts'
import { parseRefresh } from '../refresh.ts'
import { ARIA_HIDDEN, hiddenBy, INVISIBLE, NOT_RENDERED } from './hidden.ts'
import type { LinkWords } from './link-words.ts'
import { PageStyles } from './page-styles.ts'
import { hasGlobalAttribute } from './roles.ts'

/** Effort allowed for each node, plus a base for small pages: on real pages, names are looked up about three times for each element. */
const STEPS_A_NODE = 20
const STEPS_A_PAGE = 20_000

const IN_SVG = 8
const HIDDEN = NOT_RENDERED | ARIA_HIDDEN | INVISIBLE

const WORD = /[^\s]+/g

export class AccessPage {
  readonly tree: Tree
  /** The first element with each identifier. */
  readonly ids = new Map<string, TreeNode>()
  /** Labels by the identifier of their field. */
  readonly labels = new Map<string, TreeNode[]>()
  readonly headings: TreeNode[] = []
  /** How many frames have each title. */
  readonly frameTitles = new Map<string, number>()
  readonly idCounts = new Map<string, number>()
  /** The refresh that counts: browsers take the first. */
  refresh: TreeNode | null = null
  readonly accessKeys = new Map<string, number>()
  readonly linkWords: LinkWords
  /** Identifiers that names, labels and the like refer to; and the owner of those in `aria-owns`. */
  readonly #pointedAt = new Set<string>()
  readonly #owners = new Map<string, TreeNode>()
  readonly #styles: PageStyles
  readonly #states: Uint8Array
  /** For each node, the index of the `label` around it, or 0. */
  readonly #labelAround: Uint32Array
  readonly #names = new Map<number, string>()
  #shownHeadings: readonly TreeNode[] | null = null
  #html: TreeNode | null = null
  #stepsLeft: number

  constructor(tree: Tree, linkWords: LinkWords) {
    this.tree = tree
    this.linkWords = linkWords
    this.#states = new Uint8Array(tree.nodes.length)
    this.#labelAround = new Uint32Array(tree.nodes.length)
    this.#stepsLeft = STEPS_A_PAGE + STEPS_A_NODE * tree.nodes.length
    this.#styles = new PageStyles(tree)
    for (const node of tree.nodes) if (node.kind === 'element') this.#add(node)
  }

  #add(node: TreeNode): void {
    const { order, name } = node
    const around = node.parent!.order
    let state = this.#states[around]!
    state = (state & ~INVISIBLE) | hiddenBy(node, (state & INVISIBLE) !== 0, this.#styles.of(node))
    if (name === 'svg') state |= IN_SVG
    else if (node.parent!.name === 'foreignobject') state &= ~IN_SVG
    this.#states[order] = state
    this.#labelAround[order] = name === 'label' ? order : this.#labelAround[around]!
    if (name === 'html') this.#html ??= node
    if (HEADING.test(name) || node.attribute('role') === 'heading') this.headings.push(node)
    this.#register(node)
  }

  #register(node: TreeNode): void {
    const { attributes } = node
    for (let i = 0; i < attributes.length; i += 2) this.#note(node, attributes[i]!, attributes[i + 1]!)
  }

  #note(node: TreeNode, name: string, value: string): void {
    if (name === 'id') {
      if (!this.ids.has(value)) this.ids.set(value, node)
      countIn(this.idCounts, value)
    } else if (name === 'for' && node.name === 'label') {
      this.#pointedAt.add(value)
      const known = this.labels.get(value)
      if (known === undefined) this.labels.set(value, [node])
      else known.push(node)
    } else if (POINTERS.has(name)) this.#point(node, name, value)
    else if (name === 'http-equiv' && /^\s*refresh\s*$/i.test(value)) this.#noteRefresh(node)
    else if (name === 'accesskey') countIn(this.accessKeys, value.trim().toLowerCase())
    else if (name === 'title' && /^i?frame$/.test(node.name))
      countIn(this.frameTitles, value.trim().toLowerCase())
  }

  #point(node: TreeNode, name: string, value: string): void {
    for (const [id] of value.matchAll(WORD)) {
      this.#pointedAt.add(id)
      if (name === 'aria-owns' && !this.#owners.has(id)) this.#owners.set(id, node)
    }
  }

  #noteRefresh(node: TreeNode): void {
    if (node.name === 'meta' && parseRefresh(node.attribute('content') ?? '')) this.refresh ??= node
  }

  isPointedAt(id: string): boolean {
    return this.#pointedAt.has(id)
  }

  /** The element that claims this one with `aria-owns`. */
  ownerOf(node: TreeNode): TreeNode | null {
    const id = node.attribute('id')
    return id === undefined ? null : (this.#owners.get(id) ?? null)
  }

  get html(): TreeNode | null {
    return this.#html
  }

  /** Whether it is hidden from users of assistive technology. */
  isHidden(node: TreeNode): boolean {
    return (this.#states[node.order]! & HIDDEN) !== 0
  }

  /** Whether it is hidden from everyone. */
  isUnseen(node: TreeNode): boolean {
    return (this.#states[node.order]! & (NOT_RENDERED | INVISIBLE)) !== 0
  }

  isSvg(node: TreeNode): boolean {
    return (this.#states[node.order]! & IN_SVG) !== 0
  }

  labelAround(node: TreeNode): TreeNode | null {
    const order = this.#labelAround[node.order]!
    return order === 0 ? null : this.tree.nodes[order]!
  }

  /** The labels of a field: those that refer to it with `for`, and the one around it. */
  labelsOf(node: TreeNode): readonly TreeNode[] {
    const id = node.attribute('id')
    const said = id && this.ids.get(id) === node ? (this.labels.get(id) ?? []) : []
    const around = this.labelAround(node)
    const isNamed = around !== null && (around.attribute('for') === undefined || said.includes(around))
    return isNamed && !said.includes(around) ? [...said, around] : said
  }

  /** The elements that an attribute refers to by their identifiers. */
  named(list: string | undefined): readonly TreeNode[] {
    const found: TreeNode[] = []
    for (const [id] of list?.matchAll(WORD) ?? []) {
      if (this.spend(1)) break
      const node = this.ids.get(id)
      if (node !== undefined) found.push(node)
    }
    return found
  }

  /** Uses up effort; returns true when none is left. */
  spend(steps: number): boolean {
    this.#stepsLeft -= steps
    return this.#stepsLeft < 0
  }

  get isExhausted(): boolean {
    return this.#stepsLeft < 0
  }

  /** Caches names, because several rules need them. */
  remembered(node: TreeNode, make: () => string): string {
    const known = this.#names.get(node.order)
    if (known !== undefined) return known
    const name = make()
    this.#names.set(node.order, name)
    return name
  }

  /** The nearest ancestor with a meaning: elements without a role are skipped. */
  parentWithRole(node: TreeNode, roleOf: (node: TreeNode) => string): TreeNode | null {
    for (let at = node.parent; at !== null && at.kind === 'element'; at = at.parent) {
      if (this.spend(1)) return null
      const role = roleOf(at)
      const isPassedOver = role === '' || role === 'generic' || role === 'presentation' || role === 'none'
      if (!isPassedOver || hasGlobalAttribute(at)) return at
    }
    return null
  }

  /** The previous heading in reading order. */
  headingBefore(heading: TreeNode): TreeNode | null {
    this.#shownHeadings ??= this.headings.filter(each => !this.isHidden(each))
    return this.#shownHeadings[placeOf(this.#shownHeadings, heading) - 1] ?? null
  }

  /** Visible elements below, in document order. */
  *visibleElements(node: TreeNode): Generator<TreeNode> {
    const { nodes } = this.tree
    for (let i = node.order + 1; i <= node.last; i++) {
      if (this.spend(1)) return
      const each = nodes[i]!
      if (each.kind !== 'element') continue
      if (this.isHidden(each)) i = each.last
      else yield each
    }
  }
}

/** The place of a node in a list in document order. */
function placeOf(nodes: readonly TreeNode[], { order }: TreeNode): number {
  let [low, high] = [0, nodes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nodes[middle]!.order < order) low = middle + 1
    else high = middle
  }
  return low
}

const HEADING = /^h[1-6]$/
const POINTERS = new Set(
  'aria-labelledby aria-describedby aria-owns aria-controls aria-activedescendant aria-details aria-errormessage aria-flowto'.split(
    ' ',
  ),
)

function countIn(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
