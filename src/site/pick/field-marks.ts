/** Where the values of fields are on a page, by the numbers of `pickablePage`. */
import { compileXPath, parseTree, type TreeNode } from '../../html/index.ts'
import type { WrapperField } from '../wrapper/model.ts'
import { unitsOf } from '../wrapper/page-units.ts'

export interface FieldMark {
  readonly unit: number
  readonly field: string
}

const MAX_MARKS = 500

/** Structured data, and values cut out of a text, have no place that could be marked. */
export function marksOf(html: string, fields: readonly Pick<WrapperField, 'name' | 'xpath'>[]): FieldMark[] {
  const tree = parseTree(html)
  const { units } = unitsOf(tree, 0, { words: new Set(), ids: new Set() })
  const numbers = new Set(units.map(({ order }) => order))
  return fields
    .flatMap(({ name, xpath }) => {
      const answer = compileXPath(xpath)
      const value = answer.ok ? answer.xpath.evaluate(tree.root) : ''
      if (typeof value !== 'object') return []
      const found = value.map(node => unitAt(node, numbers)).filter(unit => unit !== undefined)
      return [...new Set(found)].map(unit => ({ unit, field: name }))
    })
    .slice(0, MAX_MARKS)
}

/** The number of the node itself, of what it is part of, or of the first piece of data inside it. */
function unitAt(node: TreeNode, numbers: ReadonlySet<number>): number | undefined {
  if (numbers.has(node.order)) return node.order
  if (node.kind !== 'element') return numbers.has(node.parent?.order ?? -1) ? node.parent!.order : undefined
  for (let order = node.order + 1; order <= node.last; order++) if (numbers.has(order)) return order
  return undefined
}
