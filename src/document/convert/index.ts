/**
 * Documents of every type become one form (`page-document.ts`): blocks of text, links, and what the file says about itself.
 *
 * `convertDocument` chooses the reader by the true type of the bytes. Each format has its own file; formats that are zip archives share
 * `zip-archive.ts`, those that are XML `xml-walk.ts`, and all write through `block-writer.ts`, which bounds what they make.
 *
 * Invariants: a file that is broken, encrypted or far too large is an `UnreadableFile` with a reason, never an exception; nothing that a
 * file refers to is fetched; unpacked bytes, characters, blocks, links and pages are bounded. Time is bounded in our own readers; PDF and
 * media are read by libraries, so callers run them in threads that they can end (`crawl/thread/`, `library/reading/`).
 */

import { decodeBody } from '../../html/index.ts'
import type { SitePage } from '../content/site-texts.ts'
import { isPageType } from '../type.ts'
import { readDocx } from './docx.ts'
import { readEpub } from './epub.ts'
import { readHtml } from './html-document.ts'
import { isReadableImage, readImage } from './image.ts'
import { readMedia } from './media.ts'
import { readOpenDocument } from './open-document.ts'
import { type Conversion, type PageDocument, UnreadableError } from './page-document.ts'
import { readPdf } from './pdf.ts'
import { readPptx } from './pptx.ts'
import { readRtf } from './rtf.ts'
import { readText, readXml } from './text-document.ts'
import { readXlsx } from './xlsx.ts'

export { documentFields } from './document-fields.ts'
export type {
  Conversion,
  DocumentBlock,
  DocumentLink,
  LinkMark,
  PageDocument,
  StyleMark,
  UnreadableFile,
  WritingStyle,
} from './page-document.ts'
export { documentText } from './render.ts'

export interface ConvertOptions {
  /** The true media type of the bytes. */
  readonly type: string
  /** The character set of a text, if known. */
  readonly charset?: string | undefined
  /** Whether to read only the main content of a web page: no menus, advertisements or comments. */
  readonly main?: boolean
  /** Texts of other pages of the site, to tell what they share. */
  readonly site?: readonly SitePage[]
  /** Its address, and when it was fetched, in milliseconds: both help to date it. */
  readonly url?: string | null
  readonly at?: number | null
  /** Whether time is up; then the document is what was read so far. Called between pages. */
  readonly isOver?: () => boolean
}

const OOXML = 'application/vnd.openxmlformats-officedocument.'
const OPEN_DOCUMENT =
  /^application\/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)(?:-template)?$/
const MEDIA = /^(?:audio|video)\/|^application\/ogg$/
const TEXT = /^text\/|[/+]json$|javascript|ecmascript|x-tex$|x-yaml$/
const OLE_MARK = 'd0cf11e0'

export async function convertDocument(bytes: Uint8Array, options: ConvertOptions): Promise<Conversion> {
  try {
    return await read(bytes, options)
  } catch (error) {
    const reason =
      error instanceof UnreadableError ? error.message : `is damaged (${(error as Error).message ?? error})`
    return { kind: 'unreadable', reason: reason.replace(/\s+/g, ' ').slice(0, 300) }
  }
}

function read(bytes: Uint8Array, options: ConvertOptions): PageDocument | Promise<PageDocument> {
  const { type, charset, isOver = () => false } = options
  if (bytes.length === 0) throw new UnreadableError('is empty')
  const binary = binaryReader(bytes, type)
  if (binary !== undefined) return binary(bytes, type)
  if (type === 'application/pdf') return readPdf(bytes, type, isOver)
  if (isPageType(type)) return readHtml(decodeBody(bytes, charset, 'html').text, options)
  if (/[/+]xml$/.test(type)) return readXml(decodeBody(bytes, charset, 'xml').text, type)
  if (TEXT.test(type)) return readText(decodeBody(bytes, charset, 'text').text, type)
  if (MEDIA.test(type)) return readMedia(bytes, type)
  throw new UnreadableError(`is of the type ${type}, which is not read`)
}

type ReadBytes = (bytes: Uint8Array, type: string) => PageDocument

function binaryReader(bytes: Uint8Array, type: string): ReadBytes | undefined {
  if (isReadableImage(type)) return readImage
  if (type === 'application/rtf' || type === 'text/rtf') return readRtf
  const reader = zippedReader(type)
  if (reader !== undefined && Buffer.from(bytes.subarray(0, 4)).toString('hex') === OLE_MARK)
    throw new UnreadableError('is encrypted: it needs a password')
  return reader
}

function zippedReader(type: string): ReadBytes | undefined {
  if (type.startsWith(`${OOXML}wordprocessingml`) || /ms-word\..*macroenabled/.test(type)) return readDocx
  if (type.startsWith(`${OOXML}spreadsheetml`) || /ms-excel\..*macroenabled/.test(type)) return readXlsx
  if (type.startsWith(`${OOXML}presentationml`) || /ms-powerpoint\..*macroenabled/.test(type)) return readPptx
  if (OPEN_DOCUMENT.test(type)) return readOpenDocument
  return type === 'application/epub+zip' ? readEpub : undefined
}
