import { INTERNAL_META } from '../rows.ts'
import type { Sqlite } from './open.ts'

export function readMeta(database: Sqlite): ReadonlyMap<string, string> {
  const rows = database.prepare('SELECT name, value FROM meta').all() as { name: string; value: string }[]
  return new Map(rows.filter(row => !row.name.startsWith(INTERNAL_META)).map(row => [row.name, row.value]))
}

/** Must run inside a transaction. */
export function writeMeta(database: Sqlite, entries: Readonly<Record<string, string>>): void {
  const sql = database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)')
  for (const [name, value] of Object.entries(entries)) sql.run(name, value)
}

/** Must run inside a transaction. */
export function changeMeta(database: Sqlite, name: string, change: (value: string | null) => string): string {
  const find = database.prepare('SELECT value FROM meta WHERE name = ?').pluck()
  const before = (find.get(name) as string | undefined) ?? null
  const changed = change(before)
  if (changed !== before) writeMeta(database, { [name]: changed })
  return changed
}
