/** `tidewatch extract`: applies the wrappers of the model to the archived pages, without fetching. */
import { Failure } from '../env/index.ts'
import { counted, type RecordFormat, type WrittenRecords } from '../library/index.ts'
import { writeExtracted } from '../library/records/into.ts'
import { recordWords } from '../library/records/write.ts'
import { reading, type SharedOptions } from './context.ts'
import { EXIT, type Output } from './output.ts'

export interface ExtractFlags extends SharedOptions {
  readonly class?: string
  readonly format?: RecordFormat
  readonly model?: string
  readonly out?: string
}

export async function extractCommand(options: ExtractFlags, output: Output): Promise<number> {
  const { format = 'jsonl', out, class: only, model } = options
  if (out === undefined && format !== 'jsonl' && only === undefined)
    throw new Failure(
      'usage',
      `${format} has one table for each class: choose one with --class, or a folder with --out`,
    )
  if (out === undefined && format === 'parquet')
    throw new Failure('usage', 'parquet cannot go to standard output: name a folder with --out')
  const which = { ...(only !== undefined && { class: only }), ...(model !== undefined && { model }) }
  return reading(options, async collection => {
    if (out === undefined) {
      const records = await writeExtracted(collection, which, format as 'csv' | 'jsonl')
      output.note(records === 0 ? noneOf(only) : counted(records, 'record'))
    } else told(await collection.exportRecords(out, { format, anew: which }), format, out, options, output)
    return EXIT.done
  })
}

const noneOf = (only: string | undefined) => `no records${only === undefined ? '' : ` of class ${only}`}`

function told(
  written: WrittenRecords,
  format: RecordFormat,
  out: string,
  { json }: ExtractFlags,
  output: Output,
): void {
  if (json) output.result(JSON.stringify({ out, format, ...written }))
  else output.note(recordWords(written, out))
}
