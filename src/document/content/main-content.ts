/**
 * Main content: the blocks of a page that readers came for, as learned from pages on which people had marked them (`bench/content/`).
 * Every block is judged twice: by its text, its tags and their names, its place and its surroundings; then by the first judgment of the
 * blocks around it and, if other pages of the site are available, by what these have in common. Cost: a few passes over the tree and a few
 * hundred comparisons for each block.
 */
import type { Tree } from '../../html/index.ts'
import { type ContentBlock, contentBlocks } from './content-blocks.ts'
import { contentFeatures } from './content-features.ts'
import model from './content-model.json' with { type: 'json' }
import { reviewFeatures } from './content-review.ts'
import { Forest, type ForestData } from './forest.ts'
import { placedBlocks, type SiteCounts, type SitePage, siteCounts } from './site-texts.ts'

const FIRST = new Forest({ trees: model.first } as unknown as ForestData)
const SECOND = new Forest({ trees: model.second } as unknown as ForestData)

/** The content blocks of a page, in document order; `site` holds texts of other pages like it. */
export function mainContent(tree: Tree, site: readonly SitePage[] = []): readonly ContentBlock[] {
  const blocks = contentBlocks(tree)
  const first = FIRST.judge(contentFeatures(tree, blocks))
  const placed = placedBlocks(blocks)
  const counts = site.length === 0 ? null : siteCounts(blocks, placed, first, site)
  const second = SECOND.judge(reviewFeatures(blocks, placed, first, counts))
  return blocks.filter((_, i) => second[i]! > model.threshold && !isShared(blocks[i]!, counts, i))
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
