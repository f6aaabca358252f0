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

/** After it was found empty, the purse is not asked again sooner. */
const MIN_WAIT_MS = 200

/** What fetches cost and brought since it was last written down. */
interface Books {
  readonly spentRefresh: number
  readonly spentNew: number
  readonly refreshes: number
  readonly changes: number
  readonly newTried: number
  readonly newStored: number
  readonly newWeight: number
}

/** Every visit makes entries here, so they are made in place. */
type OpenBooks = { -readonly [Name in keyof Books]: Books[Name] }

const emptyBooks = (): OpenBooks => ({
  ...{ spentRefresh: 0, spentNew: 0, refreshes: 0, changes: 0 },
  ...{ newTried: 0, newStored: 0, newWeight: 0 },
})

/** Of first visits, about so many of the last ones are remembered. */
const MAX_TRIED = 1_000

/**
 * What this worker may spend: a portion of the purse that it has drawn, which every fetch is paid from. First visits of new pages are paid
 * from an allowance inside it as well. When it is spent another portion is drawn; nothing to draw means closed until time has filled the
 * purse again. A visit that costs more than was thought is paid for afterwards.
 */
export class Budget {
  readonly #clock: Clock
  readonly #store: Pick<RefreshStore, 'changeRefresh'>
  /** Null: nothing is counted. Before anybody has agreed on terms, which are those of a plan, nothing may be spent. */
  #terms: BudgetTerms | null = null
  #isAgreed = false
  /** The purse as it was last seen. */
  #common: RefreshRow
  #portion = NOTHING
  #unwritten = emptyBooks()
  #drawing: Promise<boolean> | null = null
  /** Not before, by the time of day. */
  #drawAt = 0
  /** What a fetch cost last; the next one will cost about as much. */
  #usualCost = 1
  #failure: unknown = null

  constructor(clock: Clock, store: Pick<RefreshStore, 'changeRefresh'>, common: RefreshRow) {
    this.#clock = clock
    this.#store = store
    this.#common = common
  }

  /** New terms hold from now on; what was saved under the old ones stays. */
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

  /** May anything be fetched? Where nothing is left, more is drawn meanwhile. */
  get isOpen(): boolean {
    if (this.#failure) throw this.#failure
    if (!this.#isAgreed) return false
    if (!this.#terms || this.#portion.money > 0) return true
    if (!this.#drawing && this.#clock.now() >= this.#drawAt)
      void this.draw().catch(error => (this.#failure = error))
    return false
  }

  /** What can be paid for at once, by this worker and all others; without terms, everything. */
  get saved(): number {
    return this.#terms ? this.#known(this.#terms).money : Infinity
  }

  /** May new pages be fetched? */
  get allowsNew(): boolean {
    if (!this.#terms) return this.#isAgreed
    const { money, forNew } = this.#known(this.#terms)
    return money > 0 && forNew > 0
  }

  /** Is there more than so many new pages may take? */
  leavesBeside(newPages: number): boolean {
    if (!this.#terms) return this.#isAgreed
    const { money, forNew } = this.#known(this.#terms)
    return money > Math.max(0, Math.min(newPages * this.#usualCost, forNew))
  }

  /** What of the portion new pages may take. */
  get forNew(): number {
    return this.#terms ? Math.max(0, this.#portion.forNew) : 0
  }

  /** Is a fetch of this cost paid for already? One that no purse could ever hold is, once the purse is full. */
  covers(cost: number): boolean {
    if (!this.#terms) return this.#isAgreed
    return this.#portion.money >= Math.min(cost, mostSaved(this.#terms)) - ROUNDING
  }

  /** Negative to give back. A first crawl is noted, not charged. */
  pay(what: 'refresh' | 'discover', cost: number, isCharged = true): void {
    this.#unwritten[what === 'refresh' ? 'spentRefresh' : 'spentNew'] += cost
    if (!this.#terms || !isCharged) return
    if (cost > 0) this.#usualCost = cost
    const { money, forNew } = this.#portion
    this.#portion = { money: money - cost, forNew: what === 'discover' ? forNew - cost : forNew }
  }

  /** A page that was stored before was visited again. */
  refreshed(changed: boolean): void {
    this.#unwritten.refreshes++
    if (changed) this.#unwritten.changes++
  }

  /** A page was visited for the first time; what it weighs if it was stored, and null if it was not. */
  triedNew(weight: number | null): void {
    this.#unwritten.newTried++
    if (weight === null) return
    this.#unwritten.newStored++
    this.#unwritten.newWeight += weight
  }

  /** Puts back what is left and draws again; true when there was something to draw. */
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

  /** What was spent is written down, and the portion stays. */
  async settle(): Promise<void> {
    await this.#exchange(NOTHING, row => row)
  }

  /** What was not spent goes back to the others. */
  async giveBack(): Promise<void> {
    await this.#drawing
    await this.#exchange(this.#portion, row => row)
  }

  /** The row as others have written it. */
  saw(row: RefreshRow): void {
    this.#common = row
  }

  /** One change of the row: the books, `back`, and what is done with the purse then. What is paid meanwhile stays for the next one. */
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

  /** Here and in the purse. */
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

/** What first visits brought long ago counts less. */
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

/** Until the purse has something again. */
function waitMs({ purse }: RefreshRow, { perDay }: BudgetTerms): number {
  return Math.max(MIN_WAIT_MS, (-(purse ?? 0) / perDay) * DAY_MS)
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
