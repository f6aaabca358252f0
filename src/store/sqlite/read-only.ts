/**
 * Opens the database of a collection that can be read but not written: on a read-only file system, or owned by another user.
 *
 * A database in WAL mode usually needs its `-wal` and `-shm` files beside it, which cannot be created there. Three ways remain:
 * - Nobody has it open (neither file exists): it is read as a file that does not change.
 * - The files exist and can be read: SQLite shares them with the writer and keeps the two apart.
 * - Otherwise, or when the tables are those of an earlier version, a copy in the temporary folder is read. It is taken again if somebody
 *   wrote in the meantime, and removed at the end.
 */
import { accessSync, chmodSync, constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { Failure } from '../../env/index.ts'

type Sqlite = Database.Database

export interface ReadOnly {
  readonly database: Sqlite
  /** Whether this is a copy, which may be changed: its tables can be migrated. */
  readonly isCopy: boolean
  readonly release: () => void
}

const TIMEOUT_MS = 10_000
const MAX_COPIES = 5

// SQLite only accepts the option for files that do not change as part of a URI. It reads this switch when the first database is opened.
process.env.SQLITE_USE_URI ??= '1'

/** Whether the files of a database can be written, and others created beside it. */
export function isWritable(folder: string, file: string): boolean {
  const path = join(folder, file)
  return [folder, path, `${path}-wal`, `${path}-shm`].every(
    each => !isThere(each) || may(each, constants.W_OK),
  )
}

export function openReadOnly(
  folder: string,
  file: string,
  isCurrent: (database: Sqlite) => boolean,
): ReadOnly {
  const database = openInPlace(join(folder, file))
  if (database && isCurrent(database)) return { database, isCopy: false, release: () => {} }
  database?.close()
  return openCopy(folder, file)
}

function openInPlace(path: string): Sqlite | null {
  const isOpenSomewhere = isThere(`${path}-wal`) || isThere(`${path}-shm`)
  const name = isOpenSomewhere ? path : `${pathToFileURL(path).href}?immutable=1`
  let database: Sqlite | undefined
  try {
    database = new Database(name, { readonly: true, fileMustExist: true, timeout: TIMEOUT_MS })
    // Only an actual read shows whether this way works.
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return database
  } catch {
    database?.close()
    return null
  }
}

function openCopy(folder: string, file: string): ReadOnly {
  const copy = mkdtempSync(join(tmpdir(), 'tidewatch-reading-'))
  const release = () => rmSync(copy, { recursive: true, force: true })
  try {
    copyQuietly(folder, file, copy)
    return { database: new Database(join(copy, file), { timeout: TIMEOUT_MS }), isCopy: true, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Database and log belong together: both are copied again if one of them changed in the meantime. */
function copyQuietly(folder: string, file: string, copy: string): void {
  const names = [file, `${file}-wal`]
  for (let attempt = 1; attempt <= MAX_COPIES; attempt++) {
    const before = names.map(name => stampOf(join(folder, name)))
    for (const name of names) {
      rmSync(join(copy, name), { force: true })
      if (!isThere(join(folder, name))) continue
      copyFileSync(join(folder, name), join(copy, name), constants.COPYFILE_FICLONE)
      // Permissions are copied too.
      chmodSync(join(copy, name), 0o600)
    }
    if (names.every((name, i) => stampOf(join(folder, name)) === before[i])) return
  }
  throw new Failure(
    'busy',
    `${folder} is being written and may not be written by you, so that it cannot be read meanwhile: wait for the other process, or ask for permission to write there`,
  )
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found ? `${found.size} ${found.mtimeNs}` : ''
}

const isThere = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what)
    return true
  } catch {
    return false
  }
}
