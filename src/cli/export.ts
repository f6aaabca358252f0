/** `tidewatch export FORMAT`: exports the collection in a standard format. */
import { Failure } from '../env/index.ts'
import { exportWords, formatNamed, needsPlace } from '../library/export/index.ts'
import type { ExportFormat } from '../library/index.ts'
import { reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'
import { sinceOf } from './since.ts'

export interface ExportOptions extends SharedOptions {
  readonly out?: string
  /** Include the text of pages. */
  readonly text?: boolean
  readonly markdown?: boolean
  readonly main?: boolean
  readonly since?: string
}

const STANDARD_OUTPUT = '-'
const USUAL_PLACES: Readonly<Record<ExportFormat, string>> = {
  warc: './export-warc',
  wacz: './export.wacz',
  trec: './export.trec.gz',
  markdown: './export-markdown',
  parquet: './export.parquet',
  csv: STANDARD_OUTPUT,
  jsonl: STANDARD_OUTPUT,
  graphml: STANDARD_OUTPUT,
  cypher: STANDARD_OUTPUT,
}

export async function exportCommand(word: string, options: ExportOptions, output: Output): Promise<number> {
  const format = formatNamed(word)
  const out = options.out ?? USUAL_PLACES[format]
  if (out === STANDARD_OUTPUT && needsPlace(format))
    throw new Failure('usage', `${format} cannot go to standard output: name a file or folder with --out`)
  return reading(options, async collection => {
    const summary = await collection.export(format, out, {
      ...asked(options),
      ...(options.since !== undefined && { since: sinceOf(options.since) }),
    })
    for (const problem of summary.problems ?? []) output.note(problem)
    // If the export itself went to standard output, the summary must not mix with it.
    if (options.json && out !== STANDARD_OUTPUT) output.result(JSON.stringify({ format, out, ...summary }))
    else output.note(`exported ${exportWords(summary)}${out === STANDARD_OUTPUT ? '' : ` to ${out}`}`)
    return (summary.problems?.length ?? 0) > 0 ? EXIT.failed : EXIT.done
  })
}

const asked = ({ text = false, markdown = false, main = false }: ExportOptions) => ({ text, markdown, main })
