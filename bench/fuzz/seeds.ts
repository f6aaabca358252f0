/** What is mutated: pages of the synthetic world or of a folder, hostile shapes in small, and archives that our own writer made. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { type Compression, packerFor, packVisit } from '../../src/archive/index.ts'
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
  return kind === 'archive' ? [...shapes, ...archives()] : shapes
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
