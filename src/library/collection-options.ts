/** What a `Collection` is opened with, and what it counts. */
import type { Env } from '../env/index.ts'
import type { ExtractOptions } from './records/read.ts'
import type { RecordFormat } from './records/write.ts'

export interface OpenOptions {
  /** `read` (the default) works even while another process writes; `write` creates the collection if it does not exist. */
  readonly mode?: 'read' | 'write'
  /** Where the WARC files are; by default beside the database. */
  readonly archiveFolder?: string | null
  /** Clock, random, network and log, for tests and simulations. */
  readonly env?: Partial<Env>
}

export interface RecordsOptions {
  /** `csv` by default. */
  readonly format?: RecordFormat
  /** Extract the records again, as `extract` does, instead of using those from when the pages were fetched. */
  readonly anew?: ExtractOptions
}

/** How many pages are in each state, and what the collection holds. */
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
