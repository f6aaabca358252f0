/**
 * Remembers from page to page where the addresses written on pages lead: nine of ten links of a page are written in the same way on
 * another page of its folder.
 *
 * An address that begins with a slash or with `http://` means the same on every page of an origin; `a/b` and `../a` mean the same on every
 * page of a folder, since a base first loses its last segment (URL standard 4.4, relative state). Everything else (`?a`, `http:a`,
 * `mailto:a`, …) may depend on the whole base and is remembered only for its page. Pages of different charsets share nothing, since they
 * encode their queries differently.
 *
 * Filled and read by the link collectors of one thread, one after the other, all with the same canonicalizer. Bounded: it starts over when
 * it is full, which only costs work. Strings are copied, because a slice would keep the whole page alive.
 */
import { asUrl, type Url } from '../url/index.ts'
import type { OpenLink } from './links.ts'
import { ownCopy, RangeMemo } from './memo.ts'
import { soundsLikeTrap } from './trap-words.ts'

/** A canonical address, and the links to it on the page being read. */
export interface LinkTarget {
  readonly href: Url
  /** Whether its address contains the words of a trap. */
  readonly isTrap: boolean
  /** Number of the page that the links are on. */
  page: number
  links: OpenLink[]
}

/** Five times as many entries find one in two hundred addresses more, and cost 4 MB for each thread. */
const MAX_ENTRIES = 2_000
const AMPERSAND = 38
const COLON = 58
const SLASH = 47

export class LinkMemory {
  private readonly isLasting: boolean
  private readonly targets = new Map<string, LinkTarget>()
  /** By origin and by folder. */
  private readonly memos = new Map<string, RangeMemo<LinkTarget>>()
  private ofPage = new RangeMemo<LinkTarget>()
  private ofFolder: RangeMemo<LinkTarget> | undefined
  private ofOrigin: RangeMemo<LinkTarget> | undefined
  private page = 0

  /** A memory that serves a single page need not copy what it remembers. */
  constructor(isLasting = true) {
    this.isLasting = isLasting
  }

  /** Starts a page: its canonical address is `url`, and its queries are encoded in `charset`. */
  turnTo(url: string, charset = ''): void {
    this.page++
    this.ofPage = new RangeMemo()
    this.ofFolder = this.ofOrigin = undefined
    if (!this.isLasting || !(url.startsWith('http://') || url.startsWith('https://'))) return
    this.forgetIfFull()
    const end = url.search(/[?#]/)
    const folder = url.slice(0, url.lastIndexOf('/', end < 0 ? url.length : end) + 1)
    this.ofFolder = this.memoOf(charset + folder)
    this.ofOrigin = this.memoOf(charset + folder.slice(0, folder.indexOf('/', 'https://'.length)))
  }

  /** The entry for the address `html[start, end)`. */
  at(html: string, start: number, end: number) {
    return this.memoFor(html, start, end).at(html, start, end)
  }

  /** Where this address leads, if it was written before. */
  known(html: string, start: number, end: number): LinkTarget | undefined {
    return this.memoFor(html, start, end).find(html, start, end)?.value
  }

  target(href: Url): LinkTarget {
    const known = this.targets.get(href)
    if (known !== undefined) return known
    const own = this.isLasting ? asUrl(ownCopy(href)) : href
    const target = { href: own, isTrap: soundsLikeTrap(own), page: this.page, links: [] }
    this.targets.set(own, target)
    return target
  }

  /** The links of this page to `target`. */
  linksTo(target: LinkTarget): OpenLink[] {
    if (target.page !== this.page) {
      target.page = this.page
      target.links = []
    }
    return target.links
  }

  private memoFor(html: string, start: number, end: number): RangeMemo<LinkTarget> {
    const memo = this.ofFolder === undefined ? undefined : this.sharedBy(html, start, end)
    return memo ?? this.ofPage
  }

  private sharedBy(html: string, start: number, end: number): RangeMemo<LinkTarget> | undefined {
    const first = html.charCodeAt(start)
    if (first === SLASH) return this.ofOrigin
    if (!isWordOrDot(first)) return undefined
    for (let at = start + 1; at < end; at++) {
      const code = html.charCodeAt(at)
      if (code === SLASH) break
      if (code === COLON) return isWebAddress(html, start, end) ? this.ofOrigin : undefined
      // A character reference may stand for a colon, and characters that the parser drops may hide the beginning of the address.
      if (code < 32 || code === AMPERSAND) return undefined
    }
    return this.ofFolder
  }

  private memoOf(key: string): RangeMemo<LinkTarget> {
    let memo = this.memos.get(key)
    if (memo === undefined) this.memos.set(ownCopy(key), (memo = new RangeMemo(true)))
    return memo
  }

  private forgetIfFull(): void {
    let entries = this.targets.size
    for (const memo of this.memos.values()) entries += 1 + memo.size
    if (entries <= MAX_ENTRIES) return
    this.targets.clear()
    this.memos.clear()
  }
}

/** A letter, a digit or a dot. */
function isWordOrDot(code: number): boolean {
  return code === 46 || (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122)
}

function isWebAddress(html: string, start: number, end: number): boolean {
  return end - start > 8 && (html.startsWith('http://', start) || html.startsWith('https://', start))
}
