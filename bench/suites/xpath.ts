/**
 * Our XPath against the `xpath` package (over @xmldom/xmldom), on real pages and on expressions written and made up:
 *
 *     node bench/suites/xpath.ts --pages DIR [--made 400] [--seed 1]
 *
 * A unit test does the same on small pages. Not compared is what differs on purpose: namespaces, processing instructions, and characters beyond 16 bits, which the
 * package counts twice.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../src/env/index.ts'
import { compileXPath, parseTree, type Tree, type TreeNode } from '../../src/html/index.ts'
import { agreementOn } from '../../src/html/xpath/oracle.fixture.ts'

const MIN_MICROSECONDS = 400_000

function differential(trees: readonly Tree[], made: number, seed: number): void {
  const random = seededRandom(seed)
  const answers = trees.map(tree => agreementOn(tree, random, made)).filter(each => each !== null)
  const wrong = answers.flatMap(each => each.wrong)
  const compared = answers.reduce((sum, each) => sum + each.compared, 0)
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
  while (process.cpuUsage(start).user < MIN_MICROSECONDS) {
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
    most: { type: 'string', default: '10' },
    made: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
  },
})
if (values.pages === undefined) {
  console.error('usage: xpath.ts --pages DIR [--most 10] [--made 400] [--seed 1]')
  process.exit(2)
}
const trees = readPages(values.pages, Number(values.most))
const nodes = trees.reduce((sum, tree) => sum + tree.nodes.length, 0)
console.log(`${trees.length} pages, ${Math.round(nodes / trees.length)} nodes on average`)
differential(trees, Number(values.made), Number(values.seed))
speed(trees)
