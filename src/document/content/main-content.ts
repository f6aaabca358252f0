/**
 * Main content: the blocks of a page that readers came for, as learned from pages on which people had marked them (`bench/content/`).
 * Every block is judged twice: by its text, its tags and their names, its place and its surroundings; then by the first judgment of the
 * blocks around it and, if other pages of the site are available, by what these have in common. Cost: a few passes over the tree and a few
 * hundred comparisons for each block.
 */
import type { Tree } from '../../html/index.ts'
import { type ContentBlock, contentBlocks } from './content-blocks.ts'
import { contentFeatures, wholePage } from './content-features.ts'
import model from './content-model.json' with { type: 'json' }
import { bestChoice, reviewFeatures } from './content-review.ts'
import { Forest } from './forest.ts'
import { placedBlocks, placesOf, type SiteCounts, type SitePage, siteCounts } from './site-texts.ts'

const KIND = new Forest(model.kind)
const FIRST = new Forest(model.first)
const SECOND = new Forest(model.second)
const [LEAST = 0, MOST = 1] = model.thresholds

/** The content blocks of a page, in document order; `site` holds texts of other pages like it. */
export function mainContent(tree: Tree, site: readonly SitePage[] = []): readonly ContentBlock[] {
  const blocks = contentBlocks(tree)
  if (blocks.length === 0) return blocks
  const table = contentFeatures(tree, blocks)
  const first = FIRST.judge(table)
  const oneText = KIND.judge(wholePage(table))[0]!
  const counts = site.length === 0 ? null : siteCounts(blocks, placedBlocks(blocks), first, site)
  const second = SECOND.judge(
    reviewFeatures({ blocks, table, places: placesOf(blocks), first, oneText }, counts),
  )
  const threshold = thresholdOf(second, blocks)
  return blocks.filter((_, i) => second[i]! >= threshold && !isShared(blocks[i]!, counts, i))
}

/** The one with the best expected F1, within what was found to be best on other pages; every page with text has some content. */
function thresholdOf(likely: Float64Array, blocks: readonly ContentBlock[]): number {
  const weights = Float64Array.from(blocks, ({ words }) => Math.max(1, words))
  const { threshold } = bestChoice(likely, weights)
  const highest = likely.reduce((most, each) => Math.max(most, each), 0)
  return Math.min(highest, MOST, Math.max(LEAST, threshold))
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
