import type { Url } from '../url/index.ts'
import type { AccessibilityStore } from './accessibility-rows.ts'
import type {
  AddResult,
  Candidate,
  Commit,
  CommitResult,
  EventRow,
  Exclusion,
  HostPlacement,
  HostRef,
  NumberedEvent,
  PageRef,
  Reread,
  Rescheduled,
} from './batch.ts'
import type { ChoiceRequest, ChoiceResult } from './choice.ts'
import type { ErasureStore } from './erasure.ts'
import type { ServerId } from './ids.ts'
import type { LikenessStore } from './likeness-rows.ts'
import type { LostCopies } from './lost.ts'
import type { PageListPart, PageListQuery } from './page-list.ts'
import type { PageRoom, RoomRequest } from './page-room.ts'
import type { PatternStore } from './pattern-rows.ts'
import type { StoredPayload } from './payload-rows.ts'
import type {
  AddressRequest,
  LeasedHost,
  LeaseRequest,
  QueuedPage,
  ServerLease,
  TakeRequest,
  Work,
} from './queue-rows.ts'
import type { RefreshStore } from './refresh-rows.ts'
import type { Resting } from './resting.ts'
import type {
  ArchiveFile,
  ClassCount,
  Contender,
  FingerprintRow,
  HostRow,
  LinksRow,
  ModelRow,
  PageQuery,
  PageRow,
  PageStatus,
  PlannedPage,
  RevisionRow,
  ServerRow,
  TopicCount,
  TypeCount,
  VisitRow,
} from './rows.ts'
import type { SearchStore } from './search-store.ts'

export interface Robots {
  readonly fetchedAt: number
  readonly expiresAt: number
  /** What a crawler may do: obey the body, fetch everything, or fetch nothing until robots.txt was requested again. */
  readonly verdict: 'obey' | 'allow' | 'deny'
  readonly httpStatus: number | null
  readonly body: Buffer | null
}

export interface Counts extends Readonly<Record<PageStatus, number>> {
  /** Stored pages with content, the ones that `--pages` counts. */
  readonly fetched: number
  /** Waiting pages that have a place in a full collection. */
  readonly chosen: number
  readonly visits: number
  readonly revisions: number
  readonly hosts: number
  readonly bytes: number
}

/** A collection's own data: settings and results by name, and how many rows there are. */
export interface MetaStore {
  readMeta(): Promise<ReadonlyMap<string, string>>
  writeMeta(entries: Readonly<Record<string, string>>): Promise<void>
  /** Changes one entry, or creates it, while no other worker can; returns what is then stored. `change` may be called again. */
  changeMeta(name: string, change: (value: string | null) => string): Promise<string>
  counts(): Promise<Counts>
}

/** The queue that the frontier reads: servers that have work, and their pages. */
export interface WorkQueue {
  /** Leases servers that have work and whose next turn (`nextAt`) has come; a resting server is left alone until then. */
  lease(request: LeaseRequest): Promise<readonly ServerLease[]>
  /** Takes the best pages of a host and marks them running. */
  take(request: TakeRequest): Promise<readonly QueuedPage[]>
  /** Returns pages that were taken but not visited to their previous status, unless another worker holds their server. */
  putBack(pages: readonly PageRef[], worker?: string): Promise<void>
  /** Hosts with work whose server is unknown, or was looked up too long ago. */
  homelessHosts(nowMs: number, work: Work, limit: number): Promise<readonly LeasedHost[]>
  /** When a server that nobody holds can next be leased, or a host placed; null when there is no work at all. */
  nextWorkAt(work: Work): Promise<number | null>
}

