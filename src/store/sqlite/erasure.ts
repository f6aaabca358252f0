import type { PageRef } from '../batch.ts'
import { PLACE_FILES, VISIT } from '../columns.ts'
import {
  type BorrowingVisit,
  type ErasureStore,
  FORGOTTEN_COLUMNS,
  FORGOTTEN_SUMS,
  type ForgetRequest,
  type ForgottenRow,
  forgottenCounts,
  isCounted,
  type MovedRecord,
} from '../erasure.ts'
import { type PlacedRow, withPlace } from '../placed.ts'
import { type Access, LikenessWriter } from './likenesses.ts'
import { writeMeta } from './meta.ts'
import type { Sqlite } from './open.ts'
import type { Recorder } from './record.ts'

export class SqliteErasure implements ErasureStore {
  readonly #database: Sqlite
  readonly #recorder: Recorder
  readonly #access: Access

  constructor(database: Sqlite, recorder: Recorder, access: Access) {
    this.#database = database
    this.#recorder = recorder
    this.#access = access
  }

  async borrowers(pages: readonly PageRef[]): Promise<readonly BorrowingVisit[]> {
    const ids = JSON.stringify(pages.map(({ id }) => id))
    return this.#access.guarded(() => this.#database.prepare(BORROWERS).all({ ids }).map(borrowing))
  }

  async forget({ pages, after, reason, moved, meta }: ForgetRequest): Promise<void> {
    // Deleted rows are overwritten with zeros, not only marked as free.
    this.#access.guarded(() => this.#database.pragma('secure_delete = ON'))
    this.#access.write(() => {
      for (const record of moved) this.#move(record)
      for (const page of pages) this.#forget(page, after, reason)
      writeMeta(this.#database, meta)
    })
  }

  async scrub(): Promise<void> {
    this.#access.guarded(() => {
      // The index marks what was deleted, and leaves it out when parts are merged.
      for (const table of ['search_text', 'search_form'])
        this.#database.prepare(`INSERT INTO ${table} (${table}) VALUES ('optimize')`).run()
      this.#database.pragma('wal_checkpoint(TRUNCATE)')
    })
  }

  #move({ page: { shard, id }, at, from, to }: MovedRecord): void {
    const place = { ...to, shard, id, at, fromFile: from.file, fromOffset: from.offset }
    this.#database.prepare(MOVE_REVISION).run(place)
    this.#database.prepare(MOVE_VISIT).run(place)
  }

  #forget({ id }: PageRef, after: ForgetRequest['after'], reason: string): void {
    const row = this.#database.prepare(FORGOTTEN).get(id) as ForgottenRow | undefined
    if (!row) return
    for (const [name, by] of Object.entries(forgottenCounts(row))) this.#recorder.count(row.shard, name, by)
    this.#recorder.moved(row.shard, row.status, after)
    this.#recorder.search.forget(row)
    new LikenessWriter(this.#database).drop(row.id)
    const fetched = isCounted(row) ? 1 : 0
    this.#database.prepare(HOST).run(fetched, row.visitedBytes, row.host)
    for (const table of TABLES) this.#database.prepare(`DELETE FROM ${table} WHERE page = ?`).run(id)
    for (const table of KEYED)
      this.#database.prepare(`DELETE FROM ${table} WHERE shard = ? AND page = ?`).run(row.shard, id)
    this.#database.prepare('DELETE FROM event WHERE subject = (SELECT url FROM page WHERE id = ?)').run(id)
    const isOut = after === 'excluded'
    this.#database.prepare(BLANK).run(after, isOut ? 'forgotten' : null, isOut ? reason : null, id)
    if (!isOut) this.#recorder.wake({ shard: row.shard, id: row.host }, 0, 'work')
  }
}

const TABLES = ['links', 'fingerprint']
/** Those whose key begins with the shard. */
const KEYED = ['visit', 'revision', 'pattern', 'accessibility']

const BORROWERS = `SELECT p.shard, p.id, p.url, ${VISIT} FROM visit own
  JOIN visit t ON t.payload_file = own.file AND t.payload_offset = own.file_offset
  JOIN page p ON p.id = t.page
  ${PLACE_FILES}
  WHERE own.shard = 0 AND own.page IN (SELECT value FROM json_each(@ids)) AND t.page NOT IN (SELECT value FROM json_each(@ids))
  ORDER BY t.page, t.at`
const FORGOTTEN = `SELECT p.shard, p.id, p.host, p.status, p.excluded_by AS excludedBy,
    EXISTS (SELECT 1 FROM revision r WHERE r.shard = p.shard AND r.page = p.id AND r.source = 0) AS isStored, ${FORGOTTEN_SUMS}
  FROM page p WHERE p.id = ?`
const HOST = 'UPDATE host SET fetched = fetched - ?, bytes = bytes - ? WHERE id = ?'
const BLANK = `UPDATE page SET status = ?, excluded_by = ?, reason = ?, revision = 0, failures = 0, ${FORGOTTEN_COLUMNS} WHERE id = ?`
const TO = `file = @file, file_offset = @offset, file_length = @length,
  payload_file = NULL, payload_offset = NULL, payload_length = NULL`
const MOVE_VISIT = `UPDATE visit SET ${TO} WHERE shard = @shard AND page = @id AND at = @at`
const MOVE_REVISION = `UPDATE revision SET ${TO} WHERE shard = @shard AND page = @id
  AND file = (SELECT id FROM archive_file WHERE name = @fromFile) AND file_offset = @fromOffset`

function borrowing(row: unknown): BorrowingVisit {
  const { shard, id, url, at, place } = withPlace(row as PlacedRow) as unknown as BorrowingVisit
  return { shard, id, url, at, place }
}
