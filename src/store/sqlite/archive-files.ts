import type { Sqlite } from './open.ts'

/** Registers a file before it exists on disk. */
export function openArchiveFile(database: Sqlite, name: string, worker: string): number {
  const sql = database.prepare('INSERT INTO archive_file (name, worker) VALUES (?, ?)')
  return Number(sql.run(name, worker).lastInsertRowid)
}

export function closeArchiveFile(database: Sqlite, id: number, sizeBytes: number): void {
  database.prepare('UPDATE archive_file SET size_bytes = ?, closed = 1 WHERE id = ?').run(sizeBytes, id)
}
