/** Exports everything that readers may see, in standard formats. */
import { Failure } from '../../env/index.ts'
import { counted, shownBytes } from '../shown.ts'
import type { Visible } from '../visible.ts'
import type { ExportContents } from './exported-pages.ts'
import { intoFile, standardOutput, type Target } from './target.ts'

export type { ExportContents }
export type ExportFormat = 'warc' | 'wacz' | 'trec' | 'parquet' | 'csv' | 'jsonl' | 'graphml' | 'cypher'

/** Totals of an export; each format reports those that apply to it. */
export interface ExportSummary {
  readonly pages?: number
  /** Number of links between pages; several links from one page to another count once. */
  readonly links?: number
  readonly records?: number
  readonly files?: number
  readonly bytes?: number
  /** Pages without text, which TREC cannot hold. */
  readonly skipped?: number
  /** Sentences that describe what could not be exported properly. */
  readonly problems?: readonly string[]
}

type Exporter = (visible: Visible, path: string, contents: ExportContents) => Promise<ExportSummary>

/** Formats that need a file or folder; each is loaded only when used. */
const ONTO_DISK: Readonly<Record<string, Exporter>> = {
  warc: async (visible, path) => (await import('./export-warc.ts')).exportWarc(visible, path),
  wacz: async (visible, path, { text }) => (await import('./export-wacz.ts')).exportWacz(visible, path, text),
  trec: async (visible, path, contents) =>
    (await import('./export-trec.ts')).exportTrec(visible, path, contents),
  parquet: async (visible, path, contents) =>
    (await import('./export-parquet.ts')).exportParquet(visible, path, contents),
}
type Streamer = (visible: Visible, target: Target, contents: ExportContents) => Promise<ExportSummary>

/** Formats that are written sequentially. */
const STREAMED: Readonly<Record<string, Streamer>> = {
  csv: async (visible, target, contents) =>
    (await import('./page-rows.ts')).exportRows(visible, { format: 'csv', ...contents }, target),
  jsonl: async (visible, target, contents) =>
    (await import('./page-rows.ts')).exportRows(visible, { format: 'jsonl', ...contents }, target),
  graphml: async (visible, target) =>
    (await import('./page-graph.ts')).exportPageGraph(visible, 'graphml', target),
  cypher: async (visible, target) =>
    (await import('./page-graph.ts')).exportPageGraph(visible, 'cypher', target),
}
/** Formats that can be written to any byte sink. */
export const STREAMED_FORMATS = [
  'csv',
  'jsonl',
  'graphml',
  'cypher',
] as const satisfies readonly ExportFormat[]
export const EXPORT_FORMATS = [
  ...(['warc', 'wacz', 'trec', 'parquet'] as const),
  ...STREAMED_FORMATS,
] satisfies readonly ExportFormat[]

/** Formats with one row or document for each page. */
const WITH_SINCE: ReadonlySet<ExportFormat> = new Set(['csv', 'jsonl', 'parquet', 'trec'])

/** Throws if a format cannot be limited to changes. */
export function checkSince(format: ExportFormat, { since }: ExportContents): void {
  if (!since || WITH_SINCE.has(format)) return
  throw new Failure(
    'usage',
    `${format} exports the whole collection: only ${[...WITH_SINCE].join(', ')} can be limited to what has changed since a time`,
  )
}

export const needsPlace = (format: ExportFormat): boolean => Object.hasOwn(ONTO_DISK, format)

/** Checks the name of a format. */
export function formatNamed(word: string): ExportFormat {
  const format = EXPORT_FORMATS.find(each => each === word)
  if (format) return format
  throw new Failure('usage', `"${word}" is not a format: use one of ${EXPORT_FORMATS.join(', ')}`)
}

/** Summarizes an export in a few words. */
export function exportWords({ pages, links, records, files, bytes, skipped }: ExportSummary): string {
  const parts = [
    pages === undefined ? null : counted(pages, 'page'),
    links === undefined ? null : counted(links, 'link'),
    records === undefined ? null : counted(records, 'record'),
    files === undefined ? null : counted(files, 'file'),
    bytes === undefined ? null : shownBytes(bytes),
    skipped ? `${counted(skipped, 'page')} without text left out` : null,
  ]
  return parts.filter(part => part !== null).join(', ')
}

/** Exports to a path, to standard output (`-`) or, for streamed formats, to any byte sink. */
export async function exportTo(
  visible: Visible,
  format: ExportFormat,
  target: string | Target,
  contents: ExportContents = {},
): Promise<ExportSummary> {
  checkSince(formatNamed(format), contents)
  if (needsPlace(formatNamed(format))) {
    if (typeof target === 'string' && target !== '-') return ONTO_DISK[format]!(visible, target, contents)
    throw new Failure('usage', `${format} cannot go to standard output: name a file or folder`)
  }
  const stream = STREAMED[format]!
  if (typeof target !== 'string') return stream(visible, target, contents)
  if (target === '-') return stream(visible, standardOutput, contents)
  return intoFile(target, file => stream(visible, file, contents))
}
