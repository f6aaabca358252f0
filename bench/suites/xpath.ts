/**
 * Our XPath against the `xpath` package (over @xmldom/xmldom), on real pages and on expressions written and made up:
 *
 *     node bench/suites/xpath.ts --pages DIR [--oracle DIR] [--made 400] [--seed 1]
 *
 * `--oracle` is a folder in which `npm i xpath @xmldom/xmldom` was run; without it only the speed is measured. Not
 * compared is what differs on purpose: namespaces, processing instructions, and characters beyond 16 bits, which the
 * package counts twice.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../src/env/index.ts'
import { compileXPath, parseTree, type Tree, type TreeNode } from '../../src/html/index.ts'
import { DEFINED, makeExpression, WRITTEN } from './xpath-expressions.ts'

interface OracleNode {
  appendChild(child: OracleNode): void
  setAttribute(name: string, value: string): void
  ownerElement?: OracleNode
  nodeType: number
  name: string
}
interface Oracle {
  select(expression: string, node: OracleNode): OracleNode[] | string | number | boolean
  newDocument(): OracleNode &
    Record<'createElement' | 'createTextNode' | 'createComment', (text: string) => OracleNode>
}

function loadOracle(folder: string): Oracle {
  const load = createRequire(join(folder, 'package.json'))
  const { select } = load('xpath')
  const { DOMImplementation } = load('@xmldom/xmldom')
  return { select, newDocument: () => new DOMImplementation().createDocument(null, null, null) }
}

const LEAST_MICROSECONDS = 400_000

const isXmlName = (name: string) => /^[a-z_][\w.-]*$/.test(name)

/** The same tree with the oracle's nodes; names that XML does not allow make a page unfit. */
function copy(tree: Tree, oracle: Oracle): OracleNode[] | undefined {
  const document = oracle.newDocument()
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

function copyNode(node: TreeNode, document: ReturnType<Oracle['newDocument']>): OracleNode {
  if (node.kind === 'text') return document.createTextNode(node.text())
  if (node.kind === 'comment') return document.createComment(node.text().replaceAll('--', '- -'))
  const element = document.createElement(node.name)
  for (let i = 0; i < node.attributes.length; i += 2)
    if (isXmlName(node.attributes[i]!)) element.setAttribute(node.attributes[i]!, node.attributes[i + 1]!)
  return element
}

/** A value as text that both sides can be reduced to. */
function described(value: unknown, place: (node: never) => string): string {
  if (Array.isArray(value)) return `nodes ${value.map(place as (node: unknown) => string).join(' ')}`
  return Number.isNaN(value) ? 'number NaN' : `${typeof value} ${String(value)}`
}

function compareOn(
  tree: Tree,
  copies: OracleNode[],
  oracle: Oracle,
  expression: string,
  theirExpression = expression,
): string | undefined {
  const answer = compileXPath(expression)
  if (!answer.ok) return `refused: ${answer.problem.message} at ${answer.problem.position}`
  const places = new Map(copies.map((node, i) => [node, String(i)]))
  const placeOfCopy = (node: OracleNode) =>
    node.nodeType === 2 ? `${places.get(node.ownerElement!)}@${node.name}` : places.get(node)!
  const placeOfOurs = (node: TreeNode) => (node.rank > 0 ? `${node.order}@${node.name}` : String(node.order))
  const ours = described(answer.xpath.evaluate(tree.root), placeOfOurs)
  const theirs = described(oracle.select(theirExpression, copies[0]!), placeOfCopy)
  return ours === theirs ? undefined : `${ours.slice(0, 120)} ≠ ${theirs.slice(0, 120)}`
}

function differential(trees: readonly Tree[], oracle: Oracle, made: number, seed: number): void {
  const random = seededRandom(seed)
  let compared = 0
  const wrong: string[] = []
  for (const tree of trees) {
    const copies = copy(tree, oracle)
    if (copies === undefined) continue
    const madeUp = Array.from({ length: made }, () => makeExpression(random, tree))
    const pairs = [...[...WRITTEN, ...madeUp].map(one => [one, one] as const), ...DEFINED]
    for (const [expression, theirs] of pairs) {
      compared++
      const difference = compareOn(tree, copies, oracle, expression, theirs)
      if (difference !== undefined) wrong.push(`${expression}\n    ${difference}`)
    }
  }
  for (const line of wrong.slice(0, 10)) console.log(`  ${line}`)
  console.log(`agreement with xpath: ${compared - wrong.length} of ${compared} answers`)
}

function speed(trees: readonly Tree[]): void {
  const plain = measure(trees, tree => {
    const found: TreeNode[] = []
    const walk = (node: TreeNode): void => {
      if (node.kind === 'element' && node.name === 'a' && node.attribute('href') !== undefined)
        found.push(node)
      for (let child = node.firstChild; child !== undefined; child = child.nextSibling) walk(child)
    }
    walk(tree.root)
    return found.length
  })
  console.log(`plain walk for a with href: ${plain.toFixed(1)} µs a page`)
  for (const expression of [
    '//a[@href]',
    '//div[@class]//ul/li/a/@href',
    '//a[contains(@href,"/")][1]',
    '//li[last()]',
  ]) {
    const answer = compileXPath(expression)
    if (!answer.ok) continue
    const cost = measure(trees, tree => answer.xpath.select(tree.root).length)
    console.log(`${expression}: ${cost.toFixed(1)} µs a page, ${(cost / plain).toFixed(2)} × the walk`)
  }
}

/** Processor time a page in microseconds: the clock of the processor is coarse, so it runs for a while. */
function measure(trees: readonly Tree[], run: (tree: Tree) => number): number {
  const all = () => trees.reduce((sum, tree) => sum + run(tree), 0)
  for (let i = 0; i < 20; i++) all()
  const start = process.cpuUsage()
  let rounds = 0
  let found = 0
  while (process.cpuUsage(start).user < LEAST_MICROSECONDS) {
    found += all()
    rounds++
  }
  if (found < 0) throw new Error('the compiler must not drop what nobody reads')
  return process.cpuUsage(start).user / rounds / trees.length
}

function readPages(folder: string, most: number): Tree[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.html?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
  const stride = Math.max(1, Math.floor(files.length / most))
  return files
    .filter((_, i) => i % stride === 0)
    .slice(0, most)
    .map(file => parseTree(readFileSync(file, 'utf8')))
}

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    oracle: { type: 'string' },
    most: { type: 'string', default: '10' },
    made: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.pages === undefined) {
  console.error(
    'usage: xpath.ts --pages DIR [--oracle DIR with xpath and @xmldom/xmldom] [--most 10] [--made 400] [--seed 1]',
  )
  process.exit(2)
}
const trees = readPages(values.pages, Number(values.most))
const nodes = trees.reduce((sum, tree) => sum + tree.nodes.length, 0)
console.log(`${trees.length} pages, ${Math.round(nodes / trees.length)} nodes on average`)
if (values.oracle === undefined) console.log('no --oracle: only the speed is measured')
else differential(trees, loadOracle(values.oracle), Number(values.made), Number(values.seed))
speed(trees)
