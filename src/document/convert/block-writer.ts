/**
 * Collects the blocks of one document. Readers report where blocks begin, the text, and where links and styles open and close; white space,
 * empty blocks and limits are handled here, so that no reader can forget them.
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
  type StyleMark,
  type WritingStyle,
} from './page-document.ts'
import { StyleMarks } from './style-marks.ts'
import { TextBuffer } from './text-buffer.ts'

/** The kind of a block of text. */
export type BlockStart =
  | { readonly kind: 'paragraph' | 'quote' }
  | { readonly kind: 'code'; readonly language?: string }
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'item'; readonly depth: number; readonly isOrdered: boolean }

interface OpenLink {
  readonly href: string
  readonly from: number
  readonly place: number
}

const PARAGRAPH: BlockStart = { kind: 'paragraph' }
const MAX_LINK_TEXT_CHARS = 200
const MAX_HREF_CHARS = 8192
const MAX_COLUMNS = 1_000
/** Limit for all tables together. */
const MAX_CELLS = 500_000

export class BlockWriter {
  readonly blocks: DocumentBlock[] = []
  readonly links: DocumentLink[] = []
  readonly #text = new TextBuffer()
  #open: BlockStart | null = null
  /** The kind of block that the next text begins. */
  #next: BlockStart | null = null
  #marks: LinkMark[] = []
  #link: OpenLink | null = null
  readonly #styles = new StyleMarks(this.#text)
  #rows: string[][] | null = null
  #chars = 0
  #cells = 0
  #isPartial = false

  /** Whether the limit is reached: nothing more is accepted, and readers may stop. */
  get isFull(): boolean {
    return this.#isPartial
  }

