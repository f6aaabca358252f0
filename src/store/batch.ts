/** What goes into the store. One Commit is one transaction: visits, revisions, links, new Urls, politeness, events. */
import type { PackedReport } from '../document/accessibility/level-scores.ts'
import type { WallKind } from '../document/walls/index.ts'
import type { Likeness } from '../duplicates/index.ts'
import type { Url } from '../url/index.ts'
import type { HostId, PageId, ServerId } from './ids.ts'
import type { PatternCommit } from './pattern-rows.ts'
import type { ExcludedBy, PageKind, PageStatus } from './rows.ts'
import type { SearchCommit } from './search-store.ts'

/** The shard comes first in every key, so that the tables can be spread over machines. */
export interface PageRef {
  readonly shard: number
  readonly id: PageId
}

export interface HostRef {
  readonly shard: number
  readonly id: HostId
}

export interface ServerRef {
  readonly shard: number
  readonly id: ServerId
}

export type OutcomeKind = 'fetched' | 'notModified' | 'moved' | 'denied' | 'gone' | 'walled' | 'failed'

/** What keeps a Url out, with the detail that only that rule knows, for people to read: its pattern, its line, the message of a plug-in. */
export interface Exclusion {
  readonly by: ExcludedBy
  readonly reason: string | null
}

/** A Url that was found. */
export interface Candidate {
  readonly key: Buffer
  readonly url: Url
  readonly origin: string
  /** Defaults to `page`. */
  readonly kind?: PageKind
  readonly depth: number
  /** Smaller comes first. */
  readonly rank: number
  readonly hops?: number
  /** The page that links here. */
  readonly via?: PageRef | null
  /** What keeps it out; when absent, it waits for its first visit. */
  readonly excluded?: Exclusion | null
  /** When it changed according to a hint, and the bit of the source of that hint; hints that are newer than the last visit add up. */
  readonly hintedAt?: number | null
  readonly hintedBy?: number
  /** How often it changes according to a sitemap; the last sitemap to say so counts. */
  readonly saidRate?: string | null
  /** If true, the page becomes due as soon as a hint says that it changed; otherwise the hint is only recorded. */
  readonly prompt?: boolean
  /**
   * The page class that the link promises. A known Url without a class takes it over along with its kind, and waits again if it was only
   * excluded because no class link led to it. The same holds for a Url that a link promises to be an image, which has a kind but no class.
   */
  readonly pageClass?: string | null
}

/** Whether the link says what its target is, as the links that a site model follows do. */
export const isPromise = ({ pageClass, kind }: Candidate): boolean => pageClass != null || kind === 'image'

export interface HostPlacement {
  readonly host: HostRef
  /** The server that answers for the host; null when the name could not be resolved. */
  readonly address: string | null
  /** When to look up the name again. */
  readonly retryAt: number
  readonly failures: number
}

interface AnyVisit {
  readonly page: PageRef
  readonly host: HostRef
  readonly at: number
  readonly httpStatus: number | null
  readonly durationMs: number
  readonly error: string | null
  /** The status of the page after this visit. */
  readonly status: PageStatus
  readonly excludedBy?: ExcludedBy | null
  readonly reason: string | null
  readonly dueAt: number | null
  readonly rank: number | null
  readonly failures: number
  /** The new belief about the page's changes; absent when nothing was learned. */
  readonly belief?: Buffer | null
  /** How often the page changes according to that belief, in changes per day. */
  readonly rate?: number | null
}

/** What a visit that brought a document writes to the store. */
export type ContentCommit = {
  readonly sizeBytes: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** The archive had lost the copy of the current revision: unless this visit makes a new revision, its record replaces the lost copy. */
  readonly restores: boolean
  readonly links: Buffer | null
  /** The patterns that were found; null when none were looked for, or the payload is the same as before. */
  readonly patterns: readonly PatternCommit[] | null
  /**
   * What accessibility checks found, with the number of the page's revision; null when nothing was checked, or the payload is the same as
   * before.
   */
  readonly accessibility?: (PackedReport & { readonly revision: number }) | null
  /** How relevant the page is to the topic that fits it best; null when the crawl has no topic. */
  readonly relevance?: { readonly topic: string; readonly value: number } | null
  /** What was known about the page before its first visit, as JSON; null keeps what is stored. */
  readonly expected?: string | null
  /** Why the payload does or does not count as a change, as JSON. */
  readonly note: string | null
  readonly fingerprint: FingerprintCommit | null
  /** Its page class, if known now; null keeps the one it had. */
  readonly pageClass: string | null
  /** What to write to the full-text index for a new revision; absent when it is not indexed. */
  readonly search?: SearchCommit | null
} & (
  | { readonly digest: Buffer; readonly revision: RevisionCommit | null }
  /** The same bytes as before. A payload that differs only by noise has a digest but no revision. */
  | { readonly digest: null; readonly revision: null }
)

/** The content of a visit that brought no document. */
export const NO_CONTENT = {
  sizeBytes: null,
  etag: null,
  lastModified: null,
  restores: false,
  digest: null,
  revision: null,
  links: null,
  patterns: null,
  accessibility: null,
  relevance: null,
  expected: null,
  note: null,
  fingerprint: null,
  pageClass: null,
  search: null,
} as const

