/**
 * Turns pieces of text with their positions on the page into lines, paragraphs and headings. A PDF has only positions: a paragraph ends
 * where the distance to the next line grows, the size changes or the next line is higher up (another column); a heading is short and
 * larger than most of the text. Words hyphenated at the end of a line are joined.
 */
import { type BlockWriter, beginsWithBullet } from './block-writer.ts'
import { MAX_DOCUMENT_CHARS } from './page-document.ts'

export interface TextItem {
  readonly str: string
  readonly hasEOL: boolean
  readonly height: number
  /** The text matrix: scale, skew, and the position at 4 and 5. */
  readonly transform: readonly number[]
}

interface Line {
  readonly text: string
  readonly size: number
  readonly y: number
  /** Whether it is the first line of its page. */
  readonly isFirst: boolean
}

/** Line distance as a multiple of the size: most text is set at 1.2, generous text at 1.5; separated paragraphs start at 1.7. */
const MAX_LEADING = 1.65
/** Sizes that differ by less count as the same: superscripts, small capitals and rounding. */
const MIN_LARGER = 1.12
const MAX_HEADING_CHARS = 200
const MAX_LEVELS = 6

export class PdfLines {
  readonly #lines: Line[] = []
  #text = ''
  #size = 0
  #y = 0
  #isFirst = true
  #chars = 0

  get isFull(): boolean {
    return this.#chars > MAX_DOCUMENT_CHARS
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  add({ str, hasEOL, height, transform }: TextItem): void {
    if (str !== '') {
      this.#text += str
      if (str.trim() !== '') {
        const size = height || Math.abs(transform[3] ?? 0)
        if (size > this.#size) this.#y = transform[5] ?? 0
        this.#size = Math.max(this.#size, size)
      }
    }
    if (hasEOL) this.#endLine()
  }

  endPage(): void {
    this.#endLine()
    this.#isFirst = true
  }

  writeTo(writer: BlockWriter): void {
    const body = bodySize(this.#lines)
    const levels = headingSizes(this.#lines, body)
    let before: Line | undefined
    let said = ''
    for (const line of this.#lines) {
      const level = levels.indexOf(rounded(line.size)) + 1
      if (before === undefined || isApart(before, line)) {
        writer.begin(level > 0 ? { kind: 'heading', level } : { kind: 'paragraph' })
        writer.text(line.text)
      } else if (isParted(said, line.text)) writer.textAfterHyphen(line.text)
      else writer.text(` ${line.text}`)
      said = line.text
      before = line
    }
    writer.end()
  }

  #endLine(): void {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    if (text !== '' && !this.isFull) {
      this.#lines.push({ text, size: this.#size, y: this.#y, isFirst: this.#isFirst })
      this.#chars += text.length
      this.#isFirst = false
    }
    this.#text = ''
    this.#size = 0
  }
}

const rounded = (size: number) => Math.round(size * 2) / 2

/** A paragraph may continue on the next page, if a line of the same size does not begin like a sentence. */
function isApart(before: Line, line: Line): boolean {
  if (beginsWithBullet(line.text)) return true
  const larger = Math.max(before.size, line.size)
  if (larger > Math.min(before.size, line.size) * MIN_LARGER) return true
  const down = before.y - line.y
  if (line.isFirst || down < -larger / 2) return !/^\p{Ll}/u.test(line.text)
  return down > larger * MAX_LEADING
}

/** "exam-" and "ple": a hyphen at the end of a line, before a lowercase letter. */
const isParted = (before: string, text: string) => /\p{L}[-\u2010]$/u.test(before) && /^\p{Ll}/u.test(text)

/** The size of most of the characters. */
function bodySize(lines: readonly Line[]): number {
  const chars = new Map<number, number>()
  for (const { text, size } of lines) chars.set(rounded(size), (chars.get(rounded(size)) ?? 0) + text.length)
  let most = 0
  let body = 0
  for (const [size, count] of chars) if (count > most) [most, body] = [count, size]
  return body
}

/** Sizes of headings, the largest first. */
function headingSizes(lines: readonly Line[], body: number): readonly number[] {
  const sizes = new Set<number>()
  for (const { text, size } of lines)
    if (size > body * MIN_LARGER && text.length <= MAX_HEADING_CHARS) sizes.add(rounded(size))
  return [...sizes].sort((a, b) => b - a).slice(0, MAX_LEVELS)
}
