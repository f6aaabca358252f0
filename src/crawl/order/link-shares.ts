/**
 * Estimates how important a page will turn out to be, by the links found so far: when a page is fetched, its share is handed on to the pages
 * it links to, in equal parts. A seed has 1, so the share of a page is that of readers who come by when they start at the seeds and follow
 * links at random (the first round of OPIC, Abiteboul, Preda and Cobena, 2003). That share times the number of links is the best estimate of
 * the page's final PageRank we know: `npm run bench:importance` compares it with others. Memory: 24 MB, however many addresses there are.
 */
import { leastOf, raiseTo, SketchPlaces } from '../planning/sketch-places.ts'

/** Share of readers who go on from a page, as in PageRank. */
const HANDED_ON = 0.85
/** The least share, for pages at the end of long chains and pages that no link is known to lead to. */
const MIN_SHARE = 1e-9
const SHARE = 0
const LINKS = 1
const EACH = 2

export class LinkShares {
  /** A share and a number of links at each place: values needed together are stored together. */
  readonly #counters = new Float32Array(EACH * SketchPlaces.size)
  readonly #places = new SketchPlaces()

  shareOf(url: string): number {
    return this.#least(this.#places.of(url), SHARE)
  }

  /** Null if no link to it is known. */
  rankOf(url: string): number | null {
    const places = this.#places.of(url)
    const links = this.#least(places, LINKS)
    return links === 0 ? null : rankOf(this.#least(places, SHARE), links)
  }

  linksTo(url: string): number {
    return this.#least(this.#places.of(url), LINKS)
  }

  /** The part that each link of a page gets. */
  static part(share: number, links: number): number {
    return (HANDED_ON * Math.max(MIN_SHARE, share)) / Math.max(1, links)
  }

  /** Adds a link to the address; returns its rank before (null if there was no link) and after. */
  add(url: string, part: number): { readonly before: number | null; readonly rank: number } {
    const places = this.#places.of(url)
    const share = this.#least(places, SHARE)
    const links = this.#least(places, LINKS)
    raiseTo(this.#counters, places, share + part, EACH, SHARE)
    raiseTo(this.#counters, places, links + 1, EACH, LINKS)
    const before = links === 0 ? null : rankOf(share, links)
    return { before, rank: rankOf(share + part, links + 1) }
  }

  #least(places: Uint32Array, which: number): number {
    return leastOf(this.#counters, places, EACH, which)
  }
}

/**
 * Smaller is earlier; each halving adds one. Whole numbers, so that a queued page moves a few times, not with every link; halves and quarters
 * gather as much PageRank on four sites, to within a point.
 */
const rankOf = (share: number, links: number) => Math.ceil(-Math.log2(share * links)) || 0
