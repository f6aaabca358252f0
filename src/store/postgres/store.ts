/**
 * A collection's state in PostgreSQL: any number of workers on any number of machines share it.
 *
 * Purpose and invariants are those of the embedded store (`../index.ts`). The differences come from having many writers:
 * - A batch is a handful of statements over arrays in one transaction, so that its cost is that of the rows and not of round trips to the
 *   server.
 * - Rows that workers share (hosts, servers, counters) are written at the end of a transaction and in one order (`ledger.ts`): pages,
 *   hosts, servers, counters, each by id. Should a deadlock happen all the same, the transaction runs again.
 * - When a host or server has work next is worked out only under its lock and by a later statement, which sees what was committed while it
 *   waited for the lock: no new page goes unnoticed.
 * - A worker is alive as long as it holds the lock of its name (`worker-locks.ts`).
 * - Nothing that another worker can change is cached: only the ids of hosts are.
 * Every statement of the crawl path names its shard.
 */
import type { Url } from '../../url/index.ts'
import type {
  AddResult,
  Candidate,
  Commit,
  CommitResult,
  Exclusion,
  HostPlacement,
  HostRef,
  PageRef,
  Rescheduled,
} from '../batch.ts'
import type { ChoiceRequest, ChoiceResult } from '../choice.ts'
import { fenced, hostsIn, refusedIn } from '../fence.ts'
import type { HostId, ServerId } from '../ids.ts'
import type { LostCopies } from '../lost.ts'
import type { PageRoom, RoomRequest } from '../page-room.ts'
import type { PatternsSeen } from '../pattern-rows.ts'
import type { StoredPayload } from '../payload-rows.ts'
import type {
  AddressRequest,
  LeasedHost,
  LeaseRequest,
  QueuedPage,
  ServerLease,
  TakeRequest,
  Work,
} from '../queue-rows.ts'
import type { RefreshRow, SampleRow, Thinning } from '../refresh-rows.ts'
import type { IndexedRevision } from '../search-store.ts'
import type { Robots, Store } from '../store.ts'
import { PostgresAccessibility } from './accessibility.ts'
import { type Added, addCandidates, addResult, Hosts } from './add.ts'
import { closeArchiveFile, openArchiveFile } from './archive-files.ts'
import { choose } from './choose.ts'
import { PostgresErasure } from './erasure.ts'
import { askFor, foreignHosts, Queues } from './frontier.ts'
import { Leases } from './leases.ts'
import { Ledger } from './ledger.ts'
import { PostgresLikenesses } from './likenesses.ts'
import { loseRecords } from './lose.ts'
import { changeMeta, readMeta, writeMeta } from './meta.ts'
import { ModelKeeper } from './model-keeper.ts'
import { emptySchema, type Opened, openPostgres, type PostgresOptions } from './open.ts'
import { reserveRoom } from './page-room.ts'
import { forgetPatterns, writePatterns } from './patterns.ts'
import { findPayloads } from './payloads.ts'
import { readmit } from './readmit.ts'
import { recordRest, recordVisits } from './record.ts'
import { addSample, changeRefresh } from './refresh.ts'
import { rerank } from './relevance.ts'
import { writeRobots } from './robots-row.ts'
import { hasIndex, indexRevisions, indexVisits } from './search-write.ts'
import { type Query, type Session, together } from './session.ts'
import { makeAllDue, reschedule, rescope, writeImportance } from './sweep.ts'
import { LifeLines } from './worker-locks.ts'

export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  return new PostgresStore(await openPostgres(options))
}

const NOTHING: Added = { added: 0, waiting: 0, woken: new Set() }

/** A reader that can also write. */
class PostgresStore extends ModelKeeper implements Store {
  readonly kind = 'postgres'
  readonly likenesses: PostgresLikenesses
  readonly accessibility: PostgresAccessibility
  readonly erasure: PostgresErasure
  readonly #session: Session
  readonly #loose: Session
  readonly #shards: number
  readonly #lines: LifeLines
  readonly #hosts: Hosts
  readonly #queues: Queues
  readonly #leases: Leases

  constructor({ session, loose, schema, shards, connect }: Opened) {
    super(session, shards)
    this.likenesses = new PostgresLikenesses(session)
    this.accessibility = new PostgresAccessibility(session)
    this.erasure = new PostgresErasure(session)
    this.#session = session
    this.#loose = loose
    this.#shards = shards
    this.#lines = new LifeLines(schema, connect)
    this.#hosts = new Hosts(shards)
    this.#queues = new Queues(loose, shards, this.#lines)
    this.#leases = new Leases(session, loose, shards, this.#lines)
  }

