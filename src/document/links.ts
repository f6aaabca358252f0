/**
 * The links of one page: canonical, each once for its kind, in document order, at most 20,000.
 * Most links of a page repeat, and resolving one costs more than finding ten: a raw address is resolved once.
 */

/**
 * How a page refers to an address. `a`, `area`, `frame`, `link`, `form` (method get) and `refresh` lead to pages;
 * `image`, `script`, `style` and `object` are parts of this one; `meta` is only mentioned (ping, cite, post forms).
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
  readonly href: string
  /** Anchor text with white space folded, at most 200 characters. */
  readonly text: string
  readonly kind: LinkKind
  /** Every such link of the page says rel nofollow, ugc or sponsored. */
  readonly nofollow: boolean
}

/** What turns an address found on a page into a canonical one, or refuses it. */
export interface Canonical {
  canonical(href: string, base?: string): string | undefined
}

export const MOST_LINKS = 20_000
const LONGEST_HREF = 8192

export type OpenLink = { -readonly [K in keyof Link]: Link[K] }
type Target = { readonly href: string; readonly links: Partial<Record<LinkKind, OpenLink>> }

export class LinkCollector {
  readonly links: OpenLink[] = []
  base: string
  private readonly page: string
  private readonly canonicalizer: Canonical
  private readonly byRaw = new Map<string, Target | undefined>()
  private readonly byHref = new Map<string, Target>()

  constructor(page: string, canonicalizer: Canonical) {
    this.page = page
    this.base = page
    this.canonicalizer = canonicalizer
  }

  /** The first `<base href>` rules (HTML standard 4.2.3); links met before it were resolved against the page. */
  rebase(href: string): void {
    const base = URL.parse(href, this.page)
    if (base === null || base.protocol === 'data:' || base.protocol === 'javascript:') return
    this.base = base.href
    this.byRaw.clear()
  }

  /** The canonical address, or undefined if it leads nowhere a crawler could go. */
  resolve(raw: string): string | undefined {
    return this.target(raw)?.href
  }

  add(raw: string | undefined, kind: LinkKind, nofollow = false): OpenLink | undefined {
    if (raw === undefined || raw === '') return undefined
    const target = this.target(raw)
    if (target === undefined) return undefined
    const known = target.links[kind]
    if (known === undefined) return this.open(target, kind, nofollow)
    if (!nofollow) known.nofollow = false
    return known
  }

  private open(target: Target, kind: LinkKind, nofollow: boolean): OpenLink | undefined {
    if (this.links.length >= MOST_LINKS) return undefined
    const link: OpenLink = { href: target.href, text: '', kind, nofollow }
    target.links[kind] = link
    this.links.push(link)
    return link
  }

  private target(raw: string): Target | undefined {
    if (raw.charCodeAt(0) === 35 && this.base === this.page) return undefined
    const known = this.byRaw.get(raw)
    if (known !== undefined || this.byRaw.has(raw)) return known
    const target = this.find(raw)
    this.byRaw.set(raw, target)
    return target
  }

  private find(raw: string): Target | undefined {
    if (raw.length > LONGEST_HREF || raw.startsWith('javascript:') || raw.startsWith('data:'))
      return undefined
    const href = this.canonicalizer.canonical(raw, this.base)
    if (href === undefined) return undefined
    let target = this.byHref.get(href)
    if (target === undefined) this.byHref.set(href, (target = { href, links: {} }))
    return target
  }
}
