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
import { Ledger } from './ledger.ts'
import { dropLikenesses } from './likenesses.ts'
import { ints } from './literal.ts'
import { writeMeta } from './meta.ts'
import { forgetIndexed } from './search-write.ts'
import type { Query, Session } from './session.ts'

export class PostgresErasure implements ErasureStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async borrowers(pages: readonly PageRef[]): Promise<readonly BorrowingVisit[]> {
    const rows = await this.#session.query<PlacedRow>(BORROWERS, ints(pages.map(({ id }) => id)))
    return rows.map(row => withPlace(row) as unknown as BorrowingVisit)
  }

  async forget({ pages, after, reason, moved, meta }: ForgetRequest): Promise<void> {
    const ids = ints(pages.map(({ id }) => id))
    await this.#session.transaction(async query => {
      const rows = await query<ForgottenRow>(FORGOTTEN, ids)
      for (const record of moved) await move(query, record)
      const ledger = ledgerOf(rows, after)
      await forgetIndexed(query, rows, ledger)
      await dropLikenesses(
        query,
        rows.map(({ id }) => id),
      )
      for (const table of TABLES) await query(`DELETE FROM ${table} t USING ${OF_PAGES}`, ids)
      await query(EVENTS, ids)
      const isOut = after === 'excluded'
      await query(BLANK, ids, after, isOut ? 'forgotten' : null, isOut ? reason : null)
      await writeMeta(query, meta)
      await ledger.write(query)
    })
  }

  async scrub(): Promise<void> {
    for (const table of [...TABLES, 'page', 'search_revision', 'likeness', 'event'])
      await this.#session.query(`VACUUM ${table}`)
  }
}

function ledgerOf(rows: readonly ForgottenRow[], after: ForgetRequest['after']): Ledger {
  const ledger = new Ledger()
  for (const row of rows) {
    for (const [name, by] of Object.entries(forgottenCounts(row))) ledger.count(row.shard, name, by)
    ledger.moved(row.shard, row.status, after)
    const host = ledger.host(row.host)
    host.bytes -= row.visitedBytes
    if (isCounted(row)) host.fetched--
    if (after === 'waiting') ledger.wakeFor(row.host, 'waiting', null)
  }
  return ledger
}

async function move(query: Query, { page: { shard, id }, at, from, to }: MovedRecord): Promise<void> {
  const place = [to.file, to.offset, to.length, shard, id] as const
  await query(MOVE_REVISION, ...place, from.file, from.offset)
  await query(MOVE_VISIT, ...place, at)
}

const TABLES = ['visit', 'revision', 'links', 'fingerprint', 'pattern', 'accessibility']
const OF_PAGES = 'unnest($1::bigint[]) u(id) WHERE t.shard = (u.id >> 40)::int AND t.page = u.id'

const BORROWERS = `SELECT p.shard, p.id, p.url, ${VISIT} FROM unnest($1::bigint[]) u(id)
  JOIN visit own ON own.shard = (u.id >> 40)::int AND own.page = u.id
  JOIN visit t ON t.payload_file = own.file AND t.payload_offset = own.file_offset
  JOIN page p ON p.shard = t.shard AND p.id = t.page
  ${PLACE_FILES}
  WHERE t.page <> ALL ($1::bigint[]) ORDER BY t.page, t.at`
/** Rows are locked in key order, as everywhere, to avoid deadlocks. */
const FORGOTTEN = `SELECT p.shard, p.id, p.host, p.status, p.excluded_by AS "excludedBy",
    EXISTS (SELECT 1 FROM revision r WHERE r.shard = p.shard AND r.page = p.id AND NOT r.source) AS "isStored", ${FORGOTTEN_SUMS}
  FROM page p WHERE (p.shard, p.id) IN (SELECT (u.id >> 40)::int, u.id FROM unnest($1::bigint[]) u(id)) ORDER BY p.id FOR UPDATE`
const EVENTS = `DELETE FROM event WHERE subject IN (SELECT p.url FROM unnest($1::bigint[]) u(id)
  JOIN page p ON p.shard = (u.id >> 40)::int AND p.id = u.id)`
const BLANK = `UPDATE page p SET status = $2, excluded_by = $3, reason = $4, revision = 0, failures = 0, ${FORGOTTEN_COLUMNS}
  FROM unnest($1::bigint[]) u(id) WHERE p.shard = (u.id >> 40)::int AND p.id = u.id`
const TO = `file = $1, file_offset = $2, file_length = $3, payload_file = NULL, payload_offset = NULL, payload_length = NULL`
const MOVE_VISIT = `UPDATE visit SET ${TO} WHERE shard = $4 AND page = $5 AND at = $6`
const MOVE_REVISION = `UPDATE revision SET ${TO} WHERE shard = $4 AND page = $5
  AND file = (SELECT id FROM archive_file WHERE name = $6) AND file_offset = $7`
