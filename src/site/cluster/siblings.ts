/**
 * Pages that are most likely of one class: targets of one link collection whose addresses have one form. How much addresses vary within a class, such
 * pairs cannot tell, since they agree in all but the name of the file; for that, it is enough that the form of this name is the same, whatever the folders.
 */

import type { PageSketch } from '../sketch/page-sketch.ts'
import { fileForm, urlSignature } from '../sketch/url-tokens.ts'
import type { Pair } from './page-blocks.ts'

/** Each target is paired with this many that follow it, so that a long list does not outvote short ones. */
const NEIGHBORS = 3

export type AddressPart = 'whole' | 'file'

export function siblingPairs(pages: readonly PageSketch[], alike: AddressPart): Pair[] {
  const places = new Map(pages.map((page, i) => [page.url, i]))
  const pairs = new Map<string, Pair>()
  for (const page of pages) {
    for (const targets of collectionsOf(page, places, formOf[alike])) {
      for (const [i, a] of targets.entries())
        for (const b of targets.slice(i + 1, i + 1 + NEIGHBORS))
          pairs.set(a < b ? `${a},${b}` : `${b},${a}`, [a, b])
    }
  }
  return [...pairs.values()]
}

const formOf: Readonly<Record<AddressPart, (url: string) => string>> = {
  whole: urlSignature,
  file: url => fileForm(urlSignature(url)),
}

function collectionsOf(
  page: PageSketch,
  places: ReadonlyMap<string, number>,
  form: (url: string) => string,
): number[][] {
  const collections = new Map<string, Set<number>>()
  for (const link of page.links) {
    const target = places.get(link.url)
    if (target === undefined) continue
    const key = `${link.path} ${form(link.url)}`
    const known = collections.get(key)
    if (known === undefined) collections.set(key, new Set([target]))
    else known.add(target)
  }
  return [...collections.values()].map(targets => [...targets])
}
