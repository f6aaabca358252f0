/** XLSX (ECMA-376, SpreadsheetML): each sheet becomes a heading and a table, with cells as their formats show them. */
import { BlockWriter } from './block-writer.ts'
import { type CellFormat, formatOf } from './cell-format.ts'
import { coreProperties, mainPart, type Relation, relationsOf } from './office-package.ts'
import { type PageDocument, UnreadableError } from './page-document.ts'
import { walkXml, type XmlWalk } from './xml-walk.ts'
import { ZipArchive } from './zip-archive.ts'

interface Book {
  readonly strings: readonly string[]
  /** By cell style number. */
  readonly formats: readonly CellFormat[]
}

interface Sheet {
  readonly name: string
  readonly part: string
}

const MAX_STRINGS = 2_000_000
/** Most empty cells written before a filled one; more are dropped. */
const MAX_GAP = 50

export function readXlsx(bytes: Uint8Array, type: string): PageDocument {
  const zip = new ZipArchive(bytes)
  const main = mainPart(zip, 'xl/workbook.xml')
  const xml = zip.text(main)
  if (xml === undefined) throw new UnreadableError('is no spreadsheet: its list of sheets is missing')
  const relations = relationsOf(zip, main)
  const partOf = (kind: string) =>
    zip.text([...relations.values()].find(relation => relation.kind === kind)?.target ?? '') ?? ''
  const { sheets, isFrom1904 } = workbookOf(xml, relations)
  const book = {
    strings: sharedStrings(partOf('sharedStrings')),
    formats: formatsOf(partOf('styles'), isFrom1904),
  }
  const writer = new BlockWriter()
  for (const { name, part } of sheets) {
    const sheet = zip.text(part)
    if (sheet === undefined) continue
    writer.begin({ kind: 'heading', level: 2 })
    writer.text(name)
    writer.beginTable()
    walkXml(sheet, new SheetWalk(writer, book, relationsOf(zip, part)))
    writer.endTable()
  }
  return {
    kind: 'document',
    type,
    ...coreProperties(zip),
    blocks: writer.blocks,
    links: writer.links,
    base: null,
    isPartial: writer.isFull,
  }
}

function workbookOf(xml: string, relations: ReadonlyMap<string, Relation>) {
  const sheets: Sheet[] = []
  let isFrom1904 = false
  walkXml(xml, {
    open(name, get) {
      if (name === 'workbookpr') isFrom1904 = /^(?:1|true)$/.test(get('date1904') ?? '')
      const relation = name === 'sheet' ? relations.get(get('r:id') ?? get('id') ?? '') : undefined
      if (relation && !relation.isExternal) sheets.push({ name: get('name') ?? '', part: relation.target })
    },
  })
  return { sheets, isFrom1904 }
}

/** Texts that cells refer to by number. Pronunciations are not part of them. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = []
  let isText = false
  let isSpoken = false
  let text = ''
  walkXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = true
      else if (name === 'rph') isSpoken = true
    },
    close(name) {
      if (name === 'si' && strings.length < MAX_STRINGS) strings.push(text)
      else if (name === 't') isText = false
      else if (name === 'rph') isSpoken = false
    },
    text(part) {
      if (isText && !isSpoken) text += part
    },
  })
  return strings
}

function formatsOf(xml: string, isFrom1904: boolean): CellFormat[] {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  const known = new Map<number, CellFormat>()
  let isCellFormats = false
  walkXml(xml, {
    open(name, get) {
      if (name === 'numfmt') codes.set(Number(get('numfmtid')), get('formatcode') ?? '')
      else if (name === 'cellxfs') isCellFormats = true
      else if (name === 'xf' && isCellFormats) {
        const id = Number(get('numfmtid'))
        const format = known.get(id) ?? formatOf(id, codes.get(id), isFrom1904)
        known.set(id, format)
        formats.push(format)
      }
    },
    close(name) {
      if (name === 'cellxfs') isCellFormats = false
    },
  })
  return formats
}

class SheetWalk implements XmlWalk {
  readonly #writer: BlockWriter
  readonly #book: Book
  readonly #relations: ReadonlyMap<string, Relation>
  #type = ''
  #style = 0
  #value = ''
  #isValue = false
  #column = 0
  #written = 0

  constructor(writer: BlockWriter, book: Book, relations: ReadonlyMap<string, Relation>) {
    this.#writer = writer
    this.#book = book
    this.#relations = relations
  }

  open(name: string, get: (name: string) => string | undefined): void {
    switch (name) {
      case 'row':
        this.#written = this.#column = 0
        this.#writer.beginRow()
        return
      case 'c':
        this.#column = columnOf(get('r')) ?? this.#column + 1
        this.#type = get('t') ?? 'n'
        this.#style = Number(get('s') ?? 0)
        this.#value = ''
        return
      case 'v':
      case 't':
        this.#isValue = true
        return
      case 'hyperlink': {
        const relation = this.#relations.get(get('r:id') ?? '')
        if (relation?.isExternal) this.#writer.addLink(relation.target, get('display') ?? '')
      }
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false
    else if (name === 'c') this.#endCell()
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text
  }

  #endCell(): void {
    const shown = this.#shown()
    if (shown === '') return
    const gap = Math.max(0, this.#column - this.#written - 1)
    for (let n = 0; n < Math.min(gap, MAX_GAP); n++) this.#writer.endCell()
    this.#writer.text(shown)
    this.#writer.endCell()
    this.#written = this.#column
  }

  #shown(): string {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return this.#book.strings[Number(value)] ?? ''
      case 'b':
        return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE'
      case 'n': {
        const number = Number(value)
        const format = this.#book.formats[this.#style]
        return value === '' || Number.isNaN(number) || format === undefined ? value : format(number)
      }
      default:
        return value
    }
  }
}

/** "AB12" is column 28. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0].toUpperCase()
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}
