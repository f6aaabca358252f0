/**
 * PDF, read by pdf.js as packaged in `unpdf`, which is loaded only by threads that meet one. Pages are read one after another until the
 * text is long enough or time is up; the rest is left out, and the document says so.
 */

import { BlockWriter } from './block-writer.ts'
import {
  type DocumentLink,
  MAX_DOCUMENT_LINKS,
  MetadataNotes,
  type PageDocument,
  UnreadableError,
} from './page-document.ts'
import { PdfLines } from './pdf-lines.ts'
import { nestsDeeper } from './pdf-nesting.ts'
import { documentHeadings } from './render.ts'

/** Longer than any book; a file can claim a million pages that are all the same. */
const MAX_PAGES = 3_000
/** Real files nest less than twenty levels deep. */
const MAX_NESTING = 250
/** D:20240501123000+02'00' (ISO 32000-2, 7.9.4). */
const PDF_DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|Z)?/

type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>

export async function readPdf(bytes: Uint8Array, type: string, isOver: () => boolean): Promise<PageDocument> {
  if (nestsDeeper(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), MAX_NESTING))
    throw new UnreadableError('is damaged: what it opens is never closed')
  const { getDocumentProxy } = await library()
  // Copied, because the reader takes ownership of the memory.
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
  }).catch(refuse)
  try {
    return await documentOf(pdf, type, isOver)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function library(): Promise<typeof import('unpdf')> {
  try {
    return await import('unpdf')
  } catch {
    throw new UnreadableError('is a PDF, and the package that reads them is missing: npm install unpdf')
  }
}

function refuse(error: unknown): never {
  const { name, message } = error as Error
  if (name === 'PasswordException') throw new UnreadableError('is encrypted: it needs a password')
  throw new UnreadableError(`is no PDF that can be read: ${message}`)
}

async function documentOf(pdf: Pdf, type: string, isOver: () => boolean): Promise<PageDocument> {
  const lines = new PdfLines()
  const links: DocumentLink[] = []
  const pages = Math.min(MAX_PAGES, pdf.numPages)
  let read = 0
  let failure: unknown
  while (read < pages && !isOver() && !lines.isFull) {
    read++
    try {
      await readPage(pdf, read, lines, links)
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined && lines.isEmpty)
    throw new UnreadableError(`is damaged: ${(failure as Error).message}`)
  const writer = new BlockWriter()
  lines.writeTo(writer)
  const said = await saidOf(pdf)
  return {
    kind: 'document',
    type,
    ...said,
    title: said.title ?? documentHeadings(writer)[0]?.text ?? null,
    language: said.language,
    blocks: writer.blocks,
    links,
    base: null,
    isPartial: read < pdf.numPages || writer.isFull,
  }
}

async function readPage(pdf: Pdf, number: number, lines: PdfLines, links: DocumentLink[]): Promise<void> {
  const page = await pdf.getPage(number)
  try {
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) lines.add(item)
    lines.endPage()
    for (const annotation of await page.getAnnotations()) {
      const href: unknown = annotation.url ?? annotation.unsafeUrl
      if (typeof href !== 'string' || links.length >= MAX_DOCUMENT_LINKS) continue
      links.push({
        href,
        text: String(annotation.overlaidText ?? '')
          .replace(/\s+/g, ' ')
          .trim()
          .slice(0, 200),
      })
    }
  } finally {
    page.cleanup()
  }
}

async function saidOf(pdf: Pdf) {
  const notes = new MetadataNotes()
  const { info } = (await pdf.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> }
  const said = (name: string) => {
    const value = info[name]
    return typeof value === 'string' && value.trim() !== '' ? value.replace(/\s+/g, ' ').trim() : undefined
  }
  for (const name of ['Subject', 'Keywords', 'Creator', 'Producer']) notes.add(name.toLowerCase(), said(name))
  notes.add('version', said('PDFFormatVersion'))
  notes.add('pages', pdf.numPages)
  const author = said('Author')
  return {
    title: said('Title')?.replace(/^Microsoft (?:Word|PowerPoint|Excel) - /, '') ?? null,
    language: said('Language') ?? null,
    authors: author === undefined ? [] : author.split(/\s*;\s*/),
    publishedAt: pdfDate(said('CreationDate')),
    modifiedAt: pdfDate(said('ModDate')),
    metadata: notes.values,
  }
}

export function pdfDate(text: string | undefined): number | null {
  const match = PDF_DATE.exec(text ?? '')
  if (match === null) return null
  const [
    ,
    year,
    month = '1',
    day = '1',
    hour = '0',
    minute = '0',
    second = '0',
    sign,
    hours = '0',
    minutes = '0',
  ] = match
  const east = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const [y, mo, d, h, mi, s] = [year, month, day, hour, minute, second].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  return y >= 1900 && y < 2200 ? Date.UTC(y, mo - 1, d, h, mi - (sign === undefined ? 0 : east), s) : null
}
