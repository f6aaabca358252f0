/** Writes what visits brought, in batches: archive records on the disk, then one transaction in the store; only then are they reported. */
import {
  type ArchiveWriter,
  type BlockEntry,
  base32,
  type StoredPage,
  type WrittenBlock,
} from '../archive/index.ts'
import { isPageType } from '../document/type.ts'
import type { Clock } from '../env/index.ts'
import type {
  Candidate,
  Commit,
  CommitResult,
  EventRow,
  HostRef,
  JournalStore,
  ServerCommit,
  VisitResult,
} from '../store/index.ts'
import type { Url } from '../url/index.ts'
import { lastOfEach, type MovedLink } from './order/link-order.ts'
import { Stage } from './stage.ts'

/** Packed archive records of one answer, and what the index says of the first. */
export interface NumberedRecords {
  readonly bytes: Uint8Array
  readonly firstLength: number
  /** Of the first record, if it is not the page's. */
  readonly url?: string
  readonly at: number
  readonly status: number
  readonly mime: string
  readonly digest: Uint8Array
  /** The number of the dictionary that they are packed with, or 0. */
  readonly dictionary: number
}

export interface FinishedVisit {
  readonly commit: VisitResult
  readonly url: Url
  /** Of its answer first, then of others to keep beside it. */
  readonly records: readonly NumberedRecords[]
  readonly candidates: readonly Candidate[]
  /** Links that wait and take other places in the queue. */
  readonly moved: readonly MovedLink[]
  readonly server: ServerCommit | null
  readonly onCommitted: () => void
  /** Another worker visits the page now: ours was too late to count. */
  readonly onRefused: () => void
}

type Range = { readonly offset: number; readonly length: number }

/** Where the records of an answer stand in the stage of their dictionary, and how long all of them are. */
interface Staged extends Range {
  readonly url: string | undefined
  readonly at: number
  readonly status: number
  readonly mime: string
  readonly digest: string
  readonly dictionary: number
  readonly allBytes: number
}

/** A finished visit whose bytes stand in the stages of its batch. */
interface Waiting {
  readonly visit: Omit<FinishedVisit, 'records'>
  readonly records: readonly Staged[]
  readonly links: Range | null
}

/** What goes to the disk together. Filled by `add` and `event`, drained by `#flush`; there are two, taking turns. */
class Batch {
  /** By the number of the dictionary. */
  readonly records = new Map<number, Stage>([[0, new Stage()]])
  readonly links = new Stage()
  visits: Waiting[] = []
  events: EventRow[] = []
  /** Of what goes into the full-text index, which waits as strings. */
  searchChars = 0

  stageFor(dictionary: number): Stage {
    const stage = this.records.get(dictionary) ?? new Stage()
    this.records.set(dictionary, stage)
    return stage
  }

  get isEmpty(): boolean {
    return this.visits.length === 0 && this.events.length === 0
  }

  clear(): void {
    this.visits = []
    this.events = []
    this.searchChars = 0
    // Those that had nothing to hold this time give their room back.
    for (const [dictionary, stage] of this.records)
      if (stage.size === 0 && dictionary !== 0) this.records.delete(dictionary)
      else stage.clear()
    this.links.clear()
  }
}

const MAX_RESULTS = 500
const MAX_WAIT_MS = 250
/** Usual batches have a tenth of it; long documents must not fill the memory by the hundred. */
const MAX_SEARCH_CHARS = 32 * 1024 * 1024

export interface RecorderHooks {
  /** What was learned of hosts since the last batch, to be written with it. */
  readonly memories: () => { host: HostRef; memory: string }[]
  /** Hosts whose addresses were given up for other spellings, and have to wait again. */
  readonly readmits?: () => HostRef[]
  readonly onCommit: (result: CommitResult) => void
  /** Revisions have been stored that are compared with each other. */
  readonly onArrived: () => void
  readonly onFailure: (error: unknown) => void
  /** Hears of every archived page once it is durable. */
  readonly onStored: ((page: StoredPage) => void) | null
  /** Does the full-text index keep revisions that are not current any more? */
  readonly keepsPast?: boolean
}

export class BatchRecorder {
  readonly #store: JournalStore
  readonly #archive: ArchiveWriter
  readonly #clock: Clock
  readonly #worker: string
  readonly #hooks: RecorderHooks
  #batch = new Batch()
  #spare = new Batch()
  #cancelTimer: (() => void) | null = null
  #flushing: Promise<void> | null = null
  #failure: unknown = null

  constructor(
    store: JournalStore,
    archive: ArchiveWriter,
    clock: Clock,
    worker: string,
    hooks: RecorderHooks,
  ) {
    this.#hooks = hooks
    this.#worker = worker
    this.#store = store
    this.#archive = archive
    this.#clock = clock
  }

