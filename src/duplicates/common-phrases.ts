import type { Sketch } from '../change/index.ts'

/** Fewer pages say nothing of what a host puts on all of them. */
const MIN_NEIGHBOURS = 8
/**
 * A phrase on more than this share of them belongs to the site. A quarter, not half: pages come in with copies, and with pages of
 * other templates.
 */
const COMMON_SHARE = 0.25

/** Phrases that most of these pages have: what stands on all pages of a host, whatever it is. */
export function commonPhrases(neighbours: readonly Sketch[]): ReadonlySet<number> {
  if (neighbours.length < MIN_NEIGHBOURS) return new Set()
  const pages = new Map<number, number>()
  for (const { hashes } of neighbours) for (const hash of hashes) pages.set(hash, (pages.get(hash) ?? 0) + 1)
  const common = new Set<number>()
  for (const [hash, count] of pages)
    if (count >= MIN_NEIGHBOURS / 2 && count > COMMON_SHARE * couldHave(hash, neighbours)) common.add(hash)
  return common
}

/** Of how many pages the sample would hold the phrase if they had it. */
const couldHave = (hash: number, neighbours: readonly Sketch[]) =>
  neighbours.filter(({ modulus }) => hash % modulus === 0).length
