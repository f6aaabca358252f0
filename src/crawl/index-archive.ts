/**
 * Builds the full-text index of pages that were stored without it, from the archive: nothing is fetched. Revisions already in the index
 * are skipped, so an interrupted build continues where it stopped; memory holds one batch.
 */
import { readRecordAt } from '../archive/index.ts'
import { type Conversion, documentFields } from '../document/convert/index.ts'
import { isConverted } from '../document/converted-types.ts'
import type { Link } from '../document/links.ts'
import { type PageFields, pageFields, plainFields } from '../document/search-fields.ts'
import { isPageType } from '../document/type.ts'
import { decodeBody } from '../html/index.ts'
import type {
  ArchiveStore,
  IndexedRevision,
  LinksRow,
  MetaStore,
  PageRow,
  PageStore,
  RevisionRow,
  SearchStore,
} from '../store/index.ts'
import { decodedBody } from './body.ts'
import type { Holdings } from './holdings.ts'
import { unpackLinks } from './packed-links.ts'
import { noteCoverage, type SearchCoverage, searchCommitOf } from './search-commit.ts'
import { parsedSearch } from './thread/search-terms.ts'

export interface IndexBuild {
  readonly coverage: SearchCoverage
  /** Reads PDF, office files and books within limits. */
  readonly convert: (file: { readonly bytes: Uint8Array; readonly type: string }) => Promise<Conversion>
  readonly signal?: AbortSignal
  readonly onProgress?: (built: BuiltIndex) => void
}

export interface BuiltIndex {
  /** Revisions that this build made findable. */
  readonly indexed: number
  /** Revisions without text: images, programs, archives. */
  readonly withoutText: number
  /** Revisions whose copy the archive has lost. */
  readonly lost: number
}

/** Revisions per transaction: the most that an interruption can lose and that memory holds. */
const BATCH = 200

type Roles = MetaStore & PageStore & SearchStore & ArchiveStore

export async function indexArchive(holdings: Holdings<Roles>, build: IndexBuild): Promise<BuiltIndex> {
  const { store } = holdings
  const isAll = build.coverage === 'all'
  const built = { indexed: 0, withoutText: 0, lost: 0 }
  let batch: IndexedRevision[] = []
  const write = async () => {
    await store.indexRevisions(batch, isAll)
    batch = []
    build.onProgress?.({ ...built })
  }
  for await (const page of store.pages(
    isAll ? { stored: true, withoutSources: true } : { unindexed: true },
  )) {
    if (build.signal?.aborted) break
    for (const revision of await missing(store, page, isAll)) {
      const row = await indexedRevision(holdings, page, revision, build.convert)
      if (row === null) built.lost++
      else if (row.terms) built.indexed++
      else built.withoutText++
      if (row && batch.push(row) >= BATCH) await write()
    }
  }
  await write()
  if (!build.signal?.aborted) await noteCoverage(store, build.coverage)
  return built
}

interface Span {
  readonly row: RevisionRow
  readonly untilMs: number | null
}

/** The revisions to index, each with the time at which it stopped being current. The last one of a page that is gone or moved has such a time too. */
async function missing(store: Roles, page: PageRow, isAll: boolean): Promise<readonly Span[]> {
  const rows = await store.revisions(page)
  if (!isAll) return rows.slice(-1).map(row => ({ row, untilMs: null }))
  const indexed = new Set(await store.indexedRevisions(page))
  const isOut = page.status === 'gone' || page.status === 'excluded' || page.movedTo !== null
  return rows
    .map((row, i) => ({ row, untilMs: rows[i + 1]?.fetchedAt ?? (isOut ? page.fetchedAt : null) }))
    .filter(({ row }) => !indexed.has(row.number))
}

async function indexedRevision(
  { store, archiveFolder }: Holdings<Roles>,
  page: PageRow,
  { row, untilMs }: Span,
  convert: IndexBuild['convert'],
): Promise<IndexedRevision | null> {
  if (!row.place) return null
  const record = await readRecordAt(archiveFolder, row.place)
  const usual = { page, revision: row.number, type: row.type, sinceMs: row.fetchedAt, untilMs }
  const fields = await fieldsOf(await decodedBody(record), row, convert)
  if (!fields) return { ...usual, terms: null, anchors: [] }
  const links = untilMs === null ? linksOf(await store.links(page)) : []
  const told = { url: page.url, fields, headers: record.http?.headers ?? [] }
  return { ...usual, ...searchCommitOf(await parsedSearch(told, links, null)) }
}

/** The fields of a body, read as the parse thread reads them. */
async function fieldsOf(
  bytes: Uint8Array,
  { type, charset }: RevisionRow,
  convert: IndexBuild['convert'],
): Promise<PageFields | null> {
  const isPage = isPageType(type)
  if (type !== null && isConverted(type)) {
    const document = await convert({ bytes, type })
    return document.kind === 'unreadable' ? null : documentFields(document)
  }
  if (!isPage && !type?.startsWith('text/')) return null
  const { text } = decodeBody(bytes, charset ?? undefined, isPage ? 'html' : 'text')
  return isPage ? pageFields(text) : plainFields(text)
}

function linksOf(row: LinksRow | null): readonly Link[] {
  return row
    ? unpackLinks(row.packed).map(([href, text, kind, nofollow]) => ({
        href,
        text,
        kind,
        nofollow: nofollow === 1,
      }))
    : []
}
