/** The core function library (XPath 1.0, 4). Each entry specifies how many arguments it takes and the type of its value. */
import type { TreeNode } from '../tree.ts'
import { textNumber, textOf, toBoolean, toNumber, toText, type XPathValue } from './values.ts'

export interface Context {
  readonly node: TreeNode
  readonly position: number
  readonly size: number
}

export type ValueType = 'nodes' | 'string' | 'number' | 'boolean'

export interface XPathFunction {
  readonly least: number
  readonly most: number
  readonly gives: ValueType
  /** Indexes of arguments (from 0) that must be node-sets. */
  readonly nodes?: readonly number[]
  run(context: Context, args: readonly XPathValue[]): XPathValue
}

type Run = XPathFunction['run']

const entry = (
  least: number,
  most: number,
  gives: ValueType,
  run: Run,
  nodes?: readonly number[],
): XPathFunction => ({
  least,
  most,
  gives,
  run,
  ...(nodes && { nodes }),
})

const own = (context: Context, args: readonly XPathValue[]): XPathValue => args[0] ?? [context.node]
const ownText = (context: Context, args: readonly XPathValue[]): string => toText(own(context, args))
const MANY = Number.POSITIVE_INFINITY

export const FUNCTIONS: ReadonlyMap<string, XPathFunction> = new Map([
  ['last', entry(0, 0, 'number', context => context.size)],
  ['position', entry(0, 0, 'number', context => context.position)],
  ['count', entry(1, 1, 'number', (_, [nodes]) => (nodes as readonly TreeNode[]).length, [0])],
  ['id', entry(1, 1, 'nodes', (context, [value]) => byId(context.node, value!))],
  ['local-name', entry(0, 1, 'string', (context, args) => nameOf(own(context, args)), [0])],
  ['name', entry(0, 1, 'string', (context, args) => nameOf(own(context, args)), [0])],
  ['namespace-uri', entry(0, 1, 'string', () => '', [0])],
  ['string', entry(0, 1, 'string', ownText)],
  ['concat', entry(2, MANY, 'string', (_, args) => args.map(toText).join(''))],
  ['starts-with', entry(2, 2, 'boolean', (_, [a, b]) => toText(a!).startsWith(toText(b!)))],
  ['contains', entry(2, 2, 'boolean', (_, [a, b]) => toText(a!).includes(toText(b!)))],
  ['substring-before', entry(2, 2, 'string', (_, [a, b]) => before(toText(a!), toText(b!)))],
  ['substring-after', entry(2, 2, 'string', (_, [a, b]) => after(toText(a!), toText(b!)))],
  ['substring', entry(2, 3, 'string', (_, [text, from, length]) => substring(toText(text!), from!, length))],
  ['string-length', entry(0, 1, 'number', (context, args) => characters(ownText(context, args)).length)],
  ['normalize-space', entry(0, 1, 'string', (context, args) => folded(ownText(context, args)))],
  ['translate', entry(3, 3, 'string', (_, [a, b, c]) => translate(toText(a!), toText(b!), toText(c!)))],
  ['boolean', entry(1, 1, 'boolean', (_, [value]) => toBoolean(value!))],
  ['not', entry(1, 1, 'boolean', (_, [value]) => !toBoolean(value!))],
  ['true', entry(0, 0, 'boolean', () => true)],
  ['false', entry(0, 0, 'boolean', () => false)],
  ['lang', entry(1, 1, 'boolean', (context, [value]) => speaks(context.node, toText(value!).toLowerCase()))],
  ['number', entry(0, 1, 'number', (context, args) => toNumber(own(context, args)))],
  ['sum', entry(1, 1, 'number', (_, [nodes]) => sum(nodes as readonly TreeNode[]), [0])],
  ['floor', entry(1, 1, 'number', (_, [value]) => Math.floor(toNumber(value!)))],
  ['ceiling', entry(1, 1, 'number', (_, [value]) => Math.ceil(toNumber(value!)))],
  ['round', entry(1, 1, 'number', (_, [value]) => Math.round(toNumber(value!)))],
])

function byId(node: TreeNode, value: XPathValue): TreeNode[] {
  const texts = typeof value === 'object' ? value.map(textOf) : [toText(value)]
  const wanted = new Set(texts.flatMap(text => text.split(/[ \t\r\n]+/)).filter(id => id !== ''))
  const found: TreeNode[] = []
  if (wanted.size === 0) return found
  for (const other of node.tree.nodes) {
    const id = other.attributes.length > 0 ? other.attribute('id') : undefined
    if (id !== undefined && wanted.delete(id)) found.push(other)
  }
  return found
}

function nameOf(value: XPathValue): string {
  return (value as readonly TreeNode[])[0]?.name ?? ''
}

function before(text: string, part: string): string {
  const at = text.indexOf(part)
  return at < 0 ? '' : text.slice(0, at)
}

function after(text: string, part: string): string {
  const at = text.indexOf(part)
  return at < 0 ? '' : text.slice(at + part.length)
}

/** XPath counts characters; JavaScript counts UTF-16 code units. */
function characters(text: string): string | string[] {
  return /[\ud800-\udfff]/.test(text) ? [...text] : text
}

/** 4.2: the characters whose position p has p ≥ round(from) and p < round(from) + round(length). */
function substring(text: string, from: XPathValue, length: XPathValue | undefined): string {
  const first = Math.round(toNumber(from))
  const end = length === undefined ? Number.POSITIVE_INFINITY : first + Math.round(toNumber(length))
  if (!(end > first)) return ''
  const all = characters(text)
  const slice = all.slice(Math.max(0, first - 1), Math.max(0, Math.min(all.length, end - 1)))
  return typeof slice === 'string' ? slice : slice.join('')
}

function folded(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
}

function translate(text: string, from: string, to: string): string {
  const targets = [...to]
  const map = new Map<string, string>()
  ;[...from].forEach((character, i) => {
    if (!map.has(character)) map.set(character, targets[i] ?? '')
  })
  let result = ''
  for (const character of text) result += map.get(character) ?? character
  return result
}

function speaks(node: TreeNode, wanted: string): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parent) {
    const lang = (at.attribute('lang') ?? at.attribute('xml:lang'))?.toLowerCase()
    if (lang !== undefined) return lang === wanted || lang.startsWith(`${wanted}-`)
  }
  return false
}

function sum(nodes: readonly TreeNode[]): number {
  let total = 0
  for (const node of nodes) total += textNumber(textOf(node))
  return total
}
