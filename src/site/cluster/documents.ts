/**
 * Pages that are one document in several languages or versions: addresses that differ in one folder, `/de/misc/tuning.html`
 * and `/fr/misc/tuning.html`. What only such pages share is the content of that document, not a template, and would
 * turn it into a class. A site counts as built this way only if many of its pages have such a partner.
 */
import type { PageSketch } from '../sketch/page-sketch.ts'

/** Number of folders, from the left, that may name the language or version. */
const MAX_DEPTH = 3
const MIN_SHARE = 0.2
const INDEX = /^(?:index|default)\.\w{2,5}$/i

/** For each page, the first page that is the same document: itself if there is none before it. */
export function documentsOf(pages: readonly Pick<PageSketch, 'url'>[]): number[] {
  const addresses = pages.map(({ url }) => partsOf(url))
  let best = { firsts: pages.map((_, page) => page), shared: MIN_SHARE * pages.length }
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const found = partnersAt(addresses, depth)
    if (found.shared > best.shared) best = found
  }
  return best.firsts
}

interface Address {
  readonly folders: readonly string[]
  readonly rest: string
}

/** `/de/misc/index.html` is the folder `de` and the document `misc`. */
function partsOf(url: string): Address {
  const parsed = URL.parse(url)
  const segments = (parsed?.pathname ?? '').split('/').slice(1)
  if (segments.at(-1) === '' || INDEX.test(segments.at(-1) ?? '')) segments.pop()
  return { folders: segments, rest: parsed?.search ?? '' }
}

function partnersAt(addresses: readonly Address[], depth: number) {
  const known = new Map<string, number>()
  const shared = new Set<number>()
  const firsts = addresses.map(({ folders, rest }, page) => {
    if (folders.length <= depth + 1) return page
    const key = `${folders.with(depth, '*').join('/')}${rest}`
    const first = known.get(key)
    if (first === undefined) known.set(key, page)
    else shared.add(first).add(page)
    return first ?? page
  })
  return { firsts, shared: shared.size }
}
