import type { Url } from '../../url/index.ts'
import { unpackLinks } from '../packed-links.ts'

/**
 * Hub pages as signals: a page that changed and now lists another one for the first time, or with other words, says that the other may have
 * changed. They speak only where no sitemap or feed is believed; how far they are believed is learned as with those.
 */
const MAX_HINTS = 50

/** Addresses that `now` lists and `before` did not, or under another text. */
export function newlyListed(before: Uint8Array, now: Uint8Array): Url[] {
  const [old, fresh] = [unpackLinks(before), unpackLinks(now)]
  const known = new Set(old.map(([href, text]) => `${href} ${text}`))
  const listed = fresh
    .filter(([href, text]) => text !== '' && !known.has(`${href} ${text}`))
    .map(([href]) => href)
  const distinct = [...new Set(listed)]
  // A page that is entirely new lists everything for the first time, which says nothing about any of it.
  return distinct.length > MAX_HINTS || listed.length > fresh.length / 2 ? [] : distinct
}
