import { shardOf, type Url } from '../../url/index.ts'
import type {
  AddResult,
  Candidate,
  Commit,
  CommitResult,
  Exclusion,
  HostPlacement,
  HostRef,
  PageRef,
  Reread,
  Rescheduled,
} from '../batch.ts'
import type { ChoiceRequest, ChoiceResult } from '../choice.ts'
import { fenced, hostsIn, refusedIn } from '../fence.ts'
import type { ServerId } from '../ids.ts'
import type { LostCopies } from '../lost.ts'
import type { PageRoom, RoomRequest } from '../page-room.ts'
import type { PatternsSeen } from '../pattern-rows.ts'
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
import type { ClassCount, ModelRow } from '../rows.ts'
import type { IndexedRevision } from '../search-store.ts'
import type { Robots, Store } from '../store.ts'
import { SqliteAccessibility } from './accessibility.ts'
import { closeArchiveFile, openArchiveFile } from './archive-files.ts'
import { choose } from './choose.ts'
import {
  classes,
  forgetClasses,
  keepModel,
  modelBody,
  modeledOrigins,
  modelNumbers,
  writeRecords,
} from './classes.ts'
import { SqliteErasure } from './erasure.ts'
import { Queues } from './frontier.ts'
import { Leases } from './leases.ts'
import { type Access, SqliteLikenesses } from './likenesses.ts'
import { loseRecords } from './lose.ts'
import { changeMeta, readMeta, writeMeta } from './meta.ts'
import { checkpoint, emptyDatabase, isLocked, type Sqlite } from './open.ts'
import { forgetPatterns, writePatterns } from './patterns.ts'
import { Reader } from './read.ts'
import { Recorder } from './record.ts'
import { addSample, changeRefresh } from './refresh.ts'
import { makeAllDue, reschedule, rescopeChunk, writeImportance } from './sweep.ts'

/** One shard is enough for one file; the column exists so that both stores have the same schema. */
const SHARDS = 1

/** A reader that can also write. */
export class SqliteStore extends Reader implements Store {
  readonly kind = 'sqlite'
  readonly likenesses: SqliteLikenesses
  readonly accessibility: SqliteAccessibility
  readonly erasure: SqliteErasure
  readonly #database: Sqlite
  readonly #onClose: () => void
  readonly #recorder: Recorder
  readonly #queues: Queues
  readonly #leases: Leases

