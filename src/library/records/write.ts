/**
 * Writes records to files: one for each page class, an index with the class and file of every page, and the images named in
 * records. The columns of a class are the fields that its model names, in their order, and other fields of its records, found in a first
 * pass, so that memory does not grow with their number.
 */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecordAt } from '../../archive/index.ts'
import { decodedBody } from '../../crawl/body.ts'
import { importExtra, makeFolder, printableLines } from '../../env/index.ts'
import { UNPLACED_CLASS } from '../../site/index.ts'
import type { PageRef, PageRow, RevisionRow } from '../../store/index.ts'
import { csvCell } from '../export/page-rows.ts'
import { intoFolder, NewFile, type Target } from '../export/target.ts'
import { counted } from '../shown.ts'
import type { Visible } from '../visible.ts'

export type RecordFormat = 'csv' | 'jsonl' | 'parquet'

/** The record of a page; a field that the page lacks is `null`. */
export interface PageRecordRow {
  readonly url: string
  readonly pageClass: string
  readonly fetchedAt: number | null
  readonly values: Readonly<Record<string, unknown>>
}

/** Columns that every row has; a field with one of these names is renamed. */
const OWN_COLUMNS = new Set(['url', 'class', 'fetchedAt'])

export function rowOf(
  url: string,
  pageClass: string,
  fetchedAt: number | null,
  record: Readonly<Record<string, unknown>>,
): PageRecordRow {
  const values = Object.fromEntries(Object.entries(record).map(([name, value]) => [columnName(name), value]))
  return { url, pageClass, fetchedAt, values }
}

const columnName = (field: string) => (OWN_COLUMNS.has(field) ? `${field}-field` : field)

/** A record, with a reference to its page. */
export interface PlacedRecord extends PageRecordRow {
  readonly place: PageRef
}

/** Lists records in the order of their pages; called once for each pass. */
export type RecordSource<Row = PageRecordRow> = () => AsyncIterable<Row>

/** A stored page with its class and record, either of which may be missing. */
export interface ReadPage {
  readonly page: PageRow
  readonly pageClass: string | null
  readonly record: Readonly<Record<string, unknown>> | null
}

/** Lists all stored pages in order; called once for each pass. */
export type ReadPages = () => AsyncIterable<ReadPage>

export function recordsOf(pages: ReadPages): RecordSource<PlacedRecord> {
  return async function* () {
    for await (const read of pages()) {
      const row = recordRow(read)
      const { shard, id } = read.page
      if (row !== null) yield { ...row, place: { shard, id } }
    }
  }
}

function recordRow({ page, pageClass, record }: ReadPage): PageRecordRow | null {
  return pageClass === null || record === null ? null : rowOf(page.url, pageClass, page.changedAt, record)
}

export interface RecordSink {
  add(row: PageRecordRow): Promise<void>
  end(): Promise<void>
}

export interface WrittenRecords {
  readonly records: number
  readonly classes: number
  readonly images: number
}

export function recordWords({ records, classes, images }: WrittenRecords, out?: string): string {
  const of = `${counted(records, 'record')} of ${counted(classes, 'class', 'classes')}`
  const pictures = images > 0 ? ` and ${counted(images, 'picture')}` : ''
  return `${of}${pictures}${out === undefined ? '' : ` in ${out}`}`
}

const MAX_COLUMNS = 1_000

/** The fields that models name for each class. */
export type FieldNames = ReadonlyMap<string, readonly string[]>

type Kind = 'number' | 'text'

/** The fields of each class, those of its model first, and whether all their values are numbers. */
export type Columns = ReadonlyMap<string, ReadonlyMap<string, Kind>>

export async function columnsOf(source: RecordSource, named: FieldNames = new Map()): Promise<Columns> {
  const classes = new Map<string, Map<string, Kind | null>>()
  for (const [name, fields] of named)
    classes.set(name, new Map(fields.slice(0, MAX_COLUMNS).map(field => [columnName(field), null])))
  for await (const { pageClass, values } of source()) {
    const fields = classes.get(pageClass) ?? new Map<string, Kind | null>()
    classes.set(pageClass, fields)
    for (const [name, value] of Object.entries(values)) {
      const kind = typeof value === 'number' && fields.get(name) !== 'text' ? 'number' : 'text'
      if (fields.has(name) || fields.size < MAX_COLUMNS) fields.set(name, kind)
    }
  }
  const withKind = (fields: ReadonlyMap<string, Kind | null>) =>
    new Map([...fields].map(([name, kind]) => [name, kind ?? 'text'] as const))
  return new Map([...classes].map(([name, fields]) => [name, withKind(fields)]))
}

/** Where records go, and how. */
export interface RecordFiles {
  readonly format: RecordFormat
  readonly named: FieldNames
  readonly out: string
}

