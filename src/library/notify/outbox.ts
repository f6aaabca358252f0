import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Failure } from '../../env/index.ts'
import type { PageChange } from '../index.ts'
import type { ChangeFilter } from './change-filter.ts'
import type { MessageForm } from './message.ts'

export interface HookOrder {
  readonly collection: string
  readonly kind: 'webhook' | 'email'
  /** A URL that accepts POST requests, or a mail address. */
  readonly target: string
  readonly filter: ChangeFilter
  /** What a webhook gets. */
  readonly form: MessageForm
  /** How long changes are collected into one mail. */
  readonly everyMs: number
}

/** A receiver of change notifications. */
export interface Hook extends HookOrder {
  readonly id: string
  /** Key for signing webhook requests. */
  readonly secret: string
  readonly madeAt: number
  /** Changes since this time, on the collection's clock, are sent. */
  readonly fromAt: number
  /** Changes up to this time, on the collection's clock, have been collected. */
  readonly seenAt: number
  /** Why the last attempt failed; null if it did not. */
  readonly problem: string | null
}

/** One change to be sent to one hook. */
export interface Delivery {
  readonly id: number
  readonly hook: string
  readonly url: string
  readonly revision: number
  readonly body: string
  /** Number of failed attempts; if more than 0, it may have arrived before. */
  readonly attempts: number
}

export interface HookState {
  readonly pending: number
  readonly sent: number
}

const SCHEMA = `
CREATE TABLE IF NOT EXISTS hook (id TEXT PRIMARY KEY, collection TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL, secret TEXT NOT NULL,
  filter TEXT NOT NULL, every_ms INTEGER NOT NULL, made_at INTEGER NOT NULL, from_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, sent INTEGER NOT NULL DEFAULT 0, problem TEXT);
CREATE TABLE IF NOT EXISTS delivery (id INTEGER PRIMARY KEY, hook TEXT NOT NULL, url TEXT NOT NULL, revision INTEGER NOT NULL, at INTEGER NOT NULL,
  body TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL, sent_at INTEGER, UNIQUE (hook, url, revision));
CREATE INDEX IF NOT EXISTS delivery_due ON delivery (hook, next_at) WHERE sent_at IS NULL;
`

/** What later versions added to the tables above, by the version it came with. */
const ADDED: Readonly<Record<number, string>> = {
  2: `ALTER TABLE hook ADD COLUMN form TEXT NOT NULL DEFAULT 'event'`,
}

const HOOK = `id, collection, kind, target, secret, filter, form, every_ms AS everyMs, made_at AS madeAt, from_at AS fromAt, seen_at AS seenAt, problem`

/** Version of the tables. */
const VERSION = 2

/** The hooks, and the deliveries that are pending or were sent lately. */
export class Outbox {
  readonly #database: Database.Database