/** The outcome of a visit and its content: only a document has content, only a redirect leads elsewhere. */
export type VisitEnd =
  | ({ readonly outcome: 'fetched'; readonly movedTo?: null } & ContentCommit)
  | ({ readonly outcome: 'moved'; readonly movedTo: Url } & typeof NO_CONTENT)
  /** The visit met a wall instead of the page: what is stored of the page stays. */
  | ({ readonly outcome: 'walled'; readonly wall: WallKind; readonly movedTo?: null } & typeof NO_CONTENT)
  | ({
      readonly outcome: 'notModified' | 'denied' | 'gone' | 'failed'
      readonly movedTo?: null
    } & typeof NO_CONTENT)

/** The wall that the visit met, if any. */
export const wallOfVisit = (visit: VisitEnd): WallKind | null =>
  visit.outcome === 'walled' ? visit.wall : null

/** Whether the visit reached the page, or whatever the server has in its place. */
export const isAnswered = ({ outcome }: Pick<VisitEnd, 'outcome'>): boolean =>
  outcome !== 'failed' && outcome !== 'denied' && outcome !== 'walled'

/** A visit whose record has no place in the archive yet. */
export type VisitResult = AnyVisit & VisitEnd

export type VisitCommit = VisitResult & {
  readonly place: (PlaceCommit & { readonly payload?: PlaceCommit | null }) | null
}

/** Where a record is in the archive; `payload` is the place of the record that holds its payload, if that is another one. */
interface PlaceCommit {
  readonly file: number
  readonly offset: number
  readonly length: number
}

/** What later payloads will be compared with. */
export interface FingerprintCommit {
  /** Of the current revision; null when it has not changed. */
  readonly revised: Buffer | null
  /** Of the payload that was seen last, when it differs from that of the revision. */
  readonly seen: Buffer | null
  /** What was learned about the page's volatile regions, as JSON; null when nothing is new. */
  readonly learned: string | null
}

/** When a page is to be fetched next, according to a new plan. */
export interface Rescheduled {
  readonly page: PageRef & { readonly host: HostId }
  readonly dueAt: number | null
  /** A belief that was learned anew; when absent, the old one stays. */
  readonly belief?: Buffer
}

export interface RevisionCommit {
  readonly number: number
  readonly type: string | null
  readonly charset: string | null
  readonly title: string | null
  readonly truncated: boolean
  /** Whether it is the document as rendered by a browser. */
  readonly rendered?: boolean
  /** A sitemap, a feed or an image of a record: stored like a page, but not among the pages that are counted, limited or exported. */
  readonly isSource?: boolean
  /** What plug-ins added, as JSON. */
  readonly fields?: string | null
  /** What the wrapper of its class extracted, as JSON. */
  readonly record?: string | null
  /** What the page is compared with other pages by; absent when pages are not compared. */
  readonly likeness?: Likeness | null
}

/** A stored page whose current revision was read again with a site model. */
export interface Reread {
  readonly page: PageRef
  readonly revision: number
  readonly pageClass: string | null
  readonly record: string
}

export interface ServerCommit extends ServerRef {
  readonly delayMs: number
  readonly nextAt: number
  readonly failures: number
  readonly latencyMs: number
}

export interface EventRow {
  readonly at: number
  /** A machine-readable name: `dns-alarm`, `server-rests`, `trap-stopped`, `robots-overridden`, `plugin-failed`, … */
  readonly kind: string
  readonly subject: string
  readonly message: string
}

/** An event as it is stored: ids increase in commit order. */
export interface NumberedEvent extends EventRow {
  readonly id: number
}

export interface Commit {
  /** The worker that writes: its visits to hosts whose server another worker holds are refused. When absent, nothing is refused. */
  readonly worker?: string
  readonly visits: readonly VisitCommit[]
  readonly candidates: readonly Candidate[]
  /** Waiting pages that move to other places in the queue, because more is known about what they promise. */
  readonly reranked?: readonly { readonly url: Url; readonly rank: number }[]
  readonly servers: readonly ServerCommit[]
  readonly memories: readonly { readonly host: HostRef; readonly memory: string }[]
  /** Hosts with Urls that were excluded as other spellings of the same page, by a rule that has since failed: these Urls wait again. */
  readonly readmits?: readonly HostRef[]
  readonly archives: readonly { readonly id: number; readonly sizeBytes: number }[]
  readonly events: readonly EventRow[]
  /** Whether the full-text index keeps revisions that are no longer current. */
  readonly keepsPast?: boolean
}

/** A commit of something other than visits names only what it writes. */
export const EMPTY_COMMIT: Commit = {
  visits: [],
  candidates: [],
  servers: [],
  memories: [],
  archives: [],
  events: [],
}

export interface AddResult {
  /** How many candidates were new, and how many Urls now wait to be fetched: new ones, and known ones that wait again. */
  readonly added: number
  readonly waiting: number
  /** Hosts that got work, with the server they live on if it is known. */
  readonly hosts: readonly (HostRef & { readonly server: ServerRef | null })[]
}

export interface CommitResult extends AddResult {
  /** Pages whose visits were refused because another worker now holds their server. */
  readonly refused: ReadonlySet<PageId>
}
