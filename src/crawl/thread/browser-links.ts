import type { BrowserLink } from '../../browser/rendered.ts'
import { decodedFragment, placesIn } from '../../document/fragments.ts'
import { type Link, MAX_LINKS } from '../../document/links.ts'
import { scanPage } from '../../document/scan-page.ts'
import { type Canonicalizer, withoutHash } from '../../url/index.ts'
import type { RenderedFrom } from './job.ts'

/**
 * All links of a rendered page: those of the document, those that only the browser found and, last, those of the page as the server sent it,
 * since links that scripts remove may still lead somewhere.
 */
export function withAllLinks(
  links: readonly Link[],
  { html, links: found }: RenderedFrom,
  url: string,
  canonicalizer: Canonicalizer,
): readonly Link[] {
  const all = withBrowserLinks(links, found, url, canonicalizer)
  const known = new Set<string>(all.map(link => link.href))
  const before = scanPage(html, url, canonicalizer).links.filter(link => !known.has(link.href))
  return before.length === 0 ? all : [...all, ...before].slice(0, MAX_LINKS)
}

/** The links of a document, followed by those that only the browser found. Requests for data and sockets count as mentions, not as links. */
export function withBrowserLinks(
  links: readonly Link[],
  found: readonly BrowserLink[],
  url: string,
  canonicalizer: Canonicalizer,
): readonly Link[] {
  if (found.length === 0) return links
  const known = new Set<string>([url, ...links.map(link => link.href)])
  const all = [...links]
  for (const { href: raw, text, kind } of found) {
    const href = canonicalizer.canonical(raw, url)
    if (href === undefined || known.has(href) || all.length >= MAX_LINKS) continue
    known.add(href)
    all.push({ href, text, kind, nofollow: false })
  }
  return all
}

/** Some applications write places within a page like routes. A name that an element of the document has is not a page of its own. */
export function withoutPlaces(links: readonly Link[], document: string, url: string): readonly Link[] {
  const here = `${withoutHash(url)}#`
  if (!links.some(({ href }) => href.startsWith(here))) return links
  const places = placesIn(document)
  return links.filter(
    ({ href }) => !href.startsWith(here) || !places.has(decodedFragment(href.slice(here.length))),
  )
}
