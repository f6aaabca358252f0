/**
 * Features that always occur together count as one block: a product page has forty paths that occur together or not at all,
 * and counting each would drown everything else. A block weighs 1 + ln(size), times the share of pages that lack it
 * (what is everywhere tells nothing), times how stable it is among siblings.
 *
 * Siblings are pages that one list on one page links to, under addresses of one form. They are nearly always of one class,
 * so a block on which they often disagree is content (a picture, a table, related products) and not template. So which paths matter is
 * measured on the site itself instead of guessed.
 */
export interface Block {
  readonly features: readonly number[]
  readonly pages: readonly number[]
}

export interface View {
  readonly blocks: readonly Block[]
  /** The blocks of each page. */
  readonly ofPage: readonly (readonly number[])[]
  readonly weights: Float64Array
  /** Variance of each block inside a class, estimated from siblings. */
  readonly variances: Float64Array
}

export type Pair = readonly [number, number]

/** Assumed before siblings are seen: a third of the variance over the site, with the weight of ten pairs. */
const PRIOR_PAIRS = 10
const PRIOR_SHARE = 0.3
/** A block that nearly every page has says little, but not nothing. */
const MIN_RARITY = 0.02
/** Share of its weight that a block loses when siblings differ in it as much as any two pages do. */
const UNSTABLE_LOSS = 0.8

/** `documents` gives for each page the first page that is the same document (documents.ts). */
export function makeView(
  features: readonly (readonly number[])[],
  siblings: readonly Pair[],
  documents: readonly number[] = features.map((_, page) => page),
): View {
  const blocks = findBlocks(features, documents)
  const ofPage = features.map((): number[] => [])
  for (const [b, block] of blocks.entries()) for (const page of block.pages) ofPage[page]!.push(b)
  const variances = blockVariances(blocks, ofPage, siblings)
  const weights = Float64Array.from(blocks, (block, b) => weight(block, variances[b]!, features.length))
  return { blocks, ofPage, weights, variances }
}

/** Groups features with equal sets of pages, without those of a single document or of all pages. */
function findBlocks(features: readonly (readonly number[])[], documents: readonly number[]): Block[] {
  const pagesOf = new Map<number, number[]>()
  for (const [page, own] of features.entries())
    for (const feature of own) {
      const pages = pagesOf.get(feature)
      if (pages === undefined) pagesOf.set(feature, [page])
      else pages.push(page)
    }
  const byPages = new Map<string, { features: number[]; pages: number[] }>()
  for (const [feature, pages] of pagesOf) {
    if (pages.length === features.length || isOneDocument(pages, documents)) continue
    const key = pages.join()
    const block = byPages.get(key)
    if (block === undefined) byPages.set(key, { features: [feature], pages })
    else block.features.push(feature)
  }
  return [...byPages.values()]
}

function isOneDocument(pages: readonly number[], documents: readonly number[]): boolean {
  return pages.every(page => documents[page] === documents[pages[0]!])
}

function blockVariances(
  blocks: readonly Block[],
  ofPage: readonly (readonly number[])[],
  siblings: readonly Pair[],
): Float64Array {
  const disagreements = new Float64Array(blocks.length)
  const sets = ofPage.map(own => new Set(own))
  for (const [a, b] of siblings) {
    for (const block of ofPage[a]!) if (!sets[b]!.has(block)) disagreements[block]!++
    for (const block of ofPage[b]!) if (!sets[a]!.has(block)) disagreements[block]!++
  }
  return Float64Array.from(blocks, (block, b) => {
    const prior = PRIOR_PAIRS * PRIOR_SHARE * siteVariance(block, ofPage.length)
    return Math.min(0.25, (disagreements[b]! / 2 + prior) / (siblings.length + PRIOR_PAIRS))
  })
}

function siteVariance(block: Block, pages: number): number {
  const share = block.pages.length / pages
  return share * (1 - share)
}

function weight(block: Block, variance: number, pages: number): number {
  const unstable = Math.min(1, variance / siteVariance(block, pages))
  const stable = 1 - UNSTABLE_LOSS * unstable
  const rare = Math.max(MIN_RARITY, 1 - block.pages.length / pages)
  return (1 + Math.log(block.features.length)) * stable * rare
}