/** Writes to a new folder, which replaces an earlier export once it is complete. */
export function recordsIntoFolder(
  visible: Visible,
  pages: ReadPages,
  { format, named, out }: RecordFiles,
): Promise<WrittenRecords> {
  return intoFolder(out, async folder => {
    const columns = await columnsOf(recordsOf(pages), named)
    const names = fileNames([...columns.keys()], format)
    const index = await NewFile.create(join(folder, 'index.csv'))
    await index.write('url,class,record,file,offset\r\n')
    const sinks = new Map<string, RecordSink>()
    let records = 0
    for await (const read of pages()) {
      if (read.page.kind === 'image') continue
      const row = recordRow(read)
      const file = row && names.get(row.pageClass)!
      await index.write(indexLine(read.page.url, read.pageClass, file, await visible.current(read.page)))
      if (row === null) continue
      let sink = sinks.get(row.pageClass)
      if (!sink) {
        sink = await sinkFor(format, await NewFile.create(join(folder, file!)), columns.get(row.pageClass)!)
        sinks.set(row.pageClass, sink)
      }
      await sink.add(row)
      records++
    }
    for (const sink of sinks.values()) await sink.end()
    const images = await writeImages(visible, folder, index)
    await index.commit()
    return { records, classes: sinks.size, images }
  })
}

/** A page's address, class, the file in this folder that holds its record or image, and its location in the archive. */
function indexLine(
  url: string,
  pageClass: string | null,
  record: string | null,
  revision: RevisionRow | undefined,
): string {
  const name = pageClass === UNPLACED_CLASS ? null : pageClass
  const { file = null, offset = null } = revision?.place ?? {}
  return `${[url, name, record, file, offset].map(csvCell).join(',')}\r\n`
}

/** Class names come from untrusted pages, so they are reduced to safe file names; duplicates get numbers. */
function fileNames(classes: readonly string[], format: RecordFormat): Map<string, string> {
  const used = new Set(['index.csv', 'images'])
  return new Map(
    classes.map(name => {
      const wish = name.replace(/[^\p{L}\p{N}_.-]+/gu, '_').replace(/^\.+/, '') || 'class'
      let file = `${wish}.${format}`
      for (let i = 2; used.has(file.toLowerCase()); i++) file = `${wish}-${i}.${format}`
      used.add(file.toLowerCase())
      return [name, file]
    }),
  )
}

export async function sinkFor(
  format: RecordFormat,
  file: Target & Partial<Pick<NewFile, 'commit'>>,
  columns: ReadonlyMap<string, 'number' | 'text'>,
): Promise<RecordSink> {
  if (format === 'parquet') return new (await parquet()).ParquetSink(file, columns)
  const names = [...columns.keys()]
  if (format === 'csv') await file.write(`${['url', 'fetchedAt', ...names].map(csvCell).join(',')}\r\n`)
  return {
    add: row => file.write(format === 'csv' ? csvRecord(row, names) : `${recordLine(row)}\n`),
    end: async () => file.commit?.(),
  }
}

/** An optional dependency, which may not be installed. */
const parquet = () => importExtra('hyparquet-writer', 'writing Parquet', () => import('./parquet.ts'))

function csvRecord({ url, fetchedAt, values }: PageRecordRow, names: readonly string[]): string {
  const cells = [url, isoOf(fetchedAt), ...names.map(name => values[name] ?? null)]
  return `${cells.map(csvCell).join(',')}\r\n`
}

export const recordLine = (row: PageRecordRow) => printableLines(JSON.stringify(recordJson(row)))

export function recordJson({ url, pageClass, fetchedAt, values }: PageRecordRow) {
  return { url, class: pageClass, fetchedAt: isoOf(fetchedAt), ...values }
}

export const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

async function writeImages(visible: Visible, folder: string, index: Target): Promise<number> {
  let images = 0
  for await (const page of visible.pages({ stored: true, kind: 'image' })) {
    const revision = await visible.current(page)
    if (!revision?.place) continue
    if (images++ === 0) makeFolder(join(folder, 'images'))
    const file = `images/${imageName(page)}`
    const record = await readRecordAt(visible.holdings.archiveFolder, revision.place)
    await writeFile(join(folder, file), await decodedBody(record))
    await index.write(indexLine(page.url, 'image', file, revision))
  }
  return images
}

/** A short hash of the address, because names from the web are untrusted, with an extension for its type. */
function imageName({ url, type }: PageRow): string {
  const ending = /^image\/([a-z0-9]+)/.exec(type ?? '')?.[1]?.replace('jpeg', 'jpg') ?? 'bin'
  return `${createHash('sha256').update(url).digest('hex').slice(0, 16)}.${ending}`
}
