import type { Clock } from '../env/index.ts'
import type { CommitResult, Counts, VisitResult } from '../store/index.ts'
import type { Url } from '../url/index.ts'
import type { Outcome } from './visit/outcome.ts'

/** A visit, reported once it is durable. */
export interface VisitReport {
  readonly url: Url
  readonly depth: number
  readonly outcome: Outcome
  readonly commit: VisitResult
  /** The record that a site model extracted from the page, as JSON; also for a page that has not changed. */
  readonly record: string | null
}

export interface ProgressNow {
  /** Pages the collection holds. */
  readonly pages: number
  /** Visits of this run. */
  readonly visits: number
  readonly pagesPerSecond: number
  readonly queue: number
  readonly errors: number
  readonly bytes: number
  readonly elapsedMs: number
}

const WINDOW_MS = 5_000

/** Whether the visit added a page to the collection. */
export const isPageStored = ({ revision }: VisitResult): boolean =>
  revision?.number === 1 && !revision.isSource

/** Counts of a running crawl; only commits change them. */
export class CrawlProgress {
  readonly #clock: Clock
  #startedAt = 0
  #fetched = 0
  #visits = 0
  #errors = 0
  #bytes = 0
  #queue = 0
  /** Times and counts of the last commits, for the rate. */
  #recent: { at: number; visits: number }[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  start(counts: Counts): void {
    this.#startedAt = this.#clock.monotonic()
    this.#fetched = counts.fetched
    this.#queue = counts.waiting
  }

  found(result: CommitResult): void {
    this.#queue += result.waiting
  }

  /** Counts pages that came back to a full collection, or made room for others. */
  exchanged(by: number): void {
    this.#fetched += by
  }

  visited({ commit, outcome }: VisitReport): void {
    this.#visits++
    this.#bytes += commit.sizeBytes ?? 0
    if (isPageStored(commit)) this.#fetched++
    if (outcome.kind === 'failed' || outcome.kind === 'gone') this.#errors++
    this.#queue = Math.max(0, this.#queue - 1)
    const now = this.#clock.monotonic()
    const last = this.#recent.at(-1)
    if (last && now - last.at < 200) last.visits++
    else this.#recent.push({ at: now, visits: 1 })
    while (this.#recent.length > 1 && now - this.#recent[0]!.at > WINDOW_MS) this.#recent.shift()
  }

  now(): ProgressNow {
    const now = this.#clock.monotonic()
    const spanMs = Math.max(1, Math.min(WINDOW_MS, now - this.#startedAt))
    const visits = this.#recent
      .filter(entry => now - entry.at <= WINDOW_MS)
      .reduce((sum, entry) => sum + entry.visits, 0)
    return {
      pages: this.#fetched,
      visits: this.#visits,
      pagesPerSecond: (visits * 1000) / spanMs,
      queue: this.#queue,
      errors: this.#errors,
      bytes: this.#bytes,
      elapsedMs: now - this.#startedAt,
    }
  }
}
