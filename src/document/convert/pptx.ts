/** PPTX (ECMA-376, PresentationML): the slides in order; titles become headings, text in other placeholders items. */
import { BlockWriter } from './block-writer.ts'
import { coreProperties, mainPart, type Relation, relationsOf } from './office-package.ts'
import { type PageDocument, UnreadableError } from './page-document.ts'
import { walkXml, type XmlWalk } from './xml-walk.ts'
import { ZipArchive } from './zip-archive.ts'

const TITLES = /^(?:title|ctrtitle)$/i
/** Dates, footers and numbers are the same on every slide. */
const FURNITURE = /^(?:dt|ftr|sldnum|hdr)$/i

export function readPptx(bytes: Uint8Array, type: string): PageDocument {
  const zip = new ZipArchive(bytes)
  const main = mainPart(zip, 'ppt/presentation.xml')
  const xml = zip.text(main)
  if (xml === undefined) throw new UnreadableError('is no presentation: its list of slides is missing')
  const writer = new BlockWriter()
  for (const part of slidesOf(xml, relationsOf(zip, main))) {
    const slide = zip.text(part)
    if (slide !== undefined) walkXml(slide, new SlideWalk(writer, relationsOf(zip, part)))
  }
  writer.finish()
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

function slidesOf(xml: string, relations: ReadonlyMap<string, Relation>): readonly string[] {
  const slides = new Set<string>()
  walkXml(xml, {
    open(name, get) {
      if (name !== 'sldid') return
      // `id` without a prefix is the number of the slide; the relationship id has a prefix.
      const relation = relations.get(get('r:id') ?? get('id') ?? '')
      if (relation?.kind === 'slide') slides.add(relation.target)
    },
  })
  return [...slides]
}

class SlideWalk implements XmlWalk {
  readonly #writer: BlockWriter
  readonly #relations: ReadonlyMap<string, Relation>
  #skipped = 0
  #isText = false
  #isTable = false
  /** Type of the shape's placeholder; null if it is not one. */
  #placeholder: string | null = null
  #columns = 1

  constructor(writer: BlockWriter, relations: ReadonlyMap<string, Relation>) {
    this.#writer = writer
    this.#relations = relations
  }

  open(name: string, get: (name: string) => string | undefined): void {
    if (name === 'fallback') this.#skipped++
    if (this.#skipped > 0) return
    switch (name) {
      case 't':
        this.#isText = true
        return
      case 'sp':
        this.#placeholder = null
        return
      case 'ph':
        this.#placeholder = get('type') ?? ''
        return
      case 'p':
        this.#begin(1)
        return
      case 'ppr':
        this.#begin(1 + Math.min(8, Number(get('lvl')) || 0))
        return
      case 'br':
        this.#writer.line()
        return
      case 'hlinkclick':
        this.#writer.link(external(this.#relations.get(get('r:id') ?? '')))
        return
      default:
        this.#table(name, get)
    }
  }

  close(name: string): void {
    if (name === 'fallback') this.#skipped = Math.max(0, this.#skipped - 1)
    if (this.#skipped > 0) return
    if (name === 't') this.#isText = false
    else if (name === 'r') this.#writer.unlink()
    else if (name === 'p') this.#writer.space()
    else if (name === 'tc' && this.#isTable) {
      this.#writer.endCell(this.#columns)
      this.#columns = 1
    } else if (name === 'tbl' && this.#isTable) {
      this.#isTable = false
      this.#writer.endTable()
    }
  }

  text(text: string): void {
    const isShown = this.#skipped === 0 && !FURNITURE.test(this.#placeholder ?? '')
    if (this.#isText && isShown) this.#writer.text(text)
  }

  #begin(depth: number): void {
    const placeholder = this.#placeholder
    if (placeholder === null || this.#isTable) this.#writer.begin({ kind: 'paragraph' })
    else if (TITLES.test(placeholder)) this.#writer.begin({ kind: 'heading', level: 2 })
    else this.#writer.begin({ kind: 'item', depth, isOrdered: false })
  }

  #table(name: string, get: (name: string) => string | undefined): void {
    if (name === 'tbl' && !this.#isTable) {
      this.#isTable = true
      this.#writer.beginTable()
    } else if (name === 'tr' && this.#isTable) this.#writer.beginRow()
    else if (name === 'tc') this.#columns = Number(get('gridspan')) || 1
  }
}

const external = (relation: Relation | undefined) => (relation?.isExternal ? relation.target : undefined)
