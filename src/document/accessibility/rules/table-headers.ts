/** Table headers (WCAG 1.3.1). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import { writtenRole } from '../roles.ts'
import { passIf, type Rule, type RuleVerdict } from '../rule.ts'
import { type GridCell, tableGrid } from '../table-grid.ts'

const IS_TABLE = /^(?:|table|grid|treegrid)$/

/** Identifiers in `headers` must be those of header cells in the same table. */
function headersAttribute(table: TreeNode, page: AccessPage): RuleVerdict {
  if (!IS_TABLE.test(writtenRole(table))) return 'skip'
  const cells = tableGrid(table, page)
  if (cells === null) return 'unsure'
  const own = new Map(
    cells.flatMap(cell => (cell.node.attribute('id') ? [[cell.node.attribute('id')!, cell]] : [])),
  )
  let isUsed = false
  for (const cell of cells) {
    const list = cell.node.attribute('headers')
    if (!list?.trim() || page.isHidden(cell.node)) continue
    isUsed = true
    if (!areHeaders(list, cell, own)) return 'fail'
  }
  return isUsed ? 'pass' : 'skip'
}

function areHeaders(list: string, cell: GridCell, own: ReadonlyMap<string, GridCell>): boolean {
  return list
    .trim()
    .split(/\s+/, 100)
    .every(id => {
      const header = own.get(id)
      return header !== undefined && header !== cell && isHeader(header.node)
    })
}

function isHeader(node: TreeNode): boolean {
  const role = writtenRole(node)
  return role === 'rowheader' || role === 'columnheader' || (node.name === 'th' && role === '')
}

/** Every header cell must have cells in its row or column, or cells that refer to it. */
function headersHaveCells(table: TreeNode, page: AccessPage): RuleVerdict {
  if (!IS_TABLE.test(writtenRole(table))) return 'skip'
  const cells = tableGrid(table, page)
  if (cells === null) return 'unsure'
  const headers = cells.filter(cell => isHeader(cell.node) && !page.isHidden(cell.node))
  if (headers.length === 0) return 'skip'
  const held = new HeldCells(cells)
  return passIf(headers.every(header => held.isHeaderOfAny(header)))
}

/** The cells in each row and column (HTML standard 4.9.12.2). */
class HeldCells {
  /** The last occupied column in each row, and the last occupied row in each column. */
  readonly #rows = new Map<number, number>()
  readonly #columns = new Map<number, number>()
  readonly #dataRows = new Set<number>()
  readonly #named = new Set<string>()

  constructor(cells: readonly GridCell[]) {
    for (const cell of cells) this.#add(cell)
  }

  #add({ node, row, column, width, height }: GridCell): void {
    const names = node.attribute('headers')?.trim()
    if (names) for (const id of names.split(/\s+/, 100)) this.#named.add(id)
    const isData = !isHeader(node)
    for (let n = row; n < row + height; n++) {
      if (isData) this.#dataRows.add(n)
      if (!names) this.#rows.set(n, Math.max(this.#rows.get(n) ?? 0, column))
    }
    for (let n = column; n < column + width; n++) {
      if (!names) this.#columns.set(n, Math.max(this.#columns.get(n) ?? 0, row))
    }
  }

  isHeaderOfAny(header: GridCell): boolean {
    const { node, row, column, width, height } = header
    if (this.#named.has(node.attribute('id') ?? '')) return true
    const scope = node.attribute('scope')?.toLowerCase() ?? ''
    const isForRow = scope.startsWith('row') || writtenRole(node) === 'rowheader'
    const isForColumn = scope.startsWith('col') || writtenRole(node) === 'columnheader'
    const inRow = range(row, height).some(n => (this.#rows.get(n) ?? 0) > column)
    const inColumn = range(column, width).some(n => (this.#columns.get(n) ?? 0) > row)
    if (isForRow) return inRow
    if (isForColumn) return inColumn
    if (!range(row, height).some(n => this.#dataRows.has(n))) return inColumn
    return inRow || inColumn
  }
}

const range = (start: number, length: number): number[] => Array.from({ length }, (_, n) => start + n)

export const tableRules: readonly Rule[] = [
  {
    id: 'td-headers-attr',
    level: 'A',
    criteria: '1.3.1',
    says: 'Cells name header cells of their own table.',
    on: { tags: 'table' },
    check: headersAttribute,
  },
  {
    id: 'th-has-data-cells',
    level: 'A',
    criteria: '1.3.1',
    says: 'Header cells have cells that they are the header of.',
    on: { tags: 'table', roles: 'table grid treegrid' },
    check: headersHaveCells,
  },
  {
    id: 'scope-attr-valid',
    level: 'advice',
    criteria: '1.3.1',
    says: 'The scope of a header cell is a row, a column or a group of them.',
    on: { tags: 'td th' },
    check: node => {
      const scope = node.attribute('scope')
      if (scope === undefined) return 'skip'
      return passIf(node.name === 'th' && /^(?:row|col|rowgroup|colgroup)$/i.test(scope))
    },
  },
]
