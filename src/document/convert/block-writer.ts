/**
 * Gathers the blocks of one document. Readers say where blocks begin, what text comes and where links open and close; white
 * space, empty blocks and limits are seen to here, so that no reader can forget them.
 *
 * States: between blocks, inside a block, inside a cell of a table. Text that comes between blocks begins a paragraph.
 */
import {
  type DocumentBlock,
  type DocumentLink,
  type LinkMark,
  MAX_BLOCKS,
  MAX_DOCUMENT_CHARS,
  MAX_DOCUMENT_LINKS,
} from './page-document.ts'

/** What a block of text begins as. */
export type BlockStart =
  | { readonly kind: 'paragraph' | 'quote' | 'code' }
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'item'; readonly depth: number; readonly isOrdered: boolean }

const PARAGRAPH: BlockStart = { kind: 'paragraph' }
const MAX_LINK_TEXT_CHARS = 200
const MAX_HREF_CHARS = 8192
const MAX_COLUMNS = 1_000
const SPACES = /[\t\n\v\f\r \u00a0\u2028\u2029]+/g
/** Soft hyphens and marks without width say nothing to readers of plain text. */
const INVISIBLE = /[\u00ad\u200b\ufeff\0]/g

export class BlockWriter {
  readonly blocks: DocumentBlock[] = []
  readonly links: DocumentLink[] = []
  #open: BlockStart | null = null
  /** What the next text begins. */
  #next: BlockStart | null = null
  #text = ''
  #marks: LinkMark[] = []
  #href: string | null = null
  #linkFrom = 0
  #rows: string[][] | null = null
  #chars = 0
  #isPartial = false

  /** No more is taken in: readers may stop. */
  get isFull(): boolean {
    return this.#isPartial
  }

  /**
   * The text to come is another block, of this kind unless another kind is said before it comes. Lines of code that follow each other are one
   * block, and inside a table blocks are parts of a cell.
   */
  begin(start: BlockStart): void {
    if (this.#rows !== null) {
      this.space()
      return
    }
    const isBlankLine = this.#next?.kind === 'code' && start.kind === 'code' && this.#open?.kind === 'code'
    if (isBlankLine) this.#text += '\n'
    this.#next = start
  }

