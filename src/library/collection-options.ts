/** Options for opening a `Collection` and writing its records, and its counts. */
import type { Env } from '../env/index.ts'
import type { ExtractOptions } from './records/read.ts'
import type { RecordFormat } from './records/write.ts'

export interface OpenOptions {
  /** `read` (the default) works even while another process is writing; `write` creates the collection if it does not exist. */
  readonly mode?: 'read' | 'write'
  /** Folder of the WARC files; by default beside the database. */
  readonly archiveFolder?: string | null
  /** Replaces the clock, random numbers, network or log, for tests and simulations. */
  readonly env?: Partial<Env>
}

export interface RecordsOptions {
  /** File format; `csv` by default. */
  readonly format?: RecordFormat
  /** Extract the records again, as `extract` does, instead of using those extracted when the pages were fetched. */
  readonly anew?: ExtractOptions
}

/** Number of pages in each status, and totals of what the collection holds. */
export interface CollectionCounts {
  readonly waiting: number
  readonly running: number
  readonly completed: number
  readonly error: number
  readonly gone: number
  readonly excluded: number
  /** Stored pages with content. */
  readonly fetched: number
  readonly visits: number
  readonly revisions: number
  readonly hosts: number
  readonly bytes: number
}
