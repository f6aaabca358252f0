/** The fields of a record list: what its items say at the same place inside them. */
import type { TreeNode } from '../../html/index.ts'
import { stepXPath } from '../sketch/step-xpath.ts'
import { slug, unique } from './field-names.ts'
import type { ListItem } from './lists.ts'
import type { WrapperField } from './model.ts'
import type { PageUnits, Unit } from './page-units.ts'
import { commonType } from './types.ts'
import { spokenXPath } from './xpaths.ts'

const MIN_SHARE = 0.25
const MAX_FIELDS = 20

interface Cell {
  readonly xpath: string
  readonly units: Unit[]
  /** Number of items that have it, and that have it once. */
  items: number
  once: number
  readonly first: ListItem
}

export interface ListFields {
  readonly fields: readonly WrapperField[]
  /** Share of the units that are alone at their place in their item. */
  readonly single: number
}

export function fieldsOf(items: readonly ListItem[]): ListFields {
  const cells = new Map<string, Cell>()
  let alone = 0
  let all = 0
  for (const item of items) {
    for (const [xpath, units] of cellsOf(item)) {
      const cell = cells.get(xpath) ?? { xpath, units: [], items: 0, once: 0, first: item }
      cells.set(xpath, cell)
      cell.units.push(...units)
      cell.items++
      if (units.length === 1) cell.once++
      all += units.length
      alone += units.length === 1 ? 1 : 0
    }
  }
  const kept = [...cells.values()].filter(cell => cell.items >= MIN_SHARE * items.length && isData(cell))
  const fields = kept
    .slice(0, MAX_FIELDS)
    .flatMap(cell => [fieldOf(cell, items.length), ...linkOf(cell, items.length)])
  return { fields: unique(fields), single: all === 0 ? 0 : alone / all }
}

function isData({ units }: Cell): boolean {
  return new Set(units.map(unit => unit.text)).size > Math.max(1, 0.02 * units.length)
}

function cellsOf({ node, page, units }: ListItem): Map<string, Unit[]> {
  const cells = new Map<string, Unit[]>()
  for (const unit of units) {
    const xpath = relativeXPath(page, node, unit)
    const cell = cells.get(xpath)
    if (cell === undefined) cells.set(xpath, [unit])
    else cell.push(unit)
  }
  return cells
}

/** Uses class words if there are some; table columns are selected by position. */
function relativeXPath({ paths, places }: PageUnits, item: TreeNode, unit: Unit): string {
  const steps: string[] =
    unit.attribute !== ''
      ? [`@${unit.attribute}`]
      : unit.node.kind === 'text'
        ? [`text()[normalize-space()][${unit.place}]`]
        : []
  for (let at = unit.node.kind === 'text' ? unit.node.parent! : unit.node; at !== item; at = at.parent!) {
    const step = paths[at.order]!.slice(paths[at.order]!.lastIndexOf('/') + 1)
    steps.unshift(/^t[dh]$/.test(at.name) ? `${at.name}[${places[at.order]}]` : stepXPath(step))
  }
  return steps.length === 0 ? '.' : steps.join('/')
}

function fieldOf(cell: Cell, items: number): WrapperField {
  const { attribute } = cell.units[0]!
  const type =
    attribute === 'src'
      ? 'img'
      : attribute === 'datetime'
        ? 'date'
        : commonType(cell.units.map(unit => unit.text))
  return shaped(cell, items, nameOf(cell), type, spokenXPath(cell.xpath, type, cell.units[0]!))
}

function shaped(
  cell: Cell,
  items: number,
  name: string,
  type: WrapperField['type'],
  xpath: string,
): WrapperField {
  const share = cell.items / items
  const confidence = Math.round(100 * (0.4 + 0.6 * share) * (cell.once / cell.items)) / 100
  return { name, type, xpath, many: cell.once < 0.5 * cell.items, share, confidence }
}

/** If a text is a link, its address becomes another field. */
function linkOf(cell: Cell, items: number): WrapperField[] {
  const { node, attribute } = cell.units[0]!
  const isLink =
    attribute === '' && node.name === 'a' && node.attribute('href') !== undefined && cell.xpath !== '.'
  return isLink ? [shaped(cell, items, `${nameOf(cell)}-url`, 'url', `${cell.xpath}/@href`)] : []
}

function nameOf({ units, first, xpath }: Cell): string {
  const { node, attribute } = units[0]!
  const element = node.kind === 'text' ? node.parent! : node
  const property = element.attribute('itemprop')
  if (property) return slug(property)
  const column = columnHeading(first.node, Number(/^td\[(\d+)\]/.exec(xpath)?.[1] ?? 0))
  if (column !== '') return column
  if (attribute !== '') return attribute === 'src' ? 'image' : attribute === 'datetime' ? 'date' : attribute
  const words = [...xpath.matchAll(/" ([^" ]+) "\)/g)].map(match => match[1]!)
  if (words.length > 0) return slug(words.at(-1)!)
  return element.name === 'a' || /^h\d$/.test(element.name) ? 'title' : element.name
}

/** The text above a column in the first row of the table. */
function columnHeading(row: TreeNode, place: number): string {
  if (place === 0 || row.name !== 'tr') return ''
  let table: TreeNode | null = row
  while (table !== null && table.name !== 'table') table = table.parent
  if (table === null) return ''
  const { nodes } = table.tree
  let top = table.order + 1
  while (top <= table.last && nodes[top]!.name !== 'tr') top++
  const headings: string[] = []
  for (let cell = nodes[top]?.firstChild; cell !== undefined; cell = cell.nextSibling)
    if (cell.name === 'th' || (cell.name === 'td' && row !== nodes[top] && cell.kind === 'element'))
      headings.push(cell.text())
  return slug(headings[place - 1] ?? '')
}
