/** Options of the model commands. */
import { Failure } from '../env/index.ts'
import type { Navigation, Split } from '../library/index.ts'
import type { SharedOptions } from './context.ts'
import type { LocalScope } from './crawl.ts'
import type { ProgressStyle } from './progress-line.ts'

export interface ModelFlags extends SharedOptions {
  readonly pages: string
  readonly strategy: Navigation
  readonly split: Split
  readonly seed: string
  readonly out: readonly string[]
  readonly site?: string
  readonly golden?: string
  readonly seeds?: string
  readonly config?: string
  readonly local?: LocalScope
  readonly delay?: string
  readonly allowPrivate?: boolean
  readonly progress?: ProgressStyle
}

/** Parses the maximum number of pages to sample. */
export function pagesOf(text: string): number | 'auto' {
  return text === 'auto' ? text : numberOf('--pages', text, 1)
}

export function numberOf(name: string, text: string, least: number): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least || text.trim() === '')
    throw new Failure('usage', `${name} ${text}: it must be a whole number, ${least} or more`)
  return value
}
