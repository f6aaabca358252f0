/**
 * RTF (1.9.1): groups in braces, control words, bytes in a code page. One pass over the bytes with an explicit stack of groups, so files
 * that nest without end cost only memory proportional to their length.
 */
import { TextDecoder } from 'node:util'
import { type BlockStart, BlockWriter } from './block-writer.ts'
import { headingOf, meaningOf } from './docx-styles.ts'
import { MetadataNotes, type PageDocument, UnreadableError } from './page-document.ts'
import { CHARACTERS, charsetNumbered, codePage, NO_TEXT } from './rtf-words.ts'

/** Letters, a number, and the single space that belongs to the word. */
const WORD = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y
const FIELD_LINK = /HYPERLINK\s+(?:\\[a-z]\s+)*"?([^"\s]+)"?/i
const MAX_INSTRUCTION_CHARS = 10_000
const PARAGRAPH: BlockStart = { kind: 'paragraph' }

/** State that ends with its group. */
interface Group {
  /** The destination, if its text is not part of the document. */
  readonly aside: string | null
  readonly isHidden: boolean
  readonly font: number
  /** Number of fallback bytes that follow a Unicode character, for readers without Unicode. */
  readonly fallbackChars: number
  /** Whether the group is the displayed part of a link. */
  readonly isLink: boolean
}

export function readRtf(bytes: Uint8Array, type: string): PageDocument {
  const rtf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (!rtf.startsWith('{\\rtf')) throw new UnreadableError('is no RTF')
  const reader = new RtfReader(rtf)
  reader.run()
  const { writer, title, authors, notes, createdAt, revisedAt } = reader
  return {
    kind: 'document',
    type,
    title: title || null,
    language: null,
    authors,
    publishedAt: createdAt,
    modifiedAt: revisedAt,
    blocks: writer.blocks,
    links: writer.links,
    base: null,
    metadata: notes.values,
    isPartial: writer.isFull,
  }
}

class RtfReader {
  readonly writer = new BlockWriter()
  readonly notes = new MetadataNotes()
  title = ''
  authors: string[] = []
  createdAt: number | null = null
  revisedAt: number | null = null
  readonly #rtf: string
  #at = 0
  #group: Group = { aside: null, isHidden: false, font: -1, fallbackChars: 1, isLink: false }
  readonly #outer: Group[] = []
  #charset = 'windows-1252'
  readonly #decoders = new Map<string, TextDecoder>()
  readonly #fonts = new Map<number, string>()
  readonly #styles = new Map<number, BlockStart>()
  #style = 0
  /** Bytes not decoded yet: characters may have two. */
  #bytes: number[] = []
  /** Text of a destination other than the document. */
  #said = ''
  #href: string | undefined
  #skipChars = 0
  #isRow = false
  #start: BlockStart = PARAGRAPH
  #date: number[] = []

  constructor(rtf: string) {
    this.#rtf = rtf
  }

  run(): void {
    const rtf = this.#rtf
    while (this.#at < rtf.length && !this.writer.isFull) {
      const char = rtf[this.#at++]!
      if (char === '{') this.#open()
      else if (char === '}') this.#close()
      else if (char === '\\') this.#control()
      else if (char !== '\r' && char !== '\n') this.#char(char)
    }
    this.#flush()
    this.writer.finish()
  }

  #open(): void {
    this.#flush()
    this.#outer.push(this.#group)
    this.#skipChars = 0
  }

