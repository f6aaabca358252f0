/** The scan handler of `signatureOf`: one pass over the tags produces pieces, tag hashes and link targets. */
import { FoldedText } from '../../document/fold.ts'
import type { Attributes, ScanHandler, TextMode } from '../../html/index.ts'
import { quietHref } from '../noise/link-noise.ts'
import { hashText, mix } from '../text/hash.ts'
import { INLINE, nameTraits, SEAMED, traitsOf, VOID } from './elements.ts'
import { OpenElements } from './open-elements.ts'
import { Pieces, type Standing } from './pieces.ts'
import { SEAM } from './reading.ts'
import { TagHash } from './tag-hash.ts'

const MAX_LINKS = 20_000
const MAX_HREF_CHARS = 8192
/** Longer pages have more pieces than can be kept apart by inline elements anyway, except those with numbers. */
const MAX_CHARS_WITH_SEAMS = 50_000

/** HTML, "after head": any other start tag begins the body, even without `<body>`. */
const HEAD_TAGS = new Set(
  'html head title base basefont bgsound link meta style script noscript template noframes'.split(' '),
)

/** Shared, because pages are read one at a time. */
const stack = new OpenElements()

export class SignatureReader implements ScanHandler {
  readonly pieces: Pieces
  readonly tags = new TagHash()
  readonly labels = new Map<number, string>()
  /** Raw targets of anchors and areas, without noise, with their hashes. */
  readonly targets = new Map<string, number>()
  base: string | undefined
  private readonly html: string
  private readonly open = stack.clear()
  private readonly block = new FoldedText()
  private readonly xml: boolean
  private inBody: boolean
  private last = ''
  private anchors = 0
  private characters = 0
  /** The first run of text of the block, while it is the only one; `runEnd` is 0 once it was gathered. */
  private runStart = 0
  private runEnd = 0
  private runMode: TextMode = 'data'
  private linked = 0
  /** Whether an inline element of the block is named like a counter. */
  private counting = false
  private links = 0
  private hrefs: string[] = []

  constructor(html: string, xml: boolean, keepLines = false) {
    this.html = html
    this.pieces = new Pieces(html.length <= MAX_CHARS_WITH_SEAMS, keepLines)
    this.xml = xml
    this.inBody = xml
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    this.last = name
    this.inBody ||= !HEAD_TAGS.has(name)
    if (this.inBody) this.tags.start(name, attributes)
    const traits = this.xml ? 0 : traitsOf(name)
    if ((traits & INLINE) === 0) this.flush(name !== 'br')
    else {
      if (traits & SEAMED) this.seam()
      if (!attributes.empty && !this.counting) this.counting = nameTraits(attributes.get('class')).counts
    }
    if (name === 'a' || name === 'area') this.anchor(name, attributes)
    else if (name === 'img') this.alternative(attributes)
    else if (name === 'base') this.base ??= attributes.get('href')
    if ((traits & VOID) === 0 && !selfClosing) this.open.open(name, traits, attributes)
  }

  endTag(name: string): void {
    this.last = ''
    if (this.inBody) this.tags.end(name)
    const traits = this.xml ? 0 : traitsOf(name)
    if ((traits & INLINE) === 0) this.flush(true)
    else if (traits & SEAMED) this.seam()
    else if (name === 'a') this.anchors = 0
    this.open.close(name, traits)
  }

  text(start: number, end: number, mode: TextMode): void {
    if (mode === 'raw' && this.last !== 'xmp' && this.last !== 'plaintext') return
    if (!this.xml && this.isUnseen()) return
    if (this.characters === 0) {
      start = behindSpace(this.html, start, end)
      if (start === end) return
      // Most blocks are a single run of text, which need not be gathered.
      this.runStart = start
      this.runEnd = end
      this.runMode = mode
    } else {
      this.gatherRun()
      this.block.add(this.html, start, end, mode)
    }
    this.characters += end - start
    if (this.anchors > 0) this.linked += end - start
  }

  end(): void {
    this.flush(true)
  }

  /** A page's title is in its head but is displayed all the same. */
  private isUnseen(): boolean {
    if (this.last === 'textarea') return true
    return this.open.isHidden && (this.inBody || this.last !== 'title')
  }

  private seam(): void {
    if (this.characters === 0) return
    this.gatherRun()
    this.block.add(SEAM, 0, 1, 'raw')
  }

  /** Called when something follows the first run of the block. */
  private gatherRun(): void {
    if (this.runEnd === 0) return
    this.block.add(this.html, this.runStart, this.runEnd, this.runMode)
    this.runEnd = 0
  }

  private blockText(): string {
    const plain = this.runEnd > 0 ? plainRun(this.html, this.runStart, this.runEnd) : undefined
    if (plain !== undefined) {
      this.runEnd = 0
      return plain
    }
    this.gatherRun()
    const text = this.block.toString()
    this.block.clear()
    return text
  }

  /** Turns what was gathered since the last boundary into pieces. */
  private flush(endsBlock: boolean): void {
    if (this.characters > 0) this.flushText(endsBlock)
    if (this.links !== 0 && endsBlock) {
      this.pieces.addLinks(this.links, this.standing(), this.hrefs)
      this.links = 0
      if (this.hrefs.length > 0) this.hrefs = []
    }
  }

  private flushText(endsBlock: boolean): void {
    const text = this.blockText()
    if (text !== '') {
      const linked = Math.min(1, this.linked / this.characters) * text.length
      this.pieces.addText(text, linked, this.standing(), endsBlock)
    }
    this.characters = this.linked = 0
    this.counting = false
  }

  private standing(): Standing {
    const { open } = this
    const { path } = open
    if (!this.labels.has(path)) this.labels.set(path, open.label())
    return {
      path,
      container: open.container,
      apart: open.isApart,
      doubt: open.doubt,
      within: open.isWithin,
      suspect: open.isSuspect,
      counting: open.isCounting || this.counting,
    }
  }

  private anchor(name: string, attributes: Attributes): void {
    const href = attributes.get('href')
    if (name === 'a') this.anchors = 1
    if (href === undefined || href.length > MAX_HREF_CHARS || this.open.isHidden) return
    if (href.startsWith('javascript:') || href === '' || href === '#') return
    const quiet = quietHref(href)
    if (this.pieces.lines !== undefined) this.hrefs.push(quiet)
    let hash = this.targets.get(quiet)
    if (hash === undefined) {
      hash = hashText(quiet)
      if (this.targets.size < MAX_LINKS) this.targets.set(quiet, hash)
    }
    this.links = mix(this.links, hash) || 1
  }

  private alternative(attributes: Attributes): void {
    const alt = attributes.get('alt')
    if (!alt || this.open.isHidden) return
    this.gatherRun()
    this.block.add(alt, 0, alt.length, 'raw')
    this.characters += alt.length
    if (this.anchors > 0) this.linked += alt.length
  }
}

const [SPACE, AMPERSAND, NO_BREAK_SPACE] = [32, 38, 160] as const

function behindSpace(html: string, start: number, end: number): number {
  while (start < end && html.charCodeAt(start) <= SPACE) start++
  return start
}

/** A run with nothing to fold or decode; undefined if there is something. */
function plainRun(html: string, start: number, end: number): string | undefined {
  while (end > start && html.charCodeAt(end - 1) <= SPACE) end--
  let before = 0
  for (let at = start; at < end; at++) {
    const code = html.charCodeAt(at)
    if (code === AMPERSAND || code === NO_BREAK_SPACE || code < SPACE || (code === SPACE && before === SPACE))
      return undefined
    before = code
  }
  return html.slice(start, end)
}
