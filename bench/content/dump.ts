/**
 * Blocks of marked pages as numbers, for training:
 *
 *   node bench/content/dump.ts OUT wcxb/dev --manuals DIR          what blocks are first judged by
 *   node bench/content/dump.ts OUT wcxb/dev --manuals DIR again    what they are judged again by, after train.py OUT first
 *
 * Writes OUT.json (pages with the texts of their blocks) and OUT.first.bin (rows of 32-bit floats: features, then the share of the block that
 * belongs to the content); then, with OUT.judged.bin and OUT.kinds.bin (the first judgments, by folds), OUT.alone.bin and OUT.site.bin. A page
 * alone in its site has no rows in the last one. `--set articles` and others (see ../content.ts) dump pages to measure by.
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { TELLS_MANUALS, WHOLE_PAGE } from '../../src/document/content/block-facts.ts'
import { type ContentBlock, contentBlocks } from '../../src/document/content/content-blocks.ts'
import { contentFeatures } from '../../src/document/content/content-features.ts'
import { REVIEW_WIDTH, reviewFeatures } from '../../src/document/content/content-review.ts'
import { placedBlocks, type SitePage, siteCounts, textsOf } from '../../src/document/content/site-texts.ts'
import { parseTree } from '../../src/html/index.ts'
import { type MarkedPage, type MarkedSet, markedPages } from './marked-pages.ts'
import { othersOf } from './other-pages.ts'
import { versionsOf } from './versions.ts'

/** How many other pages of a site are at hand, in turn. */
const OTHERS = [1, 2, 4, 8]
const { values, positionals } = parseArgs({
  options: { set: { type: 'string', default: 'pages' }, manuals: { type: 'string' } },
  allowPositionals: true,
})
const [out = '', folder = '', step = 'first'] = positionals
const set = values.set as MarkedSet

function* allPages(): Generator<MarkedPage> {
  yield* markedPages(set, folder)
  if (values.manuals !== undefined) yield* markedPages('manuals', values.manuals)
}

interface DumpedPage extends Omit<MarkedPage, 'html'> {
  readonly isCut: boolean
  readonly blocks: readonly string[]
  readonly words: readonly number[]
}

function judgeFirst(): void {
  const pages: DumpedPage[] = []
  const file = openSync(`${out}.first.bin`, 'w')
  let width = 0
  for (const { html, ...page } of allPages()) {
    const tree = parseTree(html)
    for (const { isCut, blocks, shares } of versionsOf(page, contentBlocks(tree))) {
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
    JSON.stringify({
      width,
      wholePage: WHOLE_PAGE,
      tellsManuals: TELLS_MANUALS,
      reviewWidth: REVIEW_WIDTH,
      pages,
    }),
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
  const pages = [...allPages()]
  const texts = textsOfPages(pages, judged)
  const siblings = othersOf(pages, Math.max(...OTHERS))
  const [alone, site] = [openSync(`${out}.alone.bin`, 'w'), openSync(`${out}.site.bin`, 'w')]
  let [at, version] = [0, 0]
  for (const [number, page] of pages.entries()) {
    const tree = parseTree(page.html)
    const others = siblings.get(page)!.slice(0, OTHERS[number % OTHERS.length]!)
    for (const { blocks } of versionsOf(page, contentBlocks(tree))) {
      const placed = placedBlocks(blocks)
      const first = Float64Array.from(judged.subarray(at, (at += blocks.length)))
      const known = { blocks, first, table: contentFeatures(tree, blocks), oneText: oneText[version++]! }
      const page = { ...known, places: placed.map(({ place }) => place) }
      writeSync(alone, Buffer.from(reviewFeatures(page, null).rows.buffer))
      if (others.length === 0) continue
      const counts = siteCounts(
        blocks,
        placed,
        first,
        others.map(each => texts.get(each)!),
      )
      writeSync(site, Buffer.from(reviewFeatures(page, counts).rows.buffer))
    }
  }
  closeSync(alone)
  closeSync(site)
}

/** What other pages of their sites are compared with; no page is judged by what was learned from its site. */
function textsOfPages(pages: readonly MarkedPage[], judged: Float32Array): ReadonlyMap<MarkedPage, SitePage> {
  const texts = new Map<MarkedPage, SitePage>()
  let at = 0
  for (const page of pages)
    for (const { isCut, blocks } of versionsOf(page, contentBlocks(parseTree(page.html)))) {
      const first = Float64Array.from(judged.subarray(at, (at += blocks.length)))
      if (!isCut) texts.set(page, textsOf(page.path, blocks, first))
    }
  return texts
}

function floatsIn(file: string): Float32Array {
  const bytes = readFileSync(file)
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

if (step === 'again') judgeAgain()
else judgeFirst()
