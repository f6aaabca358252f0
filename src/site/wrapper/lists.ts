/**
 * Record lists: siblings of one kind that repeat on a page and differ in what they say (search results, the rows of a table).
 *
 * Items are elements of one word path; outer ones are tried first, and an outer one is given up for an inner one if its own parts
 * repeat inside it. Rows whose first text most pages share are not records but the labels of one (`Height | 6-5`), and a short
 * row of bare texts that is equally long on every page is a record too (`6-5 | 205 lbs | Boston`).
 */
import { compileXPath, type TreeNode } from '../../html/index.ts'
import { slug } from './field-names.ts'
import { fieldsOf } from './list-fields.ts'
import type { WrapperList } from './model.ts'
import type { PageUnits, Unit } from './page-units.ts'
import type { PlaceSurvey } from './places.ts'
import { pathVariants } from './xpaths.ts'

/** One item of one page, with what it says. */
export interface ListItem {
  readonly node: TreeNode
  readonly page: PageUnits
  readonly units: readonly Unit[]
}

const MIN_SHARE = 0.4
const MIN_ITEMS = 3
const MIN_SINGLE = 0.7
const MAX_LISTS = 8
const MAX_TRIED = 200
const SHORT_ROW = 8
const PARTS = new Set('td th thead tbody tfoot b i em strong span a br option dt dd p font'.split(' '))

export function findLists(found: PlaceSurvey, taken: Set<Unit>): WrapperList[] {
  const lists: WrapperList[] = []
  const accepted: string[] = []
  const groups = [...itemGroups(found.pages)].sort((a, b) => depth(a[0]) - depth(b[0]))
  for (const [path, nodes] of groups.slice(0, MAX_TRIED)) {
    if (lists.length >= MAX_LISTS) break
    if (accepted.some(outer => path.startsWith(`${outer}/`))) continue
    const items = nodes.map(itemOf).filter(item => item.units.length > 0)
    const list = listOf(path, items, found)
    if (list === undefined) continue
    lists.push(list)
    accepted.push(path)
    for (const { units } of items) for (const unit of units) taken.add(unit)
  }
  return lists
}

const depth = (path: string) => path.split('/').length

interface ItemNode {
  readonly node: TreeNode
  readonly page: PageUnits
}

/** Elements by path, for paths that repeat among siblings on enough pages. */
function itemGroups(pages: readonly PageUnits[]): Map<string, ItemNode[]> {
  const groups = new Map<string, { nodes: ItemNode[]; pages: number }>()
  for (const page of pages) {
    for (const [path, nodes] of repeated(page)) {
      const group = groups.get(path) ?? { nodes: [], pages: 0 }
      groups.set(path, group)
      group.nodes.push(...nodes.map(node => ({ node, page })))
      group.pages++
    }
  }
  const least = Math.max(1, MIN_SHARE * pages.length)
  return new Map(
    [...groups].filter(([, group]) => group.pages >= least).map(([path, { nodes }]) => [path, nodes]),
  )
}

function repeated({ tree, paths }: PageUnits): [string, TreeNode[]][] {
  const byPath = new Map<string, TreeNode[]>()
  for (const node of tree.nodes) {
    const path = node.kind === 'element' ? paths[node.order]! : ''
    if (path.length < 2 || PARTS.has(node.name) || node.last === node.order) continue
    const nodes = byPath.get(path)
    if (nodes === undefined) byPath.set(path, [node])
    else nodes.push(node)
  }
  return [...byPath].filter(([, nodes]) => nodes.length >= MIN_ITEMS && areSiblings(nodes))
}

/** Whether most of them are next to another one. */
function areSiblings(nodes: readonly TreeNode[]): boolean {
  const beside = nodes.filter(
    (node, i) => node.parent === nodes[i - 1]?.parent || node.parent === nodes[i + 1]?.parent,
  )
  return beside.length >= 0.6 * nodes.length
}

/** Units are in document order, so those of a node are a slice. */
function itemOf({ node, page }: ItemNode): ListItem {
  const { units } = page
  let low = 0
  let high = units.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (units[middle]!.order < node.order) low = middle + 1
    else high = middle
  }
  let end = low
  while (end < units.length && units[end]!.order <= node.last) end++
  return { node, page, units: units.slice(low, end) }
}

