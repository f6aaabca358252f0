import type { Collection } from '../collection.ts'
import { holdingsOf } from '../collection-reader.ts'
import { standardOutput, type Target } from '../export/target.ts'
import { Visible } from '../visible.ts'
import { archivedRecords, type ExtractOptions, modelFields } from './read.ts'
import { columnsOf, type RecordSink, recordLine, sinkFor } from './write.ts'

/** Extracts records again and writes them as one CSV table (of one class) or as JSON lines; returns their number. */
export async function writeExtracted(
  collection: Collection,
  options: ExtractOptions,
  format: 'csv' | 'jsonl',
  target: Target = standardOutput,
): Promise<number> {
  const visible = await Visible.of(holdingsOf(collection))
  const source = await archivedRecords(visible, options)
  const columns = async () => columnsOf(source, await modelFields(visible, options.model))
  const sink = format === 'csv' ? await table(target, await columns(), options.class) : lines(target)
  let records = 0
  for await (const row of source()) {
    await sink.add(row)
    records++
  }
  return records
}

type Sink = Pick<RecordSink, 'add'>

function table(target: Target, columns: Awaited<ReturnType<typeof columnsOf>>, only = ''): Promise<Sink> {
  return sinkFor('csv', target, columns.get(only) ?? new Map())
}

const lines = (target: Target): Sink => ({ add: row => target.write(`${recordLine(row)}\n`) })
