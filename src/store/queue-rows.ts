/** What the queue hands out (servers, their hosts and the pages to visit), and the requests for it. */
import type { HostRef, ServerRef } from './batch.ts'
import type { PageRow, PlannedPage } from './rows.ts'

/** What a lease may be taken for: new pages, retries of failed ones, refreshes of stored ones. */
export interface Work {
  readonly discover: boolean
  readonly refresh: boolean
}

export interface LeaseRequest {
  readonly worker: string
  readonly work: Work
  readonly nowMs: number
  readonly untilMs: number
  readonly limit: number
}

export interface AddressRequest {
  readonly worker: string
  readonly address: string
  readonly untilMs: number
}

/** A server that only this worker may talk to until the lease ends, with its politeness as last seen. */
export interface ServerLease extends ServerRef {
  readonly address: string
  readonly delayMs: number
  readonly nextAt: number
  readonly failures: number
  readonly latencyMs: number
}

/** A host of a leased server that has something to fetch. */
export interface LeasedHost extends HostRef {
  readonly origin: string
  readonly fetched: number
  /** How many lookups of its name have failed in a row. */
  readonly dnsFailures: number
  readonly memory: string | null
}

/** What a request, and judging its answer, need of a page beside what planning does. */
// biome-ignore format: a list
type Requested =
  | 'kind' | 'depth' | 'rank' | 'via' | 'failures' | 'fetchedAt' | 'changedAt' | 'payloadAt' | 'digest' | 'etag'
  | 'lastModified' | 'revision' | 'httpStatus'

/** A page handed out for a visit: what the request needs, and what the outcome will be compared with. */
export interface QueuedPage extends Omit<PlannedPage, 'status' | 'fetchedAt'>, Pick<PageRow, Requested> {
  /** How many redirects led here since the last page that was not a redirect. */
  readonly hops: number
  /** When it was chosen for a place in a full collection, which it therefore has already; null for all others. */
  readonly chosenAt: number | null
  /**
   * 1 for an address that is known to lead somewhere, even to a redirect, or to be gone: its visit is a refresh, with or without a copy.
   * Otherwise 0.
   */
  readonly settled: number
}

export interface TakeRequest {
  /** When set, nothing is handed out while another worker holds the server. */
  readonly worker?: string
  readonly host: HostRef
  readonly work: Work
  readonly nowMs: number
  readonly limit: number
}
