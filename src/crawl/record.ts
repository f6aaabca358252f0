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
import { Stage } from './stage.ts'

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

type Range = { readonly offset: number; readonly length: number }

/** A finished visit whose bytes stand in the stages of its batch. */
interface Waiting {
  readonly visit: Omit<FinishedVisit, 'records'>
  readonly record: (Range & { readonly mime: string; readonly digest: string }) | null
  readonly links: Range | null
}

/** What goes to the disk together. Filled by `add` and `event`, drained by `#flush`; there are two, taking turns. */
class Batch {
  readonly records = new Stage()
  readonly links = new Stage()
  visits: Waiting[] = []
  events: EventRow[] = []

  get isEmpty(): boolean {
    return this.visits.length === 0 && this.events.length === 0
  }

  clear(): void {
    this.visits = []
    this.events = []
    this.records.clear()
    this.links.clear()
  }
}

const MOST_RESULTS = 500
const LONGEST_WAIT_MS = 250

export class Recorder {
  readonly #store: Store
  readonly #archive: ArchiveWriter
  readonly #clock: Clock
  readonly #memories: () => { host: HostRef; memory: string }[]
  readonly #onCommit: (result: CommitResult) => void
  #batch = new Batch()
  #spare = new Batch()
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
    return this.#batch.visits.length
  }

  add({ records, ...visit }: FinishedVisit): void {
    const { visits, records: recordStage, links: linkStage } = this.#batch
    const { links } = visit.commit
    visits.push({
      visit: { ...visit, commit: { ...visit.commit, links: null } },
      record: records && {
        offset: recordStage.add(records.bytes),
        length: records.firstLength,
        mime: records.mime,
        digest: base32(records.digest),
      },
      links: links && { offset: linkStage.add(links), length: links.length },
    })
    this.#schedule()
  }

  event(kind: string, subject: string, message: string): void {
    this.#batch.events.push({ at: this.#clock.now(), kind, subject, message })
    this.#schedule()
  }

  /** Nothing else is under way: no reason to wait for more. */
  hurry(): void {
    if (!this.#flushing && this.waiting > 0 && !this.#failure) void this.#start()
  }

  /** Everything added so far is durable when this resolves. */
  async drain(): Promise<void> {
    while ((!this.#batch.isEmpty || this.#flushing) && !this.#failure) {
      await (this.#flushing ?? this.#start())
    }
    if (this.#failure) throw this.#failure
  }

  #schedule(): void {
    if (this.#failure || this.#flushing) return
    if (this.waiting >= MOST_RESULTS) void this.#start()
    else
      this.#cancelTimer ??= this.#clock.timer(LONGEST_WAIT_MS, () => void (this.#flushing ?? this.#start()))
  }

  #start(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const batch = this.#batch
    this.#batch = this.#spare
    this.#flushing = this.#flush(batch)
      .catch(error => {
        this.#failure = error
        this.onFailure(error)
      })
      .finally(() => {
        batch.clear()
        this.#spare = batch
        this.#flushing = null
        if (!this.#batch.isEmpty) this.#schedule()
      })
    return this.#flushing
  }

  async #flush({ visits, records, links, events }: Batch): Promise<void> {
    const block = records.size > 0 ? await this.#archive.write(records.bytes, entriesOf(visits)) : null
    const commit: Commit = {
      visits: visits.map(({ visit, record, links: at }) => ({
        ...visit.commit,
        links: at && links.part(at.offset, at.length),
        place: block &&
          record && { file: block.file, offset: block.offset + record.offset, length: record.length },
      })),
      candidates: visits.flatMap(({ visit }) => visit.candidates),
      servers: [
        ...new Map(visits.flatMap(({ visit: { server } }) => (server ? [[server.id, server]] : []))).values(),
      ],
      memories: this.#memories(),
      archives: block ? [{ id: block.file, sizeBytes: block.sizeBytes }] : [],
      events,
    }
    const result = await this.#store.commit(commit)
    for (const { visit } of visits) visit.onCommitted()
    this.#onCommit(result)
  }
}

function entriesOf(visits: readonly Waiting[]): BlockEntry[] {
  return visits.flatMap(({ visit: { url, commit }, record }) => {
    if (!record) return []
    const { offset, length, mime, digest } = record
    return [{ url, at: commit.at, mime, status: commit.httpStatus ?? 0, digest, offset, length }]
  })
}
