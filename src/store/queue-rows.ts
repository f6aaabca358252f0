/** What the queue hands out (servers, their hosts and the pages to visit), and the requests for it. */
import type { Url } from '../url/index.ts'
import type { HostRef, PageRef, ServerRef } from './batch.ts'
import type { HostId, PageId } from './ids.ts'
import type { PageKind } from './rows.ts'

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

/** A page handed out for a visit: what the request needs, and what the outcome will be compared with. */
export interface QueuedPage extends PageRef {
  readonly host: HostId
  readonly url: Url
  readonly kind: PageKind
  readonly depth: number
  readonly rank: number
  /** How many redirects led here since the last page that was not a redirect. */
  readonly hops: number
  readonly via: Url | null
  readonly failures: number
  readonly fetchedAt: number | null
  /** When it last changed: when its current revision was stored. */
  readonly changedAt: number | null
  /** When the payload with this digest was stored; null if the archive has lost it. */
  readonly payloadAt: number | null
  readonly digest: Buffer | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly revision: number
  readonly sizeBytes: number | null
  readonly httpStatus: number | null
  /** When the page last changed according to a sitemap or feed. */
  readonly hintedAt: number | null
  /** The sources of hints since the last visit: one bit for each kind of source. */
  readonly hintedBy: number
  /** How often the page changes according to a sitemap, as a word. */
  readonly saidRate: string | null
  readonly dueAt: number | null
  /** When it was chosen for a place in a full collection, which it therefore has already; null for all others. */
  readonly chosenAt: number | null
  /**
   * 1 for an address that is known to lead somewhere, even to a redirect, or to be gone: its visit is a refresh, with or without a copy.
   * Otherwise 0.
   */
  readonly settled: number
  /** The belief about its changes, as packed by the refresh policy. */
  readonly belief: Buffer | null
  readonly importance: number | null
  /** The original that stands for this page, if it is a copy. */
  readonly copyOf: PageId | null
  /** Its class in the site model: known from a visit, or promised by the link that led here. */
  readonly pageClass: string | null
  /** The scores of its last accessibility check (document/accessibility/level-scores.ts). */
  readonly accessibility: number | null
  /** How relevant it is to a topic of a focused crawl, between 0 and 1. */
  readonly relevance: number | null
}

export interface TakeRequest {
  /** When set, nothing is handed out while another worker holds the server. */
  readonly worker?: string
  readonly host: HostRef
  readonly work: Work
  readonly nowMs: number
  readonly limit: number
}
