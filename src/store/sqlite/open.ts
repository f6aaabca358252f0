import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { errorCode, Failure, makeFolder, OWNER_ONLY } from '../../env/index.ts'
import { databaseFailure } from './failure.ts'
import { isWritable, openReadOnly } from './read-only.ts'
import { MIGRATIONS } from './schema.ts'

export type Sqlite = Database.Database

export const DATABASE_FILE = 'tidewatch.db'
const LOCK_FILE = 'tidewatch.lock'
/**
 * With this cache, taking and recording a page costs 1.25 times as much with 5 million known Urls as with 100,000; with half of it, 1.45
 * times.
 */
const CACHE_KIB = 32 * 1024
/** Readers map the file into memory: a random page lookup then costs half of what copying its block does. */
const MAPPED_BYTES = 2 ** 30
/**
 * New Urls change index pages at random positions, so small database pages write less. The log is copied back into the database after this
 * many pages; a larger number means fewer copies of the same page, and this one takes 96 MiB of disk.
 */
const CHECKPOINT_PAGES = 24_000

export interface Opening {
  readonly mode: 'write' | 'read' | 'note'
}

/** Opens the database of a collection folder; `write` creates folder and tables if they are missing. Call `onClose` after closing it. */
export function openSqlite(folder: string, { mode }: Opening): { database: Sqlite; onClose: () => void } {
  const file = join(folder, DATABASE_FILE)
  if (mode !== 'write') findCollection(folder, file)
  try {
    return mode !== 'read' || isWritable(folder, DATABASE_FILE)
      ? { database: openWritable(folder, file, mode), onClose: () => {} }
      : openForReading(folder)
  } catch (error) {
    throw error instanceof Failure ? error : databaseFailure(error, folder)
  }
}

function findCollection(folder: string, file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw new Failure(
        'usage',
        `there is no collection in ${folder}: crawl something into it first, or name another with -c`,
      )
    throw new Failure('broken', `cannot read the collection in ${folder} (${code}): check its permissions`, {
      cause: error,
    })
  }
}

function openWritable(folder: string, file: string, mode: Opening['mode']): Sqlite {
  makeOwn(folder, DATABASE_FILE)
  const database = new Database(file, { timeout: 10_000 })
  database.pragma('page_size = 4096')
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma(`cache_size = -${CACHE_KIB}`)
  database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  database.pragma('temp_store = MEMORY')
  migrate(database, folder)
  if (mode === 'read') database.pragma(`mmap_size = ${MAPPED_BYTES}`)
  if (mode === 'read') database.pragma('query_only = ON')
  return database
}

function openForReading(folder: string): { database: Sqlite; onClose: () => void } {
  const { database, isCopy, release } = openReadOnly(
    folder,
    DATABASE_FILE,
    opened => versionOf(opened) >= MIGRATIONS.length,
  )
  try {
    database.pragma(`cache_size = -${CACHE_KIB}`)
    database.pragma('temp_store = MEMORY')
    if (isCopy || versionOf(database) > MIGRATIONS.length) migrate(database, folder)
    database.pragma('query_only = ON')
    return { database, onClose: release }
  } catch (error) {
    database.close()
    release()
    throw error
  }
}

const versionOf = (database: Sqlite) => Number(database.pragma('user_version', { simple: true }))

/** A process that only checks whether a collection is locked holds its lock for less than this. */
const LOOK_MS = 50

/**
 * Only one process at a time may write a collection. The lock is a transaction on a small database beside the real one: the operating
 * system releases it however the process ends.
 */
export function lockCollection(folder: string): { release(): void } {
  let lock: Sqlite | undefined
  try {
    makeFolder(folder, OWNER_ONLY)
    // SQLite would only report that it cannot open a file.
    accessSync(folder, constants.W_OK)
    makeOwn(folder, LOCK_FILE)
    lock = new Database(join(folder, LOCK_FILE), { timeout: LOOK_MS })
    const held = lock
    held.pragma('journal_mode = MEMORY')
    held.exec('BEGIN EXCLUSIVE')
    return { release: () => held.close() }
  } catch (error) {
    lock?.close()
    if (errorCode(error).startsWith('SQLITE_BUSY')) {
      throw new Failure(
        'busy',
        `another tidewatch process is working on ${folder}: wait for it, or stop it first`,
        { cause: error },
      )
    }
    throw databaseFailure(error, folder)
  }
}

/** Whether some process has the collection open for writing. */
export function isLocked(folder: string): boolean {
  const file = join(folder, LOCK_FILE)
  if (!existsSync(file)) return false
  const lock = new Database(file, { readonly: true, timeout: 0 })
  try {
    lock.prepare('SELECT 1 FROM sqlite_schema').get()
    return false
  } catch (error) {
    if (errorCode(error).startsWith('SQLITE_BUSY')) return true
    throw databaseFailure(error, folder)
  } finally {
    lock.close()
  }
}

/**
 * Only the owner can read a new collection, because it holds cookies and pages from behind a login. SQLite gives its other files the
 * permissions of the first. Users who want to share a collection can change them later.
 */
function makeOwn(folder: string, file: string): void {
  makeFolder(folder, OWNER_ONLY)
  const path = join(folder, file)
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** Copies the log back into the database as far as no reader needs it; returns how many blocks it held. */
export function checkpoint(database: Sqlite): number {
  const [done] = database.pragma('wal_checkpoint(PASSIVE)') as { readonly log: number }[]
  return done?.log ?? 0
}

/** Recreates every table; in `meta`, only these values stay. */
export function emptyDatabase(database: Sqlite, kept: readonly string[]): void {
  const all = database.prepare('SELECT name, value FROM meta').all() as { name: string; value: string }[]
  const tables = database.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND sql LIKE ?",
  )
  const drop = (like: string) => {
    for (const { name } of tables.all(like) as { name: string }[]) database.exec(`DROP TABLE ${name}`)
  }
  database
    .transaction(() => {
      // Dropping a full-text table drops the tables behind it as well.
      drop('CREATE VIRTUAL TABLE%fts5vocab%')
      drop('CREATE VIRTUAL TABLE%')
      drop('CREATE TABLE%')
      for (const migration of MIGRATIONS) database.exec(migration)
      const keep = database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)')
      for (const { name, value } of all) if (kept.includes(name)) keep.run(name, value)
    })
    .immediate()
}

/** The version is read again inside the transaction: a reader may open the file while its writer is still creating it. */
function migrate(database: Sqlite, folder: string): void {
  const version = () => versionOf(database)
  if (version() > MIGRATIONS.length) {
    throw new Failure(
      'broken',
      `the collection in ${folder} was written by a newer tidewatch (schema ${version()}, this one knows ${MIGRATIONS.length}): update tidewatch`,
    )
  }
  if (version() === MIGRATIONS.length) return
  database
    .transaction(() => {
      for (let next = version(); next < MIGRATIONS.length; next++) database.exec(MIGRATIONS[next]!)
      database.pragma(`user_version = ${MIGRATIONS.length}`)
    })
    .immediate()
}
