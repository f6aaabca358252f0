/**
 * Judges the blocks of a page again: by the first judgment of each block, of its neighbors, of those in the same place and of the page as
 * a whole, and by what other pages of the site say in that place, if there are any.
 */
import type { ContentBlock } from './content-blocks.ts'
import type { FeatureTable } from './content-features.ts'
import type { PlacedBlock, SiteCounts } from './site-texts.ts'

const NEAR = [-3, -2, -1, 1, 2, 3]
const OUTSIDE = -9
const MAX_COUNT = 3
export const REVIEW_WIDTH = 26
/** More extreme odds add nothing. */
const LEAST = 1e-4

export function reviewFeatures(
  blocks: readonly ContentBlock[],
  placed: readonly PlacedBlock[],
  first: Float64Array,
  site: SiteCounts | null,
): FeatureTable {
  const likely = first.map(each => Math.min(1 - LEAST, Math.max(LEAST, each)))
  const odds = likely.map(logOdds)
  const weights = Float64Array.from(blocks, ({ words }) => Math.max(1, words))
  const page = wholePage(likely, weights)
  const parents = groups(blocks.map(({ element }) => element.parent?.order ?? 0))
  const places = groups(placed.map(({ place }) => place))
  const byParent = meanIn(parents, likely, weights)
  const byPlace = meanIn(places, likely, weights)
  const shares = site && site.pages > 0 ? site.texts.map(count => count / site.pages) : null
  const sharedByParent = shares && meanIn(parents, shares, weights)
  const sharedByPlace = shares && meanIn(places, shares, weights)
  const rows = new Float32Array(REVIEW_WIDTH * blocks.length)
  for (let i = 0; i < blocks.length; i++) {
    const parent = parents.of[i]!
    const place = places.of[i]!
    rows.set(
      [
        odds[i]!,
        ...seenOn(site, i),
        byParent.mean[parent]!,
        Math.log1p(byParent.weight[parent]!),
        byPlace.mean[place]!,
        Math.log1p(byPlace.weight[place]!),
        Math.log1p(places.sizes[place]!),
        ...NEAR.map(step => odds[i + step] ?? OUTSIDE),
        sharedByParent?.mean[parent] ?? -1,
        sharedByPlace?.mean[place] ?? -1,
        shares?.[i - 1] ?? -1,
        shares?.[i + 1] ?? -1,
        page.share,
        Math.log1p(page.expected),
        page.best,
        odds[i]! - page.bestOdds,
      ],
      i * REVIEW_WIDTH,
    )
  }
  return { width: REVIEW_WIDTH, rows }
}

/** On how many of the other pages the text occurs, the text occurs in this place, and another text occurs in this place. */
function seenOn(site: SiteCounts | null, i: number): readonly number[] {
  if (!site || site.pages === 0) return [0, -1, -1, -1, -1, -1]
  const { pages } = site
  const [text, place, placed] = [site.texts[i]!, site.places[i]!, site.placed[i]!]
  return [
    pages,
    text / pages,
    Math.min(MAX_COUNT, text),
    placed / pages,
    place / pages,
    (place - placed) / pages,
  ]
}

const logOdds = (probability: number) => Math.log(probability / (1 - probability))

/**
 * How much of the page is expected to be content, and the threshold on the probability of blocks with the best expected F1 (Lipton, Elkan
 * and Naryanaswamy 2014).
 */
function wholePage(likely: Float64Array, weights: Float64Array) {
  const order = Array.from(likely.keys()).sort((a, b) => likely[b]! - likely[a]!)
  const expected = likely.reduce((sum, each, i) => sum + each * weights[i]!, 0)
  const all = weights.reduce((sum, each) => sum + each, 0)
  let best = 0
  let bestOdds = 0
  let right = 0
  let chosen = 0
  for (const i of order) {
    right += likely[i]! * weights[i]!
    chosen += weights[i]!
    const score = (2 * right) / (chosen + expected)
    if (score > best) [best, bestOdds] = [score, logOdds(likely[i]!)]
  }
  return { expected, share: expected / Math.max(1, all), best, bestOdds }
}

interface Groups {
  /** For each block, the number of its group. */
  readonly of: readonly number[]
  readonly sizes: readonly number[]
}

function groups(keys: readonly number[]): Groups {
  const numbers = new Map<number, number>()
  const sizes: number[] = []
  const of = keys.map(key => {
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    sizes[number] = (sizes[number] ?? 0) + 1
    return number
  })
  return { of, sizes }
}

function meanIn({ of, sizes }: Groups, values: ArrayLike<number>, weights: Float64Array) {
  const mean = new Float64Array(sizes.length)
  const weight = new Float64Array(sizes.length)
  for (const [i, group] of of.entries()) {
    mean[group]! += values[i]! * weights[i]!
    weight[group]! += weights[i]!
  }
  return { mean: mean.map((sum, group) => sum / weight[group]!), weight }
}
