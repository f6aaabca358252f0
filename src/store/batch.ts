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

/** What keeps a Url out, with what only that rule knows, for people: its pattern, its line, the words of a plug-in. */
export interface Exclusion {
  readonly by: ExcludedBy
  readonly reason: string | null
}

/** A Url that somebody found. */
export interface Candidate {
  readonly key: Buffer
  readonly url: Url
  readonly origin: string
  /** A page when absent. */
  readonly kind?: PageKind
  readonly depth: number
  /** Smaller is earlier. */
  readonly rank: number
  readonly hops?: number
  /** The page that links here. */
  readonly via?: PageRef | null
  /** It waits for its first visit unless something keeps it out. */
  readonly excluded?: Exclusion | null
  /** When it changed, by what somebody says, and the bit of who says so; hints that are newer than the last visit add up. */
  readonly hintedAt?: number | null
  readonly hintedBy?: number
  /** What a sitemap says of how often it changes; the last one to say so counts. */
  readonly saidRate?: string | null
  /** The page is due as soon as it is known to have changed by a hint; otherwise the hint is only noted. */
  readonly prompt?: boolean
  /**
   * The page class that the link promises. A known Url without a class takes it over with its kind, and waits again if it was
   * only excluded because no class link led to it. So does a Url that is promised to be a picture, which has a kind but no class.
   */
  readonly pageClass?: string | null
}

/** Does the link say what stands there, as those that a site model follows do? */
export const isPromise = ({ pageClass, kind }: Candidate): boolean => pageClass != null || kind === 'image'

export interface HostPlacement {
  readonly host: HostRef
  /** The server that answers for the host; null when the name could not be resolved. */
  readonly address: string | null
  /** When to ask again. */
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
  /** The state of the page after this visit. */
  readonly status: PageStatus
  readonly excludedBy?: ExcludedBy | null
  readonly reason: string | null
  readonly dueAt: number | null
  readonly rank: number | null
  readonly failures: number
  /** What is believed of the page's changes from now on; nothing new when absent. */
  readonly belief?: Buffer | null
  /** How often it changes by that belief, in changes a day. */
  readonly rate?: number | null
}

/** What a document leaves in the store. */
export type ContentCommit = {
  readonly sizeBytes: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** The archive had lost the copy of the current revision: unless there is a new one, this record takes its place. */
  readonly restores: boolean
  readonly links: Buffer | null
  /** What was looked for and found; null where nothing was looked for, or the payload is the one before. */
  readonly patterns: readonly PatternCommit[] | null
  /** What accessibility checks found, with the number of the page's revision; null where nothing was checked, or the payload is the one before. */
  readonly accessibility?: (PackedReport & { readonly revision: number }) | null
  /** How much it is about the topic that it is about most; null where no topic is looked for. */
  readonly relevance?: { readonly topic: string; readonly value: number } | null
  /** What was known of the page before its first visit, as JSON; what is stored stays when null. */
  readonly expected?: string | null
  /** Why the payload counts as a change or does not, as JSON. */
  readonly note: string | null
  readonly fingerprint: FingerprintCommit | null
  /** Its page class, if it is known now; the one it had when null. */
  readonly pageClass: string | null
  /** What a new revision leaves in the full-text index; it is not in the index when absent. */
  readonly search?: SearchCommit | null
} & (
  | { readonly digest: Buffer; readonly revision: RevisionCommit | null }
  /** The same bytes as before. A payload that differs only by noise has a digest and no revision. */
  | { readonly digest: null; readonly revision: null }
)

/** What a visit leaves that brought no document. */
export const NO_CONTENT = {
  ...{ sizeBytes: null, etag: null, lastModified: null, restores: false, digest: null, revision: null },
  ...{
    links: null,
    patterns: null,
    accessibility: null,
    relevance: null,
    expected: null,
    note: null,
    fingerprint: null,
    pageClass: null,
    search: null,
  },
} as const

