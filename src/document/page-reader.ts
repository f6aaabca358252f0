/** The scan handler of `scanPage`: handles each tag, and requests nothing else from the scanner. */
import {
  type Attributes,
  commentText,
  decodeText,
  INLINE_ELEMENTS,
  parseDoctype,
  type ScanHandler,
  scan,
  type TextMode,
} from '../html/index.ts'
import { cssAddresses } from './css.ts'
import { addElementLinks, LINKING_ELEMENTS } from './element-links.ts'
import { FoldedText, fold, shownLength } from './fold.ts'
import { showsSomething } from './hidden-links.ts'
import { isNamed } from './hidden-parts.ts'
import { type Canonical, LinkCollector, type OpenLink } from './links.ts'
import { folderOf, inlinePicture, mentionedIn } from './mentions.ts'
import { isNofollow, Metadata } from './metadata.ts'
import type { PageScan, ScanPageOptions } from './scan-page.ts'
import { soundsLikeTrap } from './trap-words.ts'

const MAX_TITLE_CHARS = 1000
const MAX_ANCHOR_CHARS = 200
const MAX_NESTED_CHARS = 65_536
const MAX_HEADING_CHARS = 400
/** Elements whose text is not displayed. */
const HIDING: ReadonlySet<string> = new Set(['noscript', 'template'])
/** Only whether a page displays more than this matters. */
export const MAX_COUNTED_CHARS = 5_000

const INLINE = new Set([...INLINE_ELEMENTS, 'script'])
/** Tags that `element` handles: one lookup spares most tags forty comparisons. */
// biome-ignore format: a list
const TELLING: ReadonlySet<string> = new Set([
  ...LINKING_ELEMENTS,
  'a', 'meta', 'link', 'base', 'html', 'iframe', 'h1', 'h2', 'h3', 'noscript', 'template',
])

export class PageReader implements ScanHandler {
  private html: string
  private readonly links: LinkCollector
  private readonly metadata: Metadata
  private readonly text_: FoldedText | undefined
  private readonly mentions: boolean
  private readonly anchorText = new FoldedText(MAX_ANCHOR_CHARS)
  private anchor: OpenLink | undefined
  /** Whether the open link has no name and no content yet. */
  private isBare = false
  /** Whether any link has neither a name nor content, or has the words of a trap. */
  private hasOddLinks = false
  private readonly headings = new FoldedText(MAX_HEADING_CHARS)
  private heading = ''
  private hasPassword = false
  private anchors = 0
  private title: string | undefined
  private lang: string | undefined
  private based = false
  /** The element whose raw content may come next. */
  private last = ''
  /** Number of open elements that hide their text. */
  private hidden = 0
  private nested = false
  /** Number of characters of text, up to `MAX_COUNTED_CHARS`. */
  private shownChars = 0

  constructor(html: string, url: string, canonicalizer: Canonical, options: ScanPageOptions) {
    this.html = html
    this.links = new LinkCollector(url, canonicalizer, options.memory, options.charset)
    this.metadata = new Metadata(this.links, url, options.agent)
    this.mentions = options.mentions === true
    this.text_ = options.text === true ? new FoldedText(undefined, 256 + (html.length >> 2)) : undefined
  }

  result(): PageScan {
    this.closeAnchor()
    const { canonical, hub, self, refresh, robots, feeds, hreflang } = this.metadata
    return {
      title: this.title ?? '',
      base: this.links.base,
      ...(canonical !== undefined && { canonical }),
      ...(hub !== undefined && { hub, ...(self !== undefined && { self }) }),
      robots,
      ...(refresh !== undefined && { refresh }),
      links: this.links.links,
      feeds,
      hreflang,
      ...(this.lang && { lang: this.lang }),
      ...(this.text_ !== undefined && { text: this.text_.toString() }),
      shownChars: this.shownChars,
      headings: `${this.title ?? ''}\n${this.headings}`,
      hasPassword: this.hasPassword,
      anchors: this.anchors,
    }
  }

  /** Whether it is worth looking for links that people cannot see. */
  get mayHideTraps(): boolean {
    return this.hasOddLinks || this.links.namesTrap
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    this.last = name
    if (this.isBare) this.isBare = !showsSomething(name, attributes)
    if (this.text_ !== undefined && !INLINE.has(name)) this.text_.break()
    if (!attributes.empty) this.styles(attributes.get('style'))
    if (TELLING.has(name)) this.element(name, attributes, selfClosing)
  }

  endTag(name: string): void {
    this.last = ''
    if (name === 'a') this.closeAnchor()
    else if (this.heading !== '' && name === this.heading) this.closeHeading()
    else if (this.hidden > 0 && HIDING.has(name)) this.hidden--
    if (this.text_ !== undefined && !INLINE.has(name)) this.text_.break()
  }

