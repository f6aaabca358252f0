import { hash } from 'node:crypto'
import { errorCode, Failure } from '../../env/index.ts'
import { texts } from './literal.ts'
import type { Query, Session } from './session.ts'

/** How long to wait for the server to notice the end of a former worker of the same name. */
const PATIENCE_MS = 1_000

interface Line {
  readonly session: Session
  /** Whether the connection has closed: then the server has released the lock. */
  cut: boolean
}

/**
 * How workers see that another one is alive: from join to leave, each holds a lock of its name on a separate connection. The server
 * releases it when the process ends in whatever way, so if the lock of a name can be taken, its worker is known to be dead, at once and
 * without a heartbeat.
 */
export class LifeLines {
  readonly #schema: string
  readonly #connect: (onclose: () => void) => Promise<Session>
  readonly #lines = new Map<string, Line>()

  constructor(schema: string, connect: (onclose: () => void) => Promise<Session>) {
    this.#schema = schema
    this.#connect = connect
  }

  get names(): readonly string[] {
    return [...this.#lines.keys()]
  }

  holds(worker: string): boolean {
    return this.#lines.get(worker)?.cut === false
  }

  async take(worker: string): Promise<void> {
    if (this.holds(worker)) return
    await this.drop(worker)
    const session = await this.#connect(() => {
      const line = this.#lines.get(worker)
      if (line) line.cut = true
    })
    try {
      await session.query("SELECT set_config('lock_timeout', $1, false)", String(PATIENCE_MS))
      await session.query('SELECT pg_advisory_lock($1::bigint)', this.#key(worker))
    } catch (error) {
      await session.close()
      throw isLockTimeout(error) ? taken(worker, session.place, error) : error
    }
    this.#lines.set(worker, { session, cut: false })
  }

  /** Takes the lock again after the connection was lost; others may have taken the leases in the meantime. */
  async renew(worker: string): Promise<void> {
    if (this.#lines.get(worker)?.cut) await this.take(worker)
  }

  async drop(worker: string): Promise<void> {
    const line = this.#lines.get(worker)
    this.#lines.delete(worker)
    if (!line) return
    if (!line.cut) await line.session.query('SELECT pg_advisory_unlock_all()').catch(() => {})
    await line.session.close()
  }

  async dropAll(): Promise<void> {
    for (const worker of this.names) await this.drop(worker)
  }

  /** Which of these workers are dead; the transaction holds their locks, so that nobody else recovers them as well. */
  async dead(query: Query, workers: readonly string[]): Promise<string[]> {
    const others = workers.filter(worker => !this.holds(worker))
    const rows = await query<{ name: string }>(
      'SELECT name FROM unnest($1::text[], $2::bigint[]) u(name, key) WHERE pg_try_advisory_xact_lock(key) ORDER BY name',
      texts(others),
      `{${others.map(worker => this.#key(worker)).join(',')}}`,
    )
    return rows.map(row => row.name)
  }

  #key(worker: string): string {
    return hash('sha256', `tidewatch worker ${this.#schema} ${worker}`, 'buffer').readBigInt64BE(0).toString()
  }
}

function isLockTimeout(error: unknown): boolean {
  return errorCode((error as { cause?: unknown }).cause) === '55P03'
}

function taken(worker: string, place: string, cause: unknown): Failure {
  return new Failure(
    'busy',
    `a worker named "${worker}" is already working on ${place}: stop it, or give this one another name`,
    { cause },
  )
}
