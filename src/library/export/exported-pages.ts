/** The columns that row exports (CSV, JSON lines, Parquet) have for each page. */

import { base32 } from '../../archive/format/base32.ts'
import type { PageQuery, PageRow, RevisionRow } from '../../store/index.ts'
import { givenTime } from '../moment.ts'
import { jsonOf } from '../plain.ts'
import type { Visible } from '../visible.ts'
import { anchorsOf } from './incoming-anchors.ts'
import { contentsOf, type PageContents } from './page-contents.ts'

export interface ExportContents {
  /**
   * Also export the contents of pages: text, language, authors, dates and the texts of links to them in `csv`, `jsonl` and `parquet`;
   * only the text, in the list of pages, in `wacz`.
   */
  readonly text?: boolean
  /** Only pages that are new or have changed since; for `csv`, `jsonl`, `parquet` and `trec`. */
  readonly since?: Date
}

export interface ExportedPage {
  readonly url: string
  readonly status: string
  readonly httpStatus: number | null
  /** The wall in front of the page at its last visit, if any. */
  readonly wall: string | null
  readonly depth: number
  readonly fetchedAt: string | null
  readonly changedAt: string | null
  readonly sizeBytes: number | null
  readonly digest: string | null
  readonly type: string | null
  readonly charset: string | null
  readonly title: string | null
  readonly revision: number
  /** The page with the same content that is kept current, if this one is a copy. */
  readonly original: string | null
  /** Whether the stored copy is only a part: it was too large, or its server ended too early. */
  readonly truncated: boolean
  readonly fields: unknown
  /** Only if requested. */
  readonly contents?: ExportedContents
}

export interface ExportedContents extends PageContents {
  /** Texts of links to the page on other pages. */
  readonly anchors: readonly string[]
}

export const COLUMNS: readonly Exclude<keyof ExportedPage, 'contents'>[] = [
  ...(['url', 'status', 'httpStatus', 'depth', 'fetchedAt', 'changedAt', 'sizeBytes', 'digest'] as const),
  ...(['type', 'charset', 'title', 'revision', 'original', 'wall', 'truncated', 'fields'] as const),
]
export const CONTENTS: readonly (keyof ExportedContents)[] = [
  ...(['language', 'authors', 'publishedAt', 'modifiedAt', 'anchors', 'text'] as const),
]

/** The pages that an export has a row for. */
export const exportedQuery = ({ since }: ExportContents): PageQuery => ({
  ...{ stored: true, withoutSources: true, withoutReplaced: true },
  ...(since && { changedSince: givenTime('since', since) }),
})

/** Number of pages whose incoming links are collected at once: some ten megabytes of text. */
const CHUNK = 50_000

export async function* exportedPages(
  visible: Visible,
  contents: ExportContents,
): AsyncGenerator<ExportedPage> {
  const rows = visible.pages(exportedQuery(contents))
  if (!contents.text) {
    for await (const page of rows) yield exportedPage(page, await visible.current(page))
    return
  }
  for await (const pages of chunksOf(rows)) yield* withContents(visible, pages)
}

async function* withContents(visible: Visible, pages: readonly PageRow[]): AsyncGenerator<ExportedPage> {
  const anchors = await anchorsOf(visible, pages)
  for (const page of pages) {
    const revision = await visible.current(page)
    const contents = await contentsOf(visible, page.url, revision)
    yield {
      ...exportedPage(page, revision),
      contents: { ...contents, anchors: anchors.get(page.url) ?? [] },
    }
  }
}

async function* chunksOf(rows: AsyncIterable<PageRow>): AsyncGenerator<readonly PageRow[]> {
  let chunk: PageRow[] = []
  for await (const row of rows) {
    if (chunk.push(row) < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

function exportedPage(page: PageRow, revision: RevisionRow | undefined): ExportedPage {
  return {
    url: page.url,
    status: page.status,
    httpStatus: page.httpStatus,
    depth: page.depth,
    fetchedAt: iso(page.fetchedAt),
    changedAt: iso(page.changedAt),
    sizeBytes: page.sizeBytes,
    digest: page.digest ? `sha1:${base32(page.digest)}` : null,
    type: revision?.type ?? page.type,
    charset: revision?.charset ?? null,
    title: revision?.title ?? page.title,
    revision: page.revision,
    original: page.original,
    wall: page.wall,
    truncated: revision?.truncated ?? false,
    fields: jsonOf(revision?.fields),
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
