/**
 * The scanner: one pass over a page, no tree, one call for each tag and each run of text.
 *
 * It is the tokenizer of the HTML standard (13.2.5) with its eighty states folded into jumps: between tags it uses `indexOf` to find the
 * next `<`, and it reports offsets, which are decoded only if the handler needs them. Of the tree builder, it keeps only what changes the
 * meaning of later characters: raw text elements and foreign content.
 */
import { Attributes, indexOfCode, isSpace } from './attributes.ts'
import { commentSpan, type Span, spanToGreater } from './comment.ts'
import { ForeignContent } from './foreign.ts'
import { type ContentModel, contentModel, equalsIgnoringCase, hashStep, tagName } from './names.ts'
import { rawTextEnd, scriptEnd } from './rawtext.ts'
import type { TextMode } from './references.ts'

/** Offsets point into the scanned string; `attributes` is valid only during the call. */
export interface ScanHandler {
  startTag(name: string, attributes: Attributes, selfClosing: boolean): void
  endTag(name: string): void
  text(start: number, end: number, mode: TextMode): void
  comment?(start: number, end: number): void
  doctype?(start: number, end: number): void
}

export interface ScanOptions {
  /** The initial state; `cdata` is a CDATA section. */
  readonly begin?: ContentModel | 'cdata'
  /** The element whose end tag closes a raw `begin`. */
  readonly within?: string
  /** Tokens only: start tags never switch the state, as if there were no tree builder. */
  readonly tokensOnly?: boolean
  /** XML, well-formed or not: tokens only, and CDATA sections anywhere. Names are still reported in lower case. */
  readonly xml?: boolean
}

export function scan(html: string, handler: ScanHandler, options: ScanOptions = {}): void {
  new Scanner(html, handler, options).run(options)
}

const BANG = 33
const SLASH = 47
const LESS = 60
const GREATER = 62
const QUESTION = 63

class Scanner {
  private readonly attributes = new Attributes()
  private readonly foreign = new ForeignContent()
  private readonly switches: boolean
  private readonly xml: boolean
  private readonly html: string
  private readonly handler: ScanHandler
  /** The hash and end of the last tag name. */
  private hash = 0

  constructor(html: string, handler: ScanHandler, options: ScanOptions) {
    this.html = html
    this.handler = handler
    this.xml = options.xml === true
    this.switches = options.tokensOnly !== true && !this.xml
  }

  run(options: ScanOptions): void {
    let at = 0
    if (options.begin === 'cdata') at = this.cdata(0)
    else if (options.begin !== undefined && options.begin !== 'data')
      at = this.rawText(0, options.within ?? '', options.begin)
    const end = this.html.length
    while (at < end) at = this.markup(at)
  }

  /** Reports the text up to the next piece of markup, and that piece; returns the offset after it. */
  private markup(from: number): number {
    const { html } = this
    for (let at = indexOfCode(html, LESS, from); at >= 0; at = indexOfCode(html, LESS, at + 1)) {
      const code = html.charCodeAt(at + 1)
      if (isLetter(code)) {
        if (at > from) this.handler.text(from, at, 'data')
        return this.startTag(at + 1)
      }
      if (code === SLASH ? at + 2 < html.length : code === BANG || code === QUESTION) {
        if (at > from) this.handler.text(from, at, 'data')
        return code === SLASH ? this.endTag(at + 2) : this.declaration(at + 1)
      }
    }
    this.handler.text(from, html.length, 'data')
    return html.length
  }

  private startTag(start: number): number {
    const nameEnd = this.nameEnd(start)
    const { html, attributes, foreign } = this
    const next = attributes.read(html, nameEnd)
    if (next < 0) return html.length
    const name = tagName(html, start, nameEnd, this.hash)
    const { selfClosing } = attributes
    if (foreign.watching || name === 'svg' || name === 'math') {
      foreign.start(name, selfClosing)
      this.handler.startTag(name, attributes, selfClosing)
      if (foreign.inside || name === 'title') return next
    } else this.handler.startTag(name, attributes, selfClosing)
    if (!this.switches) return next
    const model = contentModel(name)
    return model === 'data' ? next : this.rawText(next, name, model)
  }

  private endTag(start: number): number {
    const { html, attributes, foreign } = this
    const code = html.charCodeAt(start)
    if (!isLetter(code)) return code === GREATER ? start + 1 : this.comment(spanToGreater(html, start))
    const nameEnd = this.nameEnd(start)
    const next = html.charCodeAt(nameEnd) === GREATER ? nameEnd + 1 : attributes.read(html, nameEnd)
    if (next < 0) return html.length
    const name = tagName(html, start, nameEnd, this.hash)
    if (foreign.watching) foreign.end(name)
    this.handler.endTag(name)
    return next
  }

  private nameEnd(start: number): number {
    const { html } = this
    const end = html.length
    let hash = 0
    let at = start
    for (; at < end; at++) {
      const code = html.charCodeAt(at)
      if (code < 63 && (code === GREATER || code === SLASH || isSpace(code))) break
      hash = hashStep(hash, code)
    }
    this.hash = hash
    return at
  }

  /** `<!` and `<?`: a comment, document type, CDATA section, or garbage that counts as a comment. */
  private declaration(at: number): number {
    const { html } = this
    if (html.charCodeAt(at) === QUESTION) return this.comment(spanToGreater(html, at))
    if (html.startsWith('--', at + 1)) return this.comment(commentSpan(html, at + 3))
    if (equalsIgnoringCase(html, at + 1, 'doctype')) return this.doctype(spanToGreater(html, at + 8))
    if ((this.xml || this.foreign.inside) && html.startsWith('[CDATA[', at + 1)) return this.cdata(at + 8)
    return this.comment(spanToGreater(html, at + 1))
  }

  private comment(span: Span): number {
    this.handler.comment?.(span.start, span.end)
    return span.next
  }

  private doctype(span: Span): number {
    this.handler.doctype?.(span.start, span.end)
    return span.next
  }

  private cdata(start: number): number {
    const close = this.html.indexOf(']]>', start)
    const end = close < 0 ? this.html.length : close
    if (end > start) this.handler.text(start, end, 'cdata')
    return close < 0 ? end : end + 3
  }

  /** The content of an element that holds no markup, and its end tag. */
  private rawText(start: number, name: string, model: ContentModel): number {
    const end = this.rawEnd(start, name, model)
    if (end > start) this.handler.text(start, end, model === 'rcdata' ? 'rcdata' : 'raw')
    return end < this.html.length ? this.endTag(end + 2) : end
  }

  private rawEnd(start: number, name: string, model: ContentModel): number {
    if (model === 'plaintext') return this.html.length
    return model === 'script' ? scriptEnd(this.html, start, name) : rawTextEnd(this.html, start, name)
  }
}

function isLetter(code: number): boolean {
  const lower = code | 32
  return lower >= 97 && lower <= 122
}
