/** What a page with little text shows: its words, its forms, and how much of it could be content. */
import { type Attributes, INLINE_ELEMENTS, type ScanHandler, scan, type TextMode } from '../../html/index.ts'
import { FoldedText, shownLength } from '../fold.ts'

/** The features that walls are recognized by. Texts are folded and in lower case. */
export interface WallPage {
  /** Title and first headings. */
  readonly heading: string
  /** All displayed text. */
  readonly shown: string
  /** Text for browsers without scripts. */
  readonly noscript: string
  /** The words on buttons, and on links that may look like buttons. */
  readonly buttons: string
  /** Characters outside links, forms, buttons, headers and footers, in blocks long enough for a sentence. */
  readonly proseChars: number
  readonly links: number
  readonly passwords: number
}

const MAX_SHOWN_CHARS = 8_000
const MAX_HEADING_CHARS = 400
const MAX_BUTTON_CHARS = 1_500
/** Shorter blocks are labels, captions and menu entries. */
const MIN_PROSE_CHARS = 60
const HEADINGS: ReadonlySet<string> = new Set(['title', 'h1', 'h2', 'h3'])
const BUTTONS: ReadonlySet<string> = new Set(['button', 'a'])
/** Elements whose text is not content. */
// biome-ignore format: a list
const ASIDE: ReadonlySet<string> = new Set([
  'a', 'button', 'form', 'label', 'select', 'nav', 'header', 'footer', 'dialog', 'title',
])
/** Forum software has a hidden form for the password managers of browsers. */
const HIDDEN_FORM = 'form hidden'
const HIDING: ReadonlySet<string> = new Set(['template', 'svg', 'datalist', HIDDEN_FORM])
const TRACKED: ReadonlySet<string> = new Set([...HEADINGS, ...ASIDE, ...HIDING, 'noscript'])
/** A hostile page may open elements without end; beyond this depth they are not tracked. */
const MAX_DEPTH = 200

export function readWallPage(html: string): WallPage {
  const reader = new WallPageReader(html)
  scan(html, reader)
  return reader.result()
}

class WallPageReader implements ScanHandler {
  readonly #html: string
  readonly #shown = new FoldedText(MAX_SHOWN_CHARS)
  readonly #noscript = new FoldedText(MAX_SHOWN_CHARS)
  readonly #heading = new FoldedText(MAX_HEADING_CHARS)
  readonly #buttons = new FoldedText(MAX_BUTTON_CHARS)
  /** Characters of the current block that are not in `ASIDE` elements. */
  #blockChars = 0
  /** The open elements that are tracked, innermost last. */
  readonly #open: string[] = []
  #proseChars = 0
  #links = 0
  #passwords = 0

  constructor(html: string) {
    this.#html = html
  }

  result(): WallPage {
    this.#endBlock()
    return {
      heading: lower(this.#heading),
      shown: lower(this.#shown),
      noscript: lower(this.#noscript),
      buttons: lower(this.#buttons),
      proseChars: this.#proseChars,
      links: this.#links,
      passwords: this.#passwords,
    }
  }

  startTag(name: string, attributes: Attributes, selfClosing: boolean): void {
    if (!INLINE_ELEMENTS.has(name)) this.#boundary()
    if (name === 'input') this.#input(attributes)
    else if (name === 'a' && attributes.has('href')) this.#links++
    if (!TRACKED.has(name) || selfClosing || this.#open.length >= MAX_DEPTH) return
    this.#open.push(name === 'form' && isHidden(attributes) ? HIDDEN_FORM : name)
  }

  endTag(name: string): void {
    if (!INLINE_ELEMENTS.has(name)) this.#boundary()
    if (!TRACKED.has(name)) return
    const at = Math.max(
      this.#open.lastIndexOf(name),
      name === 'form' ? this.#open.lastIndexOf(HIDDEN_FORM) : -1,
    )
    if (at >= 0) this.#open.length = at
    if (BUTTONS.has(name)) this.#buttons.break()
    if (HEADINGS.has(name)) this.#heading.break()
  }

  text(start: number, end: number, mode: TextMode): void {
    const html = this.#html
    if (this.#open.includes('noscript')) this.#noscript.add(html, start, end, mode)
    else this.#seen(start, end, mode)
  }

  #seen(start: number, end: number, mode: TextMode): void {
    const html = this.#html
    if (mode === 'raw' || this.#open.some(name => HIDING.has(name))) return
    if (this.#open.some(name => HEADINGS.has(name))) this.#heading.add(html, start, end, mode)
    if (this.#open.includes('title')) return
    this.#shown.add(html, start, end, mode)
    if (this.#open.some(name => BUTTONS.has(name))) this.#buttons.add(html, start, end, mode)
    if (!this.#open.some(name => ASIDE.has(name))) this.#blockChars += shownLength(html, start, end)
  }

  #input(attributes: Attributes): void {
    if (this.#open.includes(HIDDEN_FORM)) return
    const type = attributes.get('type')?.toLowerCase()
    if (type === 'password') this.#passwords++
    const value = attributes.get('value')
    if ((type !== 'submit' && type !== 'button') || value === undefined) return
    this.#buttons.break()
    this.#buttons.add(value, 0, value.length, 'raw')
    this.#buttons.break()
  }

  #boundary(): void {
    this.#shown.break()
    this.#noscript.break()
    this.#endBlock()
  }

  #endBlock(): void {
    if (this.#blockChars >= MIN_PROSE_CHARS) this.#proseChars += this.#blockChars
    this.#blockChars = 0
  }
}

function isHidden(attributes: Attributes): boolean {
  return attributes.has('hidden') || /display\s*:\s*none/i.test(attributes.get('style') ?? '')
}

const lower = (text: FoldedText) => text.toString().toLowerCase()
