/**
 * Reads pages with a wrapper. A field is compiled once, whether it came from pages, from a specification or from JSON; a page is walked
 * once per field, so that the cost is linear in the page.
 */
import { parseAddress, structuredOf, structuredTexts } from '../../document/index.ts'
import { compileXPath, parseTree, type Tree, type TreeNode, xpathText } from '../../html/index.ts'
import type { SpecificationLine } from '../specification/specification.ts'
import { innerHtml } from './inner-html.ts'
import type { FieldValues, Wrapper, WrapperField, WrapperList } from './model.ts'
import { folded } from './page-units.ts'

/** Reads a field below a node, up to the number of characters there is room for. */
type Read = (node: TreeNode, room: Room) => readonly string[]

/** What a page says: its own record, and those of the lists on it. */
export interface PageRecords {
  readonly record: FieldValues
  readonly lists: Readonly<Record<string, readonly FieldValues[]>>
}

const MAX_VALUES = 1_000
/** Limit for all values of a page together: a field that selects nested elements would otherwise hold the page many times over. */
const MAX_CHARS = 2_000_000

class Room {
  private characters = MAX_CHARS

  /** The first texts; the last of them is cut where the room ends. */
  take(count: number, textAt: (i: number) => string): string[] {
    const taken: string[] = []
    for (let i = 0; i < Math.min(count, MAX_VALUES) && this.characters > 0; i++) {
      const text = textAt(i)
      taken.push(text.length > this.characters ? text.slice(0, this.characters) : text)
      this.characters -= text.length
    }
    return taken
  }
}

const compiled = new WeakMap<WrapperField, Read>()

function readerOf(field: WrapperField): Read {
  let read = compiled.get(field)
  if (read === undefined) compiled.set(field, (read = compile(field)))
  return read
}

function compile({ xpath, type }: WrapperField): Read {
  const address = parseAddress(xpath)
  if (address !== undefined)
    return (node, room) => {
      const texts = structuredTexts(structuredOf(node.tree), address)
      return room.take(texts.length, i => texts[i]!)
    }
  const answer = compileXPath(xpath)
  if (!answer.ok) return () => []
  const { xpath: selector } = answer
  const textOf = type === 'html' ? innerHtml : type === 'url' || type === 'img' ? addressOf : ownText
  return (node, room) => {
    const value = selector.evaluate(node)
    if (typeof value === 'object') return room.take(value.length, i => textOf(value[i]!))
    return type === 'html' ? [] : room.take(1, () => xpathText(value))
  }
}

const ownText = (node: TreeNode) => node.text()

/** An XPath that selects an anchor or a picture means its address. */
const addressOf = (node: TreeNode) => node.attribute('href') ?? node.attribute('src') ?? node.text()

function recordOf(fields: readonly WrapperField[], node: TreeNode, room: Room): FieldValues {
  return Object.fromEntries(
    fields.map(field => {
      const texts = readerOf(field)(node, room).map(field.type === 'html' ? trimmed : folded)
      return [field.name, texts.filter(text => text !== '')]
    }),
  )
}

const trimmed = (text: string) => text.trim()

/** What a wrapper finds on a page; a missing field has no values. */
export function extract(wrapper: Wrapper, html: string): FieldValues {
  return extractFrom(wrapper, parseTree(html))
}

export function extractFrom({ fields }: Wrapper, tree: Tree): FieldValues {
  return recordOf(fields, tree.root, new Room())
}

export function extractRecords(wrapper: Wrapper, tree: Tree): PageRecords {
  const room = new Room()
  const record = recordOf(wrapper.fields, tree.root, room)
  const lists = (wrapper.lists ?? []).map(list => [list.name, recordsOf(list, tree, room)] as const)
  return { record, lists: Object.fromEntries(lists) }
}

/** Items that say nothing (such as a row of headings) are not records. */
function recordsOf({ xpath, fields }: WrapperList, { root }: Tree, room: Room): FieldValues[] {
  const answer = compileXPath(xpath)
  if (!answer.ok) return []
  return answer.xpath
    .select(root)
    .slice(0, MAX_VALUES)
    .map(item => recordOf(fields, item, room))
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

/** The wrapper that the field lines of a class describe. */
export function wrapperOf(lines: readonly SpecificationLine[], source: string): Wrapper {
  const fields = lines.flatMap((line): WrapperField[] =>
    line.kind === 'field' && line.source === source
      ? [{ name: line.name, type: line.type, xpath: line.xpath, many: true, share: 1, confidence: 1 }]
      : [],
  )
  return { fields: merged(fields) }
}

/** A later line of the same name would hide an earlier one, so the first keeps its name and the others get a number. */
function merged(fields: readonly WrapperField[]): WrapperField[] {
  const used = new Map<string, number>()
  return fields.map(field => {
    const count = (used.get(field.name) ?? 0) + 1
    used.set(field.name, count)
    return count === 1 ? field : { ...field, name: `${field.name}-${count}` }
  })
}
