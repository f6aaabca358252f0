/** Work on what is stored that takes more than a moment: what people can have done, and what is told of it. */
import type { DoctorFinding, ExportFormat, RecordFormat } from '../library/index.ts'
import type { SentFile } from './sent-file.ts'

export const TASK_KINDS = [
  'index',
  'duplicates',
  'patterns',
  'accessibility',
  'doctor',
  'export',
  'records',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

export type TaskOrder =
  /** Completes the search index; `all` for searches in the past, too. */
  | { readonly kind: 'index'; readonly all: boolean }
  /** Compares pages that were not compared yet. */
  | { readonly kind: 'duplicates'; readonly resemblance?: number }
  /** Looks for patterns again; by default for those that the config names. */
  | { readonly kind: 'patterns'; readonly find?: readonly ('email' | 'phone')[] }
  /** Checks all stored pages. */
  | { readonly kind: 'accessibility' }
  | { readonly kind: 'doctor'; readonly full: boolean; readonly repair: boolean }
  | { readonly kind: 'export'; readonly format: ExportFormat; readonly text: boolean }
  | RecordsOrder

/** A file for each class. */
export interface RecordsOrder {
  readonly kind: 'records'
  readonly format: RecordFormat
  /** As they are read from the archived pages now; null: as they were when the pages were fetched. */
  readonly anew: {
    readonly class?: string
    /** Instead of the model of the collection. */
    readonly model?: SentFile
  } | null
}

/** What a task process is handed. */
export interface HandedTask {
  readonly order: TaskOrder
  readonly where: string
  /** Where an export goes; what stands there is replaced. */
  readonly place: string
}

/** What a task process says, as it goes. */
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
  /** How many pages it has come to; null where nobody counts. */
  readonly pages: number | null
  /** What it came to, or why it failed. */
  readonly message: string | null
  /** Of an examination. */
  readonly findings: readonly DoctorFinding[]
}

/** Those that write: the collection is in no other hands while they run. */
export const isWriting = (order: TaskOrder): boolean =>
  order.kind === 'doctor' ? order.repair : order.kind !== 'export' && order.kind !== 'records'
