/** What the tables hold, as their readers see it. Times are milliseconds since the epoch. */
import type { WallKind } from '../document/walls/index.ts'
import type { ScopeKind, Url } from '../url/index.ts'
import type { HostRef, OutcomeKind, PageRef } from './batch.ts'
import type { HostId, PageId } from './ids.ts'

export const PAGE_STATUSES = ['waiting', 'running', 'completed', 'error', 'gone', 'excluded'] as const
/**
 * The life of a Url, one column:
 * waiting → running → completed | error | gone; error → running again when its retry is due, completed → running when
 * its refresh is due; excluded never runs, and `excludedBy` says what keeps it out. A waiting page with a time at which it is due was chosen
 * for a place in a full collection.
 */
export type PageStatus = (typeof PAGE_STATUSES)[number]

/**
 * What a Url was announced as: sitemaps and feeds are read for the pages they name, images for the record that names them, and results, the answers of search
 * forms, for the pages that they list.
 */
export type PageKind = 'page' | 'sitemap' | 'feed' | 'image' | 'results'

/**
 * What keeps a Url out: a rule of the scope, robots.txt, a directive in the page, its type, an address we must not dial, a quota, a
 * plug-in, links that only robots would follow (`hidden`, until a link leads there that people see), another spelling of it that shows the same
 * page (`equivalent`), or the site model: no class link leads there (`unlinked`), or pages like it brought nothing new (`copies`). A page that was
 * `replaced` had to make room for a better one in a full collection: what is stored of it stays, and it may win its place back.
 */
export type ExcludedBy =
  | ScopeKind
  | 'robots'
  | 'noindex'
  | 'type'
  | 'address'
  | 'limit'
  | 'plugin'
  | 'equivalent'
  | 'hidden'
  | 'unlinked'
  | 'copies'
  | 'replaced'

export interface PageRow extends PageRef {
  readonly key: Buffer
  readonly host: HostId
  readonly url: Url
  readonly origin: string
  readonly kind: PageKind
  readonly status: PageStatus
  /** Set while the status is `excluded`. */
  readonly excludedBy: ExcludedBy | null
  /** What the status does not say, for people: the line of robots.txt, the message of the failure. */
  readonly reason: string | null
  /** What stood before the page at its last visit, if anything did. */
  readonly wall: WallKind | null
  readonly depth: number
  readonly rank: number
  readonly via: Url | null
  readonly dueAt: number | null
  readonly failures: number
  readonly fetchedAt: number | null
  readonly httpStatus: number | null
  readonly sizeBytes: number | null
  readonly digest: Buffer | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly type: string | null
  readonly title: string | null
  readonly revision: number
  readonly changedAt: number | null
  /** When the payload with this digest was stored; null for one that the archive has lost. */
  readonly payloadAt: number | null
  /** Where it sends its visitors, if it does. */
  readonly movedTo: Url | null
  readonly hintedAt: number | null
  /** Who said so since the last visit: a bit for each kind of source. */
  readonly hintedBy: number
  /** What a sitemap says of how often it changes, as a word. */
  readonly saidRate: string | null
  readonly belief: Buffer | null
  readonly importance: number | null
  /** The page that says the same and stands for both; null for one that stands for itself. */
  readonly copyOf: PageId | null
  /** The address of that page. */
  readonly original: Url | null
  /** Its class in the model of the site. */
  readonly pageClass: string | null
  /** The scores of its last accessibility check (document/accessibility/level-scores.ts). */
  readonly accessibility: number | null
  /** How much it is about a topic of a focused crawl, between 0 and 1; null where no topic was looked for. */
  readonly relevance: number | null
  /** The topic that it is about most. */
  readonly topic: string | null
  /** What was known of it before its first visit, as JSON. */
  readonly expected: string | null
  /** How often it changes, as its last visit made one believe: changes a day. Null before the second visit. */
  readonly rate: number | null
}

/** What planning needs of a page, and no more: all pages are read for it. */
export interface PlannedPage extends PageRef {
  readonly host: HostId
  readonly url: Url
  readonly status: PageStatus
  readonly dueAt: number | null
  readonly fetchedAt: number
  readonly hintedAt: number | null
  /** Who said so since the last visit: a bit for each kind of source. */
  readonly hintedBy: number
  /** What a sitemap says of how often it changes, as a word. */
  readonly saidRate: string | null
  readonly sizeBytes: number | null
  readonly belief: Buffer | null
  /** In the link graph, 1 on average; null before it was worked out. */
  readonly importance: number | null
  /** The page that says the same and stands for both. */
  readonly copyOf: PageId | null
  readonly pageClass: string | null
  /** The scores of its last accessibility check (document/accessibility/level-scores.ts). */
  readonly accessibility: number | null
  /** How much it is about a topic of a focused crawl, between 0 and 1; null where no topic was looked for. */
  readonly relevance: number | null
}