function listOf(path: string, items: readonly ListItem[], found: PlaceSurvey): WrapperList | undefined {
  const pages = countsByPage(items)
  if (items.length < MIN_ITEMS * 0.8 * pages.length || pages.length < MIN_SHARE * found.pages.length)
    return undefined
  if (isTemplate(items, found) || isSameOnAll(items, pages.length)) return undefined
  const { fields, single } = fieldsOf(items)
  if (fields.length === 0 || single < MIN_SINGLE) return undefined
  if (isShortRow(fields.length, pages, found.pages.length)) return undefined
  const xpath = itemXPath(path, items, found.pages)
  if (xpath === undefined) return undefined
  const share = pages.length / found.pages.length
  const confidence = Math.round(100 * single * (0.6 + 0.4 * share)) / 100
  return { name: nameOf(path, items[0]!), xpath, fields, share, confidence }
}

function countsByPage(items: readonly ListItem[]): number[] {
  const counts = new Map<PageUnits, number>()
  for (const { page } of items) counts.set(page, (counts.get(page) ?? 0) + 1)
  return [...counts.values()]
}

/** Whether these are menus, or rows that begin with a label. */
function isTemplate(items: readonly ListItem[], { isFrequent, hasPrefix }: PlaceSurvey): boolean {
  const labeled = items.filter(({ units }) => isFrequent(units[0]!) || hasPrefix(units[0]!)).length
  return labeled > 0.4 * items.length
}

/** Whether the same few texts are on every page, or all items have one text. */
function isSameOnAll(items: readonly ListItem[], pages: number): boolean {
  const texts = new Set(items.map(({ units }) => units.map(unit => unit.text).join('\n')))
  return texts.size < 0.3 * items.length || (pages > 1 && texts.size <= (1.3 * items.length) / pages)
}

function isShortRow(fields: number, counts: readonly number[], pages: number): boolean {
  const [first] = counts
  return fields === 1 && pages > 2 && first! <= SHORT_ROW && counts.every(count => count === first)
}

function itemXPath(
  path: string,
  items: readonly ListItem[],
  pages: readonly PageUnits[],
): string | undefined {
  const rows = /\/tr(?:\.[^/]*)?$/.test(path) ? '[td]' : ''
  const expected = new Map<PageUnits, Set<TreeNode>>()
  for (const { page, node } of items) {
    const nodes = expected.get(page)
    if (nodes === undefined) expected.set(page, new Set([node]))
    else nodes.add(node)
  }
  return pathVariants(path)
    .map(variant => variant + rows)
    .find(variant => {
      const answer = compileXPath(variant)
      return (
        answer.ok &&
        pages.every(page => selectsItems(answer.xpath.select(page.tree.root), expected.get(page)))
      )
    })
}

/** Whether an XPath selects only items, apart from a few elements that are empty or alone on their page. */
function selectsItems(nodes: readonly TreeNode[], items: ReadonlySet<TreeNode> | undefined): boolean {
  if (items === undefined) return nodes.length < MIN_ITEMS
  const right = nodes.filter(node => items.has(node)).length
  return right >= 0.9 * nodes.length && right >= 0.8 * items.size
}

/** The class word of the items, or of what contains them; else the text of a heading before them. */
function nameOf(path: string, { node }: ListItem): string {
  const steps = path.split('/').slice(-2).reverse()
  for (const step of steps) {
    const word = /\.#?(.+)$/.exec(step)?.[1]
    if (word !== undefined) return slug(word)
  }
  for (let at = previous(node.parent!), i = 0; at !== undefined && i < 3; at = previous(at), i++)
    if (/^h[1-6]$/.test(at.name)) return slug(at.text()) || 'items'
  return 'items'
}

function previous(node: TreeNode): TreeNode | undefined {
  let last: TreeNode | undefined
  let steps = 0
  for (
    let at = node.parent?.firstChild;
    at !== undefined && at !== node && steps++ < 200;
    at = at.nextSibling
  )
    if (at.kind === 'element') last = at
  return last
}
