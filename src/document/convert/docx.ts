/** DOCX (ECMA-376, WordprocessingML): paragraphs with their styles, lists, tables, links as relationships or fields, notes. */
import { type BlockStart, BlockWriter } from './block-writer.ts'
import { type DocxStyles, headingOf, type IsOrdered, readNumbering, readStyles } from './docx-styles.ts'
import { coreProperties, mainPart, type Relation, relationsOf } from './office-package.ts'
import { type PageDocument, UnreadableError } from './page-document.ts'
import { walkXml, type XmlWalk } from './xml-walk.ts'
import { ZipArchive } from './zip-archive.ts'

/** Text that was moved or deleted, and fallbacks for programs that cannot show the rest: these would be duplicates. */
const SAID_ELSEWHERE = new Set(['movefrom', 'fallback', 'del'])
const PARAGRAPH: BlockStart = { kind: 'paragraph' }
const FIELD_LINK = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*"([^"]*)"/i

export function readDocx(bytes: Uint8Array, type: string): PageDocument {
  const zip = new ZipArchive(bytes)
  const main = mainPart(zip, 'word/document.xml')
  const xml = zip.text(main)
  if (xml === undefined) throw new UnreadableError('is no word processor document: its text is missing')
  const relations = relationsOf(zip, main)
  const partOf = (kind: string) => {
    const part = [...relations.values()].find(relation => relation.kind === kind && !relation.isExternal)
    return part === undefined ? '' : (zip.text(part.target) ?? '')
  }
  const styles = readStyles(partOf('styles'))
  const isOrdered = readNumbering(partOf('numbering'))
  const writer = new BlockWriter()
  walkXml(xml, new DocxWalk(writer, relations, styles, isOrdered))
  for (const kind of ['footnotes', 'endnotes']) {
    const notes = [...relations.values()].find(relation => relation.kind === kind)
    const text = notes && !notes.isExternal ? zip.text(notes.target) : undefined
    if (notes && text !== undefined)
      walkXml(text, new DocxWalk(writer, relationsOf(zip, notes.target), styles, isOrdered))
  }
  writer.finish()
  const { language, ...said } = coreProperties(zip)
  return {
    kind: 'document',
    type,
    ...said,
    language: language ?? styles.language,
    blocks: writer.blocks,
    links: writer.links,
    base: null,
    isPartial: writer.isFull,
  }
}

class DocxWalk implements XmlWalk {
  readonly #writer: BlockWriter
  readonly #relations: ReadonlyMap<string, Relation>
  readonly #styles: DocxStyles
  readonly #isOrdered: IsOrdered
  #skipped = 0
  #tables = 0
  #columns = 1
  #isText = false
  #start: BlockStart = PARAGRAPH
  #level = 0
  /** The instructions of a field, while they are being read. */
  #field: string | null = null

  constructor(
    writer: BlockWriter,
    relations: ReadonlyMap<string, Relation>,
    styles: DocxStyles,
    isOrdered: IsOrdered,
  ) {
    this.#writer = writer
    this.#relations = relations
    this.#styles = styles
    this.#isOrdered = isOrdered
  }

  open(name: string, get: (name: string) => string | undefined): void {
    if (SAID_ELSEWHERE.has(name)) this.#skipped++
    if (this.#skipped > 0) return
    switch (name) {
      case 't':
        this.#isText = true
        return
      case 'p':
        this.#level = 0
        this.#begin(PARAGRAPH)
        return
      case 'tab':
      case 'ptab':
        this.#writer.text('\t')
        return
      case 'br':
      case 'cr':
        this.#writer.line()
        return
      case 'nobreakhyphen':
        this.#writer.text('-')
        return
      default:
        this.#paragraph(name, get)
        this.#table(name, get)
        this.#link(name, get)
    }
  }

  close(name: string): void {
    if (SAID_ELSEWHERE.has(name)) this.#skipped = Math.max(0, this.#skipped - 1)
    if (this.#skipped > 0) return
    if (name === 't') this.#isText = false
    else if (name === 'p' && this.#tables > 0) this.#writer.space()
    else if (name === 'hyperlink' || name === 'fldsimple') this.#writer.unlink()
    else if (name === 'tc' && this.#tables === 1) {
      this.#writer.endCell(this.#columns)
      this.#columns = 1
    } else if (name === 'tbl' && this.#tables > 0 && --this.#tables === 0) this.#writer.endTable()
  }

  text(text: string): void {
    if (this.#skipped > 0) return
    if (this.#isText) this.#writer.text(text)
    else if (this.#field !== null) this.#field += text
  }

  #begin(start: BlockStart): void {
    this.#start = start
    this.#writer.begin(start)
  }

  /** Properties come before the text of their paragraph. A numbered heading is a heading. */
  #paragraph(name: string, get: (name: string) => string | undefined): void {
    const value = get('val') ?? ''
    if (name === 'pstyle') this.#begin(this.#styles.meaning(value) ?? this.#start)
    else if (name === 'outlinelvl' && Number(value) < 9) this.#begin(headingOf(Number(value) + 1))
    else if (name === 'ilvl') this.#level = Math.min(8, Number(value) || 0)
    else if (name === 'numid' && value !== '0' && this.#start.kind === 'paragraph')
      this.#begin({ kind: 'item', depth: this.#level + 1, isOrdered: this.#isOrdered(value, this.#level) })
  }

  #table(name: string, get: (name: string) => string | undefined): void {
    if (name === 'tbl' && this.#tables++ === 0) this.#writer.beginTable()
    else if (name === 'tr' && this.#tables === 1) this.#writer.beginRow()
    else if (name === 'gridspan') this.#columns = Number(get('val')) || 1
  }

  #link(name: string, get: (name: string) => string | undefined): void {
    if (name === 'hyperlink') this.#follow(this.#relations.get(get('id') ?? ''), get('anchor'))
    else if (name === 'fldsimple') this.#writer.link(FIELD_LINK.exec(get('instr') ?? '')?.[1])
    else if (name === 'fldchar') this.#fieldMark(get('fldchartype'))
    else if (name === 'instrtext') this.#field ??= ''
  }

  #follow(relation: Relation | undefined, anchor: string | undefined): void {
    if (relation?.isExternal) this.#writer.link(relation.target + (anchor === undefined ? '' : `#${anchor}`))
  }

  /** A field consists of its instructions, then their result. */
  #fieldMark(mark: string | undefined): void {
    if (mark === 'begin') this.#field = ''
    else if (mark === 'separate') {
      const href = FIELD_LINK.exec(this.#field ?? '')?.[1]
      if (href !== undefined) this.#writer.link(href)
      this.#field = null
    } else if (mark === 'end') {
      this.#field = null
      this.#writer.unlink()
    }
  }
}
