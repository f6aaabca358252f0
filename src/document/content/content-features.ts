/**
 * Features that distinguish content from the rest of a page, as numbers: a block's text, its tags and their names, its position, its
 * surroundings, and how it relates to the page as a whole. No words of any language are used, except in the names of tags, classes, ids
 * and addresses, which are English whatever the language of the page.
 */
import type { Tree } from '../../html/index.ts'
import type { ContentBlock } from './content-blocks.ts'
import { ElementMarks, MARKS } from './element-marks.ts'
import { PageFacts } from './page-facts.ts'

/** One row for each block. */
export interface FeatureTable {
  readonly width: number
  readonly rows: Float32Array
}

/** The first features of a block are also given to its neighbors. */
const NEIGHBOR_FEATURES = 8
const NEAR = [-3, -2, -1, 1, 2, 3]

export function contentFeatures(tree: Tree, blocks: readonly ContentBlock[]): FeatureTable {
  if (blocks.length === 0) return { width: 0, rows: new Float32Array(0) }
  const marks = new ElementMarks(tree)
  const marked = new Float32Array(MARKS * blocks.length)
  const isComment = blocks.map(({ element }, i) => marks.write(element, marked, i * MARKS))
  const page = new PageFacts(tree, blocks, isComment)
  const ownWidth = page.width + MARKS
  const width = ownWidth + NEAR.length * NEIGHBOR_FEATURES
  const rows = new Float32Array(width * blocks.length)
  for (let i = 0; i < blocks.length; i++) {
    page.write(i, rows, i * width)
    rows.set(marked.subarray(i * MARKS, (i + 1) * MARKS), i * width + page.width)
  }
  for (let i = 0; i < blocks.length; i++) writeNeighbors(rows, i, width, ownWidth)
  return { width, rows }
}

function writeNeighbors(rows: Float32Array, i: number, width: number, ownWidth: number): void {
  let to = i * width + ownWidth
  for (const step of NEAR) {
    const from = (i + step) * width
    const isOutside = from < 0 || from >= rows.length
    for (let n = 0; n < NEIGHBOR_FEATURES; n++) rows[to++] = isOutside ? -1 : rows[from + n]!
  }
}
