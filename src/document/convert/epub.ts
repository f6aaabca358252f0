/** EPUB (W3C EPUB 3.3, OPF 2): the pages of the book in the order of its spine. */
import { parseTree } from '../../html/index.ts'
import { parseDate } from '../dates.ts'
import { BlockWriter } from './block-writer.ts'
import { writeBlocks } from './html-blocks.ts'
import { bodyOf } from './html-document.ts'
import { leafTexts, type SaidOfItself } from './office-package.ts'
import { type DocumentBlock, MetadataNotes, type PageDocument, UnreadableError } from './page-document.ts'
import { walkXml } from './xml-walk.ts'
import { pathWithin, ZipArchive } from './zip-archive.ts'

export function readEpub(bytes: Uint8Array, type: string): PageDocument {
  const zip = new ZipArchive(bytes)
  const book = bookPath(zip)
  const opf = book === undefined ? undefined : zip.text(book)
  if (book === undefined || opf === undefined)
    throw new UnreadableError('is no book: its list of contents is missing')
  const encrypted = zip.text('META-INF/encryption.xml') ?? ''
  const writer = new BlockWriter()
  for (const path of pagesOf(opf, book)) {
    if (encrypted.includes(`"${path}"`)) throw new UnreadableError('is encrypted')
    const page = zip.text(path)
    if (page === undefined || writer.isFull) continue
    writeBlocks(bodyOf(parseTree(page)), writer)
  }
  return {
    kind: 'document',
    type,
    ...saidIn(opf),
    blocks: writer.blocks.map(withoutInner),
    links: writer.links.filter(isOutside),
    base: null,
    isPartial: writer.isFull,
  }
}

/** Links between pages of the book lead nowhere on the web. */
const isOutside = ({ href }: { readonly href: string }) => /^[a-z][a-z\d+.-]*:/i.test(href)

function withoutInner(block: DocumentBlock): DocumentBlock {
  if (block.kind === 'table' || block.links === undefined) return block
  const { links, ...rest } = block
  const outer = links.filter(isOutside)
  return outer.length === 0 ? rest : { ...rest, links: outer }
}

function bookPath(zip: ZipArchive): string | undefined {
  let path: string | undefined
  walkXml(zip.text('META-INF/container.xml') ?? '', {
    open(name, get) {
      if (name === 'rootfile') path ??= get('full-path')
    },
  })
  return path ?? zip.names().find(name => name.endsWith('.opf'))
}

function pagesOf(opf: string, book: string): ReadonlySet<string> {
  const files = new Map<string, string>()
  const pages = new Set<string>()
  walkXml(opf, {
    open(name, get) {
      if (name === 'item' && /html|xml$/.test(get('media-type') ?? ''))
        files.set(get('id') ?? '', pathWithin(book, decoded(get('href') ?? '')))
      const file = name === 'itemref' ? files.get(get('idref') ?? '') : undefined
      if (file !== undefined) pages.add(file)
    },
  })
  return pages
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}

function saidIn(opf: string): SaidOfItself {
  const values = leafTexts(opf)
  const notes = new MetadataNotes()
  for (const name of ['publisher', 'description', 'identifier', 'rights', 'source'])
    notes.add(name, values.get(name)?.[0])
  notes.add('subject', values.get('subject')?.join(', '))
  return {
    title: values.get('title')?.[0] ?? null,
    language: values.get('language')?.[0] ?? null,
    authors: values.get('creator') ?? [],
    publishedAt: parseDate(values.get('date')?.[0]) ?? null,
    modifiedAt: parseDate(values.get('meta')?.find(value => /^\d{4}-\d\d-\d\dT/.test(value))) ?? null,
    metadata: notes.values,
  }
}
