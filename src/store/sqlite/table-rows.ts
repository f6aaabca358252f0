import { openSqlite, type Sqlite } from './open.ts'

/** The tables of a collection as they are, for copying them elsewhere. */
export interface TableRows {
  /** Rows of a table, some at a time, with the values of these columns in their order. */
  chunks(table: string, columns: readonly string[]): Iterable<readonly (readonly unknown[])[]>
  close(): void
}

const CHUNK = 2_000

/** Likenesses are in two tables here. */
const SOURCES: Readonly<Record<string, string>> = {
  likeness: 'likeness JOIN sketch USING (page)',
}
const NAMES: Readonly<Record<string, string>> = { sketch: 'packed' }

export function openTables(folder: string): TableRows {
  const { database, onClose } = openSqlite(folder, { mode: 'read' })
  return {
    chunks: (table, columns) => chunksOf(database, table, columns),
    close() {
      database.close()
      onClose()
    },
  }
}

function* chunksOf(
  database: Sqlite,
  table: string,
  columns: readonly string[],
): Generator<readonly (readonly unknown[])[]> {
  const names = columns.map(name => (table === 'likeness' ? (NAMES[name] ?? name) : name))
  const select = database.prepare(`SELECT ${names.join(', ')} FROM ${SOURCES[table] ?? table}`).raw()
  let chunk: unknown[][] = []
  for (const row of select.iterate() as IterableIterator<unknown[]>) {
    if (chunk.push(row) < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
