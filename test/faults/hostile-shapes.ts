/**
 * Hostile shapes: inputs that once cost a reader more than they should, and their relatives. Each is a generator, so that growth can
 * be seen at doubling sizes. Whoever finds a new one adds a line in `shapes/`; `readers.test.ts` and `bench/fuzz.ts` use all of them.
 */
import { ARCHIVE_SHAPES, BYTE_SHAPES, PACKED_SHAPES } from './shapes/binary.ts'
import { DATA_SHAPES } from './shapes/data.ts'
import {
  DOCX_SHAPES,
  EPUB_SHAPES,
  IMAGE_SHAPES,
  MEDIA_SHAPES,
  ODF_SHAPES,
  PDF_SHAPES,
  PPTX_SHAPES,
  RTF_SHAPES,
  XLSX_SHAPES,
} from './shapes/documents.ts'
import { MARKUP_SHAPES } from './shapes/markup.ts'
import {
  ADDRESS_SHAPES,
  FEED_SHAPES,
  HEADER_SHAPES,
  ROBOTS_SHAPES,
  SITEMAP_SHAPES,
  STYLE_SHAPES,
  TEXT_SHAPES,
} from './shapes/others.ts'
import type { Shapes } from './shapes/parts.ts'

/** Which readers a shape is meant for; see `readers.ts`. */
export type InputKind =
  | 'page'
  | 'text'
  | 'sitemap'
  | 'feed'
  | 'style'
  | 'headers'
  | 'address'
  | 'robots'
  | 'bytes'
  | 'packed'
  | 'archive'
  | 'docx'
  | 'xlsx'
  | 'pptx'
  | 'odf'
  | 'epub'
  | 'rtf'
  | 'pdf'
  | 'image'
  | 'media'

export interface HostileShape {
  readonly name: string
  readonly kind: InputKind
  /** About `size` bytes. */
  readonly make: (size: number) => Buffer
}

const TABLE: Readonly<Record<InputKind, Shapes>> = {
  page: { ...DATA_SHAPES, ...MARKUP_SHAPES },
  text: TEXT_SHAPES,
  sitemap: SITEMAP_SHAPES,
  feed: FEED_SHAPES,
  style: STYLE_SHAPES,
  headers: HEADER_SHAPES,
  address: ADDRESS_SHAPES,
  robots: ROBOTS_SHAPES,
  bytes: BYTE_SHAPES,
  packed: PACKED_SHAPES,
  archive: ARCHIVE_SHAPES,
  docx: DOCX_SHAPES,
  xlsx: XLSX_SHAPES,
  pptx: PPTX_SHAPES,
  odf: ODF_SHAPES,
  epub: EPUB_SHAPES,
  rtf: RTF_SHAPES,
  pdf: PDF_SHAPES,
  image: IMAGE_SHAPES,
  media: MEDIA_SHAPES,
}

export const HOSTILE_SHAPES: readonly HostileShape[] = Object.entries(TABLE).flatMap(([kind, shapes]) =>
  Object.entries(shapes).map(([name, make]) => ({ name, kind: kind as InputKind, make })),
)
