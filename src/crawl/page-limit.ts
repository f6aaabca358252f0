import type { Clock } from '../env/index.ts'
import type { QueuedPage, WorkerStore } from '../store/index.ts'
import { NEARLY_FULL } from './planning/chooser.ts'

/** Room is reserved ahead, so that not every visit has to ask the store: a share of what is left, so that other workers get theirs. */
const AHEAD_SHARE = 1 / 8
const MAX_AHEAD = 32
/** If other workers hold what is left, ask again after this time whether they still need it. */
const RETRY_MS = 500
/** Room unused for this long goes to other workers. */
const IDLE_MS = 2_000

export interface PageLimitParts {
  readonly store: Pick<WorkerStore, 'reserveRoom'>
  readonly clock: Clock
  readonly worker: string
  /** Null for no limit. */
  readonly pages: number | null
  /** Whether the last places are given to chosen pages only. */
  readonly isChosen?: () => boolean
}

/**
 * How many pages a collection may hold (`scope.pages`). Every first visit under way may bring one more page, so each needs room before it
 * begins, and all workers together are given no more room than is left. Visits of stored pages need none, and pages chosen for a place in
 * a full collection already have theirs. Revisiting a redirect takes no room either: if it has become a page by then, the collection holds
 * one too many, which costs less than never looking.
 */
export class PageLimit {
  readonly #parts: PageLimitParts
  /** Pages stored when room was last reserved, by all workers. */
  #stored = 0
  /** Room this worker was given then; how much of it is stored by now, and how much is under way. */
  #room = 0
  #filled = 0
  #underWay = 0
  /** First visits waiting to learn whether they have room. */
  #waiting = 0
  #retryAt = Number.NEGATIVE_INFINITY
  #beganAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  #failure: unknown = null

  constructor(parts: PageLimitParts) {
    this.#parts = parts
  }

  /** Sets the number of pages that are already stored, or chosen to be, before the first visit. */
  start(stored: number): void {
    this.#stored = stored
  }

  /** Goes by the store's count alone: a visit recorded while the store was asked could be counted twice in `#filled`. */
  get isReached(): boolean {
    return this.#stored >= this.#open
  }

  /** How many pages are stored as they are found; the remaining places go to chosen pages. */
  get #open(): number {
    const { pages, isChosen } = this.#parts
    if (pages === null) return Number.POSITIVE_INFINITY
    return isChosen?.() ? Math.ceil(NEARLY_FULL * pages) : pages
  }

  /** Asks the store again when the collection seems to be full, and gives unused room back. To be called now and then. */
  recheck(): void {
    if (this.#failure) throw this.#failure
    const { pages, clock } = this.#parts
    if (pages === null || this.#asking || this.#underWay + this.#waiting > 0) return
    const seemsFull = this.#filled > 0 && this.#stored + this.#filled >= this.#open
    const isIdle = this.#room > this.#filled && clock.monotonic() > this.#beganAt + IDLE_MS
    if (seemsFull || isIdle) void this.#ask(pages, 0).catch(error => (this.#failure = error))
  }

  /** Whether another page may be visited for the first time. Whether there really is room is checked when the visit begins. */
  get allowsNew(): boolean {
    const { pages, clock } = this.#parts
    if (pages === null) return true
    const taken = this.#stored + this.#filled + this.#underWay + this.#waiting
    return taken < this.#open && clock.monotonic() >= this.#retryAt
  }

  /** Whether no first visit may begin now although the collection is not full: visits under way, or other workers, may leave room. */
  get mayAllowMore(): boolean {
    return !this.allowsNew && !this.isReached
  }

  /** Returns false if there is no room for the page this visit may bring. */
  async begin(page: QueuedPage): Promise<boolean> {
    if (!this.#needsRoom(page) || this.#parts.pages === null) return true
    this.#waiting++
    // A request already under way was made before this visit was counted, so its answer does not settle this one.
    for (let isAnswered = false; !this.#hasRoom; ) {
      if (isAnswered) return this.#refused()
      isAnswered = this.#asking === null
      await this.#ask(this.#parts.pages, this.#ahead(this.#parts.pages))
    }
    this.#waiting--
    this.#underWay++
    this.#beganAt = this.#parts.clock.monotonic()
    return true
  }

  /** Called when a visit that had begun is over. */
  end(page: QueuedPage, isStored: boolean): void {
    if (!this.#needsRoom(page) || this.#parts.pages === null) return
    this.#underWay--
    if (isStored) this.#filled++
  }

  #needsRoom({ revision, chosenAt, settled }: QueuedPage): boolean {
    return revision === 0 && chosenAt === null && settled === 0
  }

  #refused(): boolean {
    this.#waiting--
    this.#retryAt = this.#parts.clock.monotonic() + RETRY_MS
    return false
  }

  get #hasRoom(): boolean {
    return this.#filled + this.#underWay < this.#room
  }

  #ahead(limit: number): number {
    const left = Math.max(0, limit - this.#stored - this.#filled)
    return Math.max(this.#waiting, Math.min(MAX_AHEAD, Math.ceil(left * AHEAD_SHARE)))
  }

  /** One request at a time; visits under way keep their room. */
  #ask(limit: number, ahead: number): Promise<void> {
    this.#asking ??= this.#reserve(limit, ahead).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #reserve(limit: number, ahead: number): Promise<void> {
    const { store, worker } = this.#parts
    const [keep, filled] = [this.#underWay, this.#filled]
    const { room, stored } = await store.reserveRoom({ worker, limit, keep, want: keep + ahead })
    this.#room = room
    this.#stored = stored
    this.#filled -= filled
  }
}
