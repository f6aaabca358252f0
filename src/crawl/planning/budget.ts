import type { Clock } from '../../env/index.ts'
import { DAY_MS } from '../../refresh/index.ts'
import type { RefreshRow, RefreshStore } from '../../store/index.ts'
import {
  type BudgetTerms,
  filled,
  mostSaved,
  NOTHING,
  type Portion,
  portionOf,
  ROUNDING,
  returned,
} from './purse.ts'

/** After the purse was found empty, it is not asked again sooner than this. */
const MIN_WAIT_MS = 200

/** What fetches cost and brought since this was last written to the store. */
interface Books {
  readonly spentRefresh: number
  readonly spentNew: number
  readonly refreshes: number
  readonly changes: number
  readonly newTried: number
  readonly newStored: number
  readonly newWeight: number
}

/** Every visit adds to the books, so they are changed in place. */
type OpenBooks = { -readonly [Name in keyof Books]: Books[Name] }

const emptyBooks = (): OpenBooks => ({
  spentRefresh: 0,
  spentNew: 0,
  refreshes: 0,
  changes: 0,
  newTried: 0,
  newStored: 0,
  newWeight: 0,
})

/** About how many of the last first visits are remembered. */
const MAX_TRIED = 1_000

/**
 * What this worker may spend: a portion drawn from the purse, from which every fetch is paid. First visits of new pages are also paid
 * from an allowance inside the portion. When it is spent, another portion is drawn; if there is nothing to draw, the budget is closed until
 * time has filled the purse again. A visit that costs more than expected is paid for afterward.
 */
export class Budget {
  readonly #clock: Clock
  readonly #store: Pick<RefreshStore, 'changeRefresh'>
  /** Null: nothing is counted. Until terms are agreed on, which takes a plan, nothing may be spent. */
  #terms: BudgetTerms | null = null
  #isAgreed = false
  /** The row as last seen, with the purse. */
  #common: RefreshRow
  #portion = NOTHING
  #unwritten = emptyBooks()
  #drawing: Promise<boolean> | null = null
  /** The earliest time of the next draw, by the time of day. */
  #drawAt = 0
  /** What the last fetch cost; the next one will probably cost about as much. */
  #usualCost = 1
  #failure: unknown = null

  constructor(clock: Clock, store: Pick<RefreshStore, 'changeRefresh'>, common: RefreshRow) {
    this.#clock = clock
    this.#store = store
    this.#common = common
  }

  /** Sets the terms that hold from now on; what was saved under the old ones stays. */
  agree(terms: BudgetTerms | null): void {
    this.#terms = terms
    this.#isAgreed = true
    this.#drawAt = 0
  }

