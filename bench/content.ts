/**
 * How much of what people marked as the content of a page is found, and how much else?
 *
 *   node bench/content.ts --articles DIR    scrapinghub/article-extraction-benchmark: ground-truth.json and html/*.html.gz
 *   node bench/content.ts --pages DIR       Web Content eXtraction Benchmark, a part: ground-truth/*.json and html/*.html.gz
 *
 * Articles are scored as that benchmark's evaluate.py does (shingles of four words, precision and recall averaged over pages), pages by
 * the mean word F1. Two baselines beside ours: all text, and the optimum of tags outside and words inside (Finn, Kushmerick and Smyth 2001).
 * The model was learned from the development part of the second benchmark, so there only the folds of train.py are honest; any other
 * part, and the articles, it has not seen.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { contentBlocks } from '../src/document/content/content-blocks.ts'
import { mainContent } from '../src/document/content/main-content.ts'
import { scanPage } from '../src/document/index.ts'
import { decodeBody, parseTree, type Tree } from '../src/html/index.ts'
import { Canonicalizer } from '../src/url/index.ts'
import { wordsOf } from './content/truth.ts'

const { values } = parseArgs({ options: { articles: { type: 'string' }, pages: { type: 'string' } } })

interface Marked {
  readonly kind: string
  readonly html: string
  readonly content: string
}

const read = (file: string) => decodeBody(gunzipSync(readFileSync(file)), undefined, 'html').text

function* articles(folder: string): Generator<Marked> {
  const truth = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody: string }
  >
  for (const [id, { articleBody }] of Object.entries(truth))
    yield { kind: 'article', html: read(join(folder, 'html', `${id}.html.gz`)), content: articleBody }
}

function* pages(folder: string): Generator<Marked> {
  for (const name of readdirSync(join(folder, 'ground-truth')).sort()) {
    const { ground_truth, _internal } = JSON.parse(readFileSync(join(folder, 'ground-truth', name), 'utf8'))
    const html = read(join(folder, 'html', name.replace('.json', '.html.gz')))
    yield { kind: _internal.page_type.primary, html, content: ground_truth.main_content ?? '' }
  }
}

/** The stretch of the page with most tags outside and most words inside. */
function tagOptimum(tree: Tree): string {
  const tokens: (string | null)[] = []
  const unseen = new Set(['script', 'style', 'noscript', 'head'])
  for (let at = 0; at < tree.nodes.length; at++) {
    const node = tree.nodes[at]!
    if (node.kind === 'element' && unseen.has(node.name)) at = node.last
    else if (node.kind === 'element') tokens.push(null)
    else if (node.kind === 'text') tokens.push(...wordsOf(node.text()))
  }
  // Words count for, tags against: the best stretch of a sum (Kadane).
  let best = { from: 0, to: 0, sum: 0 }
  for (let at = 0, from = 0, sum = 0; at < tokens.length; at++) {
    sum += tokens[at] === null ? -1 : 1
    if (sum > best.sum) best = { from, to: at + 1, sum }
    if (sum < 0) [sum, from] = [0, at + 1]
  }
  return tokens.slice(best.from, best.to).join(' ')
}

const EXTRACTORS: Readonly<Record<string, (tree: Tree) => string>> = {
  'all text': tree => textOf(contentBlocks(tree)),
  'tag optimum': tagOptimum,
  tidewatch: tree => textOf(mainContent(tree)),
}
const textOf = (blocks: readonly { readonly text: string }[]) => blocks.map(({ text }) => text).join('\n')

function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

function agreement(
  found: readonly string[],
  wanted: readonly string[],
): { precision: number; recall: number } {
  const [ours, theirs] = [counted(found), counted(wanted)]
  let shared = 0
  for (const [item, count] of ours) shared += Math.min(count, theirs.get(item) ?? 0)
  return {
    precision: found.length === 0 ? (wanted.length === 0 ? 1 : 0) : shared / found.length,
    recall: wanted.length === 0 ? 1 : shared / wanted.length,
  }
}

const harmonic = (precision: number, recall: number) =>
  precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)

function shingles(text: string): string[] {
  const words = wordsOf(text)
  if (words.length < 4) return words.length === 0 ? [] : [words.join(' ')]
  return words.slice(3).map((_, i) => words.slice(i, i + 4).join(' '))
}

const asked = values.articles ?? values.pages
if (asked === undefined) {
  console.error('name a benchmark: --articles DIR or --pages DIR')
  process.exit(2)
}
const marked = [...(values.articles === undefined ? pages(asked) : articles(asked))]
const started = process.cpuUsage()
for (const { html } of marked) scanPage(html, 'http://localhost/', new Canonicalizer(), { text: true })
const scanMs = process.cpuUsage(started).user / 1_000
const trees = marked.map(({ html }) => parseTree(html))
for (const [name, extract] of Object.entries(EXTRACTORS)) {
  const before = process.cpuUsage()
  const texts = trees.map(extract)
  const ms = process.cpuUsage(before).user / 1_000
  const scores = texts.map((text, i) =>
    values.articles === undefined
      ? agreement(wordsOf(text), wordsOf(marked[i]!.content))
      : agreement(shingles(text), shingles(marked[i]!.content)),
  )
  const f1 =
    values.articles === undefined
      ? mean(scores.map(({ precision, recall }) => harmonic(precision, recall)))
      : harmonic(mean(scores.map(each => each.precision)), mean(scores.map(each => each.recall)))
  console.log(
    `${name.padEnd(12)} F1 ${f1.toFixed(3)}, precision ${mean(scores.map(each => each.precision)).toFixed(3)}, recall ${mean(scores.map(each => each.recall)).toFixed(3)}; ${(ms / marked.length).toFixed(2)} ms a page (a scan: ${(scanMs / marked.length).toFixed(2)})`,
  )
}
