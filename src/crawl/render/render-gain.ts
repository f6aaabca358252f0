/** What a browser shows that the plain page lacks, and whether that is worth using a browser. */

import type { BrowserLink } from '../../browser/rendered.ts'
import { scanPage } from '../../document/scan-page.ts'
import { type Canonicalizer, hostOf } from '../../url/index.ts'
import { withBrowserLinks } from '../thread/browser-links.ts'

export interface RenderGain {
  /** Links of the page to its own host, and how many of them only the browser found. */
  readonly links: number
  readonly newLinks: number
  /** Characters of visible text, and how many of them are in words that the plain page lacks. */
  readonly chars: number
  readonly newChars: number
}

/** A clock or a greeting is not worth it; a list or a paragraph is. With half or twice these numbers `npm run bench:render` decides the same. */
const MIN_NEW_LINKS = 2
const MIN_NEW_CHARS = 120
const MIN_SHARE = 0.05

export const isWorthIt = ({ links, newLinks, chars, newChars }: RenderGain): boolean =>
  newLinks >= Math.max(MIN_NEW_LINKS, MIN_SHARE * links) ||
  newChars >= Math.max(MIN_NEW_CHARS, MIN_SHARE * chars)

export function gainOf(
  url: string,
  plainHtml: string,
  shown: { readonly html: string; readonly links: readonly BrowserLink[] },
  canonicalizer: Canonicalizer,
): RenderGain {
  const plain = scanPage(plainHtml, url, canonicalizer, { text: true })
  const rendered = scanPage(shown.html, url, canonicalizer, { text: true })
  const found = withBrowserLinks(rendered.links, shown.links, url, canonicalizer)
  const isOwn = ({ href, kind }: { readonly href: string; readonly kind: string }) =>
    (kind === 'a' || kind === 'area' || kind === 'frame') && hostOf(href) === hostOf(url)
  const known = new Set(plain.links.filter(isOwn).map(link => link.href))
  const links = new Set(found.filter(isOwn).map(link => link.href))
  const newLinks = [...links].filter(href => !known.has(href)).length
  return { links: links.size, newLinks, ...newText(plain.text ?? '', rendered.text ?? '') }
}

/** Counts each occurrence of a word, so that one that appears once in the plain page and ten times in the rendered one counts as new nine times. */
function newText(plain: string, rendered: string): { readonly chars: number; readonly newChars: number } {
  const known = new Map<string, number>()
  for (const word of words(plain)) known.set(word, (known.get(word) ?? 0) + 1)
  let chars = 0
  let newChars = 0
  for (const word of words(rendered)) {
    chars += word.length
    const left = known.get(word) ?? 0
    if (left > 0) known.set(word, left - 1)
    else newChars += word.length
  }
  return { chars, newChars }
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
