/**
 * The store: what is known about a collection, queryable, in an embedded file or in PostgreSQL.
 *
 * The database is the truth. The engine leases servers, takes their best pages, and hands back what visits brought
 * in batches; a batch is one transaction, so after a crash a visit has happened with everything it brought, or not at all.
 *
 * Invariants
 * - A Url has one row, found by the first 16 bytes of the SHA-256 of its canonical form.
 * - The status of a Url is one column; `counter` holds how many are in each, kept in the same transactions.
 * - `host.work_at` is never later than the first new page or retry of that host, `refresh_at` never later than its first
 *   refresh; `server` holds the earliest of its hosts while nobody has leased it. Finding work therefore reads only the first
 *   entry of an index, whatever the number of Urls known.
 * - A page is running only while a worker holds its server, and remembers the status it was taken from. Releasing the
 *   server, leaving, and recovering a dead worker put its pages back into that status.
 * - Pages that are stored and those that were chosen to be (`choose`) have a place each; workers get room for what is left of `scope.pages`.
 * - An archive file is registered before it exists on disk, and `size_bytes` moves with the visits it holds.
 *
 * Cost: adding a Url is one write at a random place (its key) and some at the end of tables; taking, recording and
 * leasing touch a constant number of index pages.
 */

export type * from './accessibility-rows.ts'
export * from './batch.ts'
export type { Choice, ChoiceResult } from './choice.ts'
export { type HostId, hostId, type PageId, pageId, type ServerId, shardOfId } from './ids.ts'
export type * from './likeness-rows.ts'
export * from './page-list.ts'
export type * from './pattern-rows.ts'
export { digestKey, type StoredPayload } from './payload-rows.ts'
export type * from './queue-rows.ts'
export type * from './refresh-rows.ts'
export { isRolledPast, type Resting, type Roll, rests } from './resting.ts'
export * from './rows.ts'
export * from './search-store.ts'
export { openSqliteStore } from './sqlite/open-store.ts'
export type * from './store.ts'
