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
    ...{ folder, store },
    visitDue: nowMs => void visit.run({ now: nowMs }),
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
  // Keys are in random order: without the blocks of their index in memory, ten million rows take hours.
  database.pragma('journal_mode = OFF')
  database.pragma(`cache_size = -${Math.round(64_000 + pages / 8)}`)
  database.exec('BEGIN')
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
  database.exec('COMMIT')
  database.pragma('journal_mode = WAL')
  database.close()
}

/** Like real keys, which are hashes, these are in random order. */
function keyOf(n: number): Buffer {
  const key = Buffer.alloc(16)
  key.writeDoubleLE(Math.sin(n + 1), 0)
  key.writeUInt32LE(n, 8)
  return key
}
