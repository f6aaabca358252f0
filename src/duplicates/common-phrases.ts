import type { Sketch } from '../change/index.ts'

/** With fewer pages, nothing can be said about what a host puts on all of them. */
const MIN_NEIGHBORS = 8
/**
 * A phrase on more than this share of the pages belongs to the site. A quarter, not half: the pages include copies, and pages of other
 * templates.
 */
const COMMON_SHARE = 0.25

/** Phrases on a large share of these pages (`COMMON_SHARE`): what a host puts on all of its pages, whatever it is. */
export function commonPhrases(neighbors: readonly Sketch[]): ReadonlySet<number> {
  if (neighbors.length < MIN_NEIGHBORS) return new Set()
  const pages = new Map<number, number>()
  for (const { hashes } of neighbors) for (const hash of hashes) pages.set(hash, (pages.get(hash) ?? 0) + 1)
  const common = new Set<number>()
  for (const [hash, count] of pages)
    if (count >= MIN_NEIGHBORS / 2 && count > COMMON_SHARE * couldHave(hash, neighbors)) common.add(hash)
  return common
}

/** The number of pages whose samples would hold the phrase if the pages had it. */
const couldHave = (hash: number, neighbors: readonly Sketch[]) =>
  neighbors.filter(({ modulus }) => hash % modulus === 0).length
