/**
 * Rows that are records. A table of seasons has as many rows as its player has seasons: its fourth row is not a field of the
 * player, whatever varies there, and after the next redesign it could be anywhere. Such rows are recognized by siblings of
 * one shape whose number differs from page to page.
 */
import type { TreeNode } from '../../html/index.ts'
import type { Member, Place } from './places.ts'

const MIN_ROWS = 3
/** Share of pages that may have the same number of rows while it still counts as varying. */
const MAX_STEADY = 0.7
const MAX_SIBLINGS = 500
/** Number of ancestors of a text that may be its row. */
const MAX_DEPTH = 6

/** Whether a place found by position is one of a varying number of rows. Labeled places are exempt: their items may be few, and ordered. */
export function isRowOfMany({ way, members }: Place): boolean {
  if (way.kind !== 'position' && way.kind !== 'nth') return false
  let rows = members.map(({ unit: { node } }) => (node.kind === 'text' ? node.parent! : node))
  for (let level = 0; level < MAX_DEPTH; level++) {
    if (!areLabeled(rows, members) && variesInNumber(rows.map(alikeBeside))) return true
    const above = rows.map(row => row.parent)
    if (above.some(row => row === null || row.name === 'body')) return false
    rows = above as TreeNode[]
  }
  return false
}

/** A row that says what it holds (`ISBN: 978…`) is not a record, though some pages have more of them. */
function areLabeled(rows: readonly TreeNode[], members: readonly Member[]): boolean {
  const inside = members.filter(({ label }, i) => {
    const { order, last } = rows[i]!
    return label !== undefined && label.unit.order > order && label.unit.order <= last
  })
  return inside.length > members.length / 2
}

function variesInNumber(counts: readonly number[]): boolean {
  const pages = new Map<number, number>()
  for (const count of counts) pages.set(count, (pages.get(count) ?? 0) + 1)
  const many = counts.filter(count => count >= MIN_ROWS).length
  return many > counts.length / 2 && Math.max(...pages.values()) < MAX_STEADY * counts.length
}

function alikeBeside(row: TreeNode): number {
  const shape = shapeOf(row)
  let count = 0
  let looked = 0
  for (let at = row.parent?.firstChild; at !== undefined && looked++ < MAX_SIBLINGS; at = at.nextSibling)
    if (at.name === row.name && shapeOf(at) === shape) count++
  return count
}

/** The tags of its children. */
function shapeOf(row: TreeNode): string {
  const names: string[] = []
  for (let child = row.firstChild; child !== undefined && names.length < 40; child = child.nextSibling)
    if (child.kind === 'element') names.push(child.name)
  return names.join()
}
