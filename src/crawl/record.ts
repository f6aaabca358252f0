/** Step 7 of a visit: archive record on the disk, then one transaction in the store; only then is the visit reported. */
import { type ArchiveWriter, type BlockEntry, base32 } from '../archive/index.ts'
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
  /** Packed archive records and what the index says of the first, or null when there is nothing to keep. */
  readonly records: {
    readonly bytes: Uint8Array
    readonly firstLength: number
    readonly mime: string
    readonly digest: Uint8Array
  } | null
  readonly candidates: readonly Candidate[]
  readonly server: ServerCommit | null
  readonly onCommitted: () => void
}

/** A finished visit without its records: those stand in the stage, from `offset` on. */
interface Waiting extends Omit<FinishedVisit, 'records'> {
  readonly record: {
    readonly offset: number
    readonly length: number
    readonly mime: string
    readonly digest: string
  } | null
}

const MOST_RESULTS = 500
const LONGEST_WAIT_MS = 250

export class Recorder {
  readonly #store: Store
  readonly #archive: ArchiveWriter
  readonly #clock: Clock
  readonly #memories: () => { host: HostRef; memory: string }[]
  readonly #onCommit: (result: CommitResult) => void
  /** Filled by finished visits, drained by `#flush`; the stage holds their records. */
  #pending: Waiting[] = []
  #stage = new Stage()
  #spareStage = new Stage()
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

  add({ records, ...visit }: FinishedVisit): void {
    const record = records && {
      offset: this.#stage.add(records.bytes),
      length: records.firstLength,
      mime: records.mime,
      digest: base32(records.digest),
    }
    this.#pending.push({ ...visit, record })
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
    if (this.#failure || this.#flushing) return
    if (this.#pending.length >= MOST_RESULTS) void this.#start()
    else
      this.#cancelTimer ??= this.#clock.timer(LONGEST_WAIT_MS, () => void (this.#flushing ?? this.#start()))
  }

  #start(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const batch = this.#pending
    const events = this.#events
    const stage = this.#stage
    this.#pending = []
    this.#events = []
    this.#stage = this.#spareStage
    this.#flushing = this.#flush(batch, stage, events)
      .catch(error => {
        this.#failure = error
        this.onFailure(error)
      })
      .finally(() => {
        stage.clear()
        this.#spareStage = stage
        this.#flushing = null
        if (this.#pending.length > 0 || this.#events.length > 0) this.#schedule()
      })
    return this.#flushing
  }

  async #flush(batch: readonly Waiting[], stage: Stage, events: readonly EventRow[]): Promise<void> {
    const block = stage.size > 0 ? await this.#archive.write(stage.bytes, entriesOf(batch)) : null
    const commit: Commit = {
      visits: batch.map(({ commit, record }) => {
        const place = block &&
          record && { file: block.file, offset: block.offset + record.offset, length: record.length }
        return { ...commit, place }
      }),
      candidates: batch.flatMap(visit => visit.candidates),
      servers: [...new Map(batch.flatMap(({ server }) => (server ? [[server.id, server]] : []))).values()],
      memories: this.#memories(),
      archives: block ? [{ id: block.file, sizeBytes: block.sizeBytes }] : [],
      events,
    }
    const result = await this.#store.commit(commit)
    for (const visit of batch) visit.onCommitted()
    this.#onCommit(result)
  }
}

function entriesOf(batch: readonly Waiting[]): BlockEntry[] {
  return batch.flatMap(({ url, commit, record }) => {
    if (!record) return []
    const { offset, length, mime, digest } = record
    return [{ url, at: commit.at, mime, status: commit.httpStatus ?? 0, digest, offset, length }]
  })
}

const FIRST_STAGE_BYTES = 1 << 20

/**
 * Where records wait for the disk. They are copied here at once, so that the memory they came in is free again after
 * microseconds, and the stage itself is used over and over.
 */
class Stage {
  #buffer = Buffer.allocUnsafeSlow(FIRST_STAGE_BYTES)
  #size = 0

  get size(): number {
    return this.#size
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size)
  }

  /** Returns where the bytes stand. */
  add(bytes: Uint8Array): number {
    const offset = this.#size
    if (offset + bytes.length > this.#buffer.length) this.#grow(offset + bytes.length)
    this.#buffer.set(bytes, offset)
    this.#size += bytes.length
    return offset
  }

  clear(): void {
    this.#size = 0
    if (this.#buffer.length > 16 * FIRST_STAGE_BYTES) this.#buffer = Buffer.allocUnsafeSlow(FIRST_STAGE_BYTES)
  }

  #grow(needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length))
    larger.set(this.bytes)
    this.#buffer = larger
  }
}
