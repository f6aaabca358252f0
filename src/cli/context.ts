import type { LogLevel } from '../env/index.ts'
import { Collection } from '../library/index.ts'

/** Options that every command has. */
export interface SharedOptions {
  readonly collection: string
  readonly archive?: string
  readonly json?: boolean
  readonly log?: LogLevel
}

export function open(options: SharedOptions, mode: 'write' | 'read'): Promise<Collection> {
  return Collection.open(options.collection, { mode, archiveFolder: options.archive ?? null })
}

/** Runs `work` on a collection that is open for reading. */
export async function reading<T>(
  options: SharedOptions,
  work: (collection: Collection) => Promise<T>,
): Promise<T> {
  const collection = await open(options, 'read')
  try {
    return await work(collection)
  } finally {
    await collection.close()
  }
}
