/** Copies a collection from a folder to PostgreSQL, with everything that was learned. Its archive stays where it is. */
import { type Holdings, shownName } from '../crawl/holdings.ts'
import { recover } from '../crawl/recover.ts'
import { type Env, Failure } from '../env/index.ts'
import { openTables } from '../store/sqlite/table-rows.ts'

export interface CopyToOptions {
  /** Called with the number of rows copied so far. */
  readonly onProgress?: (rows: number) => void
}

export interface CopySummary {
  readonly pages: number
  readonly rows: number
  /** Where the copy is, without user and password. */
  readonly to: string
  /** Whether the collection had a search index, which `tidewatch index` builds for the copy. */
  readonly hadIndex: boolean
}

/** The collection is open for writing meanwhile, so nobody else changes it. */
export async function copyCollection(
  holdings: Holdings,
  to: string,
  env: Env,
  { onProgress = () => {} }: CopyToOptions,
): Promise<CopySummary> {
  const { store, source, archiveFolder } = holdings
  if (store.kind !== 'sqlite')
    throw new Failure('usage', `${holdings.name} is in PostgreSQL already: pg_dump copies it`)
  if (!/^postgres(ql)?:/.test(to))
    throw new Failure(
      'usage',
      `${to} is not a PostgreSQL address: a collection in a folder is copied with the folder`,
    )
  await recover(holdings, env)
  const { copyIn } = await import('../store/postgres/copy-in.ts')
  const tables = openTables(source)
  try {
    // The copy finds the archive by this entry, wherever it is opened from.
    const rows = await copyIn(to, tables, { meta: { archive: archiveFolder.path }, onRows: onProgress })
    const { fetched } = await store.counts()
    const hadIndex = (await store.searchLanguages()).length > 0
    return { pages: fetched, rows, to: shownName(to), hadIndex }
  } finally {
    tables.close()
  }
}
