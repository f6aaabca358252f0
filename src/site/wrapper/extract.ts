/**
 * Reading pages by a wrapper. A field is compiled once, whether it came from pages, from a specification or from JSON; a page is walked
 * once a field, so that cost is linear in the page.
 */
import { parseAddress, structuredOf, structuredTexts } from '../../document/index.ts'
import { compileXPath, parseTree, type Tree, type TreeNode, type XPath } from '../../html/index.ts'
import type { SpecificationLine } from '../specification.ts'
import { innerHtml } from './inner-html.ts'
import type { FieldValues, Wrapper, WrapperField, WrapperList } from './model.ts'
import { folded } from './units.ts'

type Read = (node: TreeNode) => readonly string[]

/** What a page says: its own record, and those of the lists on it. */
export interface PageRecords {
  readonly record: FieldValues
  readonly lists: Readonly<Record<string, readonly FieldValues[]>>
}

const MOST_VALUES = 1_000
const compiled = new WeakMap<WrapperField, Read>()

function readerOf(field: WrapperField): Read {
  let read = compiled.get(field)
  if (read === undefined) compiled.set(field, (read = compile(field)))
  return read
}

function compile({ xpath, type }: WrapperField): Read {
  const address = parseAddress(xpath)
  if (address !== undefined)
    return node => structuredTexts(structuredOf(node.tree), address).slice(0, MOST_VALUES)
  const answer = compileXPath(xpath)
  if (!answer.ok) return () => []
  const { xpath: selector } = answer
  if (type === 'html') return node => selector.select(node).slice(0, MOST_VALUES).map(innerHtml)
  const isAddress = type === 'url' || type === 'img'
  return node => (isAddress ? addressesAt(selector, node) : selector.texts(node)).slice(0, MOST_VALUES)
}

/** Who names an anchor or a picture means where it leads. */
function addressesAt(xpath: XPath, node: TreeNode): string[] {
  const nodes = xpath.select(node)
  if (nodes.length === 0) return xpath.texts(node)
  return nodes.map(each => each.attribute('href') ?? each.attribute('src') ?? each.text())
}

function recordOf(fields: readonly WrapperField[], node: TreeNode): FieldValues {
  return Object.fromEntries(
    fields.map(field => {
      const texts = readerOf(field)(node).map(field.type === 'html' ? trimmed : folded)
      return [field.name, texts.filter(text => text !== '')]
    }),
  )
}

const trimmed = (text: string) => text.trim()

/** What a wrapper finds on a page; a field that is missing has no values. */
export function extract(wrapper: Wrapper, html: string): FieldValues {
  return extractFrom(wrapper, parseTree(html))
}

export function extractFrom({ fields }: Wrapper, tree: Tree): FieldValues {
  return recordOf(fields, tree.root)
}

export function extractRecords(wrapper: Wrapper, tree: Tree): PageRecords {
  const lists = (wrapper.lists ?? []).map(list => [list.name, recordsOf(list, tree)] as const)
  return { record: extractFrom(wrapper, tree), lists: Object.fromEntries(lists) }
}

/** Items that say nothing (a row of headings) are no records. */
function recordsOf({ xpath, fields }: WrapperList, { root }: Tree): FieldValues[] {
  const answer = compileXPath(xpath)
  if (!answer.ok) return []
  return answer.xpath
    .select(root)
    .slice(0, MOST_VALUES)
    .map(item => recordOf(fields, item))
    .filter(record => Object.values(record).some(texts => texts.length > 0))
}

/** The fields as lines of the crawl specification; those of a list select the cells of all its records. */
export function wrapperLines(source: string, { fields, lists = [] }: Wrapper): SpecificationLine[] {
  const line = ({ name, xpath, type }: WrapperField): SpecificationLine => ({
    kind: 'field',
    source,
    xpath,
    name,
    type,
  })
  const cells = lists.flatMap(list =>
    list.fields.map(field =>
      line({ ...field, name: `${list.name}.${field.name}`, xpath: cellXPath(list, field) }),
    ),
  )
  return [...fields.map(line), ...cells]
}

const cellXPath = (list: WrapperList, { xpath }: WrapperField) =>
  xpath === '.' ? list.xpath : `${list.xpath}/${xpath}`

/** The wrapper that the field lines of a class amount to. */
export function wrapperOf(lines: readonly SpecificationLine[], source: string): Wrapper {
  const fields = lines.flatMap((line): WrapperField[] =>
    line.kind === 'field' && line.source === source
      ? [{ name: line.name, type: line.type, xpath: line.xpath, many: true, share: 1, confidence: 1 }]
      : [],
  )
  return { fields: merged(fields) }
}

/** A later line of the same name would hide an earlier one: the first stays under its name, others get a number. */
function merged(fields: readonly WrapperField[]): WrapperField[] {
  const used = new Map<string, number>()
  return fields.map(field => {
    const count = (used.get(field.name) ?? 0) + 1
    used.set(field.name, count)
    return count === 1 ? field : { ...field, name: `${field.name}-${count}` }
  })
}