  async readMeta(): Promise<ReadonlyMap<string, string>> {
    return readMeta(this.#session.query)
  }

  async writeMeta(entries: Readonly<Record<string, string>>): Promise<void> {
    await writeMeta(this.#session.query, entries)
  }

  changeMeta(name: string, change: (value: string | null) => string): Promise<string> {
    return changeMeta(this.#session, name, change)
  }

  join(worker: string, nowMs: number): Promise<void> {
    return this.#leases.join(worker, nowMs)
  }

  recover(nowMs: number, restMs = 0): Promise<{ pages: number; workers: readonly string[] }> {
    return this.#leases.recover(nowMs, restMs)
  }

  lease(request: LeaseRequest): Promise<readonly ServerLease[]> {
    return this.#leases.lease(request)
  }

  leaseAddress(request: AddressRequest): Promise<ServerLease | null> {
    return this.#leases.leaseAddress(request)
  }

  renew(worker: string, untilMs: number): Promise<ReadonlySet<ServerId>> {
    return this.#leases.renew(worker, untilMs)
  }

  release(worker: string, servers: readonly ServerLease[]): Promise<void> {
    return this.#leases.release(worker, servers)
  }

  reserveRoom(request: RoomRequest): Promise<PageRoom> {
    return reserveRoom(this.#session, this.#lines, request)
  }

  workers(): Promise<readonly string[]> {
    return this.#leases.workers()
  }

  empty(kept: readonly string[]): Promise<void> {
    return emptySchema(this.#session, kept)
  }

  isHeldByOthers(worker: string): Promise<boolean> {
    return this.#leases.isHeldByOthers(worker)
  }

  isWorkedOn(): Promise<boolean> {
    return this.#leases.isWorkedOn()
  }

  leave(worker: string): Promise<void> {
    return this.#leases.leave(worker)
  }

  nextWorkAt(work: Work): Promise<number | null> {
    return this.#leases.nextWorkAt(work)
  }

  homelessHosts(nowMs: number, work: Work, limit: number): Promise<readonly LeasedHost[]> {
    return this.#queues.homelessHosts(nowMs, work, limit)
  }

  async placeHosts(placements: readonly HostPlacement[]): Promise<void> {
    if (placements.length > 0) await this.#queues.placeHosts(placements)
  }

  readyHosts(server: ServerLease, work: Work, nowMs: number): Promise<readonly LeasedHost[]> {
    return this.#queues.readyHosts(server, work, nowMs)
  }

  async writeRobots(host: HostRef, r: Robots): Promise<void> {
    await writeRobots(this.#loose, host, r)
  }

  take(request: TakeRequest): Promise<readonly QueuedPage[]> {
    return this.#queues.take(request)
  }

  putBack(pages: readonly PageRef[], worker?: string): Promise<void> {
    return this.#leases.putBack(pages, worker ?? null)
  }

  add(candidates: readonly Candidate[]): Promise<AddResult> {
    return this.commit({ visits: [], candidates, servers: [], memories: [], archives: [], events: [] })
  }

  async commit(batch: Commit): Promise<CommitResult> {
    const { result, hosts } = await this.#session.transaction(query => this.#commit(query, batch))
    this.#hosts.keep(hosts)
    return result
  }

  async #commit(
    query: Query,
    whole: Commit,
  ): Promise<{ result: CommitResult; hosts: ReadonlyMap<string, HostId> }> {
    const foreign = await foreignHosts(query, hostsIn(whole), whole.worker)
    const batch = fenced(whole, foreign)
    const ledger = new Ledger()
    const origins = new Set(batch.candidates.map(candidate => candidate.origin))
    const [, hosts, isIndexed] = await together([
      recordVisits(query, batch.visits, ledger),
      this.#hosts.find(query, origins, ledger),
      hasIndex(query, batch),
    ])
    const found =
      origins.size === 0 ? NOTHING : await addCandidates(query, batch.candidates, hosts, this.#shards, ledger)
    await rerank(query, batch, this.#shards)
    const added = await readmit(query, batch.readmits ?? [], found, ledger)
    if (isIndexed) await indexVisits(query, batch, this.#shards, ledger)
    ledger.touches(batch.servers.map(server => server.id))
    for (const { host } of batch.memories) ledger.host(host.id)
    const [homes] = await together([
      ledger.writeHosts(query),
      recordRest(query, batch),
      ledger.writeCounters(query),
    ])
    return { result: { ...addResult(added, homes), refused: refusedIn(whole, foreign) }, hosts }
  }

  askFor(page: PageRef, nowMs: number): Promise<boolean> {
    return askFor(this.#session, page, nowMs)
  }

  makeAllDue(nowMs: number): Promise<number> {
    return makeAllDue(this.#session, nowMs)
  }

  writeImportance(pages: readonly { page: PageRef; importance: number }[]): Promise<void> {
    return writeImportance(this.#session, pages)
  }

  reschedule(pages: readonly Rescheduled[]): Promise<void> {
    return reschedule(this.#session, pages)
  }

  choose(request: ChoiceRequest): Promise<ChoiceResult> {
    return choose(this.#session, request)
  }

  changeRefresh(change: (row: RefreshRow) => RefreshRow): Promise<RefreshRow> {
    return changeRefresh(this.#session, change)
  }

  addSample(sample: SampleRow, thinnings: readonly Thinning[]): Promise<void> {
    return addSample(this.#session, sample, thinnings)
  }

  writePatterns(seen: readonly PatternsSeen[]): Promise<void> {
    return writePatterns(this.#session, seen)
  }

  forgetPatterns(kinds: readonly string[]): Promise<void> {
    return forgetPatterns(this.#session.query, kinds)
  }

  indexRevisions(revisions: readonly IndexedRevision[], keepsPast: boolean): Promise<void> {
    return indexRevisions(this.#session, revisions, this.#shards, keepsPast)
  }

  rescope(
    judge: (url: Url, depth: number) => Exclusion | null,
  ): Promise<{ excluded: number; admitted: number }> {
    return rescope(this.#session, judge)
  }

  openArchiveFile(name: string, worker: string): Promise<number> {
    return openArchiveFile(this.#session, name, worker)
  }

  closeArchiveFile(id: number, sizeBytes: number): Promise<void> {
    return closeArchiveFile(this.#session, id, sizeBytes)
  }

  payloads(digests: readonly Uint8Array[]): Promise<ReadonlyMap<string, StoredPayload>> {
    return findPayloads(this.#session.query, digests)
  }

  loseRecords(file: number, offsets: readonly number[], nowMs: number): Promise<LostCopies> {
    return loseRecords(this.#session, file, offsets, nowMs)
  }

  async close(): Promise<void> {
    await this.#lines.dropAll()
    await Promise.all([this.#session.close(), this.#loose.close()])
  }
}
