/** What is mutated: pages of the synthetic world or of a folder, hostile shapes in small, and archives that our own writer made. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type Compression, packerFor, packVisit } from '../../src/archive/index.ts'
import { exifOf, jpegOf, pngOf, waveOf } from '../../src/document/convert/media.fixture.ts'
import { ZipArchive } from '../../src/document/convert/zip-archive.ts'
import { HOSTILE_SHAPES, type InputKind } from '../../test/faults/hostile-shapes.ts'
import {
  blog,
  docs,
  news,
  perfumes,
  type Site,
  shop,
  viewOf,
  wiki,
  writeDocument,
} from '../../test/world/index.ts'
import { pdf } from '../../test/world/kinds/media.ts'

const SHAPE_BYTES = 400
const MAX_FILES = 500
const MOMENT = { seed: 7, nowMs: Date.UTC(2026, 5, 1) }
const SITES: readonly Site[] = [
  blog('blog.test', { posts: 20 }),
  news('news.test'),
  shop('shop.test', { departments: 2, products: 20 }),
  docs('docs.test'),
  wiki('wiki.test'),
  perfumes('perfumes.test', { perfumes: 20 }),
]

/** The seeds of a kind; those of a folder are pages. */
export function seedsOf(kind: InputKind, folder: string | undefined): readonly Buffer[] {
  const shapes = HOSTILE_SHAPES.filter(shape => shape.kind === kind).map(shape => shape.make(SHAPE_BYTES))
  if (kind === 'page') return [...shapes, ...(folder === undefined ? worldPages() : filesIn(folder))]
  if (kind in FIXTURES) return [...shapes, ...documents(kind)]
  return kind === 'archive' ? [...shapes, ...archives()] : shapes
}

const FIXTURE_FOLDER = join(import.meta.dirname, '../../test/fixtures')
/** Files of real programs, by kind; of archives their parts too. */
const FIXTURES: Readonly<Partial<Record<InputKind, readonly string[]>>> = {
  docx: ['harbour.docx', 'harbour-office.docx'],
  xlsx: ['ships.xlsx'],
  pptx: ['slides.pptx'],
  odf: ['harbour.odt', 'ships.ods', 'slides.odp'],
  epub: ['harbour.epub'],
  rtf: ['harbour.rtf', 'harbour-office.rtf'],
  pdf: ['harbour.pdf'],
  image: [],
  media: [],
}

function documents(kind: InputKind): Buffer[] {
  const files = (FIXTURES[kind] ?? []).map(name => readFileSync(join(FIXTURE_FOLDER, name)))
  if (kind === 'pdf') return [...files, pdf('One line (of text)')]
  if (kind === 'image')
    return [pngOf(3, 2, { Title: 'a' }), jpegOf(3, 2, exifOf([[0x010e, 'b']], [], [[2, [1, 2, 3]]]))]
  if (kind === 'media') return [waveOf({ INAM: 'a' }).subarray(0, 300)]
  return [...files, ...files.filter(file => file.toString('latin1', 0, 2) === 'PK').flatMap(partsOf)]
}

function partsOf(file: Buffer): Buffer[] {
  const zip = new ZipArchive(file)
  const parts = zip.names().filter(name => /\.(?:xml|xhtml|rels|opf)$/.test(name))
  return parts.flatMap(name => zip.read(name) ?? [])
}

const filesIn = (folder: string): Buffer[] =>
  readdirSync(folder)
    .slice(0, MAX_FILES)
    .map(name => readFileSync(join(folder, name)))

function worldPages(): Buffer[] {
  return SITES.flatMap(site =>
    site.entries.flatMap(path => {
      const page = site.find(path, MOMENT)
      return page?.draw ? [Buffer.from(writeDocument(page.draw(viewOf(page, MOMENT))))] : []
    }),
  )
}

function archives(): Buffer[] {
  const plain = records('none')
  return [records('gzip'), records('zstd'), plain, gzipSync(plain), zstdCompressSync(plain)]
}

function records(compression: Compression): Buffer {
  const pack = packerFor(compression, 6, null)
  const payloads = ['<p>one</p>', '<p>two</p>'.repeat(200), '']
  return Buffer.concat(
    payloads.map((payload, n) => {
      const visit = {
        url: `http://a.test/${n}`,
        at: MOMENT.nowMs,
        address: '192.0.2.1',
        request: { method: 'GET', path: '/', headers: ['Host', 'a.test'] },
        response: { status: 200, statusText: 'OK', headers: ['Content-Type', 'text/html'] },
        payload: Buffer.from(payload),
        payloadDigest: createHash('sha1').update(payload).digest(),
        truncated: null,
        revisit: null,
        metadata: { depth: n },
        newId: () => `urn:uuid:00000000-0000-0000-0000-00000000000${n}`,
      }
      return packVisit(visit, pack).bytes
    }),
  )
}
