/**
 * Main content: the blocks of a page that readers came for, as learned from pages on which people had marked them (`bench/content/`).
 * Every block is judged twice: by its text, its tags and their names, its place and its surroundings; then by the first judgment of the
 * blocks around it and, if other pages of the site are available, by what these have in common. Cost: a few passes over the tree and a few
 * hundred comparisons for each block.
 */
import { parseTree, type Tree } from '../../html/index.ts'
import { type ContentBlock, contentBlocks } from './content-blocks.ts'
import { contentFeatures, RowBuffer, wholePage } from './content-features.ts'
import model from './content-model.json' with { type: 'json' }
import { bestChoice, reviewFeatures } from './content-review.ts'
import { Forest, type ForestData } from './forest.ts'
import { wordWeights } from './judged-groups.ts'
import { placedBlocks, placesOf, type SiteCounts, type SitePage, siteCounts, textsOf } from './site-texts.ts'

/** Forests that judge one kind of pages. */
class Judges {
  readonly first: Forest
  readonly second: Forest
  readonly kind: Forest
  readonly thresholds: readonly number[]

  constructor({ first, second, kind, thresholds }: JudgesData) {
    this.first = new Forest(first)
    this.second = new Forest(second)
    this.kind = new Forest(kind)
    this.thresholds = thresholds
  }
}

interface JudgesData {
  readonly first: ForestData
  readonly second: ForestData
  readonly kind: ForestData
  readonly thresholds: readonly number[]
}

/** In manuals, tables of contents and rows of short descriptions are content, and elsewhere rarely: they have judges of their own. */
const IS_MANUAL = new Forest(model.isManual)
/** A page is a manual if this is more likely than not. */
const MIN_MANUAL = 0.5
const [OF_MANUALS, OF_PAGES] = [new Judges(model.manuals), new Judges(model.pages)]
const [FIRST_ROWS, SECOND_ROWS] = [new RowBuffer(), new RowBuffer()]

/** The content blocks of a page, in document order; `site` holds texts of other pages like it. */
export function mainContent(tree: Tree, site: readonly SitePage[] = []): readonly ContentBlock[] {
  const blocks = contentBlocks(tree)
  if (blocks.length === 0) return blocks
  const { table, judges } = judgesOf(tree, blocks)
  const first = judges.first.judge(table)
  const oneText = judges.kind.judge(wholePage(table))[0]!
  const counts = site.length === 0 ? null : siteCounts(blocks, placedBlocks(blocks), first, site)
  const second = judges.second.judge(
    reviewFeatures({ blocks, table, places: placesOf(blocks), first, oneText }, counts, SECOND_ROWS),
  )
  const threshold = thresholdOf(second, blocks, judges.thresholds)
  return blocks.filter((_, i) => second[i]! >= threshold && !isShared(blocks[i]!, counts, i))
}

/** What other pages of its site are compared with. */
export function textsOfPage(url: string, html: string): SitePage {
  const tree = parseTree(html)
  const blocks = contentBlocks(tree)
  const { table, judges } = judgesOf(tree, blocks)
  return textsOf(url, blocks, judges.first.judge(table))
}

function judgesOf(tree: Tree, blocks: readonly ContentBlock[]) {
  const table = contentFeatures(tree, blocks, FIRST_ROWS)
  const isManual = blocks.length > 0 && IS_MANUAL.judge(wholePage(table))[0]! > MIN_MANUAL
  return { table, judges: isManual ? OF_MANUALS : OF_PAGES }
}

/** The one with the best expected F1, within what was found to be best on other pages; every page with text has some content. */
function thresholdOf(
  likely: Float64Array,
  blocks: readonly ContentBlock[],
  [least = 0, most = 1]: readonly number[],
): number {
  const { threshold } = bestChoice(likely, wordWeights(blocks))
  const highest = likely.reduce((most, each) => Math.max(most, each), 0)
  return Math.min(highest, most, Math.max(least, threshold))
}

/** Fewer pages may be similar by chance. */
const MIN_OTHERS = 3
/** Text on this share of the other pages is not content, whatever it looks like. */
const MIN_SHARE = 0.5
/** Headings and labels within the content, such as "Parameters", are the same on many pages. */
const MIN_WORDS = 6

const isShared = ({ words }: ContentBlock, counts: SiteCounts | null, i: number): boolean =>
  counts !== null &&
  words >= MIN_WORDS &&
  counts.pages >= MIN_OTHERS &&
  counts.texts[i]! >= MIN_SHARE * counts.pages
