import type { Clock } from '../../env/index.ts'
import { DAY_MS } from '../../refresh/index.ts'

/** What may be saved up: a collection that was asleep does not spend its days at once when it wakes. */
const MAX_SAVED_MS = 3_600_000
/** So many fetches may always be saved, or a small budget could never pay for one. */
const MIN_SAVED = 4

/** What is stored between runs. */
export interface BudgetState {
  readonly at: number
  readonly purse: number | null
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
  /** How much time's worth may be saved up; an hour's by default. */
  readonly savedMs?: number
}

/**
 * The purse of a collection that is watched. It fills with time and every fetch is paid from it; first visits of new pages
 * are paid from an allowance inside it as well. Empty means closed until time has filled it again. A visit that costs more than
 * was thought is paid for afterwards.
 */
export class Budget {
  readonly #clock: Clock
  #terms: BudgetTerms | null
  #at: number
  /** Null until the first terms: a purse is empty when it is given, and fills from then on. */
  #purse: number | null
  #discover: number
  #spent: { refresh: number; discover: number }
  #day: number
  #today: number

  constructor(clock: Clock, terms: BudgetTerms | null, saved: BudgetState | null) {
    this.#clock = clock
    this.#terms = terms
    this.#at = saved?.at ?? clock.now()
    this.#purse = saved?.purse ?? null
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

  get spent(): Readonly<{ refresh: number; discover: number }> {
    return this.#spent
  }

  get spentToday(): number {
    return this.#day === dayOf(this.#clock.now()) ? this.#today : 0
  }

  /** May anything be fetched? Without terms everything may. */
  get isOpen(): boolean {
    if (!this.#terms) return true
    this.#fill()
    return this.#purse! > 0
  }

  /** Is a fetch of this cost paid for already? One that no purse could ever hold is, once the purse is full. */
  covers(cost: number): boolean {
    if (!this.#terms) return true
    this.#fill()
    return this.#purse! >= Math.min(cost, this.#most(this.#terms)) - ROUNDING
  }

  /** What can be paid for at once; without terms, everything. */
  get saved(): number {
    if (!this.#terms) return Infinity
    this.#fill()
    return this.#purse!
  }

  /** May new pages be fetched? */
  get allowsNew(): boolean {
    return !this.#terms || (this.isOpen && this.#discover > 0)
  }

  /** The first crawl is over: a collection earns from then on. */
  begin(): void {
    if (this.#purse === null) this.#at = this.#clock.now()
  }

  /** Negative to give back. A first crawl is noted, not charged. */
  pay(what: 'refresh' | 'discover', cost: number, isCharged = true): void {
    this.#spent[what] += cost
    this.#today = this.spentToday + cost
    this.#day = dayOf(this.#clock.now())
    if (!this.#terms || !isCharged) return
    this.#fill()
    this.#purse! -= cost
    if (what === 'discover') this.#discover -= cost
  }

  toJSON(): BudgetState {
    return {
      at: this.#at,
      purse: this.#purse,
      discover: this.#discover,
      spent: this.#spent,
      day: this.#day,
      today: this.#today,
    }
  }

  /** Without terms nothing is earned, and the time that passes is paid for when there are some. */
  #fill(): void {
    if (!this.#terms) return
    const now = this.#clock.now()
    const passedMs = Math.max(0, now - this.#at)
    this.#at = now
    const { perDay, discover } = this.#terms
    const most = this.#most(this.#terms)
    const earned = (perDay * passedMs) / DAY_MS
    this.#purse = Math.min(most, (this.#purse ?? 0) + earned)
    this.#discover = Math.min(most * discover, this.#discover + earned * discover)
  }

  #most({ perDay, savedMs = MAX_SAVED_MS }: BudgetTerms): number {
    return Math.max(MIN_SAVED, (perDay * savedMs) / DAY_MS)
  }
}

/** Sums of many small earnings end a little beside the whole number. */
const ROUNDING = 1e-9

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