  /**
   * The following text is another block, of this kind unless another kind is given first. Consecutive lines of code form one block, and
   * inside a table blocks become parts of a cell.
   */
  begin(start: BlockStart): void {
    if (this.#rows !== null) {
      this.space()
      return
    }
    if (this.#next?.kind === 'code' && start.kind === 'code' && this.#open?.kind === 'code') this.#text.line()
    this.#next = start
  }

  /** Adds text, with white space folded unless the block is code. */
  text(text: string): void {
    if (text === '' || this.#isPartial) return
    if (this.#rows === null && (this.#next !== null || this.#open === null)) {
      if (text.trim() === '' && this.#next?.kind !== 'code') return
      this.#start()
    }
    const room = MAX_DOCUMENT_CHARS - this.#chars
    const isCode = this.#rows === null && this.#open?.kind === 'code'
    this.#count(isCode ? this.#text.addRaw(text, room) : this.#text.add(text, room))
  }

  /** Continues a word that was hyphenated at the end of a line. */
  textAfterHyphen(text: string): void {
    this.#text.joinWord()
    this.text(text)
  }

  space(): void {
    this.text(' ')
  }

  /** Adds a line break inside the block. */
  line(): void {
    if (this.#rows !== null) this.space()
    else if (this.#next === null && this.#open !== null && this.#text.length > 0 && !this.#isPartial) {
      this.#text.line()
      this.#count(1)
    }
  }

  link(href: string | undefined): void {
    this.unlink()
    const address = href?.trim() ?? ''
    if (address === '' || address.length > MAX_HREF_CHARS) return
    if (this.#rows === null && this.#next !== null) this.#start()
    this.#openLink(address)
  }

  /** Ends the link: the text since `link` is its text. */
  unlink(): void {
    if (this.#link === null) return
    const { href, from, place } = this.#link
    this.#link = null
    const said = this.#text.since(place)
    const text = said.trim()
    this.addLink(href, text)
    const start = from + said.length - said.trimStart().length
    if (text !== '' && this.#rows === null) this.#marks.push({ start, end: start + text.length, href })
  }

  /** The text up to the matching `unstyle` is written like this. */
  style(style: WritingStyle): void {
    if (this.#rows === null && this.#next !== null) this.#start()
    this.#styles.open(style)
  }

  unstyle(style: WritingStyle): void {
    this.#styles.close(style)
  }

  /** Adds a link that has no place in the text. */
  addLink(href: string, text = ''): void {
    if (this.links.length < MAX_DOCUMENT_LINKS)
      this.links.push({ href, text: text.slice(0, MAX_LINK_TEXT_CHARS) })
  }

  /** Ends the block, if one is open. If a link spans blocks, each gets its part. */
  end(): void {
    if (this.#rows !== null) return
    const href = this.#link?.href
    this.unlink()
    const styles = this.#styles.take()
    const start = this.#open
    const text = this.#takeText(start?.kind === 'code')
    const marks = start?.kind === 'code' ? {} : { links: this.#marks, styles }
    this.#open = this.#next = null
    this.#marks = []
    if (start !== null && text !== '') this.#push(blockOf(start, text, marks))
    if (href !== undefined) this.#openLink(href)
  }

  /** Ends the document, closing whatever is open. */
  finish(): void {
    this.unlink()
    if (this.#rows !== null) {
      this.endCell()
      this.endTable()
    }
    this.end()
  }

  beginTable(): void {
    this.end()
    this.#link = null
    this.#rows = []
  }

  beginRow(): void {
    if (this.#rows !== null && this.#rows.length < MAX_BLOCKS) this.#rows.push([])
  }

  /** Ends the cell: its text is what came since the last one. It may span several columns. */
  endCell(columns = 1): void {
    this.#addCells(columns, false)
  }

  /** Ends a cell that represents several identical ones. */
  endCells(count: number): void {
    this.#addCells(count, true)
  }

  endTable(): void {
    const rows = this.#endRows()
    if (rows.length > 0) this.#push({ kind: 'table', rows })
  }

  /** Turns the cells into paragraphs, because the table was only used for layout. */
  spillTable(): void {
    const said = this.#text.toString().trim()
    const rows = this.#endRows()
    for (const text of [...rows.flat(), said]) if (text !== '') this.#push({ kind: 'paragraph', text })
  }

  #openLink(href: string): void {
    this.#link = { href, from: this.#text.length, place: this.#text.place }
  }

  #addCells(count: number, isRepeated: boolean): void {
    const row = this.#rows?.at(-1)
    this.unlink()
    const text = this.#takeText(false)
    if (row === undefined) return
    const added = Math.min(count, MAX_COLUMNS - row.length)
    for (let n = 0; n < added && !this.#isPartial; n++) {
      row.push(n === 0 || isRepeated ? text : '')
      this.#cells++
      this.#count(n > 0 && isRepeated ? text.length : 0)
    }
  }

  /** Counts accepted characters; repeated text counts each time. */
  #count(chars: number): void {
    this.#chars += chars
    if (this.#chars >= MAX_DOCUMENT_CHARS || this.#cells >= MAX_CELLS) this.#isPartial = true
  }

  #takeText(isCode: boolean): string {
    const text = this.#text.toString()
    this.#text.clear()
    return isCode ? text.replace(/^\n+/, '').trimEnd() : text.trim()
  }

  /** Ends the table; trailing empty cells and empty rows are dropped. */
  #endRows(): string[][] {
    this.unlink()
    const rows = this.#rows ?? []
    this.#rows = null
    this.#text.clear()
    this.#styles.take()
    for (const row of rows) while (row.at(-1) === '') row.pop()
    return rows.filter(row => row.length > 0)
  }

  /** Opens the block, now that it has text. */
  #start(): void {
    const start = this.#next ?? PARAGRAPH
    this.#next = null
    if (start.kind === 'code' && this.#open?.kind === 'code') {
      this.#text.line()
      return
    }
    this.end()
    this.#open = start
  }

  #push(block: DocumentBlock): void {
    if (this.blocks.length < MAX_BLOCKS) this.blocks.push(block)
    else this.#isPartial = true
  }
}

/** Formats without lists write bullets as text. */
const BULLET = /^[•◦▪▫‣⁃●○■□–—-]\s+(?=\S)/u

export const beginsWithBullet = (text: string): boolean => BULLET.test(text)

interface Marks {
  readonly links?: readonly LinkMark[]
  readonly styles?: readonly StyleMark[]
}

function blockOf(start: BlockStart, text: string, { links = [], styles = [] }: Marks): DocumentBlock {
  const bullet = start.kind === 'paragraph' ? (BULLET.exec(text)?.[0].length ?? 0) : 0
  const moved = <T extends LinkMark | StyleMark>(marks: readonly T[]): T[] =>
    marks.map(mark => ({
      ...mark,
      start: Math.max(0, mark.start - bullet),
      end: Math.max(0, mark.end - bullet),
    }))
  const kind = bullet > 0 ? { kind: 'item' as const, depth: 1, isOrdered: false } : start
  return {
    ...kind,
    text: text.slice(bullet),
    ...(links.length > 0 && { links: moved(links) }),
    ...(styles.length > 0 && { styles: moved(styles) }),
  }
}
