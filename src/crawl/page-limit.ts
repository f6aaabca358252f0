import type { Clock } from '../env/index.ts'
import type { QueuedPage, WorkerStore } from '../store/index.ts'
import { NEARLY_FULL } from './planning/chooser.ts'

/** Room asked for ahead, so that not every visit has to ask: a share of what is left, so that other workers get theirs. */
const AHEAD_SHARE = 1 / 8
const MAX_AHEAD = 32
/** When others have what is left, they are asked again so much later whether they still need it. */
const RETRY_MS = 500
/** Room that nobody has used for so long goes to others. */
const IDLE_MS = 2_000

export interface PageLimitParts {
  readonly store: Pick<WorkerStore, 'reserveRoom'>
  readonly clock: Clock
  readonly worker: string
  /** Null: as many as there are. */
  readonly pages: number | null
  /** Are the last places given to chosen pages only? */
  readonly isChosen?: () => boolean
}

/**
 * How many pages a collection may hold (`scope.pages`). Every first visit under way may bring one more, so each has its room before it
 * begins, and no more room is given out over all workers than is left. Visits of stored pages bring none, and pages that were chosen for
 * a place of a full collection have theirs. A redirect that is looked at again takes no place either: should it have become a page by then, that is
 * one too many, which costs less than never looking.
 */
export class PageLimit {
  readonly #parts: PageLimitParts
  /** Pages that were stored when room was last asked for, by whomever. */
  #stored = 0
  /** What this worker was given then; of it, what is stored by now and what is under way. */
  #room = 0
  #filled = 0
  #underWay = 0
  /** First visits that wait to hear whether they have room. */
  #waiting = 0
  #retryAt = Number.NEGATIVE_INFINITY
  #beganAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null
  #failure: unknown = null

  constructor(parts: PageLimitParts) {
    this.#parts = parts
  }

  /** How many pages are stored already, or chosen to be, before the first visit. */
  start(stored: number): void {
    this.#stored = stored
  }

  /** By what the store says: a visit that was recorded while it was asked might count twice here. */
  get isReached(): boolean {
    return this.#stored >= this.#open
  }

  /** So many pages come as they are found; the places behind them go to chosen ones. */
  get #open(): number {
    const { pages, isChosen } = this.#parts
    if (pages === null) return Number.POSITIVE_INFINITY
    return isChosen?.() ? Math.ceil(NEARLY_FULL * pages) : pages
  }

  /** Asks again when the collection seems to be full, and gives room back that is not used. To be called now and then. */
  look(): void {
    if (this.#failure) throw this.#failure
    const { pages, clock } = this.#parts
    if (pages === null || this.#asking || this.#underWay + this.#waiting > 0) return
    const seemsFull = this.#filled > 0 && this.#stored + this.#filled >= this.#open
    const isIdle = this.#room > this.#filled && clock.monotonic() > this.#beganAt + IDLE_MS
    if (seemsFull || isIdle) void this.#ask(pages, 0).catch(error => (this.#failure = error))
  }

  /** May another page be visited for the first time? Whether there really is room is asked when it begins. */
  get allowsNew(): boolean {
    const { pages, clock } = this.#parts
    if (pages === null) return true
    const taken = this.#stored + this.#filled + this.#underWay + this.#waiting
    return taken < this.#open && clock.monotonic() >= this.#retryAt
  }

  /** Nothing may be begun now, and yet the collection is not full: visits under way, or other workers, may leave room. */
  get mayAllowMore(): boolean {
    return !this.allowsNew && !this.isReached
  }

  /** False when there is no room for what this visit may bring. */
  async begin(page: QueuedPage): Promise<boolean> {
    if (!this.#needsRoom(page) || this.#parts.pages === null) return true
    this.#waiting++
    // An answer to a question that was asked for others says nothing of this one.
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

  /** A visit that had begun is over. */
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

  /** One question at a time; what is under way keeps its room. */
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