  /** What all workers have spent and found. */
  get books(): Books {
    return sum(this.#common, this.#unwritten)
  }

  get spentToday(): number {
    const { day, spentToday } = this.#common
    const { spentRefresh, spentNew } = this.#unwritten
    return (day === dayOf(this.#clock.now()) ? spentToday : 0) + spentRefresh + spentNew
  }

  /** Whether anything may be fetched. If nothing is left, starts drawing more. */
  get isOpen(): boolean {
    if (this.#failure) throw this.#failure
    if (!this.#isAgreed) return false
    if (!this.#terms || this.#portion.money > 0) return true
    if (!this.#drawing && this.#clock.now() >= this.#drawAt)
      void this.draw().catch(error => (this.#failure = error))
    return false
  }

  /** What this worker and all others together can pay for at once; without terms, everything. */
  get saved(): number {
    return this.#terms ? this.#known(this.#terms).money : Infinity
  }

  /** Whether new pages may be fetched. */
  get allowsNew(): boolean {
    if (!this.#terms) return this.#isAgreed
    const { money, forNew } = this.#known(this.#terms)
    return money > 0 && forNew > 0
  }

  /** Whether there is more money than this many new pages may take. */
  leavesBeside(newPages: number): boolean {
    if (!this.#terms) return this.#isAgreed
    const { money, forNew } = this.#known(this.#terms)
    return money > Math.max(0, Math.min(newPages * this.#usualCost, forNew))
  }

  /** How much of the portion new pages may take. */
  get forNew(): number {
    return this.#terms ? Math.max(0, this.#portion.forNew) : 0
  }

  /** Whether a fetch of this cost can be paid for now. If the cost exceeds what the purse can ever hold, a full purse is enough. */
  covers(cost: number): boolean {
    if (!this.#terms) return this.#isAgreed
    return this.#portion.money >= Math.min(cost, mostSaved(this.#terms)) - ROUNDING
  }

  /** A negative cost gives money back. A first crawl is noted, not charged. */
  pay(what: 'refresh' | 'discover', cost: number, isCharged = true): void {
    this.#unwritten[what === 'refresh' ? 'spentRefresh' : 'spentNew'] += cost
    if (!this.#terms || !isCharged) return
    if (cost > 0) this.#usualCost = cost
    const { money, forNew } = this.#portion
    this.#portion = { money: money - cost, forNew: what === 'discover' ? forNew - cost : forNew }
  }

  /** Notes another visit of a stored page. */
  refreshed(changed: boolean): void {
    this.#unwritten.refreshes++
    if (changed) this.#unwritten.changes++
  }

  /** Notes the first visit of a page: its weight if it was stored, null if not. */
  triedNew(weight: number | null): void {
    this.#unwritten.newTried++
    if (weight === null) return
    this.#unwritten.newStored++
    this.#unwritten.newWeight += weight
  }

  /** Puts back what is left and draws again; returns whether there was something to draw. */
  draw(cost = this.#usualCost): Promise<boolean> {
    this.#drawing ??= this.#draw(cost).finally(() => (this.#drawing = null))
    return this.#drawing
  }

  async #draw(cost: number): Promise<boolean> {
    const terms = this.#terms
    if (!terms) return false
    let drawn = NOTHING
    await this.#exchange(this.#portion, row => {
      const full = filled(row, terms, this.#clock.now())
      drawn = portionOf(full, terms, cost)
      return returned(full, { money: -drawn.money, forNew: -drawn.forNew })
    })
    this.#add(drawn)
    if (drawn.money <= 0) this.#drawAt = this.#clock.now() + waitMs(this.#common, terms)
    return drawn.money > 0
  }

  /** Writes down what was spent; the portion stays. */
  async settle(): Promise<void> {
    await this.#exchange(NOTHING, row => row)
  }

  /** Returns what was not spent to the other workers. */
  async giveBack(): Promise<void> {
    await this.#drawing
    await this.#exchange(this.#portion, row => row)
  }

  /** Takes over the row as others have written it. */
  saw(row: RefreshRow): void {
    this.#common = row
  }

  /** Changes the row once: adds the books, returns `back`, then applies `change`. What is paid in the meantime is booked by the next exchange. */
  async #exchange(back: Portion, change: (row: RefreshRow) => RefreshRow): Promise<void> {
    const written = { ...this.#unwritten }
    const day = dayOf(this.#clock.now())
    this.#common = await this.#store.changeRefresh(row => change(returned(booked(row, written, day), back)))
    this.#unwritten = difference(this.#unwritten, written)
    this.#add({ money: -back.money, forNew: -back.forNew })
  }

  #add({ money, forNew }: Portion): void {
    this.#portion = { money: this.#portion.money + money, forNew: this.#portion.forNew + forNew }
  }

  /** The money in the purse and in this worker's portion together. */
  #known(terms: BudgetTerms): Portion {
    const { purse, forNew } = filled(this.#common, terms, this.#clock.now())
    return { money: purse! + this.#portion.money, forNew: forNew + this.#portion.forNew }
  }
}

function booked(row: RefreshRow, books: Books, day: number): RefreshRow {
  const spent = books.spentRefresh + books.spentNew
  const both = { ...row, ...sum(row, books), day }
  return { ...lately(both), spentToday: (row.day === day ? row.spentToday : 0) + spent }
}

/** Makes first visits of long ago count less. */
function lately(row: RefreshRow): RefreshRow {
  if (row.newTried <= MAX_TRIED) return row
  const { newTried, newStored, newWeight } = row
  return { ...row, newTried: newTried / 2, newStored: newStored / 2, newWeight: newWeight / 2 }
}

const sum = (a: Books, b: Books): Books => combined(a, b, 1)

const difference = (a: Books, b: Books): OpenBooks => combined(a, b, -1)

const combined = (a: Books, b: Books, sign: 1 | -1): OpenBooks => ({
  spentRefresh: a.spentRefresh + sign * b.spentRefresh,
  spentNew: a.spentNew + sign * b.spentNew,
  refreshes: a.refreshes + sign * b.refreshes,
  changes: a.changes + sign * b.changes,
  newTried: a.newTried + sign * b.newTried,
  newStored: a.newStored + sign * b.newStored,
  newWeight: a.newWeight + sign * b.newWeight,
})

/** Time until the purse has something again. */
function waitMs({ purse }: RefreshRow, { perDay }: BudgetTerms): number {
  return Math.max(MIN_WAIT_MS, (-(purse ?? 0) / perDay) * DAY_MS)
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
