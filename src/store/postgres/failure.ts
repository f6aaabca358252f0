import { errorCode, errorMessage, Failure } from '../../env/index.ts'

/** The location of a store for messages: its address without user and password. */
export function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'the given URL'
  }
}

// biome-ignore format: a list
const AWAY = new Set([
  'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE',
  'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', '57P01', '57P02', '57P03', '08006', '08001',
])

/** Turns an error of PostgreSQL or the network into a sentence for the person who ran the command. */
export function databaseFailure(error: unknown, place: string): Failure {
  if (error instanceof Failure) return error
  const code = errorCode(error)
  const said = errorMessage(error)
  const say = (sentence: string) => new Failure('broken', sentence, { cause: error })
  // The driver's code if a program uses a closed store.
  if (code === 'CONNECTION_ENDED')
    return new Failure('usage', `the collection at ${place} was closed: open it again`, { cause: error })
  if (AWAY.has(code))
    return say(
      `PostgreSQL at ${place} does not answer (${code}): nothing committed is lost; start it, or check host and port, and run the same command again`,
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return say(`the host of PostgreSQL at ${place} is not known: check the URL`)
  if (code === '28P01' || code === '28000' || code === 'SASL_SIGNATURE_MISMATCH')
    return say(`PostgreSQL at ${place} refuses the user or the password: check them in the URL`)
  if (code === '3D000')
    return say(`there is no database at ${place}: make it with "createdb", or name another in the URL`)
  if (code === '42501')
    return say(`the user may not write to ${place} (${said}): grant it the rights, or use another user`)
  if (code === '53300')
    return say(
      `PostgreSQL at ${place} takes no more connections: raise max_connections, or run fewer workers`,
    )
  if (code === '53100')
    return say(
      `the disk of PostgreSQL at ${place} is full: nothing stored is harmed; make room and run the same command again`,
    )
  return say(`PostgreSQL at ${place} cannot be used: ${said}`)
}
