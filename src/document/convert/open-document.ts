/** OpenDocument (ISO/IEC 26300): texts, spreadsheets and presentations, which share their elements. */
import { parseDate } from '../dates.ts'
import { type BlockStart, BlockWriter } from './block-writer.ts'
import { headingOf, meaningOf, type StyleMeaning } from './docx-styles.ts'
import { CellStyles, DefaultStyles, plainNumber } from './odf-numbers.ts'
import { leafTexts, type SaidOfItself } from './office-package.ts'
import { MetadataNotes, type PageDocument, UnreadableError } from './page-document.ts'
import { walkXml, type XmlWalk } from './xml-walk.ts'
import { ZipArchive } from './zip-archive.ts'

/** Speaker notes, comments, deletions, footnote marks and the like. */
// biome-ignore format: a list
const LEFT_OUT = new Set([
  'annotation', 'tracked-changes', 'note-citation', 'notes', 'forms', 'desc', 'content-validations',
  'ruby-text',
])
const MAX_SPACES = 100
const MAX_LIST_DEPTH = 9

export function readOpenDocument(bytes: Uint8Array, type: string): PageDocument {
  const zip = new ZipArchive(bytes)
  if (/<(?:\w+:)?encryption-data\b/.test(zip.text('META-INF/manifest.xml') ?? ''))
    throw new UnreadableError('is encrypted')
  const xml = zip.text('content.xml')
  if (xml === undefined) throw new UnreadableError('is no OpenDocument file: its content is missing')
  const writer = new BlockWriter()
  const styles = new OdfStyles()
  const sheet = zip.text('styles.xml') ?? ''
  const cells = /spreadsheet/.test(type) ? new CellStyles() : null
  for (const part of [sheet, xml]) {
    walkXml(part, styles)
    if (cells) walkXml(part, cells)
  }
  walkXml(xml, new OdfWalk(writer, styles, cells))
  writer.finish()
  const said = odfMeta(zip.text('meta.xml') ?? '')
  return {
    kind: 'document',
    type,
    ...said,
    language: said.language ?? styles.language,
    blocks: writer.blocks,
    links: writer.links,
    base: null,
    isPartial: writer.isFull,
  }
}

function odfMeta(xml: string): SaidOfItself {
  const values = leafTexts(xml)
  const first = (name: string) => values.get(name)?.[0]
  const notes = new MetadataNotes()
  for (const name of ['subject', 'description', 'generator']) notes.add(name, first(name))
  notes.add('keywords', values.get('keyword')?.join(', '))
  const authors = new Set([...(values.get('initial-creator') ?? []), ...(values.get('creator') ?? [])])
  return {
    title: first('title') ?? null,
    language: first('language') ?? null,
    authors: [...authors],
    publishedAt: parseDate(first('creation-date')) ?? null,
    modifiedAt: parseDate(first('date')) ?? null,
    metadata: notes.values,
  }
}

/** What styles mean, and which lists are numbered. */
class OdfStyles implements XmlWalk {
  language: string | null = null
  readonly #meanings = new Map<string, StyleMeaning | null>()
  readonly #bullets = new Set<string>()
  #list = ''

  open(name: string, get: (name: string) => string | undefined): void {
    if (name === 'style') this.#style(get('name') ?? '', get('parent-style-name') ?? '')
    else if (name === 'list-style') this.#list = get('name') ?? ''
    else if (name === 'list-level-style-bullet') this.#bullets.add(`${this.#list}:${get('level')}`)
    else if (name === 'text-properties' && this.language === null) {
      const [language, country] = [get('language'), get('country')]
      if (language !== undefined && language !== 'none' && language !== 'zxx')
        this.language = country === undefined || country === 'none' ? language : `${language}-${country}`
    }
  }

  meaning(style: string | undefined): StyleMeaning | null {
    return this.#meanings.get(style ?? '') ?? meaningOf(style ?? '')
  }

  isOrdered(list: string, level: number): boolean {
    return list !== '' && !this.#bullets.has(`${list}:${level}`)
  }

  #style(name: string, parent: string): void {
    const meaning = meaningOf(name) ?? this.#meanings.get(parent) ?? meaningOf(parent)
    if (!this.#meanings.has(name)) this.#meanings.set(name, meaning)
  }
}

