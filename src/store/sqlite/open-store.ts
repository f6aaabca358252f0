import type { Store } from '../store.ts'
import { lockCollection, openSqlite } from './open.ts'
import { SqliteStore } from './store.ts'

export interface SqliteOptions {
  readonly folder: string
  /**
   * `write` creates the collection when missing and keeps other writers out; `read` only looks; `note` leaves a note for whoever writes: single
   * short transactions, which the database keeps apart from those of the other.
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