  constructor(home: string) {
    mkdirSync(home, { recursive: true, mode: 0o700 })
    this.#database = new Database(join(home, 'notifications.db'))
    this.#database.pragma('journal_mode = WAL')
    this.#database.pragma('synchronous = FULL')
    const version = Number(this.#database.pragma('user_version', { simple: true }))
    if (version > VERSION)
      throw new Failure(
        'broken',
        `the notifications in ${home} were written by a newer tidewatch: update tidewatch`,
      )
    this.#database.transaction(() => {
      this.#database.exec(SCHEMA)
      for (let next = Math.max(version, 1) + 1; next <= VERSION; next++) this.#database.exec(ADDED[next]!)
      this.#database.pragma(`user_version = ${VERSION}`)
    })()
  }

  hooks(collection?: string): Hook[] {
    const where = collection === undefined ? '' : 'WHERE collection = ?'
    const rows = this.#database
      .prepare(`SELECT ${HOOK} FROM hook ${where} ORDER BY made_at, id`)
      .all(...(collection === undefined ? [] : [collection])) as (Omit<Hook, 'filter'> & { filter: string })[]
    return rows.map(row => ({ ...row, filter: JSON.parse(row.filter) as ChangeFilter }))
  }

  add({ id, secret, madeAt, fromAt, seenAt, ...order }: Omit<Hook, 'problem'>): void {
    const { collection, kind, target, filter, form, everyMs } = order
    this.#database
      .prepare(
        `INSERT INTO hook (id, collection, kind, target, secret, filter, form, every_ms, made_at, from_at, seen_at)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        collection,
        kind,
        target,
        secret,
        JSON.stringify(filter),
        form,
        everyMs,
        madeAt,
        fromAt,
        seenAt,
      )
  }

  remove(id: string): boolean {
    this.#database.prepare('DELETE FROM delivery WHERE hook = ?').run(id)
    return this.#database.prepare('DELETE FROM hook WHERE id = ?').run(id).changes > 0
  }

  state(hook: string): HookState {
    const sql = `SELECT (SELECT count(*) FROM delivery WHERE hook = @hook AND sent_at IS NULL) AS pending,
      (SELECT sent FROM hook WHERE id = @hook) AS sent`
    return this.#database.prepare(sql).get({ hook }) as HookState
  }

  /** Stores changes, each once however often it is seen, and how far the collection has been read. */
  take(hook: Hook, changes: readonly PageChange[], seenAt: number, dueAt: number): void {
    const add = this.#database.prepare(
      'INSERT INTO delivery (hook, url, revision, at, body, next_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    this.#database.transaction(() => {
      for (const change of changes) {
        const { cursor: _, ...told } = change
        const { url, revision, at } = told
        add.run(hook.id, url, revision, at.getTime(), JSON.stringify(told), dueAt)
      }
      this.#database.prepare('UPDATE hook SET seen_at = ? WHERE id = ?').run(seenAt, hook.id)
    })()
  }

  /** Deliveries that may be sent now: for each page, only the oldest that has not arrived. */
  due(hook: string, nowMs: number, limit: number): Delivery[] {
    const sql = `SELECT id, hook, url, revision, body, attempts FROM delivery d
      WHERE hook = ? AND sent_at IS NULL AND next_at <= ? AND NOT EXISTS (SELECT 1 FROM delivery e
        WHERE e.hook = d.hook AND e.url = d.url AND e.revision < d.revision AND e.sent_at IS NULL)
      ORDER BY next_at, id LIMIT ?`
    return this.#database.prepare(sql).all(hook, nowMs, limit) as Delivery[]
  }

  /** All deliveries that have not arrived, oldest first, if at least one of them is due. */
  digest(hook: Hook, nowMs: number, limit: number): Delivery[] {
    const sql = `SELECT id, hook, url, revision, body, attempts FROM delivery
      WHERE hook = ? AND sent_at IS NULL ORDER BY id LIMIT ?`
    const [first] = this.due(hook.id, nowMs, 1)
    return first ? (this.#database.prepare(sql).all(hook.id, limit) as Delivery[]) : []
  }

  /** Marks deliveries as sent. They are kept for a while, so that a change seen again is not sent again. */
  arrived(deliveries: readonly Delivery[], nowMs: number): void {
    const cross = this.#database.prepare("UPDATE delivery SET sent_at = ?, body = '' WHERE id = ?")
    const count = this.#database.prepare('UPDATE hook SET sent = sent + 1, problem = NULL WHERE id = ?')
    this.#database.transaction(() => {
      for (const { id, hook } of deliveries) {
        cross.run(nowMs, id)
        count.run(hook)
      }
    })()
  }

  failed(deliveries: readonly Delivery[], nextAt: number, problem: string): void {
    const later = this.#database.prepare(
      'UPDATE delivery SET attempts = attempts + 1, next_at = ? WHERE id = ?',
    )
    this.#database.transaction(() => {
      for (const { id } of deliveries) later.run(nextAt, id)
      if (deliveries[0])
        this.#database.prepare('UPDATE hook SET problem = ? WHERE id = ?').run(problem, deliveries[0].hook)
    })()
  }

  /** Deletes sent deliveries that are too old to be seen again. */
  forget(hook: string, beforeAt: number): void {
    this.#database
      .prepare('DELETE FROM delivery WHERE hook = ? AND sent_at IS NOT NULL AND at < ?')
      .run(hook, beforeAt)
  }

  close(): void {
    this.#database.close()
  }
}
