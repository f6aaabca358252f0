/**
 * Judges the blocks of a page again: by the first judgment of each block, of its neighbors, of those in the same place, in the elements
 * around it and of the page as a whole, and by what other pages of the site say in that place, if there are any.
 */

import { LINK_SHARE, SAID_EARLIER } from './block-facts.ts'
import type { ContentBlock } from './content-blocks.ts'
import { type FeatureTable, IS_COMMENT, RowBuffer } from './content-features.ts'
import { ELEMENT_FEATURES, ElementShares } from './element-shares.ts'
import { groupedBy, meanIn, wordWeights } from './judged-groups.ts'
import { LikelyNeighbors } from './likely-neighbors.ts'
import type { SiteCounts } from './site-texts.ts'

/** What is known of a page after the first judgment. */
export interface OnceJudged {
  readonly blocks: readonly ContentBlock[]
  readonly table: FeatureTable
  /** A number for the place of each block, see `placesOf`. */
  readonly places: readonly number[]
  readonly first: Float64Array
  /** How likely it is that the page is one text, as an article is, and not a list, a shop or a discussion. */
  readonly oneText: number
}

const NEAR = [-3, -2, -1, 1, 2, 3]
const OUTSIDE = -9
/** More pages than these say the same more surely. */
const MAX_COUNT = 2
export const REVIEW_WIDTH = 44 + ELEMENT_FEATURES
/** More extreme odds add nothing. */
const LEAST = 1e-4

export function reviewFeatures(
  { blocks, table, places, first, oneText }: OnceJudged,
  site: SiteCounts | null,
  buffer = new RowBuffer(),
): FeatureTable {
  const likely = first.map(each => Math.min(1 - LEAST, Math.max(LEAST, each)))
  const odds = likely.map(logOdds)
  const weights = wordWeights(blocks)
  const page = wholePage(likely, weights)
  const elements = new ElementShares(blocks, likely, weights)
  const neighbors = new LikelyNeighbors(likely, weights)
  const parents = groupedBy(blocks.map(({ element }) => element.parent?.order ?? 0))
  const inPlace = groupedBy(places)
  const byPlace = meanIn(inPlace, likely, weights)
  const shares = site && site.pages > 0 ? site.texts.map(count => count / site.pages) : null
  const unshared =
    shares &&
    new ElementShares(
      blocks,
      shares.map(share => 1 - share),
      weights,
    )
  const sharedByParent = shares && meanIn(parents, shares, weights)
  const sharedByPlace = shares && meanIn(inPlace, shares, weights)
  const rows = buffer.take(REVIEW_WIDTH * blocks.length, -1)
  let at = 0
  const put = (value: number) => {
    rows[at++] = value
  }
  for (let i = 0; i < blocks.length; i++) {
    const [parent, place] = [parents.of[i]!, inPlace.of[i]!]
    put(odds[i]!)
    at = writeSeen(site, i, rows, at)
    put(byPlace.mean[place]!)
    put(Math.log1p(byPlace.weight[place]!))
    put(Math.log1p(inPlace.sizes[place]!))
    for (const step of NEAR) put(odds[i + step] ?? OUTSIDE)
    put(sharedByParent?.mean[parent] ?? -1)
    put(sharedByPlace?.mean[place] ?? -1)
    put(shares?.[i - 1] ?? -1)
    put(shares?.[i + 1] ?? -1)
    put(page.share)
    put(Math.log1p(page.expected))
    put(page.best)
    put(odds[i]! - page.bestOdds)
    put(Math.log1p(weights[i]!))
    put(oneText)
    put(table.rows[i * table.width + LINK_SHARE]!)
    put(table.rows[i * table.width + SAID_EARLIER]!)
    put(table.rows[i * table.width + IS_COMMENT]!)
    at = neighbors.write(i, rows, at)
    put(Math.log1p(elements.words[(blocks[i]!.element.parent ?? blocks[i]!.element).order]!))
    at = elements.write(i, rows, at)
    put(shares && site ? site.likely[i]! : -1)
    put(shares && site ? site.likelyParent[i]! : -1)
    unshared?.write(i, rows, at)
    at += ELEMENT_FEATURES
  }
  return { width: REVIEW_WIDTH, rows }
}

/** On how many of the other pages the text occurs, the text occurs in this place, and another text occurs in this place. */
function writeSeen(site: SiteCounts | null, i: number, rows: Float32Array, at: number): number {
  const pages = site?.pages ?? 0
  rows[at] = Math.min(MAX_COUNT, pages)
  if (!site || pages === 0) {
    rows.fill(-1, at + 1, at + 6)
    return at + 6
  }
  const [text, place, placed] = [site.texts[i]!, site.places[i]!, site.placed[i]!]
  rows[at + 1] = text / pages
  rows[at + 2] = Math.min(MAX_COUNT, text)
  rows[at + 3] = placed / pages
  rows[at + 4] = place / pages
  rows[at + 5] = (place - placed) / pages
  return at + 6
}

const logOdds = (probability: number) => Math.log(probability / (1 - probability))

/** How much of the page is expected to be content, and the best expected F1 with its threshold. */
function wholePage(likely: Float64Array, weights: Float64Array) {
  const { expected, score, threshold } = bestChoice(likely, weights)
  const all = weights.reduce((sum, each) => sum + each, 0)
  return { expected, share: expected / Math.max(1, all), best: score, bestOdds: logOdds(threshold) }
}

/** Probabilities that differ by less are the same; no page has more blocks. */
const STEPS = 2 ** 24
const PLACES = 2 ** 20

/** The threshold on the probability of blocks with the best expected F1 (Lipton, Elkan and Naryanaswamy 2014). */
export function bestChoice(likely: Float64Array, weights: Float64Array) {
  // Numbers without a comparison of one's own are sorted much faster: probabilities before the point, places behind it.
  const order = new Float64Array(likely.length)
  let expected = 0
  for (let i = 0; i < likely.length; i++) {
    order[i] = -Math.round(likely[i]! * STEPS) + i / PLACES
    expected += likely[i]! * weights[i]!
  }
  order.sort()
  let [score, threshold, right, chosen] = [0, 0.5, 0, 0]
  for (const each of order) {
    const i = Math.round((each - Math.floor(each)) * PLACES)
    right += likely[i]! * weights[i]!
    chosen += weights[i]!
    const reached = (2 * right) / (chosen + expected)
    if (reached > score) [score, threshold] = [reached, likely[i]!]
  }
  return { expected, score, threshold }
}
