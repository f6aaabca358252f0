/** A collection of any number of pages in a SQLite file, written row by row, as a crawl of months would have left it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openSqliteStore, type PlannedPage, type Store } from '../../store/index.ts'

export interface MadeCollection {
  readonly folder: string
  readonly store: Store
  /** Visits all pages that are due; they are due again after the same time. */
  visitDue(nowMs: number): void
  remove(): Promise<void>
}

const DIGEST = Buffer.alloc(20, 7)

/** `page` gives the pages by number; rows and hosts count from 1. */
export function makeCollection(
  pages: number,
  hosts: number,
  page: (number: number) => PlannedPage,
  memoryOf: (host: number) => string | null = () => null,
): MadeCollection {
  const folder = mkdtempSync(join(tmpdir(), 'tidewatch-plan-'))
  void openSqliteStore({ folder, mode: 'write' }).close()
  fill(join(folder, 'tidewatch.db'), { pages, hosts, page, memoryOf })
  const store = openSqliteStore({ folder, mode: 'write' })
  const beside = new Database(join(folder, 'tidewatch.db'))
  beside.pragma('synchronous = OFF')
  const visit = beside.prepare(
    'UPDATE page SET due_at = @now + due_at - fetched_at, fetched_at = @now WHERE due_at <= @now AND due_at > fetched_at',
  )
  return {
    folder,
    store,
    visitDue(nowMs) {
      visit.run({ now: nowMs })
      // What the visits left in the log is their cost, not that of the plan.
      beside.pragma('wal_checkpoint(PASSIVE)')
    },
    async remove() {
      beside.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Filling {
  readonly pages: number
  readonly hosts: number
  readonly page: (number: number) => PlannedPage
  readonly memoryOf: (host: number) => string | null
}

function fill(file: string, { pages, hosts, page, memoryOf }: Filling): void {
  const database = new Database(file)
  database.pragma('journal_mode = MEMORY')
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -64000')
  database.exec('BEGIN')
  // Keys are in random order: built row by row, the indexes of ten million pages take hours.
  const indexes = withoutIndexes(database)
  const host = database.prepare(
    'INSERT INTO host (id, shard, origin, known, fetched, memory) VALUES (?, 0, ?, ?, ?, ?)',
  )
  const each = Math.ceil(pages / hosts)
  for (let h = 0; h < hosts; h++) host.run(h + 1, `https://host${h}.example`, each, each, memoryOf(h))
  const row =
    database.prepare(`INSERT INTO page (id, shard, key, host, status, depth, rank, due_at, fetched_at, changed_at, http_status,
    size_bytes, revision, digest, etag, last_modified, url, payload_at, belief)
    VALUES (?, 0, ?, ?, 'completed', 3, 3, ?, ?, ?, 200, ?, 1, ?, '"5f3c-9a1b"', 'Mon, 01 Jan 2024 00:00:00 GMT', ?, ?, ?)`)
  for (let n = 0; n < pages; n++) {
    const { host, dueAt, fetchedAt, sizeBytes, url, belief } = page(n)
    row.run(n + 1, keyOf(n), host + 1, dueAt, fetchedAt, fetchedAt, sizeBytes, DIGEST, url, fetchedAt, belief)
  }
  const counter = database.prepare('INSERT INTO counter VALUES (0, ?, ?)')
  for (const name of ['fetched', 'completed']) counter.run(name, pages)
  for (const index of indexes) database.exec(index)
  database.exec('COMMIT')
  database.pragma('journal_mode = WAL')
  database.close()
}

/** Drops the indexes of pages; returns what makes them again. */
function withoutIndexes(database: Database.Database): readonly string[] {
  const indexes = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'page' AND sql IS NOT NULL",
    )
    .all() as { name: string; sql: string }[]
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`)
  return indexes.map(({ sql }) => sql)
}

/** Like real keys, which are hashes, these are in random order. */
function keyOf(n: number): Buffer {
  const key = Buffer.alloc(16)
  key.writeDoubleLE(Math.sin(n + 1), 0)
  key.writeUInt32LE(n, 8)
  return key
}
