import type { Url } from '../../url/index.ts'
import { unpackLinks } from '../packed-links.ts'

/**
 * Hub pages as signals: when a page changes and now lists another page for the first time, or with other words, that other page may have
 * changed. Hub pages count only where no sitemap, feed or push is believed; how far they are believed is learned as with those.
 */
const MAX_HINTS = 50

/** Addresses that `now` lists and `before` did not, or listed under another text. */
export function newlyListed(before: Uint8Array, now: Uint8Array): Url[] {
  const old = unpackLinks(before)
  const fresh = unpackLinks(now)
  const known = new Set(old.map(([href, text]) => `${href} ${text}`))
  const listed = fresh
    .filter(([href, text]) => text !== '' && !known.has(`${href} ${text}`))
    .map(([href]) => href)
  const distinct = [...new Set(listed)]
  // A page that is entirely new lists everything for the first time, which says nothing about any of the pages.
  return distinct.length > MAX_HINTS || listed.length > fresh.length / 2 ? [] : distinct
}