  #close(): void {
    this.#flush()
    const closed = this.#group
    this.#group = this.#outer.pop() ?? this.#group
    if (closed.isLink && !this.#group.isLink) this.writer.unlink()
    const isStyle = closed.aside === 'stylesheet'
    if (closed.aside !== null && (isStyle || closed.aside !== this.#group.aside)) this.#heard(closed.aside)
    this.#skipChars = 0
  }

  #control(): void {
    const rtf = this.#rtf
    const sign = rtf[this.#at] ?? ''
    WORD.lastIndex = this.#at
    const word = WORD.exec(rtf)
    if (word !== null) {
      this.#at = WORD.lastIndex
      this.#word(word[1]!, word[2] === undefined ? undefined : Number(word[2]))
      return
    }
    this.#at++
    if (sign === "'") {
      const byte = Number.parseInt(rtf.slice(this.#at, this.#at + 2), 16)
      this.#at += 2
      if (this.#skipChars > 0) this.#skipChars--
      else if (!Number.isNaN(byte)) this.#bytes.push(byte)
    } else if (sign === '*') this.#group = { ...this.#group, aside: '*' }
    else if (sign === '~') this.#text(' ')
    else if (sign === '_') this.#text('-')
    else if (sign === '\n' || sign === '\r') this.#paragraphMark('par')
    else if (sign === '\\' || sign === '{' || sign === '}') this.#char(sign)
  }

  #word(word: string, value: number | undefined): void {
    if (word === 'u' && value !== undefined) {
      this.#unicode(value)
      return
    }
    if (word === 'bin') {
      this.#at += Math.max(0, value ?? 0)
      return
    }
    this.#flush()
    const character = CHARACTERS[word]
    if (character !== undefined) this.#text(character)
    else if (NO_TEXT.has(word) || ASIDES.has(word)) this.#group = { ...this.#group, aside: word }
    else if (word === 'fldrslt') this.#openLink()
    else if (word === 'footnote') this.#group = { ...this.#group, aside: this.#outer.at(-1)?.aside ?? null }
    else if (word === 'par' || word === 'sect' || word === 'page' || word === 'line')
      this.#paragraphMark(word)
    else if (!this.#tableWord(word)) this.#property(word, value ?? 1)
  }

  #property(word: string, value: number): void {
    switch (word) {
      case 'ansicpg':
        this.#charset = codePage(value)
        return
      case 'mac':
        this.#charset = 'macintosh'
        return
      case 'uc':
        this.#group = { ...this.#group, fallbackChars: Math.min(10, Math.max(0, value)) }
        return
      case 'f':
        this.#group = { ...this.#group, font: value }
        return
      case 'fcharset':
        if (charsetNumbered(value)) this.#fonts.set(this.#group.font, charsetNumbered(value)!)
        return
      case 'v':
        this.#group = { ...this.#group, isHidden: value !== 0 }
        return
      case 'pard':
        if (this.#group.aside === null) this.#begin(PARAGRAPH)
        return
      case 's':
        this.#style = value
        if (this.#group.aside === null) this.#begin(this.#styles.get(value) ?? this.#start)
        return
      case 'outlinelevel':
        if (this.#group.aside === null) this.#begin(headingOf(value + 1))
        return
      case 'ls':
        if (this.#start.kind === 'paragraph' && this.#group.aside === null)
          this.#begin({ kind: 'item', depth: 1, isOrdered: false })
        return
      case 'ilvl':
        if (this.#start.kind === 'item') this.#begin({ ...this.#start, depth: 1 + Math.min(8, value) })
        return
      default:
        if (TIMES.has(word)) this.#date.push(value)
    }
  }

  #begin(start: BlockStart): void {
    this.#start = start
    this.writer.begin(start)
  }

  #paragraphMark(word: string): void {
    if (this.#group.aside !== null) return
    this.#flush()
    if (word === 'line') this.writer.line()
    else this.writer.begin(this.#start)
  }

  #tableWord(word: string): boolean {
    if (word === 'trowd') {
      if (!this.#isRow) this.writer.beginTable()
      if (!this.#isRow) this.writer.beginRow()
      this.#isRow = true
    } else if (word === 'cell') this.writer.endCell()
    else if (word === 'row') this.writer.beginRow()
    else if (word === 'pard' && this.#isRow && !isTableNext(this.#rtf, this.#at)) {
      this.#isRow = false
      this.writer.endTable()
      return false
    } else return false
    return true
  }

  #unicode(value: number): void {
    this.#flush()
    this.#text(String.fromCharCode(value & 0xffff))
    this.#skipChars = this.#group.fallbackChars
  }

  #char(char: string): void {
    if (this.#skipChars > 0) this.#skipChars--
    else this.#bytes.push(char.charCodeAt(0))
  }

  #flush(): void {
    if (this.#bytes.length === 0) return
    const charset = this.#fonts.get(this.#group.font) ?? this.#charset
    let decoder = this.#decoders.get(charset)
    if (decoder === undefined) this.#decoders.set(charset, (decoder = new TextDecoder(charset)))
    this.#text(decoder.decode(Uint8Array.from(this.#bytes)))
    this.#bytes = []
  }

  #text(text: string): void {
    const { aside, isHidden } = this.#group
    if (aside === null) {
      if (!isHidden) this.writer.text(text)
    } else if (this.#said.length < MAX_INSTRUCTION_CHARS) this.#said += text
  }

  #openLink(): void {
    this.#group = { ...this.#group, isLink: this.#href !== undefined }
    if (this.#href !== undefined) this.writer.link(this.#href)
    this.#href = undefined
  }

  /** Handles the end of a destination other than the document. */
  #heard(aside: string): void {
    const said = this.#said.trim()
    this.#said = ''
    if (aside === 'fldinst') this.#href = FIELD_LINK.exec(said)?.[1]
    else if (aside === 'stylesheet') this.#defineStyle(said)
    else if (aside === 'title') this.title = said
    else if (aside === 'author') this.authors = said === '' ? [] : [said]
    else if (aside === 'creatim') this.createdAt = this.#time()
    else if (aside === 'revtim') this.revisedAt = this.#time()
    else if (ASIDES.has(aside)) this.notes.add(aside === 'doccomm' ? 'description' : aside, said)
  }

  #defineStyle(said: string): void {
    for (const name of said.split(';')) {
      const meaning = meaningOf(name.trim())
      if (meaning !== null) this.#styles.set(this.#style, meaning)
    }
  }

  #time(): number | null {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = this.#date
    this.#date = []
    return year > 1900 && year < 2200 ? Date.UTC(year, month - 1, day, hour, minute) : null
  }
}

/** Destinations with metadata of the file. */
const ASIDES = new Set(
  'title author subject keywords doccomm company category creatim revtim operator'.split(' '),
)
const TIMES = new Set(['yr', 'mo', 'dy', 'hr', 'min'])

/** Whether the following properties put their paragraph into a table. */
function isTableNext(rtf: string, at: number): boolean {
  return /^(?:\s*\\[a-z]+-?\d*)*?\s*\\(?:intbl|trowd)/i.test(rtf.slice(at, at + 400))
}