/** Workers, and the servers they hold. */
export interface WorkerStore {
  /** An embedded store (`sqlite`) has one writer, which cannot lose a lease. */
  readonly kind: 'sqlite' | 'postgres'
  /** Declares a worker alive until it leaves or its store is closed; what an earlier worker of that name held is released. */
  join(worker: string, nowMs: number): Promise<void>
  /**
   * Recovers everything that dead workers held, and leases that ran out: servers, and the pages running on them. A request may have been in
   * progress when they died, so their servers rest for their delay, and for `restMs` at least.
   */
  recover(
    nowMs: number,
    restMs?: number,
  ): Promise<{ readonly pages: number; readonly workers: readonly string[] }>
  /** Workers that have joined and not left; after `recover`, only those that are alive. */
  workers(): Promise<readonly string[]>
  /** Whether a living process is working on the collection now; for an embedded one, whether a process has it open for writing. */
  isWorkedOn(): Promise<boolean>
  /** Whether other workers hold servers with pages that have not been visited yet, which may fall to this worker. */
  isHeldByOthers(worker: string): Promise<boolean>
  /** Leases one server by its address, creating it if it is not known; null while another worker holds it. */
  leaseAddress(request: AddressRequest): Promise<ServerLease | null>
  /** Returns the servers that the worker still holds: others have gone to another worker. */
  renew(worker: string, untilMs: number): Promise<ReadonlySet<ServerId>>
  /**
   * Releases servers, with the politeness that the next worker must keep. Their pages that are still running are put back too, so commit
   * what was fetched first.
   */
  release(worker: string, servers: readonly ServerLease[]): Promise<void>
  /** Reserves room for pages that the worker has not stored yet, until it asks again, leaves or dies. */
  reserveRoom(request: RoomRequest): Promise<PageRoom>
  /** Releases everything the worker still holds. */
  leave(worker: string): Promise<void>
}

/** Hosts, the servers they live on, and what was learned about them. */
export interface HostStore {
  placeHosts(placements: readonly HostPlacement[]): Promise<void>
  /** The hosts of a leased server that have work now. */
  readyHosts(server: ServerLease, work: Work, nowMs: number): Promise<readonly LeasedHost[]>
  /** What was learned about a host. */
  hostMemory(host: HostRef): Promise<string | null>
  readRobots(host: HostRef): Promise<Robots | null>
  writeRobots(host: HostRef, robots: Robots): Promise<void>
  /** In the order in which they were discovered; with `after`, those that come after it. */
  hosts(after?: HostRef): AsyncIterable<HostRow>
  servers(): AsyncIterable<ServerRow>
}

/** Urls, and what is known about them. */
export interface PageStore {
  /** Adds Urls that are not known yet; known ones keep their state (a smaller depth is taken over while they wait). */
  add(candidates: readonly Candidate[]): Promise<AddResult>
  /** Finds a page by its canonical address. */
  page(url: Url): Promise<PageRow | null>
  pages(query: PageQuery): AsyncIterable<PageRow>
  /** One part of the pages, in an order that people choose; costs the same however many pages there are. */
  listPages(query: PageListQuery): Promise<PageListPart>
  visits(page: PageRef): Promise<readonly VisitRow[]>
  revisions(page: PageRef): Promise<readonly RevisionRow[]>
  links(page: PageRef): Promise<LinksRow | null>
  fingerprint(page: PageRef): Promise<FingerprintRow | null>
}

/** What happened, as it happens. */
export interface JournalStore {
  /** Writes everything that a batch of visits brought, in one transaction. */
  commit(batch: Commit): Promise<CommitResult>
  /** The newest events, newest first. */
  events(limit: number): Promise<readonly EventRow[]>
  /** The events after an id, oldest first. */
  eventsAfter(id: number, limit: number): Promise<readonly NumberedEvent[]>
}

/** Operations on all pages: when they are visited next, and which of them belong to the collection. */
export interface PlanStore {
  /** Has a page visited before all others, whatever the run is for; false for a page that must not be visited. */
  askFor(page: PageRef, nowMs: number): Promise<boolean>
  /** Makes every stored page due at once, for a full recrawl. Returns how many. */
  makeAllDue(nowMs: number): Promise<number>
  /** Stored pages for a plan, ordered by id. */
  plannedPages(): AsyncIterable<PlannedPage>
  /**
   * The same, many at a time, because awaiting each of millions of pages is slow; with `oneIn`, about one page in that many, spread evenly.
   */
  plannedChunks(oneIn?: number): AsyncIterable<readonly PlannedPage[]>
  /** Planned pages whose next visit may be moved, many at a time, without those that rest. */
  movableChunks(resting: Resting | null): AsyncIterable<readonly PlannedPage[]>
  /** Outgoing links of all stored pages, ordered by id. */
  allLinks(): AsyncIterable<LinksRow & PageRef>
  writeImportance(pages: readonly { readonly page: PageRef; readonly importance: number }[]): Promise<void>
  /** Moves the next visits of resting pages; a running page is planned when its visit ends. */
  reschedule(pages: readonly Rescheduled[]): Promise<void>
  /**
   * Copies the log back into the database without blocking writers. A store that keeps a log does so by itself when the log is long, in the
   * middle of a write; a reader that knows of many writes to come can spare them that. Returns how many blocks the log held.
   */
  checkpoint(): Promise<number>
  /** Pages that were tried, or pages that wait for a place, ordered by id. */
  contenders(which: 'tried' | 'new'): AsyncIterable<Contender>
  /** Gives places of a full collection to pages that wait for one, in one transaction. Choices that are no longer possible are left out. */
  choose(request: ChoiceRequest): Promise<ChoiceResult>
  /** Judges waiting and excluded pages again after the scope has changed; `judge` returns what keeps a Url out, or null. */
  rescope(
    judge: (url: Url, depth: number) => Exclusion | null,
  ): Promise<{ excluded: number; admitted: number }>
}

