/** The values that stand on a page, each with a key that says where: its path and, in tables and definitions, its label. */
import type { Tree, TreeNode } from '../../html/index.ts'
import { stepWord } from '../sketch.ts'
import type { FieldType } from '../specification.ts'
import { quoted } from '../step-xpath.ts'

export interface PageValue {
  readonly key: string
  readonly path: string
  readonly label: string
  /** What microdata calls it. */
  readonly property: string
  readonly text: string
  readonly type: FieldType
}

const LONGEST = 400
const SKIPPED = new Set(['script', 'style', 'option', 'title', 'noscript', 'template', 'button', 'textarea'])

export function valuesOf(tree: Tree): PageValue[] {
  const paths: string[] = new Array(tree.nodes.length)
  const values: PageValue[] = []
  for (const node of tree.nodes) {
    if (node.kind !== 'element') continue
    const frame = node.name === 'html' || node.name === 'body'
    const word = stepWord(node)
    paths[node.order] = frame
      ? ''
      : `${paths[node.parent!.order] ?? ''}/${word === undefined ? node.name : `${node.name}.${word}`}`
    if (frame || SKIPPED.has(node.name) || paths[node.order]!.startsWith('/head')) continue
    const value = valueAt(node, paths[node.order]!)
    if (value !== undefined) values.push(value)
  }
  return values
}

function valueAt(node: TreeNode, path: string): PageValue | undefined {
  const property = node.attribute('itemprop') ?? ''
  const label = labelOf(node)
  const of = (text: string, type: FieldType): PageValue => ({
    key: `${path} ${label}`,
    path,
    label,
    property,
    text,
    type,
  })
  if (node.name === 'img') {
    const source = node.attribute('src')
    return source === undefined ? undefined : of(source, 'img')
  }
  const text = hasOwnText(node) ? node.text().replace(/\s+/g, ' ').trim() : ''
  return text === '' || text.length > LONGEST ? undefined : of(text, typeOf(text))
}

function hasOwnText(node: TreeNode): boolean {
  for (let child = node.firstChild; child !== undefined; child = child.nextSibling)
    if (child.kind === 'text' && child.text().trim() !== '') return true
  return false
}

/** `th` of the row for a `td`, the `dt` before a `dd`. */
function labelOf(node: TreeNode): string {
  for (let at: TreeNode | null = node, up = 0; at !== null && up < 3; at = at.parent, up++) {
    if (at.name === 'td') return firstText(at.parent, 'th')
    if (at.name === 'dd') return textBefore(at, 'dt')
  }
  return ''
}

function firstText(row: TreeNode | null, name: string): string {
  for (let child = row?.firstChild; child !== undefined; child = child.nextSibling)
    if (child.name === name) return child.text().replace(/\s+/g, ' ').trim()
  return ''
}

function textBefore(node: TreeNode, name: string): string {
  let found = ''
  for (let child = node.parent?.firstChild; child !== undefined && child !== node; child = child.nextSibling)
    if (child.name === name) found = child.text().replace(/\s+/g, ' ').trim()
  return found
}

const NUMBER = /^[^\p{L}\d]{0,3}-?\d[\d.,' ]*\s?(?:[€$£¥%]|[A-Z]{3})?$/u
const DATE =
  /^(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\.? \p{L}{3,9} \d{4}|\p{L}{3,9} \d{1,2}, \d{4})(?:[T ,]+\d\d?:\d\d.*)?$/u

export function typeOf(text: string): FieldType {
  if (DATE.test(text)) return 'date'
  if (NUMBER.test(text)) return 'number'
  return /^https?:\/\/\S+$/.test(text) ? 'url' : 'string'
}

/** The XPath of a labelled cell: by its label, which outlives its place. */
export function labelXPath(path: string, label: string): string | undefined {
  const last = path.split('/').at(-1)!
  if (/^td(\.|$)/.test(last)) return `//tr[th[normalize-space()=${quoted(label)}]]/td`
  return /^dd(\.|$)/.test(last)
    ? `//dd[preceding-sibling::dt[1][normalize-space()=${quoted(label)}]]`
    : undefined
}
