import { realClock } from '../env/index.ts'
import type { Collection, CollectionCounts, CollectionEvent, PageChange } from '../library/index.ts'
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
}

/** Counters lag less than this. */
const LOOK_MS = 500
/** The rate is that of these last seconds. */
const RATE_MS = 5_000
/** Beyond it every second point goes, so that a crawl of any length is a curve of a few hundred points. */
const MAX_POINTS = 600
/**
 * A visit may be recorded after a look that was later than its fetch: within a minute of a real clock, and within a few looks on a
 * fast one, where a minute is over in no time. Half as many looks would do on an idle machine; more only read the same rows again.
 */
const OVERLAP_MS = 60_000
const OVERLAP_LOOKS = 10
const MAX_NEWS = 200

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
  #cancel: (() => void) | null = null
  #recent: { readonly at: number; readonly visits: number }[] = []
  #told = new Map<string, number>()
  /** When the last looks were, oldest first. */
  #lookedAt: readonly Date[] = []

  constructor(shelved: ShelvedCollection) {
    this.#shelved = shelved
  }

  get points(): readonly LivePoint[] {
    return this.#points
  }

  /** Begins with what is now; returns what ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#cancel === null) void this.#look()
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
      this.#keep(now, await this.#shelved.truth(await this.#shelved.reader()))
      this.#tell({ kind: 'now', now })
      await this.#news(await this.#shelved.reader(), now.at)
    } catch {
      // It may not exist yet, or its database may be away: the next look tells.
    }
    const isNeeded = this.#listeners.size > 0 || this.#shelved.run.status?.state === 'running'
    this.#cancel = isNeeded ? realClock.timer(LOOK_MS, () => void this.#look()) : null
    if (!isNeeded) this.#lookedAt = []
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

  #keep({ at, counts }: LiveNow, fresh: number | null): void {
    if (this.#looks++ % this.#pointEvery !== 0) return
    const known = counts.fetched + counts.waiting
    this.#points.push({ at, known, stored: counts.fetched, visits: counts.visits, fresh })
    if (this.#points.length <= MAX_POINTS) return
    this.#points = this.#points.filter((_, i) => i % 2 === 0)
    this.#pointEvery *= 2
  }

  /** What changed and what was reported since the last look. */
  async #news(collection: Collection, at: Date): Promise<void> {
    const [earliest] = this.#lookedAt
    this.#lookedAt = [...this.#lookedAt, at].slice(-OVERLAP_LOOKS)
    if (!earliest) return
    const from = new Date(Math.min(earliest.getTime(), at.getTime() - OVERLAP_MS))
    const newest = await taken(collection.changes({ since: from, order: 'newest', limit: MAX_NEWS }))
    const changes = newest.toReversed()
    const events = await taken(collection.events({ since: from, latest: MAX_NEWS }))
    this.#forget(from.getTime())
    const newChanges = changes.filter(each => this.#isNew(`${each.url} ${each.revision}`, each.at))
    const newEvents = events.filter(each => this.#isNew(`${each.kind} ${each.subject} ${+each.at}`, each.at))
    if (newChanges.length > 0) this.#tell({ kind: 'changes', changes: newChanges })
    if (newEvents.length > 0) this.#tell({ kind: 'events', events: newEvents })
  }

  #isNew(key: string, at: Date): boolean {
    if (this.#told.has(key)) return false
    this.#told.set(key, at.getTime())
    return true
  }

  #forget(beforeMs: number): void {
    for (const [key, at] of this.#told) if (at < beforeMs) this.#told.delete(key)
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
