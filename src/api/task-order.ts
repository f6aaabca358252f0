/** Tasks, which work on stored pages for more than a moment: orders, progress and results. */
import type { DOWNLOADED_FORMATS } from '../library/export/index.ts'
import type { DoctorFinding, ExportContents, RecordFormat } from '../library/index.ts'
import type { SentFile } from './sent-file.ts'

export const TASK_KINDS = [
  'index',
  'duplicates',
  'patterns',
  'accessibility',
  'doctor',
  'forget',
  'export',
  'records',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export type TaskOrder =
  /** Completes the search index; `all` also indexes past revisions. */
  | { readonly kind: 'index'; readonly all: boolean }
  /** Compares pages that have not been compared yet. */
  | { readonly kind: 'duplicates'; readonly resemblance?: number }
  /** Looks for patterns again; by default, those in the config. */
  | { readonly kind: 'patterns'; readonly find?: readonly ('email' | 'phone')[] }
  /** Checks all stored pages. */
  | { readonly kind: 'accessibility' }
  | { readonly kind: 'doctor'; readonly full: boolean; readonly repair: boolean }
  /** Erases pages. */
  | { readonly kind: 'forget'; readonly urls: readonly string[]; readonly refetch: boolean }
  | DownloadOrder
  | RecordsOrder

export type DownloadedFormat = (typeof DOWNLOADED_FORMATS)[number]

/** Writes the collection as a file, or a folder of few files. */
export interface DownloadOrder extends Omit<ExportContents, 'since'> {
  readonly kind: 'export'
  readonly format: DownloadedFormat
}

/** Writes one file per page class. */
export interface RecordsOrder {
  readonly kind: 'records'
  readonly format: RecordFormat
  /** Extracts the records from the archived pages again; null exports them as they were extracted when the pages were fetched. */
  readonly anew: {
    readonly class?: string
    /** Used instead of the collection's own models. */
    readonly model?: SentFile
  } | null
}

/** The input of a task process. */
export interface HandedTask {
  readonly order: TaskOrder
  readonly where: string
  /** The path of an export; an earlier export there is replaced. */
  readonly place: string
}

/** A message from a task process. */
export type TaskWord =
  | { readonly kind: 'progress'; readonly pages: number }
  | { readonly kind: 'finding'; readonly finding: DoctorFinding }
  | { readonly kind: 'done'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }

export interface TaskStatus {
  readonly kind: TaskKind
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** Number of pages done so far; null if the task does not count pages. */
  readonly pages: number | null
  /** The result in a sentence, or why the task failed. */
  readonly message: string | null
  /** Findings of a `doctor` task. */
  readonly findings: readonly DoctorFinding[]
}

/** Whether a task writes, so that it needs exclusive access to the collection. */
export const isWriting = (order: TaskOrder): boolean =>
  order.kind === 'doctor' ? order.repair : order.kind !== 'export' && order.kind !== 'records'
