/**
 * Blocks of marked pages as numbers, for training:
 *
 *   node bench/content/dump.ts OUT wcxb/dev          what blocks are first judged by
 *   node bench/content/dump.ts OUT wcxb/dev again    what they are judged again by, after train.py OUT first
 *
 * Writes OUT.json (pages with the texts of their blocks) and OUT.first.bin (rows of 32-bit floats: features, then the share of the block that
 * belongs to the content); then, with OUT.judged.bin and OUT.kinds.bin (the first judgments, by folds), OUT.alone.bin and OUT.site.bin. A page
 * alone in its site has no rows in the last one. `--set articles` and others (see ../content.ts) dump pages to measure by.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { WHOLE_PAGE } from '../../src/document/content/block-facts.ts'
import { type ContentBlock, contentBlocks } from '../../src/document/content/content-blocks.ts'
import { contentFeatures } from '../../src/document/content/content-features.ts'
import { REVIEW_WIDTH, reviewFeatures } from '../../src/document/content/content-review.ts'
import {
  placedBlocks,
  type SitePage,
  siteCounts,
  textsOfPage,
} from '../../src/document/content/site-texts.ts'
import { parseTree } from '../../src/html/index.ts'
import { type MarkedPage, type MarkedSet, markedPages } from './marked-pages.ts'
import { othersOf } from './other-pages.ts'
import { versionsOf } from './versions.ts'

const OTHERS = 8
const { values, positionals } = parseArgs({
  options: { set: { type: 'string', default: 'pages' } },
  allowPositionals: true,
})
const [out = '', folder = '', step = 'first'] = positionals
const set = values.set as MarkedSet

interface DumpedPage extends Omit<MarkedPage, 'html'> {
  readonly isCut: boolean
  readonly blocks: readonly string[]
  readonly words: readonly number[]
}

function judgeFirst(): void {
  const pages: DumpedPage[] = []
  const file = openSync(`${out}.first.bin`, 'w')
  let width = 0
  for (const { html, ...page } of markedPages(set, folder)) {
    const tree = parseTree(html)
    for (const { isCut, blocks, shares } of versionsOf(page.kind, contentBlocks(tree), page.content)) {
      const table = contentFeatures(tree, blocks)
      if (blocks.length > 0) width = table.width
      writeSync(file, rowsWithTruth(blocks, table.rows, width, shares))
      const texts = { blocks: blocks.map(({ text }) => text), words: blocks.map(({ words }) => words) }
      pages.push({ ...page, isCut, ...texts })
    }
  }
  closeSync(file)
  writeFileSync(
    `${out}.json`,
    JSON.stringify({ width, wholePage: WHOLE_PAGE, reviewWidth: REVIEW_WIDTH, pages }),
  )
}

function rowsWithTruth(
  blocks: readonly ContentBlock[],
  rows: Float32Array,
  width: number,
  shares: Float32Array,
): Buffer {
  const all = new Float32Array((width + 1) * blocks.length)
  for (let i = 0; i < blocks.length; i++) {
    all.set(rows.subarray(i * width, (i + 1) * width), i * (width + 1))
    all[i * (width + 1) + width] = shares[i]!
  }
  return Buffer.from(all.buffer)
}

function judgeAgain(): void {
  const judged = floatsIn(`${out}.judged.bin`)
  const oneText = floatsIn(`${out}.kinds.bin`)
  const pages = [...markedPages(set, folder)]
  const texts = new Map<MarkedPage, SitePage>(pages.map(page => [page, textsOfPage(page.path, page.html)]))
  const siblings = othersOf(pages, OTHERS)
  const [alone, site] = [openSync(`${out}.alone.bin`, 'w'), openSync(`${out}.site.bin`, 'w')]
  let [at, version] = [0, 0]
  for (const page of pages) {
    const tree = parseTree(page.html)
    const others = siblings.get(page)!.map(each => texts.get(each)!)
    for (const { blocks } of versionsOf(page.kind, contentBlocks(tree), page.content)) {
      const placed = placedBlocks(blocks)
      const first = Float64Array.from(judged.subarray(at, (at += blocks.length)))
      const known = { blocks, first, table: contentFeatures(tree, blocks), oneText: oneText[version++]! }
      const page = { ...known, places: placed.map(({ place }) => place) }
      writeSync(alone, Buffer.from(reviewFeatures(page, null).rows.buffer))
      if (others.length === 0) continue
      const counts = siteCounts(blocks, placed, first, others)
      writeSync(site, Buffer.from(reviewFeatures(page, counts).rows.buffer))
    }
  }
  closeSync(alone)
  closeSync(site)
}

function floatsIn(file: string): Float32Array {
  const bytes = readFileSync(file)
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

if (step === 'again') judgeAgain()
else judgeFirst()
