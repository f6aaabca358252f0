import type { Store } from '../store.ts'
import { lockCollection, openSqlite } from './open.ts'
import { SqliteStore } from './store.ts'

export interface SqliteOptions {
  readonly folder: string
  /**
   * `write` creates the collection if it is missing and keeps other writers out; `read` only reads; `note` makes single short writes beside
   * the writer, and the database isolates their transactions.
   */
  readonly mode: 'write' | 'read' | 'note'
}

/** A collection's state in one file: no server to run, one writer at a time, any number of readers. */
export function openSqliteStore(options: SqliteOptions): Store {
  const lock = options.mode === 'write' ? lockCollection(options.folder) : null
  try {
    const { database, onClose } = openSqlite(options.folder, { mode: options.mode })
    return new SqliteStore(database, options.folder, () => {
      lock?.release()
      onClose()
    })
  } catch (error) {
    lock?.release()
    throw error
  }
}
