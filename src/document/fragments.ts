/** Places inside pages: the links of a page with a fragment (`#chapter`), and the places that a page has. */
import { type Attributes, decodeText, type ScanHandler, scan, type TextMode } from '../html/index.ts'

export interface FragmentLink {
  /** Absolute, without the fragment; the page's own address for a link within it. */
  readonly address: string
  /** Decoded. */
  readonly fragment: string
  readonly text: string
}

/** The limit for links of a page (`links.ts`). */
const MAX_FRAGMENTS = 20_000
const MAX_HREF_CHARS = 8192
const MAX_TEXT_CHARS = 200

/**
 * Links with a fragment, without those that lead to the top, that scripts use as addresses (`#!/`, `#/`), or that quote text
 * (`#:~:text=`).
 */
export function fragmentLinks(html: string, url: string): readonly FragmentLink[] {
  const reader = new FragmentReader(html, url)
  scan(html, reader)
  return reader.links.map(link => ({ ...link, text: link.text.replace(/\s+/g, ' ').trim() }))
}

class FragmentReader implements ScanHandler {
  readonly links: (FragmentLink & { text: string })[] = []
  /** The link whose text is being read. */
  private open: { text: string } | null = null
  private readonly html: string
  private readonly seen = new Set<string>()
  private readonly url: string
  private base: string
  private isBased = false

  constructor(html: string, url: string) {
    this.html = html
    this.url = url
    this.base = url
  }

  startTag(name: string, attributes: Attributes): void {
    if (name === 'base') this.rebase(attributes.get('href'))
    else if (name === 'a' || name === 'area') this.link(attributes.get('href'))
  }

  endTag(name: string): void {
    if (name === 'a') this.open = null
  }

  text(start: number, end: number, mode: TextMode): void {
    if (this.open === null || this.open.text.length >= MAX_TEXT_CHARS) return
    this.open.text += decodeText(this.html, start, Math.min(end, start + MAX_TEXT_CHARS), mode)
  }

  private rebase(href: string | undefined): void {
    if (href === undefined || this.isBased) return
    this.isBased = true
    this.base = URL.parse(href, this.url)?.href ?? this.base
  }

  private link(href: string | undefined): void {
    this.open = null
    if (!href?.includes('#') || href.length > MAX_HREF_CHARS || this.links.length >= MAX_FRAGMENTS) return
    const found = URL.parse(href, this.base)
    if (!found || !/^(?:https?|file):$/.test(found.protocol) || this.seen.has(found.href)) return
    this.seen.add(found.href)
    const fragment = placeOf(found.hash)
    found.hash = ''
    if (fragment === null) return
    const link = { address: found.href, fragment, text: '' }
    this.links.push(link)
    this.open = link
  }
}

/** HTML standard 7.4.6.3: an empty fragment and `top` mean the top of the page. */
function placeOf(hash: string): string | null {
  const raw = hash.slice(1).replace(/:~:.*$/s, '')
  if (raw === '' || raw.toLowerCase() === 'top' || /^[!/]/.test(raw)) return null
  return decodedFragment(raw)
}

export function decodedFragment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The ids of a page, and the names of its anchors. */
export function placesIn(html: string): ReadonlySet<string> {
  const places = new Set<string>()
  const add = (place: string | undefined) => {
    if (place) places.add(place)
  }
  scan(html, {
    startTag(name, attributes) {
      if (attributes.empty) return
      add(attributes.get('id'))
      if (name === 'a') add(attributes.get('name'))
    },
    endTag() {},
    text() {},
  })
  return places
}
