import type { Sql } from 'postgres'
import { errorCode } from '../../env/index.ts'
import { databaseFailure } from './failure.ts'

export type Value = string | number | boolean | Buffer | null
/** Runs one statement, prepared once for each connection. Calls that are not awaited are sent together. */
export type Query = <Row extends object = Record<string, unknown>>(
  text: string,
  ...values: Value[]
) => Promise<readonly Row[]>

/** A deadlock or a serialization failure: nothing happened, and it may work the next time. */
const TRY_AGAIN = new Set(['40P01', '40001'])
const MAX_TRIES = 8
/** The driver gave up on a connection it was still opening when the server went down: nothing was sent on it. */
const NEVER_SENT = 'CONNECT_TIMEOUT'

/** The connections of a store: runs statements and transactions, and turns errors into sentences. */
export class Session {
  readonly #sql: Sql
  readonly place: string

  /** @internal Declarations must not name a driver that not everybody has. */
  constructor(sql: Sql, place: string) {
    this.#sql = sql
    this.place = place
  }

  readonly query: Query = async (text, ...values) => {
    try {
      return await run<never>(this.#sql, text, values).catch(error => {
        if (errorCode(error) !== NEVER_SENT) throw error
        return run<never>(this.#sql, text, values)
      })
    } catch (error) {
      throw databaseFailure(error, this.place)
    }
  }

  /** Runs one transaction; `work` may be called again, so it must have no side effects until this resolves. */
  async transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return (await this.#sql.begin(tx => work((text, ...values) => run(tx, text, values)))) as T
      } catch (error) {
        const code = errorCode(error)
        if (TRY_AGAIN.has(code) && tries < MAX_TRIES) continue
        if (code === NEVER_SENT && tries === 1) continue
        throw databaseFailure(error, this.place)
      }
    }
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 5 })
  }
}

async function run<Row>(sql: Pick<Sql, 'unsafe'>, text: string, values: Value[]): Promise<readonly Row[]> {
  return (await sql.unsafe(text, values, { prepare: true })) as unknown as readonly Row[]
}

/** Waits for all promises, then throws the first error, so that nothing keeps running after its transaction has failed. */
export async function together<T extends readonly Promise<unknown>[]>(
  promises: readonly [...T],
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const settled = await Promise.allSettled(promises)
  const failed = settled.find(each => each.status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
  return settled.map(each => (each as PromiseFulfilledResult<unknown>).value) as {
    [K in keyof T]: Awaited<T[K]>
  }
}
