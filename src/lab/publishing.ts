/**
 * Periodic or continuous, in place or shadowed: what readers see of a collection that is crawled once a round, in a part of the round or
 * all of it, with pages published as they are fetched or all together at the end of each crawl.
 */
import type { LabWorld } from './world.ts'

export interface Publishing {
  readonly how: 'in-place' | 'shadow'
  /** Length of a round in days, and the share of it that a crawl takes; 1 for a continuous crawl. */
  readonly roundDays: number
  readonly share: number
}

/** Mean freshness over all whole rounds but the first. Page i of n is fetched at i/n of the crawl. */
export function publishedFreshness(world: LabWorld, { how, roundDays, share }: Publishing): number {
  const crawlDays = roundDays * share
  const rounds = Math.floor((world.spanDays - crawlDays) / roundDays)
  let fresh = 0
  for (let page = 0; page < world.pages; page++) {
    const fetchedAfter = (crawlDays * (page + 0.5)) / world.pages
    const hiddenDays = how === 'shadow' ? crawlDays - fetchedAfter : 0
    for (let round = 1; round < rounds; round++) {
      const fetchedAt = round * roundDays + fetchedAfter
      const changesAt = nextChange(world, page, fetchedAt)
      fresh += Math.max(0, Math.min(roundDays, changesAt - fetchedAt - hiddenDays))
    }
  }
  return fresh / (world.pages * (rounds - 1) * roundDays)
}

/** The first change of a page after a moment; Infinity if there is none. */
function nextChange({ changes: { starts, times } }: LabWorld, page: number, after: number): number {
  const end = starts[page + 1]!
  let low = starts[page]!
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= after) low = middle + 1
    else high = middle
  }
  return low < end ? times[low]! : Infinity
}
