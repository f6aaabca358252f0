/**
 * Features that distinguish content from the rest of a page, as numbers: a block's text, its tags and their names, its position, its
 * surroundings, and how it relates to the page as a whole. No words of any language are used, except in the names of tags, classes, ids
 * and addresses, which are English whatever the language of the page.
 */
import type { Tree } from '../../html/index.ts'
import { BlockFacts, PAGE_WIDTH, WHOLE_PAGE } from './block-facts.ts'
import type { ContentBlock } from './content-blocks.ts'
import { COMMENT, ElementMarks, MARKS } from './element-marks.ts'

/** One row for each block. */
export interface FeatureTable {
  readonly width: number
  readonly rows: Float32Array
}

/** More than this is not kept between pages. */
const MAX_KEPT = 1 << 20

/** Memory that is used again for every page: asking the system for it would take longer than filling it. */
export class RowBuffer {
  #rows = new Float32Array(0)

  /** Valid until the next call. */
  take(length: number, value: number): Float32Array {
    if (length > MAX_KEPT) return new Float32Array(length).fill(value)
    if (length > this.#rows.length)
      this.#rows = new Float32Array(Math.min(MAX_KEPT, Math.max(length, 2 * this.#rows.length)))
    return this.#rows.subarray(0, length).fill(value)
  }
}

/** The first features of a block are also given to its neighbors. */
const NEIGHBOR_FEATURES = 8
const NEAR = [-3, -2, -1, 1, 2, 3]

/** Where it is written whether a block is among what readers said of a page. */
export const IS_COMMENT = PAGE_WIDTH + COMMENT
const OWN_WIDTH = PAGE_WIDTH + MARKS
const WIDTH = OWN_WIDTH + NEAR.length * NEIGHBOR_FEATURES

export function contentFeatures(
  tree: Tree,
  blocks: readonly ContentBlock[],
  buffer = new RowBuffer(),
): FeatureTable {
  const rows = buffer.take(WIDTH * blocks.length, 0)
  if (blocks.length === 0) return { width: WIDTH, rows }
  const marks = new ElementMarks(tree)
  const isComment = blocks.map(({ element }, i) => marks.write(element, rows, i * WIDTH + PAGE_WIDTH))
  const page = new BlockFacts(tree, blocks, isComment)
  for (let i = 0; i < blocks.length; i++) page.write(i, rows, i * WIDTH)
  for (let i = 0; i < blocks.length; i++) writeNeighbors(rows, i)
  return { width: WIDTH, rows }
}

/** The features of the page as a whole, as one row. */
export function wholePage({ rows }: FeatureTable): FeatureTable {
  return { width: WHOLE_PAGE.to - WHOLE_PAGE.from, rows: rows.subarray(WHOLE_PAGE.from, WHOLE_PAGE.to) }
}

function writeNeighbors(rows: Float32Array, i: number): void {
  let to = i * WIDTH + OWN_WIDTH
  for (let n = 0; n < NEAR.length; n++) {
    const from = (i + NEAR[n]!) * WIDTH
    const isOutside = from < 0 || from >= rows.length
    for (let at = 0; at < NEIGHBOR_FEATURES; at++) rows[to++] = isOutside ? -1 : rows[from + at]!
  }
}
