import { INTERNAL_META } from '../rows.ts'
import { texts } from './literal.ts'
import type { Query, Session } from './session.ts'

export async function readMeta(query: Query): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ name: string; value: string }>('SELECT name, value FROM meta')
  return new Map(rows.filter(row => !row.name.startsWith(INTERNAL_META)).map(row => [row.name, row.value]))
}

export async function writeMeta(query: Query, entries: Readonly<Record<string, string>>): Promise<void> {
  await query(WRITE, texts(Object.keys(entries)), texts(Object.values(entries)))
}

/** A row that does not exist yet cannot be locked, so the name is locked instead. */
export function changeMeta(
  session: Session,
  name: string,
  change: (value: string | null) => string,
): Promise<string> {
  return session.transaction(async query => {
    await query("SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' meta ' || $1::text))", name)
    const [row] = await query<{ value: string }>('SELECT value FROM meta WHERE name = $1', name)
    const changed = change(row?.value ?? null)
    if (changed !== row?.value) await writeMeta(query, { [name]: changed })
    return changed
  })
}

const WRITE = `INSERT INTO meta SELECT * FROM unnest($1::text[], $2::text[])
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`
