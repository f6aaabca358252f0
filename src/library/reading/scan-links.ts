/** Reads the text and links of archived pages and documents. */
import { unpackLinks } from '../../crawl/packed-links.ts'
import type { Conversion } from '../../document/convert/index.ts'
import { scanPage } from '../../document/index.ts'
import { Canonicalizer } from '../../url/index.ts'
import type { PageLink } from '../revision.ts'

export { isConverted } from '../../document/converted-types.ts'
export { visibleText } from '../../document/visible-text.ts'

/** `hashRoutes` says whether `#/…` is a page of its own, as it is where pages are rendered. */
export function linksOfPage(html: string, url: string, hashRoutes: boolean): PageLink[] {
  const { links } = scanPage(html, url, new Canonicalizer({ hashRoutes }))
  return links.map(({ href, text, kind, nofollow }) => ({ url: href, text, kind, nofollow }))
}

export function convertedLinks(document: Conversion, url: string): readonly PageLink[] {
  if (document.kind === 'unreadable') return []
  const canonicalizer = new Canonicalizer()
  const links = new Map<string, PageLink>()
  for (const { href, text } of document.links) {
    const to = canonicalizer.canonical(href, url)
    if (to !== undefined && !links.has(to)) links.set(to, { url: to, text, kind: 'a', nofollow: false })
  }
  return [...links.values()]
}

/** Unpacks links from the form in which the store keeps them. */
export function pageLinks(packed: Uint8Array): PageLink[] {
  return unpackLinks(packed).map(([url, text, kind, nofollow]) => ({
    url,
    text,
    kind,
    nofollow: nofollow === 1,
  }))
}
