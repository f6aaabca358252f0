/**
 * The history of a collection: a row of numbers every quarter of an hour while it is watched, and one at the end of each run. After
 * a week only the last of each hour is kept, after three months the last of each day: 700 rows for the week, 2,000 for the months, 365 a year.
 */
import type { Clock } from '../../env/index.ts'
import { DAY_MS } from '../../refresh/index.ts'
import type { MetaStore, RefreshStore } from '../../store/index.ts'
import type { Plan } from './planner.ts'
import type { RefreshState } from './refresh-state.ts'

const EVERY_MS = 900_000
const THINNED = [
  { afterMs: 7 * DAY_MS, spanMs: DAY_MS / 24 },
  { afterMs: 90 * DAY_MS, spanMs: DAY_MS },
]

/** How fresh the collection is believed to be. */
export type BelievedFreshness = Pick<Plan, 'freshness' | 'age'>

export interface SampleKeeperParts {
  readonly clock: Clock
  readonly store: MetaStore & RefreshStore
  readonly refreshing: RefreshState
}

export class SampleKeeper {
  readonly #parts: SampleKeeperParts
  /** The quarter hour of the last sample, or of the start: the previous run took one at its end. */
  #last: number

  constructor(parts: SampleKeeperParts) {
    this.#parts = parts
    this.#last = quarterOf(parts.clock.now())
  }

  /** Takes a sample once every quarter hour. Between plans, freshness is that of the last plan. */
  async sampleIfDue(): Promise<void> {
    if (quarterOf(this.#parts.clock.now()) === this.#last) return
    await this.sample(this.#parts.refreshing.plan)
  }

  async sample(believed: BelievedFreshness | null): Promise<void> {
    const { clock, store, refreshing } = this.#parts
    const { plan } = refreshing
    const { spentRefresh, spentNew, refreshes, changes } = refreshing.budget.books
    const { fetched, waiting, running, completed, error, gone, visits } = await store.counts()
    if (fetched === 0) return
    const at = Math.round(clock.now())
    this.#last = quarterOf(at)
    await store.addSample(
      {
        at,
        freshness: believed?.freshness ?? null,
        ageDays: believed?.age ?? null,
        price: plan?.price ?? null,
        budgetPerDay: plan?.budgetPerDay ?? null,
        spent: spentRefresh + spentNew,
        visits,
        refreshes,
        changes,
        known: waiting + running + completed + error + gone,
        stored: fetched,
      },
      THINNED.map(({ afterMs, spanMs }) => ({ beforeMs: at - afterMs, spanMs })),
    )
  }
}

const quarterOf = (ms: number) => Math.floor(ms / EVERY_MS)