  constructor(database: Sqlite, folder: string, onClose: () => void) {
    super(database, folder, SHARDS)
    this.#database = database
    this.#onClose = onClose
    this.#recorder = new Recorder(database, SHARDS)
    const access: Access = { guarded: work => this.guarded(work), write: work => this.#writeLoosely(work) }
    this.likenesses = new SqliteLikenesses(database, access)
    this.accessibility = new SqliteAccessibility(database, access)
    const durably: Access = { ...access, write: work => this.#write(work) }
    this.erasure = new SqliteErasure(database, this.#recorder, durably)
    this.#queues = new Queues(database, this.#recorder, SHARDS)
    this.#leases = new Leases(database, this.#recorder, SHARDS)
  }

  async readMeta(): Promise<ReadonlyMap<string, string>> {
    return this.guarded(() => readMeta(this.#database))
  }

  async writeMeta(entries: Readonly<Record<string, string>>): Promise<void> {
    this.#write(() => writeMeta(this.#database, entries))
  }

  async changeMeta(name: string, change: (value: string | null) => string): Promise<string> {
    return this.#write(() => changeMeta(this.#database, name, change))
  }

  async join(worker: string, nowMs: number): Promise<void> {
    this.#write(() => this.#leases.join(worker, nowMs))
  }

  async recover(nowMs: number, restMs = 0): Promise<{ pages: number; workers: readonly string[] }> {
    return this.#write(() => this.#leases.recover(nowMs, restMs))
  }

  async lease(request: LeaseRequest): Promise<readonly ServerLease[]> {
    return this.#writeLoosely(() => this.#leases.lease(request))
  }

  async leaseAddress(request: AddressRequest): Promise<ServerLease | null> {
    return this.#writeLoosely(() => this.#leases.leaseAddress(this.#queues.server(request.address), request))
  }

  async renew(worker: string, untilMs: number): Promise<ReadonlySet<ServerId>> {
    return this.#writeLoosely(() => this.#leases.renew(worker, untilMs))
  }

  async release(worker: string, servers: readonly ServerLease[]): Promise<void> {
    this.#writeLoosely(() => this.#leases.release(worker, servers))
  }

  async reserveRoom(request: RoomRequest): Promise<PageRoom> {
    return this.#writeLoosely(() => this.#leases.reserveRoom(request))
  }

  async workers(): Promise<readonly string[]> {
    return this.guarded(() => this.#leases.workers())
  }

  async empty(kept: readonly string[]): Promise<void> {
    this.guarded(() => emptyDatabase(this.#database, kept))
  }

  async isHeldByOthers(worker: string): Promise<boolean> {
    return this.guarded(() => this.#leases.isHeldByOthers(worker))
  }

  async isWorkedOn(): Promise<boolean> {
    return isLocked(this.folder)
  }

  async leave(worker: string): Promise<void> {
    this.#write(() => this.#leases.leave(worker))
  }

  async nextWorkAt(work: Work): Promise<number | null> {
    return this.guarded(() => this.#leases.nextWorkAt(work))
  }

  async homelessHosts(nowMs: number, work: Work, limit: number): Promise<readonly LeasedHost[]> {
    return this.guarded(() => this.#queues.homelessHosts(nowMs, work, limit))
  }

  async placeHosts(placements: readonly HostPlacement[]): Promise<void> {
    if (placements.length > 0) this.#writeLoosely(() => this.#queues.placeHosts(placements))
  }

  async readyHosts(server: ServerLease, work: Work, nowMs: number): Promise<readonly LeasedHost[]> {
    return this.guarded(() => this.#queues.readyHosts(server, work, nowMs))
  }

  async writeRobots(host: HostRef, robots: Robots): Promise<void> {
    this.#writeLoosely(() => this.#queues.writeRobots(host, robots))
  }

  async take(request: TakeRequest): Promise<readonly QueuedPage[]> {
    return this.#writeLoosely(() =>
      this.#leases.foreign([request.host.id], request.worker).size > 0 ? [] : this.#queues.take(request),
    )
  }

  async putBack(pages: readonly PageRef[], worker?: string): Promise<void> {
    if (pages.length > 0) this.#writeLoosely(() => this.#leases.putBack(pages, worker))
  }

  async add(candidates: readonly Candidate[]): Promise<AddResult> {
    return this.#write(() => this.#recorder.add(candidates))
  }

  async commit(batch: Commit): Promise<CommitResult> {
    return this.#write(() => {
      const foreign = this.#leases.foreign(hostsIn(batch), batch.worker)
      const result = this.#recorder.commit(fenced(batch, foreign))
      return { ...result, refused: refusedIn(batch, foreign) }
    })
  }

  async askFor(page: PageRef, nowMs: number): Promise<boolean> {
    return this.#write(() => this.#queues.askFor(page, nowMs))
  }

  async makeAllDue(nowMs: number): Promise<number> {
    return this.#write(() => makeAllDue(this.#database, nowMs))
  }

  async writeImportance(pages: readonly { page: PageRef; importance: number }[]): Promise<void> {
    this.#write(() => writeImportance(this.#database, pages))
  }

  async reschedule(pages: readonly Rescheduled[]): Promise<void> {
    // Whatever a power cut undoes of it is planned again.
    this.#writeLoosely(() => reschedule(this.#database, this.#recorder, pages))
  }

  async checkpoint(): Promise<number> {
    return this.guarded(() => checkpoint(this.#database))
  }

  async choose(request: ChoiceRequest): Promise<ChoiceResult> {
    return this.#write(() => choose(this.#database, this.#recorder, request))
  }

  async changeRefresh(change: (row: RefreshRow) => RefreshRow): Promise<RefreshRow> {
    return this.#writeLoosely(() => changeRefresh(this.#database, change))
  }

  async addSample(sample: SampleRow, thinnings: readonly Thinning[]): Promise<void> {
    this.#writeLoosely(() => addSample(this.#database, sample, thinnings))
  }

  async writePatterns(seen: readonly PatternsSeen[]): Promise<void> {
    this.#write(() => writePatterns(this.#database, seen))
  }

  async forgetPatterns(kinds: readonly string[]): Promise<void> {
    this.#write(() => forgetPatterns(this.#database, kinds))
  }

  async writeRecords(pages: readonly Reread[]): Promise<void> {
    this.#write(() => writeRecords(this.#database, pages))
  }

  async forgetClasses(): Promise<void> {
    this.#write(() => forgetClasses(this.#database, this.#recorder))
  }

  async classes(): Promise<readonly ClassCount[]> {
    return this.guarded(() => classes(this.#database))
  }

  async keepModel(model: ModelRow, most: number): Promise<void> {
    this.#write(() => keepModel(this.#database, shardOf(model.origin, SHARDS), model, most))
  }

  async modelNumbers(origin: string): Promise<readonly number[]> {
    return this.guarded(() => modelNumbers(this.#database, shardOf(origin, SHARDS), origin))
  }

  async model(origin: string, number: number): Promise<Buffer | null> {
    return this.guarded(() => modelBody(this.#database, shardOf(origin, SHARDS), origin, number))
  }

  async modeledOrigins(limit: number): Promise<readonly string[]> {
    return this.guarded(() => modeledOrigins(this.#database, limit))
  }

  async indexRevisions(revisions: readonly IndexedRevision[], keepsPast: boolean): Promise<void> {
    this.#write(() => {
      for (const revision of revisions) this.#recorder.search.indexed(revision, keepsPast)
    })
  }

  async rescope(
    judge: (url: Url, depth: number) => Exclusion | null,
  ): Promise<{ excluded: number; admitted: number }> {
    const total = { excluded: 0, admitted: 0 }
    for (let last: number | null = 0; last !== null; ) {
      const after: number = last
      last = this.#write(() => rescopeChunk(this.#database, this.#recorder, judge, after, total))
    }
    return total
  }

  async openArchiveFile(name: string, worker: string): Promise<number> {
    return this.#write(() => openArchiveFile(this.#database, name, worker))
  }

  async closeArchiveFile(id: number, sizeBytes: number): Promise<void> {
    this.#write(() => closeArchiveFile(this.#database, id, sizeBytes))
  }

  async loseRecords(file: number, offsets: readonly number[], nowMs: number): Promise<LostCopies> {
    return this.#write(() => loseRecords(this.#database, this.#recorder, file, offsets, nowMs))
  }

  async close(): Promise<void> {
    this.#database.close()
    this.#onClose()
  }

  /** For what a crash may undo: recovery returns a taken page or a lease either way. */
  #writeLoosely<T>(work: () => T): T {
    return this.guarded(() => this.#recorder.atomically(work, 'loose'))
  }

  #write<T>(work: () => T): T {
    return this.guarded(() => this.#recorder.atomically(work, 'durable'))
  }
}