  /** Adds text, with white space folded unless the block is code. */
  text(text: string): void {
    if (text === '' || this.#isPartial) return
    if (this.#rows === null && (this.#next !== null || this.#open === null)) {
      if (text.trim() === '' && this.#next?.kind !== 'code') return
      this.#start()
    }
    const visible = text.replace(INVISIBLE, '')
    const added = this.#open?.kind === 'code' ? visible.replace(/\r\n?/g, '\n') : this.#folded(visible)
    const room = MAX_DOCUMENT_CHARS - this.#chars
    if (added.length > room) this.#isPartial = true
    this.#text += added.slice(0, room)
    this.#chars += Math.min(added.length, room)
  }

  /** Goes on with a word that was parted at the end of a line. */
  textAfterHyphen(text: string): void {
    if (/[-\u2010]$/.test(this.#text)) this.#text = this.#text.slice(0, -1)
    this.text(text)
  }

  space(): void {
    this.text(' ')
  }

  /** A new line inside the block. */
  line(): void {
    if (this.#rows !== null) {
      this.space()
      return
    }
    if (this.#next !== null || this.#open === null || this.#text === '') return
    this.#text = `${this.#open.kind === 'code' ? this.#text : this.#text.trimEnd()}\n`
  }

  link(href: string | undefined): void {
    this.unlink()
    const address = href?.trim() ?? ''
    if (address === '' || address.length > MAX_HREF_CHARS) return
    if (this.#rows === null && this.#next !== null) this.#start()
    this.#href = address
    this.#linkFrom = this.#text.length
  }

  /** The text since `link` leads there. */
  unlink(): void {
    const href = this.#href
    if (href === null) return
    this.#href = null
    const [start, end] = [this.#linkFrom, this.#text.trimEnd().length]
    const text = this.#text.slice(start, end).trim()
    this.addLink(href, text)
    const skipped = this.#text.slice(start, end).length - this.#text.slice(start, end).trimStart().length
    if (text !== '' && this.#rows === null) this.#marks.push({ start: start + skipped, end, href })
  }

  /** A link that has no place in the text. */
  addLink(href: string, text = ''): void {
    if (this.links.length < MAX_DOCUMENT_LINKS)
      this.links.push({ href, text: text.slice(0, MAX_LINK_TEXT_CHARS) })
  }

  /** Ends the block, if one is open. */
  end(): void {
    if (this.#rows !== null) return
    const href = this.#href
    this.unlink()
    const start = this.#open
    this.#next = null
    const text = start?.kind === 'code' ? this.#text.replace(/^\n+|\s+$/g, '') : this.#text.trimEnd()
    const links = this.#marks.filter(mark => mark.end <= text.length && start?.kind !== 'code')
    this.#open = null
    this.#text = ''
    this.#marks = []
    if (start !== null && text !== '') this.#push(blockOf(start, text, links))
    // A link may span blocks: each has its part.
    if (href !== null) this.#href = href
    this.#linkFrom = 0
  }

  /** The file is over, whatever was left open. */
  finish(): void {
    if (this.#rows !== null) {
      this.endCell()
      this.endTable()
    }
    this.end()
  }

  beginTable(): void {
    this.end()
    this.#href = null
    this.#rows = []
  }

  beginRow(): void {
    if (this.#rows !== null && this.#rows.length < MAX_BLOCKS) this.#rows.push([])
  }

  /** Ends the cell: what was said since the last one is its text. It may span several columns. */
  endCell(columns = 1): void {
    this.#addCells(columns, '')
  }

  /** Ends a cell that stands for several alike. */
  endCells(count: number): void {
    this.#addCells(count, this.#text.trim())
  }

  endTable(): void {
    const rows = this.#endRows()
    if (rows.length > 0) this.#push({ kind: 'table', rows })
  }

  /** What looked like a table is only laid out as one: its cells become paragraphs. */
  spillTable(): void {
    const said = this.#text.trim()
    const rows = this.#endRows()
    for (const text of [...rows.flat(), said]) if (text !== '') this.#push({ kind: 'paragraph', text })
  }

  #addCells(count: number, others: string): void {
    const row = this.#rows?.at(-1)
    this.unlink()
    const text = this.#text.trim()
    this.#text = ''
    if (row === undefined) return
    const added = Math.min(count, MAX_COLUMNS - row.length)
    for (let n = 0; n < added && !this.#isPartial; n++) {
      row.push(n === 0 ? text : others)
      if (n > 0) this.#count(others.length)
    }
  }

  /** Characters that were taken in; text that is repeated counts as often as it is told. */
  #count(chars: number): void {
    this.#chars += chars
    if (this.#chars > MAX_DOCUMENT_CHARS) this.#isPartial = true
  }

  /** Trailing empty cells and empty rows are left out. */
  #endRows(): string[][] {
    this.unlink()
    const rows = this.#rows ?? []
    this.#rows = null
    this.#text = ''
    for (const row of rows) while (row.at(-1) === '') row.pop()
    return rows.filter(row => row.length > 0)
  }

  /** Now that there is text for it. */
  #start(): void {
    const start = this.#next ?? PARAGRAPH
    this.#next = null
    if (start.kind === 'code' && this.#open?.kind === 'code') {
      this.#text += '\n'
      return
    }
    this.end()
    this.#open = start
  }

  #push(block: DocumentBlock): void {
    if (this.blocks.length < MAX_BLOCKS) this.blocks.push(block)
    else this.#isPartial = true
  }

  #folded(text: string): string {
    const folded = text.replace(SPACES, ' ')
    const isAtStart = this.#text === '' || this.#text.endsWith(' ') || this.#text.endsWith('\n')
    return isAtStart && folded.startsWith(' ') ? folded.slice(1) : folded
  }
}

/** Formats without lists write their bullets as text. */
const BULLET = /^[•◦▪▫‣⁃●○■□–—-]\s+(?=\S)/u

export const beginsWithBullet = (text: string): boolean => BULLET.test(text)

function blockOf(start: BlockStart, text: string, links: readonly LinkMark[]): DocumentBlock {
  const bullet = start.kind === 'paragraph' ? (BULLET.exec(text)?.[0].length ?? 0) : 0
  const moved = links.map(({ start: from, end, href }) => ({
    start: Math.max(0, from - bullet),
    end: end - bullet,
    href,
  }))
  const kind = bullet > 0 ? { kind: 'item' as const, depth: 1, isOrdered: false } : start
  return { ...kind, text: text.slice(bullet), ...(moved.length > 0 && { links: moved }) }
}