  get waiting(): number {
    return this.#batch.visits.length
  }

  add({ records, ...visit }: FinishedVisit): void {
    const { visits, links: linkStage } = this.#batch
    const { links } = visit.commit
    visits.push({
      visit: { ...visit, commit: { ...visit.commit, links: null } },
      records: records.map(packed => this.#staged(packed)),
      links: links && { offset: linkStage.add(links), length: links.length },
    })
    this.#batch.searchChars += visit.commit.search?.terms?.body.length ?? 0
    this.#schedule()
  }

  #staged({ bytes, firstLength: length, url, digest, ...packed }: NumberedRecords): Staged {
    const offset = this.#batch.stageFor(packed.dictionary).add(bytes)
    return { ...packed, offset, length, url, digest: base32(digest), allBytes: bytes.length }
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
    if (this.waiting >= MAX_RESULTS || this.#batch.searchChars >= MAX_SEARCH_CHARS) void this.#start()
    else this.#cancelTimer ??= this.#clock.timer(MAX_WAIT_MS, () => void (this.#flushing ?? this.#start()))
  }

  #start(): Promise<void> {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    const batch = this.#batch
    this.#batch = this.#spare
    this.#flushing = this.#flush(batch)
      .catch(error => {
        this.#failure = error
        this.#hooks.onFailure(error)
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
    const blocks = await this.#writeBlocks(visits, records)
    const commit: Commit = {
      worker: this.#worker,
      visits: visits.map(({ visit: { commit: result }, records: [record], links: at }) => {
        const place = record ? placeIn(blocks.get(record.dictionary)!, record) : null
        if (result.outcome !== 'fetched') return { ...result, place }
        return { ...result, links: at && links.part(at.offset, at.length), place }
      }),
      candidates: visits.flatMap(({ visit }) => visit.candidates),
      reranked: lastOfEach(visits.flatMap(({ visit }) => visit.moved)),
      servers: [
        ...new Map(visits.flatMap(({ visit: { server } }) => (server ? [[server.id, server]] : []))).values(),
      ],
      readmits: this.#hooks.readmits?.() ?? [],
      memories: this.#hooks.memories(),
      archives: [...blocks.values()].map(({ file, sizeBytes }) => ({ id: file, sizeBytes })),
      events,
      keepsPast: this.#hooks.keepsPast ?? false,
    }
    const result = await this.#store.commit(commit)
    for (const { visit } of visits)
      if (result.refused.has(visit.commit.page.id)) visit.onRefused()
      else visit.onCommitted()
    this.#hooks.onCommit(result)
    if (visits.some(({ visit: { commit } }) => commit.revision?.likeness)) this.#hooks.onArrived()
    const { onStored } = this.#hooks
    if (onStored) for (const page of storedPages(visits, blocks)) onStored(page)
    await this.#archive.tidy()
  }

  /** One block for each dictionary, all on the disk when this resolves. */
  async #writeBlocks(
    visits: readonly Waiting[],
    stages: ReadonlyMap<number, Stage>,
  ): Promise<ReadonlyMap<number, WrittenBlock>> {
    const filled = [...stages].filter(([, stage]) => stage.size > 0)
    const written = filled.map(
      async ([dictionary, stage]) =>
        [
          dictionary,
          await this.#archive.write(stage.bytes, entriesOf(visits, dictionary), dictionary),
        ] as const,
    )
    return new Map(await Promise.all(written))
  }
}

const placeIn = ({ file, offset }: WrittenBlock, record: Range) => ({
  file,
  offset: offset + record.offset,
  length: record.length,
})

function* storedPages(
  visits: readonly Waiting[],
  blocks: ReadonlyMap<number, WrittenBlock>,
): Generator<StoredPage> {
  for (const {
    visit,
    records: [record],
  } of visits) {
    if (!record) continue
    const { name, offset } = blocks.get(record.dictionary)!
    yield {
      url: visit.url,
      pageClass: visit.commit.pageClass ?? null,
      place: { file: name, offset: offset + record.offset, length: record.allBytes },
      isSample: isPageType(record.mime) && visit.commit.httpStatus === 200,
    }
  }
}

function entriesOf(visits: readonly Waiting[], packedWith: number): BlockEntry[] {
  return visits.flatMap(({ visit, records }) =>
    records
      .filter(({ dictionary }) => dictionary === packedWith)
      .map(({ url = visit.url, at, status, mime, digest, offset, length }) => ({
        ...{ url, at, mime, status, digest },
        ...{ offset, length },
      })),
  )
}
