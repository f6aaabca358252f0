/**
 * `export csv` and `export jsonl`: one row, or one object, for each stored page.
 *
 * CSV is RFC 4180: CRLF, quotes where needed, quotes doubled. A cell that a spreadsheet would take for a formula (it
 * starts with = + - @, a tab or a carriage return) gets an apostrophe in front: titles come from strangers. Numbers of
 * our own are never negative, so no number is touched. JSON lines carry the values as they are, in escapes where
 * a terminal would obey them.
 */
import { base32 } from '../../archive/format/base32.ts'
import { printableLines } from '../../env/index.ts'
import type { PageRow, RevisionRow } from '../../store/index.ts'
import { jsonOf } from '../plain.ts'
import type { Visible } from '../visible.ts'
import { contentsOf, type PageContents } from './page-contents.ts'
import type { Target } from './target.ts'

export interface ExportedPage {
  readonly url: string
  readonly status: string
  readonly httpStatus: number | null
  /** What stood before it at its last visit, if anything did. */
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
  /** The page that says the same and is kept current, if this one is a copy. */
  readonly original: string | null
  readonly fields: unknown
  /** Only if asked for. */
  readonly contents?: PageContents
}

const CONTENTS: readonly (keyof PageContents)[] = ['language', 'authors', 'publishedAt', 'modifiedAt', 'text']

const COLUMNS: readonly Exclude<keyof ExportedPage, 'contents'>[] = [
  'url',
  'status',
  'httpStatus',
  'depth',
  'fetchedAt',
  'changedAt',
  'sizeBytes',
  'digest',
  'type',
  'charset',
  'title',
  'revision',
  'original',
  'wall',
  'fields',
]

const BATCH = 65_536

export async function exportRows(
  visible: Visible,
  { format, text }: { readonly format: 'csv' | 'jsonl'; readonly text: boolean },
  target: Target,
): Promise<{ readonly pages: number }> {
  const lineOf = format === 'csv' ? csvLine : jsonLine
  let batch = format === 'csv' ? `${[...COLUMNS, ...(text ? CONTENTS : [])].join(',')}\r\n` : ''
  let pages = 0
  for await (const page of visible.pages({ stored: true, withoutSources: true, withoutReplaced: true })) {
    const revision = await visible.current(page)
    const row = exportedPage(page, revision)
    batch += lineOf(text ? { ...row, contents: await contentsOf(visible, page.url, revision) } : row)
    pages++
    if (batch.length < BATCH) continue
    await target.write(batch)
    batch = ''
  }
  await target.write(batch)
  return { pages }
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
    fields: jsonOf(revision?.fields),
  }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export function csvLine({ contents, ...page }: ExportedPage): string {
  const cells = COLUMNS.map(name => csvCell(page[name]))
  const said = contents ? CONTENTS.map(name => csvCell(cellOf(contents[name]))) : []
  return `${[...cells, ...said].join(',')}\r\n`
}

const cellOf = (value: PageContents[keyof PageContents]) => (Array.isArray(value) ? value.join('; ') : value)

const jsonLine = ({ contents, ...page }: ExportedPage) =>
  `${printableLines(JSON.stringify({ ...page, ...contents }))}\n`

export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
