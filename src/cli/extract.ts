/** `tidewatch extract`: the wrappers of the model over what is archived, without fetching. */
import { resolve } from 'node:path'
import { isModelWord } from '../config/index.ts'
import type { Collection } from '../crawl/index.ts'
import { prepareGuides } from '../crawl/models/choose-models.ts'
import { readStored } from '../crawl/models/reread.ts'
import { Failure } from '../env/index.ts'
import { Guide } from '../site/index.ts'
import { configForReading, envFor, open, rememberedConfig, type SharedOptions } from './context.ts'
import { standardOutput } from './export-target.ts'
import { EXIT, type Output } from './output.ts'
import {
  columnsOf,
  type PageRecordRow,
  type RecordFormat,
  type RecordSource,
  recordLine,
  recordsIntoFolder,
  recordWords,
  rowOf,
  sinkFor,
} from './records.ts'
import { counted } from './table.ts'

export interface ExtractOptions extends SharedOptions {
  readonly class?: string
  readonly format?: RecordFormat
  readonly model?: string
  readonly out?: string
}

export async function extractCommand(options: ExtractOptions, output: Output): Promise<number> {
  const { format = 'jsonl', out } = options
  if (out === undefined && format !== 'jsonl' && options.class === undefined)
    throw new Failure(
      'usage',
      `${format} has one table for each class: choose one with --class, or a folder with --out`,
    )
  if (out === undefined && format === 'parquet')
    throw new Failure('usage', 'parquet cannot go to standard output: name a folder with --out')
  const collection = await open(options, 'read')
  try {
    const source = await archivedRecords(collection, options)
    if (out === undefined) return await print(source, options, output)
    const written = await recordsIntoFolder(collection, source, format, out)
    if (options.json) output.result(JSON.stringify({ out, format, ...written }))
    else output.note(recordWords(written, out))
    return EXIT.done
  } finally {
    await collection.close()
  }
}

async function print(
  source: RecordSource,
  { class: only, format }: ExtractOptions,
  output: Output,
): Promise<number> {
  let records = 0
  const columns =
    format === 'csv' ? await columnsOf(source) : new Map<string, ReadonlyMap<string, 'number' | 'text'>>()
  const sink = format === 'csv' ? await sinkFor('csv', standardOutput, columns.get(only!) ?? new Map()) : null
  for await (const row of source()) {
    records++
    if (sink) await sink.add(row)
    else await standardOutput.write(`${recordLine(row)}\n`)
  }
  output.note(
    records === 0 ? `no records${only === undefined ? '' : ` of class ${only}`}` : counted(records, 'record'),
  )
  return EXIT.done
}

/** Pages of a model, read anew. A class that no model knows is a mistake, an empty one is not. */
async function archivedRecords(collection: Collection, options: ExtractOptions): Promise<RecordSource> {
  const remembered = await rememberedConfig(collection)
  const { model } = options
  const overrides =
    model === undefined ? {} : { extract: { model: isModelWord(model) ? model : resolve(model) } }
  const config = configForReading(remembered, overrides, 'model')
  const kind = config.settings.model.kind === 'auto' ? { kind: 'kept' as const } : config.settings.model
  const settings = { ...config.settings, model: kind }
  const guides = (await prepareGuides(collection, { env: envFor(config, options), settings })) ?? []
  if (guides.length === 0)
    throw new Failure(
      'broken',
      `${collection.name} has no model: run tidewatch model URL, or name one with --model`,
    )
  const { class: only } = options
  const known = new Set(guides.flatMap(({ wrappers }) => Object.keys(wrappers)))
  if (only !== undefined && !known.has(only)) {
    const choice =
      known.size === 0 ? 'none of its classes has fields' : `those with fields are ${[...known].join(', ')}`
    throw new Failure('usage', `the model reads no class ${only}: ${choice}`)
  }
  const readers = guides.map(data => ({
    guide: new Guide(data),
    origin: data.origin,
    isPromised: data.inferred === null,
  }))
  return async function* () {
    for (const { guide, origin, isPromised } of readers)
      for await (const page of collection.store.pages({ stored: true, ...(origin && { origin }) })) {
        if (isPromised && page.pageClass === null) continue
        const guided = await readStored(collection, guide, page)
        const { pageClass = null, record = null } = guided ?? {}
        if (pageClass === null || record === null || (only !== undefined && pageClass !== only)) continue
        yield rowOf(page.url, pageClass, page.changedAt, record)
      }
  }
}

/** Records as they were read when their pages were fetched. */
export function storedRecords({ store }: Collection): RecordSource {
  return async function* () {
    for await (const page of store.pages({ stored: true })) {
      if (page.pageClass === null) continue
      const text = (await store.revisions(page)).at(-1)?.record
      if (!text) continue
      yield rowOf(page.url, page.pageClass, page.changedAt, JSON.parse(text) as PageRecordRow['values'])
    }
  }
}
