/**
 * Labels: texts that most pages have, and that precede what varies. A unit is related to its label by the way through
 * the tree: up from the label to a common ancestor, over to a following sibling, and down. That way survives rows that
 * come and go, which positions do not.
 */
import type { TreeNode } from '../../html/index.ts'
import { INLINE, type PageUnits, type Unit } from './page-units.ts'

export interface Label {
  readonly unit: Unit
  /** The highest element that says nothing but the label, or the text node itself. */
  readonly node: TreeNode
  /** Steps up from there to the child of the common ancestor. */
  readonly up: number
  /** `td[1]`: the following sibling that contains the value; then the steps down to it, each with its position. */
  readonly over: string
  readonly down: readonly string[]
  /** Whether the label is right beside its value, not somewhere above it. */
  readonly tight: boolean
  readonly text: string
  readonly way: string
  /** Path and text of the label, and the way from it. */
  readonly key: string
}

const MAX_LABEL_CHARS = 60
const FREQUENT = 0.6
const OPTIONAL = 0.2
const LABEL_SITE = 0.6
const FARTHEST = 12
const ROWS = new Set(
  'tr li p dl dd dt td th span a b strong em i label h1 h2 h3 h4 h5 h6 font small'.split(' '),
)
const GROUPS = new Set('table tbody thead ul ol'.split(' '))

/** Where labels of one kind are: one path, one column of a table. */
const siteKey = ({ path, column }: Unit) => `${path.replace(/\[\d+\]$/, '')}|${column}`

/** A text at its site, because a team in the menu is not the team in the heading. */
export const textKey = (unit: Unit) => `${siteKey(unit)}|${unit.text}`

/** Texts that most pages have at one site. At sites that are mostly labels, rarer ones too: rows that only some pages have. */
export function frequentTexts(pages: readonly PageUnits[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { units } of pages)
    for (const key of new Set(units.filter(isShort).map(textKey))) counts.set(key, (counts.get(key) ?? 0) + 1)
  const least = Math.max(2, FREQUENT * pages.length)
  const frequent = new Set([...counts].filter(([, count]) => count >= least).map(([key]) => key))
  const rare = Math.max(2, OPTIONAL * pages.length)
  for (const units of labelSites(pages, frequent))
    for (const unit of units) if ((counts.get(textKey(unit)) ?? 0) >= rare) frequent.add(textKey(unit))
  return frequent
}

/** Sites with several labels where most of the texts are frequent already. */
function labelSites(pages: readonly PageUnits[], frequent: ReadonlySet<string>): Unit[][] {
  const sites = new Map<string, { units: Unit[]; frequent: number; texts: Set<string> }>()
  for (const { units } of pages)
    for (const unit of units) {
      const key = siteKey(unit)
      const site = sites.get(key) ?? { units: [], frequent: 0, texts: new Set<string>() }
      sites.set(key, site)
      site.units.push(unit)
      if (!frequent.has(textKey(unit))) continue
      site.frequent++
      site.texts.add(unit.text)
    }
  return [...sites.values()]
    .filter(site => site.texts.size > 1 && site.frequent >= LABEL_SITE * site.units.length)
    .map(site => site.units)
}

const isShort = ({ text }: Unit) => text.length <= MAX_LABEL_CHARS && /\p{L}/u.test(text)

/** For each unit of a page, the label it belongs to, if any. */
export function labelsOf(page: PageUnits, isLabel: (unit: Unit) => boolean): (Label | undefined)[] {
  const { units } = page
  const labels: (Label | undefined)[] = new Array(units.length)
  for (let i = 1; i < units.length; i++) {
    for (let j = i - 1; j >= 0 && i - j <= FARTHEST; j--) {
      if (units[j]!.attribute !== '' || !isLabel(units[j]!)) continue
      labels[i] = relate(page, units[j]!, units[i]!, i - j === 1)
      break
    }
  }
  return labels
}