/** What came of a visit, and what it leaves: only a document has content, only a redirect leads elsewhere. */
export type VisitEnd =
  | ({ readonly outcome: 'fetched'; readonly movedTo?: null } & ContentCommit)
  | ({ readonly outcome: 'moved'; readonly movedTo: Url } & typeof NO_CONTENT)
  /** Something stood before the page: what was stored of it stays. */
  | ({ readonly outcome: 'walled'; readonly wall: WallKind; readonly movedTo?: null } & typeof NO_CONTENT)
  | ({
      readonly outcome: 'notModified' | 'denied' | 'gone' | 'failed'
      readonly movedTo?: null
    } & typeof NO_CONTENT)

/** What stood before the page, if anything did. */
export const wallOfVisit = (visit: VisitEnd): WallKind | null =>
  visit.outcome === 'walled' ? visit.wall : null

/** Did the visit reach the page, or what the server has in its place? */
export const isAnswered = ({ outcome }: Pick<VisitEnd, 'outcome'>): boolean =>
  outcome !== 'failed' && outcome !== 'denied' && outcome !== 'walled'

/** A visit before the archive has a place for it. */
export type VisitResult = AnyVisit & VisitEnd

export type VisitCommit = VisitResult & {
  readonly place: (PlaceCommit & { readonly payload?: PlaceCommit | null }) | null
}

/** Where a record stands; with `payload`, where the record is that holds its payload. */
interface PlaceCommit {
  readonly file: number
  readonly offset: number
  readonly length: number
}

/** What later payloads are compared with. */
export interface FingerprintCommit {
  /** Of the current revision; absent when it stays as it was. */
  readonly revised: Buffer | null
  /** Of the payload that was seen last, when it is not that of the revision. */
  readonly seen: Buffer | null
  /** What was learned of the page's volatile regions, as JSON; nothing new when absent. */
  readonly learned: string | null
}

/** When a page is to be fetched next, as a new plan has it. */
export interface Rescheduled {
  readonly page: PageRef & { readonly host: HostId }
  readonly dueAt: number | null
  /** A belief learned anew; the one it had when absent. */
  readonly belief?: Buffer
}

export interface RevisionCommit {
  readonly number: number
  readonly type: string | null
  readonly charset: string | null
  readonly title: string | null
  readonly truncated: boolean
  /** It is the document as a browser showed it. */
  readonly rendered?: boolean
  /** A sitemap, a feed or a picture of a record: kept like a page, but not one of those that are counted, limited or exported. */
  readonly isSource?: boolean
  /** What plug-ins add, as JSON. */
  readonly fields?: string | null
  /** What the wrapper of its class read, as JSON. */
  readonly record?: string | null
  /** What it is compared with other pages by; absent where they are not compared. */
  readonly likeness?: Likeness | null
}

/** A stored page whose current revision was read again by a site model. */
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
  /** A word for machines: `dns-alarm`, `server-rests`, `trap-stopped`, `robots-overridden`, `plugin-failed`, … */
  readonly kind: string
  readonly subject: string
  readonly message: string
}

/** As it is kept: numbers rise in the order of the commits. */
export interface NumberedEvent extends EventRow {
  readonly id: number
}

export interface Commit {
  /** Who writes: visits of hosts whose server another worker holds are refused. Nobody is refused when absent. */
  readonly worker?: string
  readonly visits: readonly VisitCommit[]
  readonly candidates: readonly Candidate[]
  /** Pages that wait take other places in the queue: more is known of what they promise. */
  readonly reranked?: readonly { readonly url: Url; readonly rank: number }[]
  readonly servers: readonly ServerCommit[]
  readonly memories: readonly { readonly host: HostRef; readonly memory: string }[]
  /** Hosts whose addresses were given up for other spellings, by a rule that has failed: these addresses wait again. */
  readonly readmits?: readonly HostRef[]
  readonly archives: readonly { readonly id: number; readonly sizeBytes: number }[]
  readonly events: readonly EventRow[]
  /** Does the full-text index keep revisions that are not current any more? */
  readonly keepsPast?: boolean
}

export interface AddResult {
  /** How many candidates were new, in all and fit to be fetched. */
  readonly added: number
  readonly waiting: number
  /** Hosts that got work, with the server they live on if that is known. */
  readonly hosts: readonly (HostRef & { readonly server: ServerRef | null })[]
}

export interface CommitResult extends AddResult {
  /** Pages whose visits were refused, because another worker holds their server by now. */
  readonly refused: ReadonlySet<PageId>
}
