/**
 * What readers came for: the blocks of a page that are its content, by what was learned from pages on which people had marked it
 * (`bench/content/`). Every block is judged by its text, its tags and their names, its place, and what stands around it. Cost: one pass over
 * the tree and some hundred comparisons a block.
 */
import type { Tree } from '../../html/index.ts'
import { type ContentBlock, contentBlocks } from './content-blocks.ts'
import { contentFeatures } from './content-features.ts'
import model from './content-model.json' with { type: 'json' }
import { Forest, type ForestData } from './forest.ts'

const FOREST = new Forest(model as unknown as ForestData)

/** The blocks of a page that belong to its content, in document order. */
export function mainContent(tree: Tree): readonly ContentBlock[] {
  const blocks = contentBlocks(tree)
  const { rows, width } = contentFeatures(tree, blocks)
  return blocks.filter((_, i) => FOREST.judge(rows, i * width) > model.threshold)
}