function relate(page: PageUnits, from: Unit, to: Unit, adjacent: boolean): Label | undefined {
  const common = commonAncestor(from.node, to.node)
  if (common === undefined || common.name === 'body' || common.name === 'html') return undefined
  const node = labelNode(from, common)
  const fromBranch = branch(node, common)
  const toBranch = branch(to.node, common)
  if (fromBranch === toBranch) return undefined
  const between = siblingsBetween(fromBranch, toBranch)
  if (between === undefined) return undefined
  const over = `${nodeTest(toBranch)}[${between}]`
  const down = stepsDown(page, toBranch, to)
  const up = depthBelow(node, fromBranch)
  const tight =
    adjacent &&
    !GROUPS.has(common.name) &&
    isBeside(common, { from: fromBranch, to: toBranch, up, down, text: from.text })
  const way = `${up}>${over}/${down.join('/')}@${to.attribute}`
  return {
    unit: from,
    node,
    up,
    over,
    down,
    tight,
    text: from.text,
    way,
    key: `${from.path}|${from.text}|${way}`,
  }
}

interface Pair {
  readonly from: TreeNode
  readonly to: TreeNode
  readonly up: number
  readonly down: readonly string[]
  readonly text: string
}

/** Whether a label and a value are in one row or next to each other. An inline word before a block does not speak of that block. */
function isBeside(common: TreeNode, { from, to, up, down, text }: Pair): boolean {
  if (ROWS.has(common.name)) return up <= 2 && down.length <= 4
  if (up > 0 || down.length > 3 || !isNext(from, to)) return false
  const inline = (node: TreeNode) => node.kind === 'text' || INLINE.has(node.name)
  return inline(to) || !inline(from) || /[:：]\s*$/.test(text)
}

function commonAncestor(a: TreeNode, b: TreeNode): TreeNode | undefined {
  let at: TreeNode | null = a.kind === 'text' ? a.parent : a
  while (at !== null && !(at.order <= b.order && b.order <= at.last && at !== b)) at = at.parent
  return at ?? undefined
}

function labelNode(from: Unit, common: TreeNode): TreeNode {
  let at = from.node
  while (at.parent !== null && at.parent !== common && onlyChildWithText(at.parent, at)) at = at.parent
  return at
}

function onlyChildWithText(parent: TreeNode, child: TreeNode): boolean {
  const { nodes } = parent.tree
  if (parent.last - parent.order > 40) return false
  for (let i = parent.order + 1; i <= parent.last; i++) {
    if (i >= child.order && i <= child.last) continue
    const node = nodes[i]!
    if (node.kind === 'text' && /\S/.test(node.text())) return false
  }
  return true
}

function branch(node: TreeNode, common: TreeNode): TreeNode {
  let at = node
  while (at.parent !== null && at.parent !== common) at = at.parent
  return at
}

function depthBelow(node: TreeNode, top: TreeNode): number {
  let depth = 0
  for (let at = node; at !== top; at = at.parent!) depth++
  return depth
}

const MAX_SIBLINGS = 200
const nodeTest = (node: TreeNode) => (node.kind === 'text' ? 'text()[normalize-space()]' : node.name)
const isGap = (node: TreeNode) => isBlank(node) || node.name === 'br' || node.kind === 'comment'
const isBlank = (node: TreeNode) => node.kind === 'text' && !/[^\t\n\r ]/.test(node.text())

/** Number of siblings of the second's kind after the first, up to and including the second. */
function siblingsBetween(from: TreeNode, to: TreeNode): number | undefined {
  let count = 0
  let steps = 0
  for (let at = from.nextSibling; at !== undefined && steps++ < MAX_SIBLINGS; at = at.nextSibling) {
    if (at.kind === to.kind && at.name === to.name && !isBlank(at)) count++
    if (at === to) return count
  }
  return undefined
}

function isNext(from: TreeNode, to: TreeNode): boolean {
  let at = from.nextSibling
  for (let i = 0; i < 10 && at !== undefined && at !== to && isGap(at); i++) at = at.nextSibling
  return at === to
}

const textStep = ({ place }: Unit) => `text()[normalize-space()][${place}]`

/** The way from below `top` to a unit; the last step is its text, unless it is an attribute. */
export function stepsDown({ places }: PageUnits, top: TreeNode | null, unit: Unit): string[] {
  const { node } = unit
  const steps: string[] =
    unit.attribute === '' && node !== (node.kind === 'text' ? top : null) ? [textStep(unit)] : []
  for (
    let at = node.kind === 'text' && node !== top ? node.parent! : node;
    at !== top && at.parent !== null;
    at = at.parent
  )
    steps.unshift(`${at.name}[${places[at.order]}]`)
  return steps
}
