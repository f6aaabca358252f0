/** The cells of a table by row and column (HTML standard 4.9.12), without those of nested tables. */
import type { TreeNode } from '../../html/index.ts'
import type { AccessPage } from './access-page.ts'
import { writtenRole } from './roles.ts'

export interface GridCell {
  readonly node: TreeNode
  readonly row: number
  readonly column: number
  readonly width: number
  readonly height: number
}

/** A table that claims more than this is not a real table, or is made to cost. */
const MAX_SPAN = 1_000
const MAX_SLOTS = 200_000
const TABLES = new Set(['table', 'grid', 'treegrid'])
const CELLS = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])

/** Null for a table that is too large to lay out. */
export function tableGrid(table: TreeNode, page: AccessPage): readonly GridCell[] | null {
  const cells: GridCell[] = []
  const { nodes } = table.tree
  /** For each column, the first row in which it is free. */
  const taken: number[] = []
  let row = -1
  let column = 0
  let slots = 0
  for (let i = table.order + 1; i <= table.last; i++) {
    if (page.spend(1)) return null
    const node = nodes[i]!
    if (node.kind !== 'element') continue
    const role = writtenRole(node)
    if (node.name === 'table' || TABLES.has(role)) i = node.last
    else if (node.name === 'tr' || role === 'row') {
      row++
      column = 0
    } else if (row >= 0 && (node.name === 'td' || node.name === 'th' || CELLS.has(role))) {
      while ((taken[column] ?? 0) > row) column++
      const width = span(node, 'colspan')
      const height = span(node, 'rowspan') || 1
      slots += width
      if (slots > MAX_SLOTS || page.spend(width)) return null
      for (let n = 0; n < width; n++) taken[column + n] = row + height
      cells.push({ node, row, column, width, height })
      column += width
    }
  }
  return cells
}

function span(node: TreeNode, name: 'colspan' | 'rowspan'): number {
  const said = Number.parseInt(node.attribute(name) ?? node.attribute(`aria-${name}`) ?? '1', 10)
  return said > 0 ? Math.min(said, MAX_SPAN) : 1
}
