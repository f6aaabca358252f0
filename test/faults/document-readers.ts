/**
 * The readers of documents. What is not an archive already is packed into one, as each part that its format reads: damage to an archive
 * as a whole ends at its table of contents, and would never reach the readers of what is inside.
 */
import { strToU8, type Zippable, zipSync } from 'fflate'
import { convertDocument, documentText } from '../../src/document/convert/index.ts'
import { documentHtml, documentMarkdown } from '../../src/document/convert/render.ts'
import { sniffType } from '../../src/document/type.ts'
import type { InputKind } from './hostile-shapes.ts'

interface DocumentFormat {
  readonly kind: InputKind
  /** The type, or what to make of the bytes. */
  readonly type: string | ((bytes: Buffer) => string)
  /** The files of an archive around a part. */
  readonly parts?: (part: Uint8Array) => Zippable
}

const OOXML = 'application/vnd.openxmlformats-officedocument.'
const relation = (kind: string, target: string) =>
  strToU8(`<Relationship Id="r1" Type="a/${kind}" Target="${target}"/>`)
const relations = (...kinds: readonly string[]) =>
  strToU8(
    kinds.map((kind, n) => `<Relationship Id="r${n + 1}" Type="a/${kind}" Target="${kind}.xml"/>`).join(''),
  )

const FORMATS: readonly DocumentFormat[] = [
  {
    kind: 'docx',
    type: `${OOXML}wordprocessingml.document`,
    parts: part => ({
      'word/document.xml': part,
      'word/_rels/document.xml.rels': relations('styles', 'numbering', 'footnotes'),
      'word/styles.xml': part,
      'word/numbering.xml': part,
      'docProps/core.xml': part,
    }),
  },
  {
    kind: 'xlsx',
    type: `${OOXML}spreadsheetml.sheet`,
    parts: part => ({
      'xl/workbook.xml': strToU8('<sheet name="s" r:id="r1"/>'),
      'xl/_rels/workbook.xml.rels': relations('worksheet', 'sharedStrings', 'styles'),
      'xl/worksheet.xml': part,
      'xl/sharedStrings.xml': part,
      'xl/styles.xml': part,
    }),
  },
  {
    kind: 'pptx',
    type: `${OOXML}presentationml.presentation`,
    parts: part => ({
      'ppt/presentation.xml': strToU8('<p:sldId id="1" r:id="r1"/>'),
      'ppt/_rels/presentation.xml.rels': relation('slide', 'slide.xml'),
      'ppt/slide.xml': part,
      'ppt/_rels/slide.xml.rels': part,
    }),
  },
  {
    kind: 'odf',
    type: 'application/vnd.oasis.opendocument.text',
    parts: part => ({ 'content.xml': part, 'styles.xml': part, 'meta.xml': part }),
  },
  {
    kind: 'epub',
    type: 'application/epub+zip',
    parts: part => ({
      'b.opf': strToU8(
        '<item id="p" href="p.xhtml" media-type="application/xhtml+xml"/><itemref idref="p"/>',
      ),
      'p.xhtml': part,
    }),
  },
  { kind: 'rtf', type: 'application/rtf' },
  { kind: 'pdf', type: 'application/pdf' },
  { kind: 'image', type: bytes => sniffType(bytes, undefined, 'http://a.test/').type },
  { kind: 'media', type: bytes => sniffType(bytes, 'audio/mpeg', 'http://a.test/').type },
]

export const documentReaders = FORMATS.map(({ kind, type, parts }) => ({
  name: kind,
  kinds: [kind],
  read: async (bytes: Buffer) => {
    const isArchive = parts === undefined || bytes.toString('latin1', 0, 2) === 'PK'
    const file = isArchive ? bytes : zipSync(parts(bytes), { level: 0 })
    const document = await convertDocument(file, { type: typeof type === 'string' ? type : type(bytes) })
    if (document.kind === 'unreadable') return
    documentText(document)
    documentMarkdown(document)
    documentHtml(document)
  },
}))
