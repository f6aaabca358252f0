/**
 * How important pages are in the link graph: PageRank over the stored pages, 1 on average.
 *
 * Each pass over the links moves every page's importance a step nearer to what the graph says, starting from what was
 * known before. So a few passes a day keep up with a growing collection, and nothing is computed from scratch.
 * Memory: 32 bytes per page while it runs (`weights: auto` only); time: one reading of all links per pass.
 */
import type { Clock } from '../../env/index.ts'
import { DAY_MS } from '../../refresh/index.ts'
import type { MetaStore, PageId, PageRef, PlanStore } from '../../store/index.ts'
import { urlKey } from '../../url/index.ts'
import { targetsIn } from '../packed-links.ts'
import { Breather } from './breather.ts'

/** The share of importance that follows links; the rest is spread evenly. */
const DAMPING = 0.85
/** Number of passes if no importance is known yet; if it is, one pass. */
const FIRST_PASSES = 8
const CHUNK = 2_000

/** Approximate microseconds to count a page, and to follow the links of one. */
const COUNTING = 5
const FOLLOWING = 50

export async function rankPages(store: PlanStore, signal?: AbortSignal): Promise<number> {
  const breather = new Breather(signal)
  const graph = new Ranking()
  let isNew = false
  for await (const { shard, id, url, importance } of store.plannedPages()) {
    if (breather.did(COUNTING)) await breather.rest()
    graph.add({ shard, id }, url, importance ?? 1)
    isNew ||= importance === null
  }
  for (let pass = 0; pass < (isNew ? FIRST_PASSES : 1); pass++) {
    graph.begin()
    for await (const { id, packed } of store.allLinks()) {
      if (breather.did(FOLLOWING)) await breather.rest()
      graph.spread(id, [...targetsIn(packed)])
    }
    graph.settle()
  }
  await graph.write(store)
  return graph.size
}

/** If the collection has grown by this factor since it was ranked, rank it again. */
const GROWN = 1.1

/** With `weights: auto`, computes importance once a day and when the collection has grown. */
export class Ranker {
  readonly #store: MetaStore & PlanStore
  readonly #clock: Clock
  readonly #signal: AbortSignal
  #rankAt = Number.NEGATIVE_INFINITY
  #pages = 0

  constructor(store: MetaStore & PlanStore, clock: Clock, signal: AbortSignal) {
    this.#store = store
    this.#clock = clock
    this.#signal = signal
  }

  async rankIfDue(): Promise<void> {
    const { fetched } = await this.#store.counts()
    if (this.#clock.monotonic() < this.#rankAt && fetched <= this.#pages * GROWN) return
    this.#rankAt = this.#clock.monotonic() + DAY_MS
    this.#pages = fetched
    await rankPages(this.#store, this.#signal)
  }
}

class Ranking {
  readonly #pages: PageRef[] = []
  readonly #byId = new Map<PageId, number>()
  /** Keyed by the first eight bytes of a Url's key. */
  readonly #byKey = new Map<bigint, number>()
  #rank: number[] = []
  #next = new Float64Array(0)
  #loose = 0

  get size(): number {
    return this.#pages.length
  }

  add(page: PageRef, url: string, importance: number): void {
    const index = this.#pages.push(page) - 1
    this.#byId.set(page.id, index)
    this.#byKey.set(keyOf(url), index)
    this.#rank.push(importance)
  }

  begin(): void {
    this.#next = new Float64Array(this.size)
    this.#loose = this.#rank.reduce((sum, rank) => sum + rank, 0)
  }

  /** Divides a page's importance among the stored pages it links to; if there are none, it goes to all pages evenly. */
  spread(id: PageId, targets: readonly string[]): void {
    const from = this.#byId.get(id)
    if (from === undefined) return
    const known = targets
      .map(url => this.#byKey.get(keyOf(url)))
      .filter(index => index !== undefined && index !== from)
    if (known.length === 0) return
    const rank = this.#rank[from]!
    this.#loose -= rank
    for (const index of known) this.#next[index!]! += rank / known.length
  }

  settle(): void {
    const even = 1 - DAMPING + (DAMPING * this.#loose) / Math.max(1, this.size)
    this.#rank = Array.from(this.#next, followed => even + DAMPING * followed)
  }

  async write(store: PlanStore): Promise<void> {
    for (let at = 0; at < this.size; at += CHUNK)
      await store.writeImportance(
        this.#pages.slice(at, at + CHUNK).map((page, i) => ({ page, importance: this.#rank[at + i]! })),
      )
  }
}

const keyOf = (url: string) => urlKey(url).readBigUInt64LE(0)
