/** The columns that row exports (CSV, JSON lines, Parquet) have for each page. */

import { base32 } from '../../archive/format/base32.ts'
import type { Clock } from '../../env/index.ts'
import { jsonOf } from '../../env/json.ts'
import type { PageQuery, PageRow, RevisionRow } from '../../store/index.ts'
import { givenTime } from '../moment.ts'
import { isoTime } from '../plain.ts'
import type { Visible } from '../visible.ts'
import { anchorsOf } from './incoming-anchors.ts'
import { contentsOf, NO_CONTENTS, type PageContents } from './page-contents.ts'

export interface ExportContents {
  /**
   * Also export the contents of pages: text, language, authors, dates and the texts of links to them in `csv`, `jsonl` and `parquet`;
   * only the text, in the list of pages, in `wacz`.
   */
  readonly text?: boolean
  /** The same, with the text as Markdown: headings, lists, tables and links; for `csv`, `jsonl` and `parquet`. */
  readonly markdown?: boolean
  /** The same, with only the main content of pages, without menus, footers and the like; for these and `markdown`. */
  readonly main?: boolean
  /**
   * Only pages that are new or have changed since; for `csv`, `jsonl`, `parquet` and `trec`. Rows for pages that are `gone`, `excluded` or
   * `movedTo` elsewhere by now follow, without contents and whatever their time, so that whoever loads the rows can remove them.
   */
  readonly since?: Date
}

/** What was asked for, and what is needed to do it. */
export interface ExportOrder extends ExportContents {
  readonly clock: Clock
}

export const hasContents = ({ text, markdown, main }: ExportContents): boolean =>
  text === true || markdown === true || main === true

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
  /** Where the page redirects to by now; what is stored is from before. */
  readonly movedTo: string | null
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

// biome-ignore format: a list
export const COLUMNS: readonly Exclude<keyof ExportedPage, 'contents'>[] = [
  'url', 'status', 'httpStatus', 'depth', 'fetchedAt', 'changedAt', 'sizeBytes', 'digest',
  'type', 'charset', 'title', 'revision', 'original', 'movedTo', 'wall', 'truncated', 'fields',
]
// biome-ignore format: a list
export const CONTENTS: readonly (keyof ExportedContents)[] = [
  'language', 'authors', 'publishedAt', 'modifiedAt', 'anchors', 'text',
]

/** The pages that an export has a row for. */
export const exportedQuery = ({ since }: ExportContents): PageQuery => ({
  stored: true,
  withoutSources: true,
  withoutReplaced: true,
  ...(since && { changedSince: givenTime('since', since) }),
})

/** Number of pages whose incoming links are collected at once: some ten megabytes of text. */
const CHUNK = 50_000

export async function* exportedPages(visible: Visible, order: ExportOrder): AsyncGenerator<ExportedPage> {
  const rows = visible.pages(exportedQuery(order))
  if (hasContents(order)) for await (const pages of chunksOf(rows)) yield* withContents(visible, pages, order)
  else for await (const page of rows) yield exportedPage(page, await visible.current(page))
  if (order.since) yield* removedPages(visible, order)
}

/** Pages that an earlier export may have had and that are no longer there, except those that are listed because they changed. */
async function* removedPages(visible: Visible, order: ExportOrder): AsyncGenerator<ExportedPage> {
  const since = order.since?.getTime() ?? 0
  const nothing = hasContents(order) ? { contents: { ...NO_CONTENTS, anchors: [] } } : {}
  for await (const page of visible.pages({ removed: true, withoutSources: true })) {
    const isListed = (page.changedAt ?? 0) >= since && page.excludedBy !== 'replaced'
    if (!isListed) yield { ...exportedPage(page, await visible.current(page)), ...nothing }
  }
}

async function* withContents(
  visible: Visible,
  pages: readonly PageRow[],
  order: ExportOrder,
): AsyncGenerator<ExportedPage> {
  const anchors = await anchorsOf(visible, pages)
  for (const page of pages) {
    const revision = await visible.current(page)
    const contents = await contentsOf(visible, page, revision, order)
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
    fetchedAt: isoTime(page.fetchedAt),
    changedAt: isoTime(page.changedAt),
    sizeBytes: page.sizeBytes,
    digest: page.digest ? `sha1:${base32(page.digest)}` : null,
    type: revision?.type ?? page.type,
    charset: revision?.charset ?? null,
    title: revision?.title ?? page.title,
    revision: page.revision,
    original: page.original,
    movedTo: page.movedTo,
    wall: page.wall,
    truncated: revision?.truncated ?? false,
    fields: jsonOf(revision?.fields),
  }
}
