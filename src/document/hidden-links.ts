/**
 * Links that people cannot see and that look like traps for robots. Much hidden content is legitimate (menus that open, slides, cookie
 * boxes), so hiding alone proves nothing: a trap is hidden by the page itself, in a style or an attribute, and either has nothing to click
 * on or contains the words of a trap. An address that is also linked visibly on the page is not a trap.
 *
 * Most pages have no link that is empty or has such words; these are not read a second time.
 */
import { type Attributes, type ScanHandler, scan, type TextMode } from '../html/index.ts'
import type { Url } from '../url/index.ts'
import { FoldedText } from './fold.ts'
import { HiddenParts, type LinkStart } from './hidden-parts.ts'
import { type Canonical, LinkCollector } from './links.ts'
import { soundsLikeTrap } from './trap-words.ts'

/** Elements inside a link that display nothing by themselves. */
const PLAIN: ReadonlySet<string> = new Set(['span', 'br', 'wbr', 'b', 'font'])
const TINY = /^\s*[01](?:px)?\s*$/
const MAX_TEXT_CHARS = 200

/** The addresses that the traps of a page lead to. */
export function trapsOn(
  html: string,
  url: string,
  canonicalizer: Canonical,
  charset: string | undefined,
): ReadonlySet<Url> {
  const reader = new TrapReader(html, new LinkCollector(url, canonicalizer, undefined, charset))
  scan(html, reader)
  return reader.traps()
}

interface OpenAnchor extends LinkStart {
  readonly href: Url
}

class TrapReader implements ScanHandler {
  readonly #html: string
  readonly #links: LinkCollector
  readonly #parts = new HiddenParts()
  readonly #text = new FoldedText(MAX_TEXT_CHARS)
  readonly #seen = new Set<Url>()
  readonly #traps = new Set<Url>()
  /** The open hidden link, and the last link in the element that hides the current content. */
  #open: OpenAnchor | null = null
  #last: Url | null = null
  #isStyle = false

  constructor(html: string, links: LinkCollector) {
    this.#html = html
    this.#links = links
  }

  traps(): ReadonlySet<Url> {
    this.#close()
    for (const href of this.#seen) this.#traps.delete(href)
    return this.#traps
  }

  startTag(name: string, attributes: Attributes): void {
    this.#isStyle = name === 'style'
    if (name === 'base') this.#links.rebase(attributes.get('href') ?? '')
    if (this.#open && name !== 'a' && showsSomething(name, attributes)) this.#show(this.#open.href)
    this.#parts.open(name, attributes, attributes.get('style'))
    if (name === 'a') this.#anchor(attributes)
  }

  endTag(name: string): void {
    this.#isStyle = false
    if (name === 'a') this.#close()
    this.#parts.close(name)
  }

  text(start: number, end: number, mode: TextMode): void {
    if (this.#isStyle) this.#parts.learn(this.#html.slice(start, end))
    else if (this.#open && mode !== 'raw') this.#text.add(this.#html, start, end, mode)
  }

  #anchor(attributes: Attributes): void {
    this.#close()
    const href = this.#links.resolve(attributes.get('href') ?? '')
    if (href === undefined) return
    const start = this.#parts.link(attributes)
    if (this.#parts.hidesSeveral) {
      if (this.#last) this.#seen.add(this.#last)
      this.#seen.add(href)
    } else if (start.hidden) {
      this.#open = { ...start, href }
      this.#text.clear()
    } else this.#seen.add(href)
  }

  #close(): void {
    if (!this.#open) return
    const { href } = this.#open
    this.#last = href
    if (isTrap(this.#text.toString(), this.#open)) this.#traps.add(href)
    else this.#seen.add(href)
    this.#open = null
  }

  #show(href: Url): void {
    this.#seen.add(href)
    this.#open = null
  }
}

/** Whether a hidden link is a trap: one without anything to click on, or one whose words say so. */
function isTrap(text: string, { href, isNamed, title }: OpenAnchor): boolean {
  if (soundsLikeTrap(`${text} ${href} ${title}`)) return true
  return text === '' && title === '' && !isNamed
}

/** Whether an element inside a link displays something. One-pixel pictures do not. */
export function showsSomething(name: string, attributes: Attributes): boolean {
  if (PLAIN.has(name)) return attributes.has('class')
  if (name !== 'img') return true
  return !(TINY.test(attributes.get('width') ?? '') && TINY.test(attributes.get('height') ?? ''))
}