  text(start: number, end: number, mode: TextMode): void {
    if (this.mentions && this.last !== 'style') this.mention(decodeText(this.html, start, end, mode))
    if (this.anchor !== undefined && mode !== 'raw') this.anchorText.add(this.html, start, end, mode)
    if (mode === 'raw') this.rawText(start, end)
    else if (mode === 'rcdata' && this.last === 'title') {
      if (!this.nested) this.title ??= fold(decodeText(this.html, start, end, mode), MAX_TITLE_CHARS)
    } else if (this.hidden === 0 && !this.nested) {
      this.text_?.add(this.html, start, end, mode)
      if (this.heading !== '') this.headings.add(this.html, start, end, mode)
      if (this.shownChars < MAX_COUNTED_CHARS) this.shownChars += shownLength(this.html, start, end)
    }
  }

  /** Old versions of Internet Explorer read `<!--[if …]> markup <![endif]-->`: pages still have links there. */
  comment(start: number, end: number): void {
    if (this.html.startsWith('[if', start))
      this.scanNested(commentText(this.html, start, end).replace(/^[^>]*>/, ''))
  }

  doctype(start: number, end: number): void {
    const { systemId } = parseDoctype(this.html, start, Math.min(end, start + 1000))
    if (
      systemId !== null &&
      !systemId.startsWith('http://www.w3.org/') &&
      systemId !== 'about:legacy-compat'
    ) {
      this.links.add(systemId, 'meta')
    }
  }

  private element(name: string, attributes: Attributes, selfClosing: boolean): void {
    switch (name) {
      case 'a':
        this.openAnchor(attributes)
        break
      case 'meta':
        this.meta(attributes)
        break
      case 'link':
        this.metadata.link(attributes)
        break
      case 'base':
        this.rebase(attributes.get('href'))
        break
      case 'html':
        this.lang ??= (attributes.get('lang') ?? attributes.get('xml:lang'))?.trim().slice(0, 35)
        this.links.addAttribute(attributes, 'manifest', 'meta')
        break
      case 'iframe':
        this.links.addAttribute(attributes, 'src', 'frame')
        this.scanNested(attributes.get('srcdoc'))
        break
      case 'img':
        if (this.anchor !== undefined) this.addAlternative(attributes.get('alt'))
        if (this.mentions) this.scanNested(inlinePicture(attributes.get('src')))
        addElementLinks(name, attributes, this.links)
        break
      case 'h1':
      case 'h2':
      case 'h3':
        this.heading = name
        break
      case 'noscript':
      case 'template':
        if (!selfClosing) this.hidden++
        break
      case 'input':
        this.hasPassword ||= attributes.get('type')?.toLowerCase() === 'password'
        addElementLinks(name, attributes, this.links)
        break
      default:
        addElementLinks(name, attributes, this.links)
    }
  }

  private mention(text: string): void {
    if (!text.includes('/')) return
    const folder = this.based ? folderOf(this.links.base) : ''
    for (const address of mentionedIn(text, folder)) this.links.add(address, 'meta')
  }

  private closeHeading(): void {
    this.heading = ''
    this.headings.break()
  }

  private meta(attributes: Attributes): void {
    const content = attributes.get('content')
    if (content?.includes('<')) this.scanNested(content)
    this.metadata.meta(attributes)
  }

  private rawText(start: number, end: number): void {
    if (this.last === 'style') this.styles(this.html.slice(start, end))
    else if (this.last === 'xmp' || this.last === 'plaintext') this.text_?.add(this.html, start, end, 'raw')
  }

  private styles(css: string | undefined): void {
    if (css === undefined) return
    for (const { href, kind } of cssAddresses(css)) this.links.add(href, kind)
  }

  private rebase(href: string | undefined): void {
    if (href === undefined || this.based) return
    this.based = true
    this.links.rebase(href)
    this.links.add(href, 'meta')
  }

  private openAnchor(attributes: Attributes): void {
    this.closeAnchor()
    if (!this.nested && attributes.has('href')) this.anchors++
    const rel = attributes.get('rel')
    const nofollow = rel !== undefined && isNofollow(rel.toLowerCase().split(/[\t\n\f\r ]+/))
    const link = this.links.addAttribute(
      attributes,
      attributes.has('href') ? 'href' : 'xlink:href',
      'a',
      nofollow,
    )
    const ping = attributes.get('ping')
    if (ping !== undefined)
      for (const address of ping.trim().split(/\s+/, 20)) this.links.add(address, 'meta')
    if (link === undefined || link.text !== '') return
    this.anchor = link
    this.isBare = rel === undefined && !isNamed(attributes)
    this.anchorText.clear()
  }

  private closeAnchor(): void {
    if (this.anchor === undefined) return
    const text = this.anchorText.toString()
    this.anchor.text = text
    this.hasOddLinks ||= text === '' ? this.isBare : soundsLikeTrap(text)
    this.anchor = undefined
  }

  private addAlternative(alt: string | undefined): void {
    if (alt !== undefined) this.anchorText.add(alt, 0, alt.length, 'raw')
  }

  /** Scans markup inside an attribute or a comment, one level deep: its links count, its text does not. */
  private scanNested(markup: string | undefined): void {
    if (markup === undefined || this.nested) return
    const { html, hidden, last } = this
    this.nested = true
    this.html = markup.slice(0, MAX_NESTED_CHARS)
    scan(this.html, this)
    this.html = html
    this.hidden = hidden
    this.last = last
    this.nested = false
  }
}
