import type { BrowserLink } from '../../browser/rendered.ts'
import { type Link, MAX_LINKS } from '../../document/links.ts'
import type { Canonicalizer } from '../../url/index.ts'

/** The links of a document, and after them those that only a browser found. Data and sockets are mentioned, not followed. */
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
