/** Step 7 of a visit: archive record on the disk, then one transaction in the store; only then is the visit reported. */
import type { ArchiveWriter } from '../archive/index.ts'
import { base32 } from '../archive/index.ts'
import type { Clock } from '../env/index.ts'
import type {
  Candidate,
  Commit,
  CommitResult,
  EventRow,
  HostRef,
  ServerCommit,
  Store,
  VisitCommit,
} from '../store/index.ts'

export interface FinishedVisit {
  readonly commit: Omit<VisitCommit, 'place'>
  readonly url: string
  readonly mime: string
  /** Packed archive records, or null when there is nothing to keep. */
  readonly records: { readonly bytes: Uint8Array; readonly firstLength: number } | null
  readonly candidates: readonly Candidate[]
  readonly server: ServerCommit | null
  readonly onCommitted: () => void
}

const MOST_RESULTS = 500
const LONGEST_WAIT_MS = 250

export class Recorder {
  readonly #store: Store
  readonly #archive: ArchiveWriter
  readonly #clock: Clock
  readonly #memories: () => { host: HostRef; memory: string }[]
  readonly #onCommit: (result: CommitResult) => void
  /** Filled by finished visits, drained by `#flush`. */
  #pending: FinishedVisit[] = []
  #events: EventRow[] = []
  #cancelTimer: (() => void) | null = null
  #flushing: Promise<void> | null = null
  #failure: unknown = null
  onFailure: (error: unknown) => void = () => {}

  constructor(
    store: Store,
    archive: ArchiveWriter,
    clock: Clock,
    memories: () => { host: HostRef; memory: string }[],
    onCommit: (result: CommitResult) => void,
  ) {
    this.#store = store
    this.#archive = archive
    this.#clock = clock
    this.#memories = memories
    this.#onCommit = onCommit
  }

  get waiting(): number {
    return this.#pending.length
  }

  add(visit: FinishedVisit): void {
    this.#pending.push(visit)
    this.#schedule()
  }

  event(kind: string, subject: string, message: string): void {
    this.#events.push({ at: this.#clock.now(), kind, subject, message })
    this.#schedule()
  }

  /** Nothing else is under way: no reason to wait for more. */
  hurry(): void {
    if (!this.#flushing && this.#pending.length > 0 && !this.#failure) void this.#start()
  }

  /** Everything added so far is durable when this resolves. */
  async drain(): Promise<void> {
    while ((this.#pending.length > 0 || this.#events.length > 0 || this.#flushing) && !this.#failure) {
      await (this.#flushing ?? this.#start())
    }
    if (this.#failure) throw this.#failure
  }

  #schedule(): void {
    if (this.#failure) return
    if (this.#pending.length >= MOST_RESULTS) {
      if (!this.#flushing) void this.#start()
    } else
      this.#cancelTimer ??= this.#clock.timer(
        LONGEST_WAIT_MS,
        () => void (this.#flushing ? null : this.#start()),
      )
  }

  #start(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const batch = this.#pending
    const events = this.#events
    this.#pending = []
    this.#events = []
    this.#flushing = this.#flush(batch, events)
      .catch(error => {
        this.#failure = error
        this.onFailure(error)
      })
      .finally(() => {
        this.#flushing = null
        if (this.#pending.length > 0 || this.#events.length > 0) this.#schedule()
      })
    return this.#flushing
  }

  async #flush(batch: readonly FinishedVisit[], events: readonly EventRow[]): Promise<void> {
    if (batch.some(visit => visit.records)) await this.#archive.ready()
    const visits = batch.map(visit => this.#placed(visit))
    const archived = await this.#archive.flush()
    const commit: Commit = {
      visits,
      candidates: batch.flatMap(visit => visit.candidates),
      servers: [...new Map(batch.flatMap(({ server }) => (server ? [[server.id, server]] : []))).values()],
      memories: this.#memories(),
      archives: archived ? [archived] : [],
      events,
    }
    const result = await this.#store.commit(commit)
    for (const visit of batch) visit.onCommitted()
    this.#onCommit(result)
  }

  #placed({ commit, records, url, mime }: FinishedVisit): VisitCommit {
    if (!records) return { ...commit, place: null }
    const digest = commit.digest ? base32(commit.digest) : '-'
    const entry = {
      url,
      at: commit.at,
      mime: commit.outcome === 'notModified' ? 'warc/revisit' : mime,
      status: commit.httpStatus ?? 0,
      digest,
    }
    const { file, offset, length } = this.#archive.append(records.bytes, records.firstLength, entry)
    return { ...commit, place: { file, offset, length } }
  }
}