class OdfWalk implements XmlWalk {
  readonly #writer: BlockWriter
  readonly #styles: OdfStyles
  /** Null if it is not a spreadsheet. */
  readonly #cells: CellStyles | null
  readonly #defaults = new DefaultStyles()
  #isBody = false
  #leftOut = 0
  /** Number of open paragraphs and headings: a note has paragraphs inside one. */
  #texts = 0
  #tables = 0
  /** Whether it is inside the title of a slide. */
  #isTitle = false
  readonly #lists: string[] = []
  #columns = 1
  /** The value of a cell whose number has no format. */
  #value: string | undefined
  /** Whether it is inside a copy of another file's sheet, which is kept for formulas and never shown. */
  #isCache = false

  constructor(writer: BlockWriter, styles: OdfStyles, cells: CellStyles | null) {
    this.#writer = writer
    this.#styles = styles
    this.#cells = cells
  }

  open(name: string, get: (name: string) => string | undefined): void {
    if (name === 'body') this.#isBody = true
    if (LEFT_OUT.has(name)) this.#leftOut++
    if (!this.#isBody || this.#leftOut > 0 || this.#isCache) return
    switch (name) {
      case 'h':
        this.#texts++
        this.#writer.begin(headingOf(Number(get('outline-level')) || 1))
        return
      case 'frame':
        this.#isTitle = get('class') === 'title'
        return
      case 'p':
        this.#texts++
        this.#writer.begin(this.#startOf(get('style-name')))
        return
      case 's':
        this.#writer.text(' '.repeat(Math.min(MAX_SPACES, Number(get('c')) || 1)))
        return
      case 'tab':
        this.#writer.text('\t')
        return
      case 'line-break':
        this.#writer.line()
        return
      case 'a':
        this.#writer.link(get('href'))
        return
      case 'list':
        this.#lists.push(get('style-name') ?? this.#lists.at(-1) ?? '')
        return
      default:
        this.#table(name, get)
    }
  }

  close(name: string): void {
    if (LEFT_OUT.has(name)) this.#leftOut = Math.max(0, this.#leftOut - 1)
    if (name === 'table' && this.#isCache) {
      this.#isCache = false
      return
    }
    if (this.#leftOut > 0 || this.#isCache) return
    if (name === 'h' || name === 'p') {
      this.#texts = Math.max(0, this.#texts - 1)
      if (this.#tables > 0) this.#writer.space()
    } else if (name === 'a') this.#writer.unlink()
    else if (name === 'frame') this.#isTitle = false
    else if (name === 'list') this.#lists.pop()
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell()
    else if (name === 'table' && this.#tables > 0 && --this.#tables === 0) this.#writer.endTable()
  }

  text(text: string): void {
    if (this.#texts === 0 || !this.#isBody || this.#leftOut > 0 || this.#isCache) return
    this.#writer.text((this.#value !== undefined && plainNumber(this.#value, text)) || text)
  }

  #startOf(style: string | undefined): BlockStart {
    if (this.#isTitle) return headingOf(2)
    const meaning = this.#styles.meaning(style)
    if (meaning !== null) return meaning
    const depth = Math.min(MAX_LIST_DEPTH, this.#lists.length)
    if (depth === 0) return { kind: 'paragraph' }
    return { kind: 'item', depth, isOrdered: this.#styles.isOrdered(this.#lists.at(-1) ?? '', depth) }
  }

  #table(name: string, get: (name: string) => string | undefined): void {
    if (name === 'table') this.#beginTable(get('name') ?? '')
    else if (name === 'table-column' && this.#tables === 1) this.#defaults.addColumns(get)
    else if (name === 'table-row' && this.#tables === 1) {
      this.#defaults.beginRow(get)
      this.#writer.beginRow()
    } else if (name === 'table-cell' || name === 'covered-table-cell') {
      this.#columns = Number(get('number-columns-repeated')) || 1
      if (this.#cells && this.#tables === 1) this.#value = this.#plainValue(this.#cells, get)
    }
  }

  #beginTable(name: string): void {
    if (this.#cells && this.#tables === 0 && /^'.+'#/.test(name)) {
      this.#isCache = true
      return
    }
    if (this.#tables++ > 0) return
    if (this.#cells) {
      this.#writer.begin({ kind: 'heading', level: 2 })
      this.#writer.text(name)
    }
    this.#defaults.beginTable()
    this.#writer.beginTable()
  }

  #plainValue(cells: CellStyles, get: (name: string) => string | undefined): string | undefined {
    const style = this.#defaults.take(get)
    return get('value-type') === 'float' && cells.isGeneral(style) ? get('value') : undefined
  }

  /** Cells may be repeated: spreadsheets end with a million empty ones, which the writer drops. */
  #endCell(): void {
    if (this.#tables === 1) this.#writer.endCells(this.#columns)
  }
}
