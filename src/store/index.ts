/**
 * The store: everything known about a collection, queryable, in an embedded file or in PostgreSQL.
 *
 * The database is the truth. The engine leases servers, takes their best pages, and commits what visits brought in batches. A batch is one
 * transaction, so after a crash a visit has happened along with everything it brought, or not at all.
 *
 * Invariants
 * - A Url has one row, found by the first 16 bytes of the SHA-256 of its canonical form.
 * - The status of a Url is one column; `counter` holds the number of Urls in each status, updated in the same transactions.
 * - `host.work_at` is never later than the first new page or retry of that host, `refresh_at` never later than its first refresh; `server`
 *   holds the earliest of its hosts while nobody has leased it. Finding work therefore reads only the first entry of an index, however many
 *   Urls are known.
 * - A page is running only while a worker holds its server, and remembers the status it was taken from. Releasing the server, leaving, and
 *   recovering a dead worker return its pages to that status.
 * - Every page that is stored or was chosen to be stored (`choose`) has a place; workers share what is left of `scope.pages`.
 * - An archive file is registered before it exists on disk, and `size_bytes` is updated along with the visits it holds.
 *
 * Cost: adding a Url takes one write at a random position (its key) and a few at the end of tables; taking, recording and leasing touch a
 * constant number of index pages.
 */

export type * from './accessibility-rows.ts'
export * from './batch.ts'
export type { Choice, ChoiceResult } from './choice.ts'
export type { BorrowingVisit, MovedRecord } from './erasure.ts'
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
