import { realClock } from '../env/index.ts'
import type {
  Collection,
  CollectionCounts,
  CollectionEvent,
  PageChange,
  TopicYield,
} from '../library/index.ts'
import type { RunStatus, ShelvedCollection } from './shelved.ts'

/** What an open page is told as it happens. */
export type LiveMessage =
  | { readonly kind: 'now'; readonly now: LiveNow }
  | { readonly kind: 'changes'; readonly changes: readonly PageChange[] }
  | { readonly kind: 'events'; readonly events: readonly CollectionEvent[] }

export interface LiveNow {
  readonly at: Date
  readonly counts: CollectionCounts
  /** Visits a second of real time, over the last seconds. */
  readonly visitsPerSecond: number
  readonly run: RunStatus | null
  readonly isBusy: boolean
}

/** How the queue grew, for a curve: found (stored or waiting) and done. */
export interface LivePoint {
  readonly at: Date
  readonly known: number
  readonly stored: number
  readonly visits: number
  /** The share of stored pages that are current, where that is known for certain. */
  readonly fresh: number | null
  /** Pages that a focused crawl judged, and those of them that are about a topic. */
  readonly judged: number
  readonly relevant: number
}

/** Counters lag less than this. */
const LOOK_MS = 500
/** All judged pages are counted for it. */
const HARVEST_EVERY_MS = 5_000
/** The rate is that of these last seconds. */
const RATE_MS = 5_000
/** Beyond it every second point goes, so that a crawl of any length is a curve of a few hundred points. */
const MAX_POINTS = 600
/** Of each kind; what comes faster than so many in a look is told in part. */
const MAX_NEWS = 200
/** More than the newest of both kinds, several times over. */
const MAX_TOLD = 2_000

type Harvest = Pick<LivePoint, 'judged' | 'relevant'>

type Listener = (message: LiveMessage) => void

/**
 * Looks at a collection twice a second while somebody is looking, whoever writes it, and tells all listeners. Nobody looking costs
 * nothing, and a hundred open pages cost as much as one.
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
  /** Changes and events that listeners know, or that were there before them; null before the first look. */
  #told: Set<string> | null = null

  constructor(shelved: ShelvedCollection) {
    this.#shelved = shelved
  }

  get points(): readonly LivePoint[] {
    return this.#points
  }

  /** Begins the curve of a run before anybody looks. */
  begin(): void {
    if (this.#cancel === null) void this.#look()
  }

  /** Begins with what is now; returns what ends it. */
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
      // It may not exist yet, or its database may be away: the next look tells.
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
   * What was recorded since the last look: of the newest, those that were not there before. Times would not tell: a visit is recorded after it was
   * made, and the clock of the collection may run a thousand times as fast as ours.
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
