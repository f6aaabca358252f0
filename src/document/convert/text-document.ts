/** Plain text, tables of comma-separated values, source code, JSON and XML as documents. */
import { BlockWriter } from './block-writer.ts'
import type { PageDocument } from './page-document.ts'
import { walkXml } from './xml-walk.ts'

const EMPTY: Omit<PageDocument, 'type' | 'blocks' | 'links' | 'isPartial'> = {
  kind: 'document',
  title: null,
  language: null,
  authors: [],
  publishedAt: null,
  modifiedAt: null,
  base: null,
  metadata: {},
}

/** Paragraphs are separated by empty lines; code has no paragraphs. */
export function readText(text: string, type: string): PageDocument {
  const writer = new BlockWriter()
  if (/csv|tab-separated/.test(type)) writeTable(text, /tab/.test(type) ? '\t' : ',', writer)
  else if (!/^text\/(?:plain|markdown)$/.test(type)) {
    writer.begin({ kind: 'code' })
    writer.text(text)
  } else writeParagraphs(text, writer)
  writer.finish()
  return documentOf(type, writer)
}

/** Line breaks within a paragraph are kept, because plain text also contains tables, lists and verses. */
function writeParagraphs(text: string, writer: BlockWriter): void {
  writer.begin({ kind: 'paragraph' })
  for (const line of text.split(/\r\n?|\n|\f/)) {
    if (line.trim() === '') writer.begin({ kind: 'paragraph' })
    else {
      writer.text(line)
      writer.line()
    }
    if (writer.isFull) return
  }
}

/** RFC 4180; unclosed quotes end with the text. */
const CSV_CELL = /"((?:[^"]|"")*)"?|[^",\n]+|[,\n]/g
const TSV_CELL = /"((?:[^"]|"")*)"?|[^"\t\n]+|[\t\n]/g

function writeTable(text: string, separator: ',' | '\t', writer: BlockWriter): void {
  writer.beginTable()
  writer.beginRow()
  for (const [token, quoted] of text
    .replace(/\r\n?/g, '\n')
    .matchAll(separator === ',' ? CSV_CELL : TSV_CELL)) {
    if (token === separator) writer.endCell()
    else if (token === '\n') {
      writer.endCell()
      writer.beginRow()
    } else writer.text(quoted?.replaceAll('""', '"') ?? token)
    if (writer.isFull) break
  }
  writer.endCell()
  writer.endTable()
}

/** The texts of its elements, each as a paragraph; the first title is that of the document. */
export function readXml(xml: string, type: string): PageDocument {
  const writer = new BlockWriter()
  let name = ''
  let title: string | null = null
  walkXml(xml, {
    open(element) {
      name = element
      writer.begin({ kind: 'paragraph' })
    },
    close() {
      name = ''
      writer.begin({ kind: 'paragraph' })
    },
    text(text) {
      if (name === 'title') title ??= text.replace(/\s+/g, ' ').trim() || null
      writer.text(text)
    },
  })
  writer.finish()
  return { ...documentOf(type, writer), title }
}

function documentOf(type: string, writer: BlockWriter): PageDocument {
  return { ...EMPTY, type, blocks: writer.blocks, links: writer.links, isPartial: writer.isFull }
}
