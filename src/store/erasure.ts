/** Pages that are erased on request: what they leave behind in the store, and what of other pages needs them. */
import type { Url } from '../url/index.ts'
import type { PageRef } from './batch.ts'
import type { HostId } from './ids.ts'
import type { ArchivePlace, ExcludedBy, PageStatus } from './rows.ts'

/** A visit whose record refers to a payload in a record of another page. */
export interface BorrowingVisit extends PageRef {
  readonly url: Url
  readonly at: number
  readonly place: ArchivePlace
}

/** Records of a visit that were written anew, so that they need no other page. */
export interface MovedRecord {
  readonly page: PageRef
  readonly at: number
  readonly from: Pick<ArchivePlace, 'file' | 'offset'>
  readonly to: { readonly file: number; readonly offset: number; readonly length: number }
}

export interface ForgetRequest {
  readonly pages: readonly PageRef[]
  /** What becomes of their addresses: they are never visited again, or as if for the first time. */
  readonly after: 'excluded' | 'waiting'
  /** When and by whom, for people to read. */
  readonly reason: string
  readonly moved: readonly MovedRecord[]
  /** Entries of `meta` that say what is left to do outside the store; written in the same transaction. */
  readonly meta: Readonly<Record<string, string>>
}

export interface ErasureStore {
  /** Visits of other pages that need a record of one of these. */
  borrowers(pages: readonly PageRef[]): Promise<readonly BorrowingVisit[]>
  /** Deletes everything that visits to these pages brought, in one transaction. Only their addresses stay. */
  forget(request: ForgetRequest): Promise<void>
  /** Overwrites what deleted rows left behind on disk, as far as the database can. */
  scrub(): Promise<void>
}

/** A page at the moment it is forgotten. */
export interface ForgottenRow extends PageRef {
  readonly host: HostId
  readonly status: PageStatus
  readonly excludedBy: ExcludedBy | null
  readonly wasChosen: boolean
  readonly isStored: boolean
  readonly visits: number
  readonly visitedBytes: number
  readonly revisions: number
  readonly storedBytes: number
}

/** The counters that change with it, by name. */
export const forgottenCounts = (row: ForgottenRow): Readonly<Record<string, number>> => ({
  visits: -row.visits,
  revisions: -row.revisions,
  bytes: -row.storedBytes,
  fetched: isCounted(row) ? -1 : 0,
  chosen: row.wasChosen ? -1 : 0,
})

/** Whether it counts as a page of the collection: it has content, and no better page has its place. */
export const isCounted = ({ isStored, excludedBy }: ForgottenRow): boolean =>
  isStored && excludedBy !== 'replaced'

/** Everything a page row has learned from visits; where it stands in the queue stays. */
// biome-ignore format: a list
export const FORGOTTEN_COLUMNS = [
  'taken_from', 'due_at', 'asked_at', 'fetched_at', 'changed_at', 'http_status', 'size_bytes', 'digest',
  'etag', 'last_modified', 'payload_at', 'belief', 'rate', 'class', 'moved_to', 'wall', 'relevance',
  'topic', 'expected', 'accessibility', 'copy_of', 'importance',
]
  .map(column => `${column} = NULL`)
  .join(', ')

/** What is selected of a page `p` that is forgotten, besides its own columns. */
export const FORGOTTEN_SUMS = `coalesce(p.taken_from, p.status) = 'waiting' AND p.due_at IS NOT NULL AS "wasChosen",
  (SELECT count(*) FROM visit v WHERE v.shard = p.shard AND v.page = p.id) AS visits,
  (SELECT CAST(coalesce(sum(v.size_bytes), 0) AS bigint) FROM visit v WHERE v.shard = p.shard AND v.page = p.id) AS "visitedBytes",
  (SELECT count(*) FROM revision r WHERE r.shard = p.shard AND r.page = p.id) AS revisions,
  (SELECT CAST(coalesce(sum(r.size_bytes), 0) AS bigint) FROM revision r WHERE r.shard = p.shard AND r.page = p.id) AS "storedBytes"`
