/**
 * Takes over a collection from an embedded store. Both have the same tables under the same names (`schema.ts`), and with one shard the
 * same ids, so rows are copied as they are. Search indexes are made differently in each, and are not copied.
 */
import { Failure } from '../../env/index.ts'
import { INTERNAL_META } from '../rows.ts'
import type { TableRows } from '../sqlite/table-rows.ts'
import { booleans, bytes, floats, ints, texts } from './literal.ts'
import { writeMeta } from './meta.ts'
import { openPostgres } from './open.ts'
import type { Query } from './session.ts'

/** In this order, which is that of their keys. */
// biome-ignore format: a list
const TABLES = [
  'meta', 'counter', 'server', 'host', 'robots', 'page', 'visit', 'revision', 'links', 'fingerprint',
  'model', 'likeness', 'pattern', 'accessibility', 'archive_file', 'event', 'refresh', 'sample',
]
/** Tables whose ids come from a sequence, and its name. */
const SEQUENCES = { page: 'page_number', host: 'host_number', server: 'server_number' }
const IDENTITIES = ['archive_file', 'event']

export interface CopyIn {
  /** Entries of `meta` that are different in the copy. */
  readonly meta: Readonly<Record<string, string>>
  /** Called with the number of rows copied so far. */
  readonly onRows: (rows: number) => void
}

/** Everything or nothing: one transaction. Returns the number of rows. */
export async function copyIn(url: string, from: TableRows, { meta, onRows }: CopyIn): Promise<number> {
  const { session, loose } = await openPostgres({ url, mode: 'write', shards: 1 })
  try {
    return await session.transaction(async query => {
      await refuseUsed(query, session.place)
      let rows = 0
      for (const table of TABLES) {
        const columns = await columnsOf(query, table)
        for (const chunk of from.chunks(
          table,
          columns.map(({ name }) => name),
        )) {
          await insert(query, table, columns, chunk)
          rows += chunk.length
          onRows(rows)
        }
      }
      await writeMeta(query, meta)
      await continueNumbers(query)
      return rows
    })
  } finally {
    await Promise.all([session.close(), loose.close()])
  }
}

async function refuseUsed(query: Query, place: string): Promise<void> {
  const [shards] = await query<{ value: string }>("SELECT value FROM meta WHERE name = 'store.shards'")
  const used = await query('SELECT 1 FROM page LIMIT 1')
  if (used.length > 0 || shards?.value !== '1')
    throw new Failure(
      'usage',
      `there is a collection in ${place} already: name another schema (?schema=NAME)`,
    )
}

interface Column {
  readonly name: string
  readonly type: string
}

const columnsOf = (query: Query, table: string): Promise<readonly Column[]> =>
  query<{ name: string; type: string }>(
    `SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`,
    table,
  )

async function insert(
  query: Query,
  table: string,
  columns: readonly Column[],
  chunk: readonly (readonly unknown[])[],
): Promise<void> {
  const rows = chunk.filter(([first, second]) => isCopied(table, first, second))
  const names = columns.map(({ name }) => name).join(', ')
  const types = columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')
  const key = table === 'meta' ? '(name)' : table === 'refresh' ? '(shard)' : null
  // The new collection has these rows already, without anything in them.
  const replace = key
    ? `ON CONFLICT ${key} DO UPDATE SET ${columns.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`
    : ''
  await query(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${types}) ${replace}`,
    ...columns.map(({ type }, i) =>
      arrayOf(
        type,
        rows.map(row => row[i]),
      ),
    ),
  )
}

/** What describes the store itself, and the counts of a search index, which is not copied. */
function isCopied(table: string, first: unknown, second: unknown): boolean {
  if (table === 'meta') return !String(first).startsWith(INTERNAL_META)
  return table !== 'counter' || !String(second).startsWith('search')
}

function arrayOf(type: string, values: readonly unknown[]): string {
  switch (type) {
    case 'boolean':
      return booleans(values.map(value => value === 1))
    case 'bytea':
      return bytes(values as Buffer[])
    case 'double precision':
      return floats(values as number[])
    case 'text':
      return texts(values as string[])
    default:
      return ints(values as number[])
  }
}

/** New rows come after those that were copied. */
async function continueNumbers(query: Query): Promise<void> {
  for (const [table, sequence] of Object.entries(SEQUENCES))
    await query(`SELECT setval('${sequence}', greatest((SELECT max(id) FROM ${table}), 1))`)
  for (const table of IDENTITIES)
    await query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), greatest((SELECT max(id) FROM ${table}), 1))`,
    )
}
