import type { Store } from '../store.ts'
import { lockCollection, openSqlite } from './open.ts'
import { SqliteStore } from './store.ts'

export interface SqliteOptions {
  readonly folder: string
  /** `write` creates the collection when missing and keeps other writers out; `read` only looks. */
  readonly mode: 'write' | 'read'
}

/** A collection's state in one file: no server to run, one writer at a time, any number of readers. */
export function openSqliteStore(options: SqliteOptions): Store {
  const lock = options.mode === 'write' ? lockCollection(options.folder) : null
  try {
    const { database, onClose } = openSqlite(options.folder, { create: options.mode === 'write' })
    return new SqliteStore(database, options.folder, () => {
      lock?.release()
      onClose()
    })
  } catch (error) {
    lock?.release()
    throw error
  }
}
