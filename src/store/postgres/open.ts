import type { ConnectionParameters } from 'postgres'
import { Failure, importExtra } from '../../env/index.ts'
import { MAX_SHARDS } from '../ids.ts'
import { databaseFailure, placeOf } from './failure.ts'
import { texts } from './literal.ts'
import { MIGRATIONS } from './schema.ts'
import { type Query, Session } from './session.ts'

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database?schema=name`; the schema defaults to `tidewatch`. */
  readonly url: string
  /** `write` creates schema and tables if they are missing; `read` only reads. */
  readonly mode: 'write' | 'read'
  /** The number of shards of a new collection; an existing one keeps its own. */
  readonly shards?: number
}

/** One worker runs several statements at the same time: commits, refills, leases, renewals, and queries by people. */
const CONNECTIONS = 4
const LOOSE_CONNECTIONS = 4
const DEFAULT_SHARDS = 16
const CONNECT_TIMEOUT_S = 15
/** Keys are always looked up in indexes: a plan made while a table was empty must not read the whole table when it has grown. */
const PLANNER = { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off', jit: 'off' }

export interface Opened {
  readonly session: Session
  /** For what a crash may undo, such as taking a page: its transactions do not wait for the disk. */
  readonly loose: Session
  readonly schema: string
  readonly shards: number
  /** Opens a separate, long-lived connection for the locks that show a worker is alive. */
  connect(onclose: () => void): Promise<Session>
}

export async function openPostgres(options: PostgresOptions): Promise<Opened> {
  const { url, schema } = splitUrl(options.url)
  const place = placeOf(options.url)
  const load = () => import('postgres')
  const { default: postgres } = await importExtra('postgres', 'a collection in PostgreSQL', load)
  const readOnly = options.mode === 'read' ? { default_transaction_read_only: 'on' } : {}
  const settings = { application_name: 'tidewatch', search_path: schema, ...PLANNER, ...readOnly }
  const connect = (max: number, more: object, onclose?: () => void) =>
    new Session(
      postgres(url, {
        max,
        ...(onclose ? { max_lifetime: null, onclose } : {}),
        connect_timeout: CONNECT_TIMEOUT_S,
        fetch_types: false,
        onnotice: () => {},
        connection: { ...settings, ...more } as Partial<ConnectionParameters>,
        types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
      }),
      place,
    )
  const session = connect(CONNECTIONS, {})
  try {
    const shards = await prepare(session, schema, options)
    const loose = connect(LOOSE_CONNECTIONS, { synchronous_commit: 'off' })
    return { session, loose, schema, shards, connect: async onclose => connect(1, {}, onclose) }
  } catch (error) {
    await session.close().catch(() => {})
    throw databaseFailure(error, place)
  }
}

/** Removes the schema from the URL; the driver would send parameters it does not know to the server as settings. */
function splitUrl(text: string): { url: string; schema: string } {
  let url: URL
  try {
    url = new URL(text)
  } catch (error) {
    throw new Failure(
      'usage',
      'the PostgreSQL URL is not one: write postgres://user:password@host:port/database',
      { cause: error },
    )
  }
  const schema = url.searchParams.get('schema') ?? url.searchParams.get('search_path') ?? 'tidewatch'
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new Failure(
      'usage',
      `"${schema}" cannot be the schema of a collection: use lower-case letters, digits and _`,
    )
  }
  url.searchParams.delete('schema')
  url.searchParams.delete('search_path')
  return { url: url.toString(), schema }
}

async function prepare(session: Session, schema: string, options: PostgresOptions): Promise<number> {
  const version = await versionOf(session, schema)
  if (version > MIGRATIONS.length) {
    throw new Failure(
      'broken',
      `the collection in ${session.place} was written by a newer tidewatch (schema ${version}, this one knows ${MIGRATIONS.length}): update tidewatch`,
    )
  }
  if (version < MIGRATIONS.length && options.mode === 'read') {
    throw new Failure(
      'usage',
      `there is no collection in ${session.place} (schema "${schema}"): crawl something into it first, or name another with -c`,
    )
  }
  if (version < MIGRATIONS.length) await migrate(session, schema, options.shards ?? DEFAULT_SHARDS)
  const [row] = await session.query<{ value: string }>("SELECT value FROM meta WHERE name = 'store.shards'")
  return Number(row!.value)
}

async function versionOf(session: Session, schema: string): Promise<number> {
  const [found] = await session.query<{ found: string | null }>(
    'SELECT to_regclass($1)::text AS found',
    `${schema}.meta`,
  )
  if (!found?.found) return 0
  const [row] = await session.query<{ value: string }>("SELECT value FROM meta WHERE name = 'store.schema'")
  return Number(row?.value ?? 0)
}

/** Workers that start together migrate one after the other: the version is read again under a lock. */
async function migrate(session: Session, schema: string, shards: number): Promise<void> {
  if (!Number.isInteger(shards) || shards < 1 || shards > MAX_SHARDS) {
    throw new Failure('usage', `a collection cannot have ${shards} shards: choose 1 to ${MAX_SHARDS}`)
  }
  await session.transaction(async query => {
    await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', `tidewatch migration ${schema}`)
    const [space] = await query<{ found: string | null }>('SELECT to_regnamespace($1)::text AS found', schema)
    if (!space?.found) await query(`CREATE SCHEMA ${schema}`)
    await query('CREATE TABLE IF NOT EXISTS meta (name text PRIMARY KEY, value text NOT NULL)')
    await query(
      "INSERT INTO meta VALUES ('store.schema', '0'), ('store.shards', $1) ON CONFLICT DO NOTHING",
      String(shards),
    )
    const [row] = await query<{ value: string }>("SELECT value FROM meta WHERE name = 'store.schema'")
    await applyMigrations(query, Number(row!.value))
    await query("UPDATE meta SET value = $1 WHERE name = 'store.schema'", String(MIGRATIONS.length))
  })
}

async function applyMigrations(query: Query, from: number): Promise<void> {
  for (const migration of MIGRATIONS.slice(from))
    for (const statement of migration.split(/;\s*\n/).filter(text => text.trim())) await query(statement)
}

/** Recreates every table; in `meta`, only these values stay, and those that describe the tables. */
export async function emptySchema(session: Session, kept: readonly string[]): Promise<void> {
  await session.transaction(async query => {
    const tables = await query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'meta'",
    )
    for (const { name } of tables) await query(`DROP TABLE ${name} CASCADE`)
    const sequences = await query<{ name: string }>(
      'SELECT sequencename AS name FROM pg_sequences WHERE schemaname = current_schema()',
    )
    for (const { name } of sequences) await query(`DROP SEQUENCE ${name}`)
    await query(
      "DELETE FROM meta WHERE name NOT LIKE 'store.%' AND NOT (name = ANY($1::text[]))",
      texts(kept),
    )
    await applyMigrations(query, 0)
  })
}
