/** Pages that are most likely of one class: targets of one link collection whose addresses have one form. */

import type { PageSketch } from '../sketch/page-sketch.ts'
import { urlSignature } from '../sketch/url-tokens.ts'
import type { Pair } from './page-blocks.ts'

/** Each target is paired with this many that follow it, so that a long list does not outvote short ones. */
const NEIGHBORS = 3

export function siblingPairs(pages: readonly PageSketch[]): Pair[] {
  const places = new Map(pages.map((page, i) => [page.url, i]))
  const pairs = new Map<string, Pair>()
  for (const page of pages) {
    for (const targets of collectionsOf(page, places)) {
      for (const [i, a] of targets.entries())
        for (const b of targets.slice(i + 1, i + 1 + NEIGHBORS))
          pairs.set(a < b ? `${a},${b}` : `${b},${a}`, [a, b])
    }
  }
  return [...pairs.values()]
}

function collectionsOf(page: PageSketch, places: ReadonlyMap<string, number>): number[][] {
  const collections = new Map<string, Set<number>>()
  for (const link of page.links) {
    const target = places.get(link.url)
    if (target === undefined) continue
    const key = `${link.path} ${urlSignature(link.url)}`
    const known = collections.get(key)
    if (known === undefined) collections.set(key, new Set([target]))
    else known.add(target)
  }
  return [...collections.values()].map(targets => [...targets])
}
