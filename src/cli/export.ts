/** `tidewatch export FORMAT`: everything out, in the formats of the field. */
import type { Collection } from '../crawl/index.ts'
import { Failure } from '../env/index.ts'
import { open, type SharedOptions } from './context.ts'
import { intoFile, standardOutput } from './export-target.ts'
import { EXIT, type Output } from './output.ts'
import { counted, shownBytes } from './table.ts'

export interface ExportOptions extends SharedOptions {
  readonly out?: string
}

interface Summary {
  readonly pages?: number
  readonly records?: number
  readonly files?: number
  readonly bytes?: number
  readonly skipped?: number
  readonly problems?: readonly string[]
}

interface Format {
  /** Null: standard output. */
  readonly usualPlace: string | null
  readonly run: (collection: Collection, out: string | null) => Promise<Summary>
}

const FORMATS: Readonly<Record<string, Format>> = {
  warc: {
    usualPlace: './export-warc',
    run: async (collection, out) => (await import('./export-warc.ts')).exportWarc(collection, out!),
  },
  wacz: {
    usualPlace: './export.wacz',
    run: async (collection, out) => (await import('./export-wacz.ts')).exportWacz(collection, out!),
  },
  trec: {
    usualPlace: './export.trec.gz',
    run: async (collection, out) => (await import('./export-trec.ts')).exportTrec(collection, out!),
  },
  csv: { usualPlace: null, run: (collection, out) => rows(collection, 'csv', out) },
  jsonl: { usualPlace: null, run: (collection, out) => rows(collection, 'jsonl', out) },
}

export async function exportCommand(format: string, options: ExportOptions, output: Output): Promise<number> {
  const chosen = Object.hasOwn(FORMATS, format) ? FORMATS[format]! : undefined
  if (!chosen)
    throw new Failure('usage', `"${format}" is not a format: use one of ${Object.keys(FORMATS).join(', ')}`)
  const out = options.out === '-' ? null : (options.out ?? chosen.usualPlace)
  if (out === null && chosen.usualPlace !== null)
    throw new Failure('usage', `${format} cannot go to standard output: name a place with --out`)
  const collection = await open(options, 'read')
  try {
    const summary = await chosen.run(collection, out)
    report(format, out, summary, options.json ?? false, output)
    return (summary.problems?.length ?? 0) > 0 ? EXIT.failed : EXIT.done
  } finally {
    await collection.close()
  }
}

async function rows(collection: Collection, format: 'csv' | 'jsonl', out: string | null): Promise<Summary> {
  const { exportRows } = await import('./export-rows.ts')
  if (out === null) return exportRows(collection, format, standardOutput)
  return intoFile(out, file => exportRows(collection, format, file))
}

/** When the export itself took standard output, the summary must not mix with it. */
function report(format: string, out: string | null, summary: Summary, json: boolean, output: Output): void {
  for (const problem of summary.problems ?? []) output.note(problem)
  if (json && out !== null) output.result(JSON.stringify({ format, out, ...summary }))
  else output.note(`exported ${amounts(summary)}${out === null ? '' : ` to ${out}`}`)
}

function amounts({ pages, records, files, bytes, skipped }: Summary): string {
  const parts = [
    pages === undefined ? null : counted(pages, 'page'),
    records === undefined ? null : counted(records, 'record'),
    files === undefined ? null : counted(files, 'file'),
    bytes === undefined ? null : shownBytes(bytes),
    skipped ? `${counted(skipped, 'page')} without text left out` : null,
  ]
  return parts.filter(part => part !== null).join(', ')
}
