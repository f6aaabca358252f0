/** Writes what visits brought, in batches: archive records to disk, then one transaction in the store; only then are the visits reported. */
import {
  type ArchiveWriter,
  type BlockEntry,
  base32,
  type StoredPage,
  type WrittenBlock,
} from '../archive/index.ts'
import { isPageType } from '../document/type.ts'
import type { Clock } from '../env/index.ts'
import type { ArchiveStore, Commit, CommitResult, JournalStore, VisitCommit } from '../store/index.ts'
import type { HostMemories } from './host/host-memories.ts'
import { lastOfEach } from './order/link-order.ts'
import { Batch, type FinishedVisit, type Range, type WaitingVisit } from './recorder-batch.ts'
import { type SharedPayload, sharePayloads } from './share-payloads.ts'
import type { Stage } from './stage.ts'

const MAX_RESULTS = 500
const MAX_WAIT_MS = 250
/** Usual batches have a tenth of this; hundreds of long documents must not fill the memory. */
const MAX_SEARCH_CHARS = 32 * 1024 * 1024

export interface RecorderHooks {
  /** What was learned about hosts since the last batch is written with it. */
  readonly memories: Pick<HostMemories, 'changed' | 'readmits'>
  readonly onCommit: (result: CommitResult) => void
  /** Called when revisions were stored that are to be compared with each other. */
  readonly onArrived: () => void
  readonly onFailure: (error: unknown) => void
  /** Called for every archived page once it is durable. */
  readonly onStored: ((page: StoredPage) => void) | null
  /** Whether the full-text index keeps revisions that are no longer current. */
  readonly keepsPast: boolean
}

type RecorderStore = JournalStore & Pick<ArchiveStore, 'payloads'>

export class BatchRecorder {
  readonly #store: RecorderStore
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
    store: RecorderStore,
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

  add(visit: FinishedVisit): void {
    this.#batch.add(visit)
    this.#schedule()
  }

  event(kind: string, subject: string, message: string): void {
    this.#batch.events.push({ at: this.#clock.now(), kind, subject, message })
    this.#schedule()
  }

  /** Flushes at once: nothing else is under way, so there is no reason to wait for more. */
  hurry(): void {
    if (!this.#flushing && this.waiting > 0 && !this.#failure) void this.#start()
  }

  /** Resolves when everything added so far is durable. */
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

  async #flush(batch: Batch): Promise<void> {
    const shared = await sharePayloads(batch, this.#store, this.#archive.revisits)
    const { visits, records, links, events } = batch
    const blocks = await this.#writeBlocks(visits, records)
    const places = placesOf(visits, blocks, shared)
    const commit: Commit = {
      worker: this.#worker,
      visits: visits.map(({ visit: { commit: result }, links: at }, number) => {
        const place = places[number] ?? null
        if (result.outcome !== 'fetched') return { ...result, place }
        return { ...result, links: at && links.part(at.offset, at.length), place }
      }),
      candidates: visits.flatMap(({ visit }) => visit.candidates),
      reranked: lastOfEach(visits.flatMap(({ visit }) => visit.moved)),
      servers: [
        ...new Map(visits.flatMap(({ visit: { server } }) => (server ? [[server.id, server]] : []))).values(),
      ],
      readmits: this.#hooks.memories.readmits(),
      memories: this.#hooks.memories.changed(),
      archives: [...blocks.values()].map(({ file, sizeBytes }) => ({ id: file, sizeBytes })),
      events,
      keepsPast: this.#hooks.keepsPast,
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

  /** Writes one block for each dictionary; all are on disk when this resolves. */
  async #writeBlocks(
    visits: readonly WaitingVisit[],
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

/** Where the records of visits are in the archive, and where their payloads are if another record holds them. */
function placesOf(
  visits: readonly WaitingVisit[],
  blocks: ReadonlyMap<number, WrittenBlock>,
  shared: ReadonlyMap<number, SharedPayload>,
): VisitCommit['place'][] {
  const own = visits.map(({ records: [record] }) => record && placeIn(blocks.get(record.dictionary)!, record))
  return own.map((place, number) => {
    const payload = shared.get(number)
    if (!place || !payload) return place ?? null
    return {
      ...place,
      payload: 'visit' in payload ? own[payload.visit]! : { ...payload.place, file: payload.file },
    }
  })
}

const placeIn = ({ file, offset }: WrittenBlock, record: Range) => ({
  file,
  offset: offset + record.offset,
  length: record.length,
})

function* storedPages(
  visits: readonly WaitingVisit[],
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

function entriesOf(visits: readonly WaitingVisit[], packedWith: number): BlockEntry[] {
  return visits.flatMap(({ visit, records }) =>
    records
      .filter(({ dictionary }) => dictionary === packedWith)
      .map(({ url = visit.url, at, status, mime, digest, offset, length }) => ({
        url,
        at,
        mime,
        status,
        digest: base32(digest),
        offset,
        length,
      })),
  )
}
