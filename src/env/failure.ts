/** Why the program cannot continue, which determines the exit code of the command. */
export type FailureCode =
  /** The command or the config is wrong: exit 2. */
  | 'usage'
  /** The environment is broken (disk, database, network): exit 1. */
  | 'broken'
  /** Another process holds the collection: exit 1. */
  | 'busy'

/**
 * A broken environment or a wrong command, described in one sentence for the person who ran it: what is wrong, where, what to do. What a
 * crawl must expect (a dead host, a forbidden page) is an Outcome and never a Failure.
 */
export class Failure extends Error {
  readonly code: FailureCode

  constructor(code: FailureCode, sentence: string, options?: { cause?: unknown }) {
    super(sentence, options)
    this.name = 'Failure'
    this.code = code
  }
}

/** The `code` of a Node or SQLite error, or its message. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0])
  if (error instanceof Error) {
    const { code } = error as NodeJS.ErrnoException
    if (typeof code === 'string') return code
    if (error.cause !== undefined) return errorCode(error.cause)
    return error.message
  }
  return String(error)
}

/** What an error says; anything can be thrown. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
