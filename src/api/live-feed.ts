import { realClock } from '../env/index.ts'
import type {
  Collection,
  CollectionCounts,
  CollectionEvent,
  PageChange,
  TopicYield,
} from '../library/index.ts'
import type { RunStatus, ShelvedCollection } from './shelved.ts'

/** What open pages of the dashboard are sent as it happens. */
export type LiveMessage =
  | { readonly kind: 'now'; readonly now: LiveNow }
  | { readonly kind: 'changes'; readonly changes: readonly PageChange[] }
  | { readonly kind: 'events'; readonly events: readonly CollectionEvent[] }

export interface LiveNow {
  readonly at: Date
  readonly counts: CollectionCounts
  /** Visits per second of real time, over the last seconds. */
  readonly visitsPerSecond: number
  readonly run: RunStatus | null
  /** The latest run that made models. */
  readonly modelRun: RunStatus | null
  readonly isBusy: boolean
}

/** A point of the curve that shows how the queue grew: pages found (stored or waiting) and pages stored. */
export interface LivePoint {
  readonly at: Date
  readonly known: number
  readonly stored: number
  readonly visits: number
  /** Share of stored pages that are current, if that is known for certain. */
  readonly fresh: number | null
  /** Pages that a focused crawl has judged. */
  readonly judged: number
  /** Judged pages that are about a topic. */
  readonly relevant: number
}

/** How often the collection is polled. */
const LOOK_MS = 500
/** Less often, because it counts all judged pages. */
const HARVEST_EVERY_MS = 5_000
/** Time over which `visitsPerSecond` is averaged. */
const RATE_MS = 5_000
/** When there are more, every second point is dropped, so that a crawl of any length is a curve of a few hundred points. */
const MAX_POINTS = 600
/** Maximum changes, and events, sent per poll; if there are more, only the newest are sent. */
const MAX_NEWS = 200
/** Several times as many as one poll reads of both kinds. */
const MAX_TOLD = 2_000

type Harvest = Pick<LivePoint, 'judged' | 'relevant'>

type Listener = (message: LiveMessage) => void

/**
 * Polls a collection twice a second while it has listeners or a run, whichever process writes it, and notifies all listeners. Without
 * them it costs nothing, and a hundred open pages cost as much as one.
 */
export class LiveFeed {
  readonly #shelved: ShelvedCollection
  readonly #listeners = new Set<Listener>()
  #points: LivePoint[] = []
  #pointEvery = 1
  #looks = 0
  #harvest: Harvest = { judged: 0, relevant: 0 }
  #countAt = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null
  #recent: { readonly at: number; readonly visits: number }[] = []
  /** Keys of changes and events that were already sent, or existed before the first poll; null before it. */
  #told: Set<string> | null = null

  constructor(shelved: ShelvedCollection) {
    this.#shelved = shelved
  }

  get points(): readonly LivePoint[] {
    return this.#points
  }

  /** Starts polling, so that the curve of a run begins before anybody opens its page. */
  begin(): void {
    if (this.#cancel === null) void this.#look()
  }

  /** Sends the current state, then news; returns a function that stops listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#cancel === null) this.begin()
    else
      void this.#now()
        .then(now => listener({ kind: 'now', now }))
        .catch(() => {})
    return () => void this.#listeners.delete(listener)
  }

  close(): void {
    this.#listeners.clear()
    this.#cancel?.()
    this.#cancel = null
  }

  async #look(): Promise<void> {
    this.#cancel = () => {}
    try {
      const now = await this.#now()
      const reader = await this.#shelved.reader()
      this.#keep(now, await this.#shelved.truth(reader), await this.#harvestOf(reader))
      this.#tell({ kind: 'now', now })
      await this.#news(await this.#shelved.reader())
    } catch {
      // The collection may not exist yet, or its database may be down: the next poll tries again.
    }
    const isNeeded = this.#listeners.size > 0 || this.#shelved.run.status?.state === 'running'
    this.#cancel = isNeeded ? realClock.timer(LOOK_MS, () => void this.#look()) : null
    if (!isNeeded) this.#told = null
  }

  async #now(): Promise<LiveNow> {
    const reader = await this.#shelved.reader()
    const [counts, isBusy] = [await reader.counts(), await reader.isBusy()]
    const at = realClock.monotonic()
    this.#recent = [...this.#recent.filter(each => each.at > at - RATE_MS), { at, visits: counts.visits }]
    const first = this.#recent[0]!
    const seconds = (at - first.at) / 1000
    return {
      at: new Date(this.#shelved.env.clock.now()),
      counts,
      visitsPerSecond: seconds > 0 ? (counts.visits - first.visits) / seconds : 0,
      run: this.#shelved.run.status,
      modelRun: this.#shelved.modelRun,
      isBusy,
    }
  }

  async #harvestOf(reader: Collection): Promise<Harvest> {
    const now = realClock.monotonic()
    if (now < this.#countAt) return this.#harvest
    this.#countAt = now + HARVEST_EVERY_MS
    const topics = await reader.topics()
    const sum = (of: (topic: TopicYield) => number) => topics.reduce((all, each) => all + of(each), 0)
    this.#harvest = { judged: sum(each => each.pages), relevant: sum(each => each.relevant) }
    return this.#harvest
  }

  #keep({ at, counts }: LiveNow, fresh: number | null, harvest: Harvest): void {
    if (this.#looks++ % this.#pointEvery !== 0) return
    const known = counts.fetched + counts.waiting
    this.#points.push({ at, known, stored: counts.fetched, visits: counts.visits, fresh, ...harvest })
    if (this.#points.length <= MAX_POINTS) return
    this.#points = this.#points.filter((_, i) => i % 2 === 0)
    this.#pointEvery *= 2
  }

  /**
   * Sends what was recorded since the last poll: those of the newest rows that were not there before. Comparing times would not do, because a
   * visit is recorded after it was made, and the clock of the collection may run a thousand times as fast as ours.
   */
  async #news(collection: Collection): Promise<void> {
    const changes = await taken(collection.changes({ order: 'newest', limit: MAX_NEWS }))
    const events = await taken(collection.events({ latest: MAX_NEWS }))
    const isFirst = this.#told === null
    const told = (this.#told ??= new Set())
    const isNew = (key: string) => !told.has(key) && told.add(key) !== undefined
    const newChanges = changes.filter(each => isNew(`${each.url} ${each.revision}`)).toReversed()
    const newEvents = events.filter(each => isNew(`${each.kind} ${each.subject} ${+each.at}`))
    for (const key of told) {
      if (told.size <= MAX_TOLD) break
      told.delete(key)
    }
    if (isFirst) return
    if (newChanges.length > 0) this.#tell({ kind: 'changes', changes: newChanges })
    if (newEvents.length > 0) this.#tell({ kind: 'events', events: newEvents })
  }

  #tell(message: LiveMessage): void {
    for (const listener of this.#listeners) listener(message)
  }
}

async function taken<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const row of rows) {
    found.push(row)
    if (found.length >= MAX_NEWS) break
  }
  return found
}
