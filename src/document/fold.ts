/**
 * Text with its white space folded, gathered character by character into one array: ten times cheaper than slicing,
 * joining and a regular expression. A run of white space becomes one space, a block boundary one new line.
 */
import { decodeText, scan, type TextMode } from '../html/index.ts'

const AMPERSAND = 38
const SPACE = 32
const NEW_LINE = 10

export class FoldedText {
  private units = new Uint16Array(256)
  private length = 0
  /** All units or-ed together: below 256 the result is a one-byte string. */
  private bits = 0
  /** The separator owed before the next character: 0 for none. */
  private owed = 0
  private readonly limit: number

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  get full(): boolean {
    return this.length >= this.limit
  }

  add(html: string, start: number, end: number, mode: TextMode): void {
    const plain = mode === 'raw' || mode === 'cdata'
    this.reserve(end - start + 1)
    for (let at = start; at < end; at++) {
      const code = html.charCodeAt(at)
      if (code > SPACE && code !== 160) {
        if (code === AMPERSAND && !plain) {
          const rest = decodeText(html, at, end, mode)
          this.add(rest, 0, rest.length, 'raw')
          return
        }
        this.put(code)
      } else if (code !== 0 && this.owed === 0) this.owed = SPACE
    }
  }

  /** Words on either side belong to different blocks. */
  break(): void {
    this.owed = NEW_LINE
  }

  clear(): void {
    this.length = this.bits = this.owed = 0
  }

  toString(): string {
    const kept = this.units.subarray(0, this.length)
    if (this.bits < 256) return Buffer.from(kept).toString('latin1')
    const text = Buffer.from(kept.buffer, 0, kept.byteLength).toString('utf16le')
    return this.full ? text.replace(/[\uD800-\uDBFF]$/, '') : text
  }

  private put(code: number): void {
    if (this.owed !== 0) {
      if (this.length > 0 && this.length < this.limit) this.units[this.length++] = this.owed
      this.owed = 0
    }
    if (this.length >= this.limit) return
    this.units[this.length++] = code
    this.bits |= code
  }

  private reserve(more: number): void {
    const wanted = Math.min(this.length + more, this.limit) + 2
    if (wanted <= this.units.length) return
    const larger = new Uint16Array(Math.max(wanted, this.units.length * 2))
    larger.set(this.units.subarray(0, this.length))
    this.units = larger
  }
}

/** The same for a string at hand. */
export function fold(text: string, limit?: number): string {
  const folded = new FoldedText(limit)
  folded.add(text, 0, text.length, 'raw')
  return folded.toString()
}

/** The text of a piece of HTML, such as a title with markup. */
export function foldMarkup(html: string, limit?: number): string {
  const folded = new FoldedText(limit)
  const ignore = () => {}
  const text = (start: number, end: number, mode: TextMode) => {
    if (mode !== 'raw') folded.add(html, start, end, mode)
  }
  scan(html, { startTag: ignore, endTag: ignore, text })
  return folded.toString()
}
