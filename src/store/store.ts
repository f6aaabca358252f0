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
  /** What a crawler may do: obey the body, go ahead, or keep out until a new attempt. */
  readonly verdict: 'obey' | 'allow' | 'deny'
  readonly httpStatus: number | null
  readonly body: Buffer | null
}

export interface Counts extends Readonly<Record<PageStatus, number>> {
  /** Stored pages with content, the ones `--pages` counts. */
  readonly fetched: number
  /** Waiting pages that have a place in a full collection. */
  readonly chosen: number
  readonly visits: number
  readonly revisions: number
  readonly hosts: number
  readonly bytes: number
}

/** What a collection knows of itself: settings and results by name, and how many rows there are. */
export interface MetaStore {
  readMeta(): Promise<ReadonlyMap<string, string>>
  writeMeta(entries: Readonly<Record<string, string>>): Promise<void>
  /** Makes of one entry another, or of none a first one, while no other worker can; returns what is stored then. `change` may be called again. */
  changeMeta(name: string, change: (value: string | null) => string): Promise<string>
  counts(): Promise<Counts>
}

/** What the frontier asks for: servers that have work, and their pages. */
export interface WorkQueue {
  /** Takes servers that have work and whose next turn (`nextAt`) has come; one that rests is left alone until then. */
  lease(request: LeaseRequest): Promise<readonly ServerLease[]>
  /** Takes the best pages of a host and marks them running. */
  take(request: TakeRequest): Promise<readonly QueuedPage[]>
  /** Puts pages that were taken but not visited back where they were, unless another worker holds their server. */
  putBack(pages: readonly PageRef[], worker?: string): Promise<void>
  /** Hosts with work whose server is not known, or known for too long. */
  homelessHosts(nowMs: number, work: Work, limit: number): Promise<readonly LeasedHost[]>
  /** When a server nobody holds can next be leased (or a host placed), or null when there is no work at all. */
  nextWorkAt(work: Work): Promise<number | null>
}

/** Workers, and the servers that they hold. */
export interface WorkerStore {
  /** An embedded collection has one writer, who cannot lose a lease. */
  readonly kind: 'sqlite' | 'postgres'
  /** Declares a worker alive until it leaves or its store is closed; what an earlier worker of that name held goes back. */
  join(worker: string, nowMs: number): Promise<void>
  /**
   * Gives back all that dead workers held, and leases that ran out: servers, and the pages running on them. A request may have
   * been under way when they died: their servers rest for their delay, and `restMs` at least.
   */
  recover(
    nowMs: number,
    restMs?: number,
  ): Promise<{ readonly pages: number; readonly workers: readonly string[] }>
  /** Workers that have joined and not left; after `recover`, those that live. */
  workers(): Promise<readonly string[]>
  /** Whether a living process works on the collection now; for an embedded one, whether one has it open for writing. */
  isWorkedOn(): Promise<boolean>
  /** Whether other workers hold servers: what these have to do may fall to this one. */
  isHeldByOthers(worker: string): Promise<boolean>
  /** Leases one server by its address, making it known if it is not; null while another worker holds it. */
  leaseAddress(request: AddressRequest): Promise<ServerLease | null>
  /** Returns the servers that the worker still holds: others have gone to somebody else. */
  renew(worker: string, untilMs: number): Promise<ReadonlySet<ServerId>>
  /**
   * Returns servers to the pool, with the politeness that the next worker must keep. Pages of theirs that still run go
   * back too: commit what was fetched first.
   */
  release(worker: string, servers: readonly ServerLease[]): Promise<void>
  /** Room for pages that it has not stored yet, until it asks again, leaves or dies. */
  reserveRoom(request: RoomRequest): Promise<PageRoom>
  /** Returns everything the worker still holds. */
  leave(worker: string): Promise<void>
}

/** Hosts, where they live, and what was learned of them. */
export interface HostStore {
  placeHosts(placements: readonly HostPlacement[]): Promise<void>
  /** The hosts of a leased server that have work now. */
  readyHosts(server: ServerLease, work: Work, nowMs: number): Promise<readonly LeasedHost[]>
  /** What was learned about a host. */
  hostMemory(host: HostRef): Promise<string | null>
  readRobots(host: HostRef): Promise<Robots | null>
  writeRobots(host: HostRef, robots: Robots): Promise<void>
  /** In the order in which they became known, or behind one of them. */
  hosts(after?: HostRef): AsyncIterable<HostRow>
  servers(): AsyncIterable<ServerRow>
}

/** Urls, and what is known of them. */
export interface PageStore {
  /** Adds what is not known yet; what is known keeps its state (a smaller depth is taken over while it waits). */
  add(candidates: readonly Candidate[]): Promise<AddResult>
  /** By its canonical address. */
  page(url: Url): Promise<PageRow | null>
  pages(query: PageQuery): AsyncIterable<PageRow>
  /** Part of the pages in an order that people choose; costs the same however many there are. */
  listPages(query: PageListQuery): Promise<PageListPart>
  visits(page: PageRef): Promise<readonly VisitRow[]>
  revisions(page: PageRef): Promise<readonly RevisionRow[]>
  links(page: PageRef): Promise<LinksRow | null>
  fingerprint(page: PageRef): Promise<FingerprintRow | null>
}

