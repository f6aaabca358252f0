/**
 * Judges the blocks of a page again: by the first judgment of each block, of its neighbors, of those in the same place, in the elements
 * around it and of the page as a whole, and by what other pages of the site say in that place, if there are any.
 */

import { LINK_SHARE, SAID_EARLIER } from './block-facts.ts'
import type { ContentBlock } from './content-blocks.ts'
import { type FeatureTable, IS_COMMENT } from './content-features.ts'
import { groupedBy, meanIn } from './judged-groups.ts'
import { LikelyElements } from './likely-elements.ts'
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
const MAX_COUNT = 3
export const REVIEW_WIDTH = 42
/** More extreme odds add nothing. */
const LEAST = 1e-4

export function reviewFeatures(
  { blocks, table, places, first, oneText }: OnceJudged,
  site: SiteCounts | null,
): FeatureTable {
  const likely = first.map(each => Math.min(1 - LEAST, Math.max(LEAST, each)))
  const odds = likely.map(logOdds)
  const weights = Float64Array.from(blocks, ({ words }) => Math.max(1, words))
  const page = wholePage(likely, weights)
  const elements = new LikelyElements(blocks, likely, weights, page.expected)
  const neighbors = new LikelyNeighbors(likely, weights)
  const parents = groupedBy(blocks.map(({ element }) => element.parent?.order ?? 0))
  const inPlace = groupedBy(places)
  const byPlace = meanIn(inPlace, likely, weights)
  const shares = site && site.pages > 0 ? site.texts.map(count => count / site.pages) : null
  const sharedByParent = shares && meanIn(parents, shares, weights)
  const sharedByPlace = shares && meanIn(inPlace, shares, weights)
  const rows = new Float32Array(REVIEW_WIDTH * blocks.length)
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
    at = elements.write(i, rows, at)
  }
  return { width: REVIEW_WIDTH, rows }
}

/** On how many of the other pages the text occurs, the text occurs in this place, and another text occurs in this place. */
function writeSeen(site: SiteCounts | null, i: number, rows: Float32Array, at: number): number {
  const pages = site?.pages ?? 0
  rows[at] = pages
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

/** The threshold on the probability of blocks with the best expected F1 (Lipton, Elkan and Naryanaswamy 2014). */
export function bestChoice(likely: Float64Array, weights: Float64Array) {
  const order = new Uint32Array(likely.length).map((_, i) => i).sort((a, b) => likely[b]! - likely[a]!)
  let expected = 0
  for (let i = 0; i < likely.length; i++) expected += likely[i]! * weights[i]!
  let [score, threshold, right, chosen] = [0, 0.5, 0, 0]
  for (const i of order) {
    right += likely[i]! * weights[i]!
    chosen += weights[i]!
    const reached = (2 * right) / (chosen + expected)
    if (reached > score) [score, threshold] = [reached, likely[i]!]
  }
  return { expected, score, threshold }
}