/** Site models, and what they say about pages. */
export interface ModelStore {
  /** Writes classes and records that were read from the archive, for the current revisions of stored pages. */
  writeRecords(pages: readonly Reread[]): Promise<void>
  /** Called for a new site model: pages lose their classes and records, and those that the old model had left out wait again. */
  forgetClasses(): Promise<void>
  /** How many pages of each class are known and stored. */
  classes(): Promise<readonly ClassCount[]>
  /** Stored pages by media type except HTML, which nearly all pages are: its number is the rest of the counts. */
  otherTypes(): Promise<readonly TypeCount[]>
  /** How many pages a focused crawl judged, by topic, and how many of them are at least this relevant. */
  topics(minRelevance: number): Promise<readonly TopicCount[]>
  /** Stores a version of a site model; at most `most` versions of a site are kept, the newest. */
  keepModel(model: ModelRow, most: number): Promise<void>
  /** The version numbers of a site's model, oldest first. */
  modelNumbers(origin: string): Promise<readonly number[]>
  model(origin: string, number: number): Promise<Buffer | null>
  /** Sites that have a model, ordered by name. */
  modeledOrigins(limit: number): Promise<readonly string[]>
}

/** The files of the archive, and what they hold. */
export interface ArchiveStore {
  openArchiveFile(name: string, worker: string): Promise<number>
  archiveFiles(): Promise<readonly ArchiveFile[]>
  /** Updates the row of an unfinished file to what recovery found on disk. */
  closeArchiveFile(id: number, sizeBytes: number): Promise<void>
  /**
   * The archive has lost the records of a file that begin at these offsets, and with them the revisit records that refer to them. Pages
   * whose current revision or last payload was there are due at once and lose their validators, because only a full response helps.
   */
  loseRecords(file: number, offsets: readonly number[], nowMs: number): Promise<LostCopies>
  /** The places of payloads with these digests, by `digestKey`; payloads that no revision has in the archive are left out. */
  payloads(digests: readonly Uint8Array[]): Promise<ReadonlyMap<string, StoredPayload>>
  /** Every visit that has a record in the archive, or in one of its files, in the order of the records. */
  archived(file?: number): AsyncIterable<VisitRow & { readonly url: Url }>
}

/**
 * The queryable state of a collection, split into roles, so that a component depends only on those it needs. Everything is asynchronous and
 * batched, so that an embedded database and one across the network look the same to the engine. See `index.ts` for invariants and costs,
 * and `sqlite/schema.ts` for the tables; every implementation passes `conformance.ts`.
 */
export interface Store
  extends MetaStore,
    WorkQueue,
    WorkerStore,
    HostStore,
    PageStore,
    JournalStore,
    PlanStore,
    RefreshStore,
    ModelStore,
    SearchStore,
    PatternStore,
    ArchiveStore {
  readonly likenesses: LikenessStore
  readonly accessibility: AccessibilityStore
  readonly erasure: ErasureStore
  /**
   * Forgets everything except these values of `meta`, in one transaction. Other objects of this store do not notice: reopen the collection
   * afterward.
   */
  empty(kept: readonly string[]): Promise<void>
  /** Describes any damage, one sentence each; empty when all is well. */
  check(): Promise<readonly string[]>
  close(): Promise<void>
}
