/**
 * Links that turn pages, against the data of TeamHG-Memex/autopager (`--folder autopager`: its autopager/data, pages with the links that people marked by
 * CSS selectors). Judged is whether a link turns a page at all; pages marked as failed there are left out,
 * and so are links without an address (`javascript:`).
 *
 *     node bench/suites/pagination.ts --folder AUTOPAGER [--details]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeBody, parseTree, type Tree, type TreeNode } from '../../src/html/index.ts'
import { isPagination } from '../../src/site/sample/pagination.ts'
import { readCsv } from '../../src/site/specification/csv.ts'
import { canonicalUrl } from '../../src/url/index.ts'

const { values } = parseArgs({
  options: { folder: { type: 'string' }, details: { type: 'boolean', default: false } },
})
if (values.folder === undefined) {
  console.error('usage: pagination.ts --folder AUTOPAGER [--details]')
  process.exit(2)
}
const folder = join(values.folder, 'autopager/data')

type Test = (node: TreeNode) => boolean

function compound(text: string): Test {
  const parts = [...text.matchAll(/([.#]?)([\w-]+)|:nth-child\((\d+)\)/g)].map(
    ([, mark, name, place]): Test => {
      if (place !== undefined) return node => placeOf(node) === Number(place)
      if (mark === '#') return node => node.attribute('id') === name
      if (mark === '.') return node => (node.attribute('class') ?? '').split(/\s+/).includes(name!)
      return node => node.name === name!.toLowerCase()
    },
  )
  return node => parts.every(part => part(node))
}

function placeOf(node: TreeNode): number {
  return siblings(node).indexOf(node) + 1
}

function siblings(node: TreeNode): TreeNode[] {
  const found: TreeNode[] = []
  for (let at = node.parent?.firstChild; at !== undefined; at = at.nextSibling)
    if (at.kind === 'element') found.push(at)
  return found
}

/** `.a .b+ c:nth-child(2)`: read from the right. */
function selector(text: string): Test {
  const parts = text
    .replace(/\s*([+~>])\s*/g, ' $1 ')
    .trim()
    .split(/\s+/)
  const last = compound(parts.at(-1)!)
  if (parts.length === 1) return last
  const mark = parts.at(-2)!
  const joined = /^[+~>]$/.test(mark)
  const rest = selector(parts.slice(0, joined ? -2 : -1).join(' '))
  const before = (node: TreeNode) => siblings(node).slice(0, placeOf(node) - 1)
  if (mark === '+') return node => last(node) && before(node).slice(-1).some(rest)
  if (mark === '~') return node => last(node) && before(node).some(rest)
  if (mark === '>') return node => last(node) && node.parent !== null && rest(node.parent)
  return node => last(node) && ancestors(node).some(rest)
}

function ancestors(node: TreeNode): TreeNode[] {
  const found: TreeNode[] = []
  for (let at = node.parent; at !== null; at = at.parent) found.push(at)
  return found
}

/** As the suite reads its selectors: the anchor around what is selected, else those inside. */
function marked(tree: Tree, selectors: readonly string[]): Set<TreeNode> {
  const found = new Set<TreeNode>()
  for (const test of selectors.map(selector))
    for (const node of tree.nodes.filter(one => one.kind === 'element' && test(one))) {
      const around = [node, ...ancestors(node)].find(one => one.name === 'a')
      if (around !== undefined) found.add(around)
      else
        for (let i = node.order + 1; i <= node.last; i++)
          if (tree.nodes[i]!.name === 'a') found.add(tree.nodes[i]!)
    }
  return found
}

function linksOf(tree: Tree, pageUrl: string) {
  const base = tree.nodes.find(node => node.name === 'base')?.attribute('href')
  const from = (base === undefined ? undefined : canonicalUrl(base, pageUrl)) ?? pageUrl
  return tree.nodes
    .filter(node => node.name === 'a' && node.attribute('href') !== undefined)
    .map(node => {
      const text = node.text().replace(/\s+/g, ' ').trim()
      const url = canonicalUrl(node.attribute('href')!, from) ?? ''
      return { node, url, text, rel: node.attribute('rel') ?? '', path: 0 }
    })
}

const counts = { hits: 0, false: 0, missed: 0 }
let pages = 0
let rightPages = 0
const [, ...rows] = readCsv(readFileSync(join(folder, 'data.csv'), 'utf8')).rows
for (const row of rows) {
  const [name, url, , ...rest] = row.map(cell => cell.text)
  if (rest[5] === '1') continue
  const tree = parseTree(
    decodeBody(readFileSync(join(folder, 'html', `${name}.html`)), undefined, 'html').text,
  )
  const truth = marked(
    tree,
    rest
      .slice(0, 5)
      .flatMap(list => (list ?? '').split(','))
      .map(one => one.trim())
      .filter(one => one !== ''),
  )
  const links = linksOf(tree, url!).filter(link => link.url !== '')
  const turning = new Set(links.filter(link => isPagination(link, url!)))
  const hits = links.filter(link => turning.has(link) && truth.has(link.node)).length
  const wrong = links.filter(link => turning.has(link) && !truth.has(link.node))
  const missed = links.filter(link => !turning.has(link) && truth.has(link.node))
  counts.hits += hits
  counts.false += wrong.length
  counts.missed += missed.length
  pages++
  if (wrong.length === 0 && missed.length === 0) rightPages++
  if (values.details && wrong.length + missed.length > 0) {
    console.log(`${name} ${url}`)
    for (const { text, url: to } of wrong.slice(0, 4))
      console.log(`   wrong  ${JSON.stringify(text.slice(0, 40))} ${to}`)
    for (const { text, url: to } of missed.slice(0, 4))
      console.log(`   missed ${JSON.stringify(text.slice(0, 40))} ${to}`)
  }
}
const precision = counts.hits / (counts.hits + counts.false)
const recall = counts.hits / (counts.hits + counts.missed)
console.log(
  `pagination: ${pages} pages, ${rightPages} with no mistake; of links: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${((2 * precision * recall) / (precision + recall)).toFixed(3)}`,
)
