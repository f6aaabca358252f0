import { errorCode, errorMessage, Failure } from '../../env/index.ts'

/** The driver's message if a program uses a closed database. */
const NOT_OPEN = 'The database connection is not open'

/** Turns an error of SQLite into a sentence for the person who ran the command. */
export function databaseFailure(error: unknown, folder: string): Failure {
  const code = errorCode(error)
  if (error instanceof Error && error.message === NOT_OPEN)
    return new Failure('usage', `the collection in ${folder} was closed: open it again`, { cause: error })
  const say = (sentence: string) => new Failure('broken', sentence, { cause: error })
  if (code.startsWith('SQLITE_BUSY'))
    return say(`the database in ${folder} is locked by another process: try again when it has finished`)
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return say(
      `the disk with ${folder} is full: nothing stored is harmed; make room and run the same command again`,
    )
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT'))
    return say(`the database in ${folder} is damaged (${code}): run "tidewatch doctor -c ${folder}"`)
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return say(`cannot write to ${folder}: check its permissions or name another folder with -c`)
  if (code === 'ENOTDIR' || code === 'EEXIST') return say(`${folder} is not a folder: name another with -c`)
  if (code.startsWith('SQLITE_CANTOPEN'))
    return say(`cannot open the database in ${folder}: check that the folder exists and is writable`)
  if (code.startsWith('SQLITE_IOERR'))
    return say(`the disk with ${folder} fails (${code}): nothing reported so far is lost; check the disk`)
  return say(`the database in ${folder} cannot be used: ${errorMessage(error)}`)
}

/** Turns errors of the database into sentences, and returns other errors unchanged. */
export function statementFailure(error: unknown, folder: string): unknown {
  const isOfDatabase = error instanceof Error && (error.name === 'SqliteError' || error.message === NOT_OPEN)
  return isOfDatabase ? databaseFailure(error, folder) : error
}

/** Yields the rows; errors of the database become sentences. */
export async function* rowsOrFailure<T>(
  rows: AsyncIterable<T> | Iterable<T>,
  folder: string,
): AsyncGenerator<T> {
  try {
    yield* rows
  } catch (error) {
    throw statementFailure(error, folder)
  }
}
