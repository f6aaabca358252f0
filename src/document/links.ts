/**
 * The links of one page: canonical, each once for each kind, in document order, at most 20,000. Most links of a page repeat, and resolving
 * one costs more than finding ten, so each raw address is resolved once.
 */

import { type Attributes, decodeAttribute } from '../html/index.ts'
import { queryCharset, type Url, withQueryIn } from '../url/index.ts'
import { LinkMemory, type LinkTarget } from './link-memory.ts'

/**
 * How a page refers to an address. `a`, `area`, `frame`, `link`, `form` (method get) and `refresh` lead to pages; `image`, `script`,
 * `style` and `object` are parts of the page; `meta` addresses are only mentioned (ping, cite, post forms).
 */
export type LinkKind =
  | 'a'
  | 'area'
  | 'frame'
  | 'link'
  | 'image'
  | 'script'
  | 'style'
  | 'form'
  | 'refresh'
  | 'meta'
  | 'object'

export interface Link {
  /** Canonical and absolute. */
  readonly href: Url
  /** Anchor text with white space folded, at most 200 characters. */
  readonly text: string
  readonly kind: LinkKind
  /** Whether every such link on the page has rel nofollow, ugc or sponsored. */
  readonly nofollow: boolean
  /** Whether this is a `link` element that leads readers on, for example to the next page or a translation. */
  readonly turns?: boolean
  /** Whether every such link on the page is hidden from people and looks like a trap for robots. */
  readonly hidden?: boolean
}

/** Turns an address found on a page into a canonical one, or rejects it. */
export interface Canonical {
  canonical(href: string, base?: string): Url | undefined
}

export const MAX_LINKS = 20_000
const MAX_HREF_CHARS = 8192
const EXCLAMATION = 33
const HASH = 35
const SLASH = 47

export type OpenLink = { -readonly [K in keyof Link]: Link[K] }

export class LinkCollector {
  readonly links: OpenLink[] = []
  /** Whether any link leads to an address with the words of a trap. */
  namesTrap = false
  base: string
  private readonly page: string
  private readonly canonicalizer: Canonical
  private readonly charset: string | undefined
  private memory: LinkMemory

  /** `charset` is the page's, in which queries are encoded. */
  constructor(page: string, canonicalizer: Canonical, memory = new LinkMemory(false), charset?: string) {
    this.page = page
    this.base = page
    this.canonicalizer = canonicalizer
    this.memory = memory
    this.charset = queryCharset(charset)
    memory.turnTo(page, this.charset)
  }

  /** The first `<base href>` counts (HTML standard 4.2.3); links before it were resolved against the page. */
  rebase(href: string): void {
    const base = URL.parse(href, this.page)
    if (base === null || base.protocol === 'data:' || base.protocol === 'javascript:') return
    this.base = base.href
    this.memory = new LinkMemory(false)
    for (const link of this.links) this.memory.target(link.href).links.push(link)
  }

  /** The canonical address of a decoded value; undefined if it leads nowhere a crawler could go. */
  resolve(raw: string): Url | undefined {
    return this.target(raw)?.href
  }

  add(raw: string | undefined, kind: LinkKind, nofollow = false): OpenLink | undefined {
    if (raw === undefined || raw === '') return undefined
    const target = this.isFull ? this.memory.known(raw, 0, raw.length) : this.target(raw)
    return this.addTarget(target, kind, nofollow)
  }

  /** Like `add`, for an attribute of a tag, which is not decoded if the same characters were seen before. */
  addAttribute(attributes: Attributes, name: string, kind: LinkKind, nofollow = false): OpenLink | undefined {
    const start = attributes.locate(name)
    if (start < 0 || start === attributes.valueEnd) return undefined
    const { html, valueEnd } = attributes
    const target = this.isFull
      ? this.memory.known(html, start, valueEnd)
      : this.remembered(html, start, valueEnd)
    return this.addTarget(target, kind, nofollow)
  }

  /** Then only addresses that were written before matter, and no further ones are resolved. */
  private get isFull(): boolean {
    return this.links.length >= MAX_LINKS
  }

  private addTarget(target: LinkTarget | undefined, kind: LinkKind, nofollow: boolean): OpenLink | undefined {
    if (target === undefined) return undefined
    const links = this.memory.linksTo(target)
    for (const known of links) {
      if (known.kind !== kind) continue
      if (!nofollow) known.nofollow = false
      return known
    }
    if (target.isTrap && kind === 'a') this.namesTrap = true
    return this.open(target.href, links, kind, nofollow)
  }

  private open(href: Url, same: OpenLink[], kind: LinkKind, nofollow: boolean): OpenLink | undefined {
    if (this.isFull) return undefined
    const link: OpenLink = { href, text: '', kind, nofollow }
    same.push(link)
    this.links.push(link)
    return link
  }

  private target(raw: string): LinkTarget | undefined {
    return raw.includes('&') ? this.find(raw) : this.remembered(raw, 0, raw.length)
  }

  /** `#fragment` alone means this page, unless an application routes by it; everything else is resolved at its first occurrence. */
  private remembered(html: string, start: number, end: number): LinkTarget | undefined {
    if (html.charCodeAt(start) === HASH && this.base === this.page && !mayBeRoute(html, start))
      return undefined
    if (end - start > MAX_HREF_CHARS) return undefined
    const entry = this.memory.at(html, start, end)
    if (!entry.known) {
      entry.known = true
      entry.value = this.find(decodeAttribute(html, start, end))
    }
    return entry.value
  }

  private find(raw: string): LinkTarget | undefined {
    if (raw.length > MAX_HREF_CHARS || raw.startsWith('javascript:') || raw.startsWith('data:'))
      return undefined
    const href = this.canonicalizer.canonical(withQueryIn(this.charset, raw), this.base)
    const isHere = href === this.page && raw.charCodeAt(0) === HASH
    return href === undefined || isHere ? undefined : this.memory.target(href)
  }
}

/** `#/…` or `#!…`. */
const mayBeRoute = (html: string, hash: number) =>
  html.charCodeAt(hash + 1) === SLASH || html.charCodeAt(hash + 1) === EXCLAMATION
