import type { Clock } from '../../env/index.ts'
import { DAY_MS } from '../../refresh/index.ts'

/** What may be saved up: a collection that was asleep does not spend its days at once when it wakes. */
const MOST_SAVED_MS = 3_600_000
/** So many fetches may always be saved, or a small budget could never pay for one. */
const LEAST_SAVED = 4

/** What is stored between runs. */
export interface BudgetState {
  readonly at: number
  readonly refresh: number
  readonly discover: number
  /** Spent since the collection began, by what for. */
  readonly spent: { readonly refresh: number; readonly discover: number }
  /** The day (UTC) that `today` speaks of, counted from the epoch, and what was spent on it. */
  readonly day: number
  readonly today: number
}

export interface BudgetTerms {
  readonly perDay: number
  /** Share that new pages may take; what they leave goes to refreshes. */
  readonly discover: number
}

/**
 * The purse of a collection that is watched: two buckets that fill with time, one for refreshes and one for new pages.
 * A visit is paid for when it ends, since only then its cost is known; an empty bucket closes until it is filled again.
 */
export class Budget {
  readonly #clock: Clock
  #terms: BudgetTerms | null
  #at: number
  #refresh: number
  #discover: number
  #spent: { refresh: number; discover: number }
  #day: number
  #today: number

  constructor(clock: Clock, terms: BudgetTerms | null, saved: BudgetState | null) {
    this.#clock = clock
    this.#terms = terms
    this.#at = saved?.at ?? clock.now()
    this.#refresh = saved?.refresh ?? 0
    this.#discover = saved?.discover ?? 0
    this.#spent = { ...(saved?.spent ?? { refresh: 0, discover: 0 }) }
    this.#day = saved?.day ?? 0
    this.#today = saved?.today ?? 0
  }

  /** New terms hold from now on; what was saved under the old ones stays. */
  agree(terms: BudgetTerms | null): void {
    this.#fill()
    this.#terms = terms
  }

  get perDay(): number | null {
    return this.#terms?.perDay ?? null
  }

  get spent(): Readonly<{ refresh: number; discover: number }> {
    return this.#spent
  }

  get spentToday(): number {
    return this.#day === dayOf(this.#clock.now()) ? this.#today : 0
  }

  /** May a refresh be started, and a first visit? Without terms everything may. */
  get open(): { readonly refresh: boolean; readonly discover: boolean } {
    if (!this.#terms) return { refresh: true, discover: true }
    this.#fill()
    return { refresh: this.#refresh > 0, discover: this.#discover > 0 }
  }

  /** As much is saved as may be: more could have been fetched. */
  get isFull(): boolean {
    if (!this.#terms) return false
    this.#fill()
    return this.#refresh >= this.#most
  }

  get #most(): number {
    return Math.max(LEAST_SAVED, ((this.#terms?.perDay ?? 0) * MOST_SAVED_MS) / DAY_MS)
  }

  pay(what: 'refresh' | 'discover', cost: number): void {
    this.#spent[what] += cost
    this.#today = this.spentToday + cost
    this.#day = dayOf(this.#clock.now())
    if (!this.#terms) return
    this.#fill()
    if (what === 'refresh') this.#refresh -= cost
    else this.#discover -= cost
  }

  toJSON(): BudgetState {
    return {
      at: this.#at,
      refresh: this.#refresh,
      discover: this.#discover,
      spent: this.#spent,
      day: this.#day,
      today: this.#today,
    }
  }

  #fill(): void {
    const now = this.#clock.now()
    const passedMs = Math.max(0, now - this.#at)
    this.#at = now
    if (!this.#terms) return
    const { perDay, discover } = this.#terms
    const most = this.#most
    const earned = (perDay * passedMs) / DAY_MS
    this.#discover += earned * discover
    const left = Math.max(0, this.#discover - most * discover)
    this.#discover -= left
    this.#refresh = Math.min(most, this.#refresh + earned * (1 - discover) + left)
  }
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
