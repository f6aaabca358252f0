/**
 * Learns whether a site redirects `/about` to `/about/`. If it always does, a link without the slash needs no request where another link leads to
 * the page itself.
 */
const MIN_MOVED = 2
/** An address whose last segment is neither empty nor a file with an ending. */
const BARE = /^[a-z]+:\/\/[^/]+\/(?:[^?#]*\/)?[^/?#.]+$/i

export class SlashRule {
  #moved = 0
  #isBroken = false

  moved(url: string, to: string): void {
    if (BARE.test(url) && to === `${url}/`) this.#moved++
  }

  /** Notes an address that shows a page itself. */
  showed(url: string): void {
    if (BARE.test(url)) this.#isBroken = true
  }

  /** The address that the site would redirect to; null if none is known. */
  target(url: string): string | null {
    return this.#moved >= MIN_MOVED && !this.#isBroken && BARE.test(url) ? `${url}/` : null
  }
}
