/** The rows of the tables, as their readers see them. Times are milliseconds since the epoch. */
import type { WallKind } from '../document/walls/index.ts'
import type { ScopeKind, Url } from '../url/index.ts'
import type { HostRef, OutcomeKind, PageRef } from './batch.ts'
import type { HostId, PageId } from './ids.ts'

export const PAGE_STATUSES = ['waiting', 'running', 'completed', 'error', 'gone', 'excluded'] as const
/**
 * The life of a Url, in one column:
 * waiting → running → completed | error | gone; error → running again when its retry is due, completed → running when its refresh is due;
 * excluded never runs, and `excludedBy` says what keeps it out. A waiting page with a due time was chosen for a place in a full collection.
 */
export type PageStatus = (typeof PAGE_STATUSES)[number]

/**
 * What a Url was announced as: sitemaps and feeds are read for the pages they name, images for the record that names them, and results, the
 * answers of search forms, for the pages they list.
 */
export type PageKind = 'page' | 'sitemap' | 'feed' | 'image' | 'results'

/**
 * What keeps a Url out: a rule of the scope, robots.txt, a directive in the page, its type, an address that must not be dialed, a quota, a
 * plug-in, links that only robots would follow (`hidden`, until a link that people can see leads there), another spelling of it that shows
 * the same page (`equivalent`), or the site model: no class link leads there (`unlinked`), or pages like it brought nothing new (`copies`).
 * A page that was `replaced` had to make room for a better one in a full collection: what is stored of it stays, and it may win its place
 * back.
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
  | 'forgotten'

export interface PageRow extends PageRef {
  readonly key: Buffer
  readonly host: HostId
  readonly url: Url
  readonly origin: string
  readonly kind: PageKind
  readonly status: PageStatus
  /** Set while the status is `excluded`. */
  readonly excludedBy: ExcludedBy | null
  /** What the status does not tell, for people to read: the line of robots.txt, the message of the failure. */
  readonly reason: string | null
  /** The wall that its last visit met, if any. */
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
  /** When it last changed: when its current revision was stored. */
  readonly changedAt: number | null
  /** When the payload with this digest was stored; null if the archive has lost it. */
  readonly payloadAt: number | null
  /** The target of its redirect, if it is one. */
  readonly movedTo: Url | null
  /** When the page last changed according to a sitemap or feed. */
  readonly hintedAt: number | null
  /** The sources of hints since the last visit: one bit for each kind of source. */
  readonly hintedBy: number
  /** How often the page changes according to a sitemap, as a word. */
  readonly saidRate: string | null
  /** The belief about its changes, as packed by the refresh policy. */
  readonly belief: Buffer | null
  /** Its importance in the link graph, 1 on average; null before it was computed. */
  readonly importance: number | null
  /** The original that stands for this page, if it is a copy. */
  readonly copyOf: PageId | null
  /** The address of the original. */
  readonly original: Url | null
  /** Its class in the site model: known from a visit, or promised by the link that led here. */
  readonly pageClass: string | null
  /** The scores of its last accessibility check (document/accessibility/level-scores.ts). */
  readonly accessibility: number | null
  /** How relevant it is to a topic of a focused crawl, between 0 and 1; null if it was not judged. */
  readonly relevance: number | null
  /** The topic that fits it best. */
  readonly topic: string | null
  /** What was known about it before its first visit, as JSON. */
  readonly expected: string | null
  /** How often it changes, in changes per day, according to the belief after its last visit. Null before the second visit. */
  readonly rate: number | null
}

/** What planning needs of a page. */
// biome-ignore format: a list
type Planned =
  | 'shard' | 'id' | 'host' | 'url' | 'status' | 'dueAt' | 'hintedAt' | 'hintedBy' | 'saidRate' | 'sizeBytes'
  | 'belief' | 'importance' | 'copyOf' | 'pageClass' | 'accessibility' | 'relevance'

/** Only what planning needs of a page, because it reads all pages. */
export interface PlannedPage extends Pick<PageRow, Planned> {
  readonly fetchedAt: number
}

/** What is needed of a page to decide about the places of a full collection. */
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

/** Which pages a listing shows, sorted or not. */
export interface PageConditions {
  readonly status?: PageStatus
  readonly origin?: string
  readonly pageClass?: string
  /** Only pages that have changed since. */
  readonly changedSince?: number
  /** Only pages that fit this topic of a focused crawl better than others. */
  readonly topic?: string
  /** Only pages that are at least this relevant. */
  readonly minRelevance?: number
  /** Only pages whose content is stored. */
  readonly stored?: boolean
  /** Only pages whose copy the archive has lost. */
  readonly lost?: boolean
  /** Only pages whose last visit met a wall. */
  readonly walled?: boolean
}

export interface PageQuery extends PageConditions {
  /** Leaves out what is stored like a page but is none: sitemaps, feeds, images of records. */
  readonly withoutSources?: boolean
  /** Leaves out pages that had to make room for better ones. */
  readonly withoutReplaced?: boolean
  /** Only pages that were stored and are gone, excluded, moved or forgotten by now. */
  readonly removed?: boolean
  readonly kind?: PageKind
  /** Only stored pages of a class whose current revision has not been read by a wrapper. */
  readonly unread?: boolean
  /** Only stored pages, not moved and not gone, whose current revision is not in the full-text index. */
  readonly unindexed?: boolean
  /** Continues after this page: pages come in the order of their shards and ids. */
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

/** The place of a record in the archive. */
export interface ArchivePlace {
  readonly file: string
  readonly offset: number
  readonly length: number
  /** The place of the record that holds its payload, if that is another one. */
  readonly payload?: Omit<ArchivePlace, 'payload'>
}

export interface VisitRow {
  readonly at: number
  readonly outcome: OutcomeKind
  /** The wall that the visit met, if any. */
  readonly wall: WallKind | null
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly sizeBytes: number | null
  readonly revision: number | null
  readonly error: string | null
  /** Why its payload did or did not count as a change, as JSON. */
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
  /** Whether it is the document as rendered by a browser; the server's response is in the archive as well. */
  readonly rendered: boolean
  /** What plug-ins added, as JSON. */
  readonly fields: string | null
  /** What the wrapper of its class extracted, as JSON. */
  readonly record: string | null
  readonly place: ArchivePlace | null
}

/** The pages that fit a topic better than others. */
export interface TopicCount {
  readonly topic: string
  readonly pages: number
  /** How many of them are at least as relevant as requested. */
  readonly relevant: number
  /** The mean of their relevances. */
  readonly mean: number
}

/** Stored pages of a media type, and the bytes of their current revisions. */
export interface TypeCount {
  readonly type: string
  readonly pages: number
  readonly bytes: number
}

export interface ClassCount {
  /** Null for the images that records name, which belong to no class. */
  readonly pageClass: string | null
  readonly known: number
  readonly stored: number
}

/** A version of a site's model, as packed by its maker. */
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
  /** How many bytes are committed; anything after them on disk was never reported. */
  readonly sizeBytes: number
  readonly closed: boolean
}

/** Prefix of the names in `meta` that belong to the store itself. */
export const INTERNAL_META = 'store.'
