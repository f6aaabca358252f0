/** Exports everything that readers may see, in standard formats. */
import { Failure } from '../../env/index.ts'
import { counted, shownBytes } from '../shown.ts'
import type { Visible } from '../visible.ts'
import type { ExportContents, ExportOrder } from './exported-pages.ts'
import { intoFile, standardOutput, type Target } from './target.ts'

export type { ExportContents }
export type ExportFormat =
  | ('warc' | 'wacz' | 'trec' | 'markdown' | 'parquet')
  | ('csv' | 'jsonl' | 'graphml' | 'cypher')

/** Totals of an export; each format reports those that apply to it. */
export interface ExportSummary {
  readonly pages?: number
  /** Number of links between pages; several links from one page to another count once. */
  readonly links?: number
  readonly records?: number
  readonly files?: number
  readonly bytes?: number
  /** Pages without text, which TREC and Markdown cannot hold. */
  readonly skipped?: number
  /** Sentences that describe what could not be exported properly. */
  readonly problems?: readonly string[]
}

type Exporter = (visible: Visible, path: string, order: ExportOrder) => Promise<ExportSummary>

/** Formats that need a file or folder; each is loaded only when used. */
const ONTO_DISK: Readonly<Record<string, Exporter>> = {
  warc: async (visible, path) => (await import('./export-warc.ts')).exportWarc(visible, path),
  wacz: async (visible, path, order) => (await import('./export-wacz.ts')).exportWacz(visible, path, order),
  trec: async (visible, path, order) => (await import('./export-trec.ts')).exportTrec(visible, path, order),
  markdown: async (visible, path, order) =>
    (await import('./export-markdown.ts')).exportMarkdown(visible, path, order),
  parquet: async (visible, path, order) =>
    (await import('./export-parquet.ts')).exportParquet(visible, path, order),
}
type Streamer = (visible: Visible, target: Target, order: ExportOrder) => Promise<ExportSummary>

/** Formats that are written sequentially. */
const STREAMED: Readonly<Record<string, Streamer>> = {
  csv: async (visible, target, order) =>
    (await import('./page-rows.ts')).exportRows(visible, { format: 'csv', ...order }, target),
  jsonl: async (visible, target, order) =>
    (await import('./page-rows.ts')).exportRows(visible, { format: 'jsonl', ...order }, target),
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
/** Formats of few files, which can be downloaded one by one. */
// biome-ignore format: a list
export const DOWNLOADED_FORMATS = [
  'warc', 'wacz', 'trec', 'parquet',
  ...STREAMED_FORMATS,
] as const satisfies readonly ExportFormat[]
const EXPORT_FORMATS: readonly ExportFormat[] = ['markdown', ...DOWNLOADED_FORMATS]

const ROWS = ['csv', 'jsonl', 'parquet'] as const
/** The formats that heed what is said of the contents of an export. */
const HEEDED_BY: Readonly<Record<keyof ExportContents, readonly ExportFormat[]>> = {
  text: [...ROWS, 'wacz'],
  markdown: ROWS,
  main: [...ROWS, 'markdown'],
  since: [...ROWS, 'trec'],
}
const MEANS: Readonly<Record<keyof ExportContents, string>> = {
  text: 'have text added',
  markdown: 'have text added as Markdown',
  main: 'be limited to the main content of pages',
  since: 'be limited to what has changed since a time',
}

/** Throws if a format cannot do what is asked of its contents, rather than leaving it undone. */
export function checkContents(format: ExportFormat, contents: ExportContents): void {
  for (const [name, formats] of Object.entries(HEEDED_BY)) {
    const asked = contents[name as keyof ExportContents]
    if (!asked || formats.includes(format)) continue
    const means = MEANS[name as keyof ExportContents]
    throw new Failure('usage', `${format} cannot ${means}: only ${formats.join(', ')} can`)
  }
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
  order: ExportOrder,
): Promise<ExportSummary> {
  checkContents(formatNamed(format), order)
  if (needsPlace(formatNamed(format))) {
    if (typeof target === 'string' && target !== '-') return ONTO_DISK[format]!(visible, target, order)
    throw new Failure('usage', `${format} cannot go to standard output: name a file or folder`)
  }
  const stream = STREAMED[format]!
  if (typeof target !== 'string') return stream(visible, target, order)
  if (target === '-') return stream(visible, standardOutput, order)
  return intoFile(target, file => stream(visible, file, order))
}