/** What happened, as it happens. */
export interface JournalStore {
  /** Everything that a batch of visits brought, in one transaction. */
  commit(batch: Commit): Promise<CommitResult>
  /** The newest, those first. */
  events(limit: number): Promise<readonly EventRow[]>
  /** Those behind a number, oldest first. */
  eventsAfter(id: number, limit: number): Promise<readonly NumberedEvent[]>
}

/** All pages at once: when they are visited next, and which of them belong to the collection. */
export interface PlanStore {
  /** Has a page visited before all others, by whatever run; false for one that must not be visited. */
  askFor(page: PageRef, nowMs: number): Promise<boolean>
  /** Makes every stored page due at once, for a full recrawl. Returns how many. */
  makeAllDue(nowMs: number): Promise<number>
  /** Stored pages for a plan, in the order of their ids. */
  plannedPages(): AsyncIterable<PlannedPage>
  /** The same, many at a time: whoever looks at millions does not want to wait for each. Or about one in so many, spread evenly. */
  plannedChunks(oneIn?: number): AsyncIterable<readonly PlannedPage[]>
  /** Those of them whose next visit may be moved, many at a time, without those that rest. */
  movableChunks(resting: Resting | null): AsyncIterable<readonly PlannedPage[]>
  /** Outgoing links of all stored pages, in the order of their ids. */
  allLinks(): AsyncIterable<LinksRow & PageRef>
  writeImportance(pages: readonly { readonly page: PageRef; readonly importance: number }[]): Promise<void>
  /** Moves the next visits of pages that rest; one that runs is planned when its visit ends. */
  reschedule(pages: readonly Rescheduled[]): Promise<void>
  /**
   * Brings what was written to its place, without holding up whoever writes. A store that keeps a log does so by itself when the log is long, in the middle
   * of somebody's write; a reader who knows of many writes to come spares them that.
   */
  checkpoint(): Promise<void>
  /** Pages that were tried, or those that would like to be, in the order of their ids. */
  contenders(which: 'tried' | 'new'): AsyncIterable<Contender>
  /** Gives places of a full collection to pages that wait for one, in one transaction. What cannot be done any more is left out. */
  choose(request: ChoiceRequest): Promise<ChoiceResult>
  /** Judges waiting and excluded pages again after the scope has changed; `judge` returns what keeps a Url out, or null. */
  rescope(
    judge: (url: Url, depth: number) => Exclusion | null,
  ): Promise<{ excluded: number; admitted: number }>
}

/** Site models, and what they say of pages. */
export interface ModelStore {
  /** Classes and records of the current revisions of stored pages, read from the archive. */
  writeRecords(pages: readonly Reread[]): Promise<void>
  /** Another site model: pages lose their classes and records, and those it had left out wait again. */
  forgetClasses(): Promise<void>
  /** How many pages of each class there are, known and stored. */
  classes(): Promise<readonly ClassCount[]>
  /** Stored pages by media type but for HTML, which is nearly all of them: it is what is left of the counts. */
  otherTypes(): Promise<readonly TypeCount[]>
  /** How many pages a focused crawl judged, by topic, and how many are at least so relevant. */
  topics(minRelevance: number): Promise<readonly TopicCount[]>
  /** Site models, by version; at most `most` are kept of a site, the newest. */
  keepModel(model: ModelRow, most: number): Promise<void>
  /** The numbers of the versions of a site's model, oldest first. */
  modelNumbers(origin: string): Promise<readonly number[]>
  model(origin: string, number: number): Promise<Buffer | null>
  /** Sites that have a model, in the order of their names. */
  modelledOrigins(limit: number): Promise<readonly string[]>
}

/** The files of the archive, and what stands in them. */
export interface ArchiveStore {
  openArchiveFile(name: string, worker: string): Promise<number>
  archiveFiles(): Promise<readonly ArchiveFile[]>
  /** Brings the rows of unfinished files into line with what recovery found on disk. */
  closeArchiveFile(id: number, sizeBytes: number): Promise<void>
  /**
   * The archive has lost the records of a file that begin at these places, and with them the revisit records that stand for them.
   * Pages whose current revision or last payload was there are due at once and lose their validators: only a whole answer helps.
   */
  loseRecords(file: number, offsets: readonly number[], nowMs: number): Promise<LostCopies>
  /** Where payloads with these digests stand, by `digestKey`; those that no revision has in the archive are left out. */
  payloads(digests: readonly Uint8Array[]): Promise<ReadonlyMap<string, StoredPayload>>
  /** Every visit that has a record in the archive, or in one file of it, in the order of the records. */
  archived(file?: number): AsyncIterable<VisitRow & { readonly url: Url }>
}

/**
 * The queryable state of a collection, in roles: a part takes those it needs. Everything is asynchronous and comes in batches, so
 * that an embedded database and one across the network are the same to the engine. See `index.ts` for tables, invariants and
 * costs; every implementation passes `conformance.ts`.
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
  /**
   * Forgets everything but these values of `meta`, in one transaction. Other objects of this store know nothing of it: open the collection
   * anew afterwards.
   */
  empty(kept: readonly string[]): Promise<void>
  /** Says what is damaged, in sentences; empty when all is well. */
  check(): Promise<readonly string[]>
  close(): Promise<void>
}
