/** The four types of XPath 1.0 and the conversions between them (3.2–3.5, 4.2–4.4). */
import { compareOrder, type TreeNode } from '../tree.ts'
import { spendOnText } from './effort.ts'

/** Node-sets are in document order, each node once. */
export type XPathValue = readonly TreeNode[] | string | number | boolean

/** The string value of a node, as long as there is effort left. */
export function textOf(node: TreeNode): string {
  const text = node.text()
  return spendOnText(text) ? text : ''
}

export function toText(value: XPathValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return value.length === 0 ? '' : textOf(value[0]!)
}

export function toNumber(value: XPathValue): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return textNumber(toText(value))
}

export function toBoolean(value: XPathValue): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0 && !Number.isNaN(value)
  return value.length > 0
}

const NUMBER = /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)[ \t\r\n]*$/

export function textNumber(text: string): number {
  return NUMBER.test(text) ? Number(text) : Number.NaN
}

/** 4.2: never an exponent, no trailing zeros, minus zero is "0". */
function numberText(value: number): string {
  const text = String(value)
  const parts = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (parts === null) return text
  const [, sign, whole, fraction = '', exponent] = parts
  const digits = whole + fraction
  const point = whole!.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return sign + digits.padEnd(point, '0')
}

/** Sorts into document order and drops repetitions; free when the nodes are in order already. */
export function inOrder(nodes: TreeNode[]): TreeNode[] {
  let sorted = true
  for (let i = 1; i < nodes.length && sorted; i++) sorted = compareOrder(nodes[i - 1]!, nodes[i]!) < 0
  if (sorted) return nodes
  nodes.sort(compareOrder)
  let kept = 0
  for (let i = 0; i < nodes.length; i++)
    if (i === 0 || nodes[i] !== nodes[kept - 1]) nodes[kept++] = nodes[i]!
  nodes.length = kept
  return nodes
}

export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** 3.4: a comparison with a node-set holds if it holds for one of its nodes. */
export function compare(operator: ComparisonOperator, left: XPathValue, right: XPathValue): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') {
    if (isNodes(left) || isNodes(right)) return comparePlain(operator, toBoolean(left), toBoolean(right))
  }
  if (isNodes(left))
    return isNodes(right) ? compareSets(operator, left, right) : compareSet(operator, left, right, false)
  return isNodes(right) ? compareSet(operator, right, left, true) : comparePlain(operator, left, right)
}

function isNodes(value: XPathValue): value is readonly TreeNode[] {
  return typeof value === 'object'
}

type Plain = string | number | boolean

function compareSet(
  operator: ComparisonOperator,
  nodes: readonly TreeNode[],
  other: Plain,
  swapped: boolean,
): boolean {
  const numeric = typeof other === 'number'
  for (const node of nodes) {
    const value = numeric ? textNumber(textOf(node)) : textOf(node)
    if (swapped ? comparePlain(operator, other, value) : comparePlain(operator, value, other)) return true
  }
  return false
}

/** Linear: compares equality by a set of texts, and order by the extreme numbers of each side. */
function compareSets(
  operator: ComparisonOperator,
  left: readonly TreeNode[],
  right: readonly TreeNode[],
): boolean {
  if (left.length === 0 || right.length === 0) return false
  if (operator === '=' || operator === '!=') {
    const texts = new Set(right.map(node => textOf(node)))
    if (operator === '=') return left.some(node => texts.has(textOf(node)))
    return texts.size > 1 || left.some(node => !texts.has(textOf(node)))
  }
  const less = operator === '<' || operator === '<='
  return comparePlain(operator, extreme(left, less), extreme(right, !less))
}

function extreme(nodes: readonly TreeNode[], least: boolean): number {
  let found = Number.NaN
  for (const node of nodes) {
    const value = textNumber(textOf(node))
    if (Number.isNaN(found) || (least ? value < found : value > found)) found = value
  }
  return found
}

function comparePlain(operator: ComparisonOperator, left: Plain, right: Plain): boolean {
  if (operator === '=') return equal(left, right)
  if (operator === '!=') return !equal(left, right)
  const a = toNumber(left)
  const b = toNumber(right)
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  return operator === '>' ? a > b : a >= b
}

function equal(left: Plain, right: Plain): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left) === toBoolean(right)
  if (typeof left === 'number' || typeof right === 'number') return toNumber(left) === toNumber(right)
  return left === right
}
