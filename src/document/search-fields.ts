/**
 * The texts of a page by field: title, headings, emphasized words, description, and the rest of the visible text. One scan, for indexing;
 * not on the hot path of a crawl.
 */
import {
  type Attributes,
  decodeText,
  INLINE_ELEMENTS,
  type ScanHandler,
  scan,
  type TextMode,
} from '../html/index.ts'
import { FoldedText, fold } from './fold.ts'

/** The same shape as `PageTexts` in search. */
export interface PageFields {
  readonly language: string | null
  readonly title: string
  readonly headings: string
  readonly emphasised: string
  readonly meta: string
  readonly body: string
}

const MAX_TITLE_CHARS = 1_000
const MAX_META_CHARS = 2_000
const MAX_HEADINGS_CHARS = 20_000
const MAX_EMPHASISED_CHARS = 20_000

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const EMPHASIS = new Set(['b', 'strong', 'em', 'i', 'mark', 'dfn'])
const INLINE = new Set([...INLINE_ELEMENTS, 'script'])
// biome-ignore format: a list
const DESCRIPTIONS = new Set([
  'description', 'keywords', 'og:description', 'og:title', 'dc.description', 'dc.subject',
])
const HIDDEN = new Set(['noscript', 'template'])

export function pageFields(html: string): PageFields {
  const reader = new FieldReader(html)
  scan(html, reader)
  return reader.result()
}

/** For text that is not HTML: all of it is the body. */
export const plainFields = (text: string): PageFields => ({
  language: null,
  title: '',
  headings: '',
  emphasised: '',
  meta: '',
  body: fold(text),
})

class FieldReader implements ScanHandler {
  private readonly html: string
  private readonly body: FoldedText
  private readonly headings = new FoldedText(MAX_HEADINGS_CHARS)
  private readonly emphasised = new FoldedText(MAX_EMPHASISED_CHARS)
  private readonly meta: string[] = []
  private title: string | undefined
  private language: string | null = null
  private last = ''
  /** Number of open elements of each kind; unmatched end tags are ignored. */
  private inHeading = 0
  private inEmphasis = 0
  private inHidden = 0

  constructor(html: string) {
    this.html = html
    this.body = new FoldedText(undefined, 256 + (html.length >> 2))
  }

  result(): PageFields {
    return {
      language: this.language,
      title: this.title ?? '',
      headings: this.headings.toString(),
      emphasised: this.emphasised.toString(),
      meta: this.meta.join('\n'),
      body: this.body.toString(),
    }
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    this.last = name
    this.boundary(name, selfClosing ? 0 : 1)
    if (name === 'html')
      this.language ??= (attributes.get('lang') ?? attributes.get('xml:lang'))?.slice(0, 35) ?? null
    else if (name === 'meta') this.describe(attributes)
  }

  endTag(name: string): void {
    this.last = ''
    this.boundary(name, -1)
  }

  text(start: number, end: number, mode: TextMode): void {
    if (mode === 'raw') return
    if (mode === 'rcdata' && this.last === 'title') {
      this.title ??= fold(decodeText(this.html, start, end, mode), MAX_TITLE_CHARS)
      return
    }
    if (this.inHidden > 0) return
    // Emphasized words are part of a sentence, which must be found as a phrase; headings stand alone.
    if (this.inHeading > 0) this.headings.add(this.html, start, end, mode)
    else this.body.add(this.html, start, end, mode)
    if (this.inEmphasis > 0 && this.inHeading === 0) this.emphasised.add(this.html, start, end, mode)
  }

  private boundary(name: string, opens: -1 | 0 | 1): void {
    if (EMPHASIS.has(name)) {
      this.inEmphasis = Math.max(0, this.inEmphasis + opens)
      if (this.inEmphasis === 0) this.emphasised.break()
    }
    if (INLINE.has(name)) return
    this.body.break()
    this.headings.break()
    // Unclosed emphasis ends with its block.
    if (opens < 0) this.inEmphasis = 0
    if (HIDDEN.has(name)) this.inHidden = Math.max(0, this.inHidden + opens)
    if (HEADINGS.has(name)) this.inHeading = opens > 0 ? 1 : 0
  }

  private describe(attributes: Attributes): void {
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').trim().toLowerCase()
    const content = DESCRIPTIONS.has(name) ? attributes.get('content') : undefined
    if (content !== undefined && this.meta.length < DESCRIPTIONS.size)
      this.meta.push(fold(content, MAX_META_CHARS))
  }
}
