/** The `xpath` package over @xmldom/xmldom as an oracle: the same tree as its nodes and the same expression must give the same answer. */
import { DOMImplementation } from '@xmldom/xmldom'
import { select } from 'xpath'
import type { Random } from '../../env/index.ts'
import type { Tree, TreeNode } from '../tree.ts'
import { DEFINED, makeExpression, WRITTEN } from './expressions.fixture.ts'
import { compileXPath } from './index.ts'

interface OracleNode {
  appendChild(child: OracleNode): void
  setAttribute(name: string, value: string): void
  ownerElement?: OracleNode
  nodeType: number
  name: string
}

type OracleDocument = OracleNode &
  Record<'createElement' | 'createTextNode' | 'createComment', (text: string) => OracleNode>

const newDocument = () => {
  const made: { createDocument(...names: null[]): unknown } = new DOMImplementation() as never
  return made.createDocument(null, null, null) as OracleDocument
}
const ask = select as unknown as (
  expression: string,
  node: OracleNode,
) => OracleNode[] | string | number | boolean

export interface Agreement {
  readonly compared: number
  /** Expressions for which the two differ, with both answers. */
  readonly wrong: readonly string[]
}

/**
 * Compares handwritten expressions, generated ones, and definitions of those that the package gets wrong; null for a page that it cannot
 * represent.
 */
export function agreementOn(tree: Tree, random: Random, made: number): Agreement | null {
  const copies = copy(tree)
  if (copies === undefined) return null
  const madeUp = Array.from({ length: made }, () => makeExpression(random, tree))
  const pairs = [...[...WRITTEN, ...madeUp].map(one => [one, one] as const), ...DEFINED]
  const wrong = pairs.flatMap(([expression, theirs]) => {
    const difference = differenceOn(tree, copies, expression, theirs)
    return difference === undefined ? [] : [`${expression}\n    ${difference}`]
  })
  return { compared: pairs.length, wrong }
}

const isXmlName = (name: string) => /^[a-z_][\w.-]*$/.test(name)

/** The same tree as nodes of the oracle; undefined if the page has names that XML does not allow. */
function copy(tree: Tree): OracleNode[] | undefined {
  const document = newDocument()
  const copies: OracleNode[] = [document]
  for (const node of tree.nodes.slice(1)) {
    if (node.kind === 'element' && !isXmlName(node.name)) return undefined
    const made = copyNode(node, document)
    copies.push(made)
    if (node.parent === tree.root && node.kind === 'text') return undefined
    copies[node.parent!.order]!.appendChild(made)
  }
  return copies
}

function copyNode(node: TreeNode, document: OracleDocument): OracleNode {
  if (node.kind === 'text') return document.createTextNode(node.text())
  if (node.kind === 'comment') return document.createComment(node.text().replaceAll('--', '- -'))
  const element = document.createElement(node.name)
  for (let i = 0; i < node.attributes.length; i += 2)
    if (isXmlName(node.attributes[i]!)) element.setAttribute(node.attributes[i]!, node.attributes[i + 1]!)
  return element
}

/** A value as text, in a form that both sides can be reduced to. */
function described(value: unknown, place: (node: never) => string): string {
  if (Array.isArray(value)) return `nodes ${value.map(place as (node: unknown) => string).join(' ')}`
  return Number.isNaN(value) ? 'number NaN' : `${typeof value} ${String(value)}`
}

function differenceOn(
  tree: Tree,
  copies: readonly OracleNode[],
  expression: string,
  theirExpression: string,
): string | undefined {
  const answer = compileXPath(expression)
  if (!answer.ok) return `refused: ${answer.problem.message} at ${answer.problem.position}`
  const places = new Map(copies.map((node, i) => [node, String(i)]))
  const placeOfCopy = (node: OracleNode) =>
    node.nodeType === 2 ? `${places.get(node.ownerElement!)}@${node.name}` : places.get(node)!
  const placeOfOurs = (node: TreeNode) => (node.rank > 0 ? `${node.order}@${node.name}` : String(node.order))
  const ours = described(answer.xpath.evaluate(tree.root), placeOfOurs)
  const theirs = described(ask(theirExpression, copies[0]!), placeOfCopy)
  return ours === theirs ? undefined : `${ours.slice(0, 120)} ≠ ${theirs.slice(0, 120)}`
}
