/**
 * The units of a page: its pieces of text (and pictures and times), each with the ways to describe its place.
 *
 * A step of a path is a tag with what is stable about it: an id that most pages have once, else the first word of its class
 * that most pages have. So names that belong to one page (`post-123`) or to a state (`odd`, `active`) are left out by
 * counting, not by guessing at their form.
 */
import { INLINE_ELEMENTS, type Tree, type TreeNode } from '../../html/index.ts'

export interface Unit {
  readonly page: number
  /** The element, or the text node if its element contains other text as well. */
  readonly node: TreeNode
  /** The attribute that is the value: `src` of a picture, `datetime` of a time. */
  readonly attribute: string
  /** White space folded. */
  readonly text: string
  /** From the body: steps with their words, without positions; the last is the text, even if the element is the unit. */
  readonly path: string
  readonly order: number
  /** For a text: its place among its siblings, from 1. */
  readonly place: number
  /** For a unit in a table cell: its column, from 1; otherwise 0. */
  readonly column: number
}

export interface PageUnits {
  readonly tree: Tree
  readonly units: readonly Unit[]
  /** Word path of each element, by its order; and its position among siblings of the same tag, from 1. */
  readonly paths: readonly string[]
  readonly places: Int32Array
}

/** Class words and ids that most pages share. */
export interface StableNames {
  readonly words: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

const MAX_TEXT_CHARS = 2_000
const MAX_UNITS = 5_000
const MAX_STEPS = 60
const SKIPPED = new Set('script style noscript template button textarea select option iframe svg'.split(' '))
const STATES = /^(?:odd|even|first|last|active|selected|current|hover|clearfix|clear|row|left|right|hidden)$/i

export function stableNames(trees: readonly Tree[]): StableNames {
  const words = new Map<string, number>()
  const ids = new Map<string, number>()
  for (const tree of trees) countNames(tree, words, ids)
  const least = Math.max(1, trees.length / 2)
  const kept = (counts: Map<string, number>) =>
    new Set([...counts].filter(([, count]) => count >= least).map(([name]) => name))
  return { words: kept(words), ids: kept(ids) }
}

function countNames(tree: Tree, words: Map<string, number>, ids: Map<string, number>): void {
  const ownWords = new Set<string>()
  const ownIds = new Map<string, number>()
  for (const node of tree.nodes) {
    if (node.attributes.length === 0) continue
    for (const word of classWords(node)) ownWords.add(`${node.name}.${word}`)
    const id = node.attribute('id')
    if (id !== undefined && isId(id))
      ownIds.set(`${node.name}#${id}`, (ownIds.get(`${node.name}#${id}`) ?? 0) + 1)
  }
  for (const word of ownWords) words.set(word, (words.get(word) ?? 0) + 1)
  for (const [id, count] of ownIds) if (count === 1) ids.set(id, (ids.get(id) ?? 0) + 1)
}

function classWords(node: TreeNode): string[] {
  const value = node.attribute('class')
  if (value === undefined || value.length > 500) return []
  return value.split(/[\t\n\f\r ]+/).filter(word => word !== '' && !STATES.test(word) && !/[/]/.test(word))
}

/** Elements that are units by themselves: a picture, a time and a label. */
const UNITS = new Set(['img', 'time', 'label'])
/** Elements that do not interrupt a text. */
export const INLINE = new Set([...INLINE_ELEMENTS].filter(name => !UNITS.has(name)))
const MIN_PROSE = 120

/** Running text with links and emphasis inside is one unit: its pieces mean nothing on their own. */
function isProse(node: TreeNode, texts: readonly TreeNode[]): boolean {
  if (texts.length === 0 || node.last - node.order > 400) return false
  let length = 0
  for (const text of texts) length += text.rawLength
  if (length < MIN_PROSE) return false
  for (let i = node.order + 1; i <= node.last; i++) {
    const inner = node.tree.nodes[i]!
    if (inner.kind === 'element' && !INLINE.has(inner.name)) return false
  }
  return true
}

const isId = (id: string) => id !== '' && id.length < 100 && !/[\s/]/.test(id)

export function unitsOf(tree: Tree, page: number, names: StableNames): PageUnits {
  const paths: string[] = new Array(tree.nodes.length)
  const places = new Int32Array(tree.nodes.length)
  const depths = new Int32Array(tree.nodes.length)
  const columns = new Int32Array(tree.nodes.length)
  const units: Unit[] = []
  const counters = new Map<TreeNode, Map<string, number>>()
  /** The last node of running text: nothing up to there is a separate unit. */
  let prose = 0
  for (const node of tree.nodes) {
    if (node.kind !== 'element') continue
    const parent = node.parent!
    depths[node.order] = depths[parent.order]! + 1
    places[node.order] = placeAmong(counters, parent, node.name)
    paths[node.order] = pathOf(node, paths[parent.order], names, depths[node.order]!)
    columns[node.order] =
      node.name === 'td' || node.name === 'th' ? places[node.order]! : columns[parent.order]!
    if (units.length < MAX_UNITS && paths[node.order] !== SILENT && node.order > prose)
      prose = addUnits(units, node, { page, path: paths[node.order]!, column: columns[node.order]! })
  }
  units.sort((a, b) => a.order - b.order)
  return { tree, units, paths, places }
}

/** The path of elements that never contain data. */
const SILENT = '-'

function pathOf(node: TreeNode, above: string | undefined, names: StableNames, depth: number): string {
  if (node.name === 'html' || node.name === 'body' || node.name === 'head') return ''
  if (above === SILENT || SKIPPED.has(node.name) || depth > MAX_STEPS) return SILENT
  return `${above ?? ''}/${stepOf(node, names)}`
}

function stepOf(node: TreeNode, { words, ids }: StableNames): string {
  const id = node.attribute('id')
  if (id !== undefined && isId(id) && ids.has(`${node.name}#${id}`)) return `${node.name}.#${id}`
  const word = classWords(node).find(one => words.has(`${node.name}.${one}`))
  return word === undefined ? node.name : `${node.name}.${word}`
}

function placeAmong(counters: Map<TreeNode, Map<string, number>>, parent: TreeNode, name: string): number {
  let counts = counters.get(parent)
  if (counts === undefined) counters.set(parent, (counts = new Map()))
  const place = (counts.get(name) ?? 0) + 1
  counts.set(name, place)
  return place
}

/** Adds the units of an element; returns the last node they cover, or 0. */
function addUnits(units: Unit[], node: TreeNode, where: Pick<Unit, 'page' | 'path' | 'column'>): number {
  const { page, path, column } = where
  const unit = (of: TreeNode, text: string, own: string, attribute = '', place = 0): number => {
    if (text.length <= MAX_TEXT_CHARS && /[\p{L}\p{N}]/u.test(text))
      units.push({ page, node: of, attribute, text, path: own, order: of.order, place, column })
    return 0
  }
  if (node.name === 'img') return unit(node, node.attribute('src')?.trim() ?? '', `${path}/@src`, 'src')
  if (node.name === 'input') return unit(node, inputText(node), `${path}/@value`, 'value')
  const texts = textChildren(node)
  if (texts.length === 0) return 0
  const time = node.name === 'time' ? node.attribute('datetime')?.trim() : undefined
  if (time) return unit(node, time, `${path}/@datetime`, 'datetime')
  const whole = `${path}/text()[1]`
  if (isProse(node, texts)) {
    unit(node, folded(node.text()), whole, '', 1)
    return node.last
  }
  if (texts.length === 1 && !hasElementText(node)) return unit(node, folded(texts[0]!.text()), whole, '', 1)
  for (const [i, text] of texts.entries())
    unit(text, folded(text.text()), `${path}/text()[${i + 1}]`, '', i + 1)
  return 0
}

function inputText(node: TreeNode): string {
  return /^(?:text)?$/i.test(node.attribute('type') ?? '') && node.attribute('readonly') !== undefined
    ? folded(node.attribute('value') ?? '')
    : ''
}

/** Children that XPath's `text()[normalize-space()]` selects. */
export function textChildren(node: TreeNode): TreeNode[] {
  const texts: TreeNode[] = []
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling)
    if (child.kind === 'text' && /[^\t\n\r ]/.test(child.text())) texts.push(child)
  return texts
}

function hasElementText(node: TreeNode): boolean {
  const { nodes } = node.tree
  for (let i = node.order + 1; i <= node.last; i++) {
    const inner = nodes[i]!
    if (inner.kind === 'text' && inner.parent !== node && /\S/.test(inner.text())) return true
  }
  return false
}

/** Turns white space of every kind, including non-breaking, into single spaces. */
export function folded(text: string): string {
  return text.replace(/[\s\u00a0\u200b]+/g, ' ').trim()
}
