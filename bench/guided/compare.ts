/** Two crawls of one site, side by side. */
import type { SiteCrawl } from './crawl-site.ts'
import type { KnownSite } from './site.ts'

/** What a crawl found, address by address. */
export interface Tally {
  readonly fetched: number
  /** The distinct content pages of each class. */
  readonly classes: ReadonlyMap<string, ReadonlySet<string>>
  /** How many distinct content pages were found after so many fetches. */
  readonly curve: readonly number[]
}

export interface Comparison {
  readonly plain: Tally
  readonly guided: Tally
  /** For each class that the plain crawl found, what share of it the guided one has. */
  readonly shares: readonly { readonly name: string; readonly pages: number; readonly share: number }[]
  /** Addresses fetched that showed nothing, or nothing new, as a share of all. */
  readonly outside: number
  /** The worst of all points of the curve: content of the guided crawl over that of the plain one, and where that is. */
  readonly worst: { readonly ratio: number; readonly fetches: number }
}

/** The first fetches say little: a page more or less is chance. */
const FIRST_POINT = 50

export function compared(site: KnownSite, plainCrawl: SiteCrawl, guidedCrawl: SiteCrawl): Comparison {
  const plain = tallied(site, plainCrawl)
  const guided = tallied(site, guidedCrawl)
  const shares = [...plain.classes].map(([name, pages]) => {
    const found = guided.classes.get(name) ?? new Set()
    return { name, pages: pages.size, share: [...pages].filter(page => found.has(page)).length / pages.size }
  })
  const outside = 1 - guided.curve.at(-1)! / guided.fetched
  return { plain, guided, shares, outside, worst: worstPoint(plain.curve, guided.curve) }
}

function tallied(site: KnownSite, { asked }: SiteCrawl): Tally {
  const classes = new Map<string, Set<string>>()
  const curve: number[] = []
  let found = 0
  for (const path of asked) {
    const content = site.contentAt(path)
    if (content !== null) {
      const pages = classes.get(content.className) ?? new Set()
      classes.set(content.className, pages)
      if (!pages.has(content.page)) found++
      pages.add(content.page)
    }
    curve.push(found)
  }
  return { fetched: asked.length, classes, curve }
}

/** A crawl that is over has what it has, however long the other goes on. */
function worstPoint(plain: readonly number[], guided: readonly number[]): Comparison['worst'] {
  let worst = { ratio: Number.POSITIVE_INFINITY, fetches: 0 }
  for (let at = Math.min(FIRST_POINT, plain.length) - 1; at < plain.length; at++) {
    const ratio = guided[Math.min(at, guided.length - 1)]! / Math.max(1, plain[at]!)
    if (ratio < worst.ratio) worst = { ratio, fetches: at + 1 }
  }
  return worst
}
