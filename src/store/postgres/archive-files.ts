import type { Session } from './session.ts'

/** Registers a file before it exists on disk. */
export async function openArchiveFile(session: Session, name: string, worker: string): Promise<number> {
  const [row] = await session.query<{ id: number }>(
    'INSERT INTO archive_file (name, worker) VALUES ($1, $2) RETURNING id',
    name,
    worker,
  )
  return row!.id
}

export async function closeArchiveFile(session: Session, id: number, sizeBytes: number): Promise<void> {
  await session.query('UPDATE archive_file SET size_bytes = $2, closed = true WHERE id = $1', id, sizeBytes)
}
