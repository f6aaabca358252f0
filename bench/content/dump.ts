/**
 * Blocks of marked pages as numbers, for training:
 *
 *   node bench/content/dump.ts OUT wcxb/dev    what blocks are first judged by
 *   node bench/content/dump.ts OUT             what they are judged again by, after train.py OUT first
 *
 * Writes OUT.json (pages with the texts of their blocks) and OUT.first.bin (rows of 32-bit floats: features, then the share of the block that
 * belongs to the content); then, with OUT.judged.bin (the first judgments, by folds), OUT.alone.bin and OUT.site.bin. A page
 * alone in its site has no rows in the last one.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { type ContentBlock, contentBlocks } from '../../src/document/content/content-blocks.ts'
import { contentFeatures } from '../../src/document/content/content-features.ts'
import { reviewFeatures } from '../../src/document/content/content-review.ts'
import { placedBlocks, type SitePage, siteCounts, textsOf } from '../../src/document/content/site-texts.ts'
import { parseTree } from '../../src/html/index.ts'
import { type MarkedPage, markedPages } from './marked-pages.ts'
import { othersOf } from './other-pages.ts'
import { Truth } from './truth.ts'

const OTHERS = 8
const [out, folder] = process.argv.slice(2)

interface DumpedPage extends Omit<MarkedPage, 'html'> {
  readonly blocks: readonly string[]
  readonly words: readonly number[]
  readonly parents: readonly number[]
  readonly placed: readonly { readonly text: number; readonly place: number }[]
}

function judgeFirst(folder: string): void {
  const pages: DumpedPage[] = []
  const file = openSync(`${out}.first.bin`, 'w')
  let width = 0
  for (const { html, ...page } of markedPages('pages', folder)) {
    const tree = parseTree(html)
    const blocks = contentBlocks(tree)
    const table = contentFeatures(tree, blocks)
    if (blocks.length > 0) width = table.width
    writeSync(file, rowsWithTruth(blocks, table.rows, width, new Truth(page.content)))
    const parents = blocks.map(({ element }) => element.parent?.order ?? 0)
    const texts = { blocks: blocks.map(({ text }) => text), words: blocks.map(({ words }) => words) }
    pages.push({ ...page, ...texts, parents, placed: placedBlocks(blocks) })
  }
  closeSync(file)
  writeFileSync(`${out}.json`, JSON.stringify({ width, pages }))
}

function rowsWithTruth(
  blocks: readonly ContentBlock[],
  rows: Float32Array,
  width: number,
  truth: Truth,
): Buffer {
  const all = new Float32Array((width + 1) * blocks.length)
  for (const [i, block] of blocks.entries()) {
    all.set(rows.subarray(i * width, (i + 1) * width), i * (width + 1))
    all[i * (width + 1) + width] = truth.shareIn(block.text)
  }
  return Buffer.from(all.buffer)
}

function judgeAgain(): void {
  const { pages } = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as { pages: DumpedPage[] }
  const bytes = readFileSync(`${out}.judged.bin`)
  const judged = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  const texts = new Map<DumpedPage, SitePage>(pages.map(page => [page, textsOf(page.path, page.placed)]))
  const siblings = othersOf(pages, OTHERS)
  const [alone, site] = [openSync(`${out}.alone.bin`, 'w'), openSync(`${out}.site.bin`, 'w')]
  let at = 0
  for (const page of pages) {
    const first = Float64Array.from(judged.subarray(at, (at += page.blocks.length)))
    const blocks = page.words.map(
      (words, i) => ({ words, element: { parent: { order: page.parents[i] } } }) as unknown as ContentBlock,
    )
    writeSync(alone, Buffer.from(reviewFeatures(blocks, page.placed, first, null).rows.buffer))
    const others = siblings.get(page)!.map(each => texts.get(each)!)
    if (others.length === 0) continue
    const counts = siteCounts(blocks, page.placed, first, others)
    writeSync(site, Buffer.from(reviewFeatures(blocks, page.placed, first, counts).rows.buffer))
  }
  closeSync(alone)
  closeSync(site)
}

if (folder === undefined) judgeAgain()
else judgeFirst(folder)
