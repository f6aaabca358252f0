import type { BrowserLink } from '../../browser/rendered.ts'
import { type Link, MAX_LINKS } from '../../document/links.ts'
import { scanPage } from '../../document/scan-page.ts'
import type { Canonicalizer } from '../../url/index.ts'
import type { RenderedFrom } from './job.ts'

/** The links of a document, and after them those that only a browser found. Data and sockets are mentioned, not followed. */
/** Those of the plain page come last: what scripts take away from readers may still lead somewhere. */
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