/** What deciding about the places of a full collection needs of a page. */
export interface Contender extends Omit<PlannedPage, 'fetchedAt'> {
  readonly failures: number
  /** Null for a page that was never fetched. */
  readonly fetchedAt: number | null
  readonly excludedBy: ExcludedBy | null
  readonly depth: number
  readonly revision: number
}

export interface FingerprintRow {
  readonly revised: Buffer
  readonly seen: Buffer | null
  readonly learned: string | null
}

export interface PageQuery {
  readonly status?: PageStatus
  readonly origin?: string
  /** Only pages whose content is stored. */
  readonly stored?: boolean
  /** Leaves out what is kept like a page and is none: sitemaps, feeds, pictures of records. */
  readonly withoutSources?: boolean
  /** Leaves out pages that had to make room for better ones. */
  readonly withoutReplaced?: boolean
  /** Only pages whose copy the archive has lost. */
  readonly lost?: boolean
  /** Only pages before which something stood at their last visit. */
  readonly walled?: boolean
  /** Only pages that a focused crawl found to be about this topic more than about others. */
  readonly topic?: string
  /** Only pages that are at least so relevant. */
  readonly minRelevance?: number
  readonly kind?: PageKind
  readonly pageClass?: string
  /** Only stored pages of a class whose current revision no wrapper has read. */
  readonly unread?: boolean
  /** Only stored pages, not moved and not gone, whose current revision is not in the full-text index. */
  readonly unindexed?: boolean
  /** Only pages that have changed since. */
  readonly changedSince?: number
  /** Goes on behind this page: pages come in the order of their shards and ids. */
  readonly after?: PageRef
  readonly limit?: number
}

export interface HostRow extends HostRef {
  readonly origin: string
  readonly server: string | null
  readonly known: number
  readonly fetched: number
  readonly failed: number
  readonly bytes: number
  readonly lastVisitAt: number | null
  readonly robots: 'obey' | 'allow' | 'deny' | null
  readonly memory: string | null
}

export interface ServerRow {
  readonly address: string
  readonly delayMs: number
  readonly nextAt: number
  readonly failures: number
  readonly latencyMs: number
  readonly worker: string | null
}

/** Where a record stands in the archive. */
export interface ArchivePlace {
  readonly file: string
  readonly offset: number
  readonly length: number
  /** Of the record that holds its payload, where it is another one's. */
  readonly payload?: Omit<ArchivePlace, 'payload'>
}

export interface VisitRow {
  readonly at: number
  readonly outcome: OutcomeKind
  /** What stood before the page, if anything did. */
  readonly wall: WallKind | null
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly sizeBytes: number | null
  readonly revision: number | null
  readonly error: string | null
  /** Why its payload counted as a change or did not, as JSON. */
  readonly note: string | null
  readonly place: ArchivePlace | null
}

export interface RevisionRow {
  readonly number: number
  readonly fetchedAt: number
  readonly digest: Buffer
  readonly sizeBytes: number
  readonly type: string | null
  readonly charset: string | null
  readonly title: string | null
  readonly truncated: boolean
  /** It is the document as a browser showed it; the answer of the server stands beside it in the archive. */
  readonly rendered: boolean
  /** What plug-ins added, as JSON. */
  readonly fields: string | null
  /** What the wrapper of its class read, as JSON. */
  readonly record: string | null
  readonly place: ArchivePlace | null
}

/** The pages that are about a topic more than about others. */
export interface TopicCount {
  readonly topic: string
  readonly pages: number
  /** Those that are at least so relevant as was asked for. */
  readonly relevant: number
  /** Of all their relevances. */
  readonly mean: number
}

/** Stored pages of a media type, and the bytes of their current revisions. */
export interface TypeCount {
  readonly type: string
  readonly pages: number
  readonly bytes: number
}

export interface ClassCount {
  /** Null for the pictures that records name, which belong to no class. */
  readonly pageClass: string | null
  readonly known: number
  readonly stored: number
}

/** A version of a site's model, as whoever made it packed it. */
export interface ModelRow {
  readonly origin: string
  readonly number: number
  readonly body: Buffer
}

export interface LinksRow {
  readonly packed: Buffer
}

export interface ArchiveFile {
  readonly id: number
  readonly name: string
  readonly worker: string
  /** Bytes that are committed; whatever stands behind them on disk was never reported. */
  readonly sizeBytes: number
  readonly closed: boolean
}

/** Names in `meta` that begin like this are the store's own. */
export const INTERNAL_META = 'store.'
