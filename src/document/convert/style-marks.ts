import type { StyleMark, WritingStyle } from './page-document.ts'
import type { TextBuffer } from './text-buffer.ts'

/** In one block; more is no writing for people. */
const MAX_STYLES = 1_000

interface OpenStyle {
  /** How many elements around the text ask for it. */
  depth: number
  from: number
  place: number
}

/** Which parts of a block's text are code or stressed. Elements inside others of the same style add nothing, however many there are. */
export class StyleMarks {
  readonly #text: TextBuffer
  readonly #open = new Map<WritingStyle, OpenStyle>()
  #marks: StyleMark[] = []

  constructor(text: TextBuffer) {
    this.#text = text
  }

  open(style: WritingStyle): void {
    const open = this.#open.get(style)
    if (open) open.depth++
    else this.#open.set(style, { depth: 1, from: this.#text.length, place: this.#text.place })
  }

  close(style: WritingStyle): void {
    const open = this.#open.get(style)
    if (open === undefined || --open.depth > 0) return
    this.#open.delete(style)
    this.#mark(style, open)
  }

  /** Returns the marks of a block that ends here; what is open goes on in the next one, which begins with an empty text. */
  take(): readonly StyleMark[] {
    for (const [style, open] of this.#open) {
      this.#mark(style, open)
      open.from = open.place = 0
    }
    const marks = this.#marks
    this.#marks = []
    return marks
  }

  #mark(style: WritingStyle, { from, place }: OpenStyle): void {
    const start = from + (this.#text.startsApart(place) ? 1 : 0)
    const end = this.#text.length
    if (start < end && this.#marks.length < MAX_STYLES) this.#marks.push({ start, end, style })
  }
}
