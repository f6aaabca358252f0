/** What goes out of the queue: servers, their hosts and the pages to visit, and what is asked for them. */
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

/** A server that this worker alone may talk to until the lease ends, with its politeness as last seen. */
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
  /** Look-ups of its name that failed in a row. */
  readonly dnsFailures: number
  readonly memory: string | null
}

/** A page handed out for a visit: what the request needs and what the outcome will be compared with. */
export interface QueuedPage extends PageRef {
  readonly host: HostId
  readonly url: Url
  readonly kind: PageKind
  readonly depth: number
  readonly rank: number
  /** Redirects that led here since the last page that was not one. */
  readonly hops: number
  readonly via: Url | null
  readonly failures: number
  readonly fetchedAt: number | null
  /** When it last changed: when its current revision was stored. */
  readonly changedAt: number | null
  /** When the payload with this digest was stored; null for one that the archive has lost. */
  readonly payloadAt: number | null
  readonly digest: Buffer | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly revision: number
  readonly sizeBytes: number | null
  readonly httpStatus: number | null
  /** What a sitemap or feed says: when the page last changed. */
  readonly hintedAt: number | null
  /** Who said so since the last visit: a bit for each kind of source. */
  readonly hintedBy: number
  /** What a sitemap says of how often it changes, as a word. */
  readonly saidRate: string | null
  readonly dueAt: number | null
  /** When it was chosen for a place of a full collection, which it has already; null for all others. */
  readonly chosenAt: number | null
  /** 1 for an address that is known to lead somewhere, be it elsewhere, or to be gone: its visit is a refresh, with or without a copy. Else 0. */
  readonly settled: number
  /** What is believed of its changes, in the words of the refresh policy. */
  readonly belief: Buffer | null
  readonly importance: number | null
  /** The page that says the same and stands for both. */
  readonly copyOf: PageId | null
  /** Its class in the model of the site: known from a visit, or promised by the link that led here. */
  readonly pageClass: string | null
  /** The scores of its last accessibility check (document/accessibility/level-scores.ts). */
  readonly accessibility: number | null
  /** How much it is about a topic of a focused crawl, between 0 and 1. */
  readonly relevance: number | null
}

export interface TakeRequest {
  /** Nothing is handed out while another worker holds the server. */
  readonly worker?: string
  readonly host: HostRef
  readonly work: Work
  readonly nowMs: number
  readonly limit: number
}
