/**
 * What a collection keeps about refreshing as a whole, beside the beliefs in its pages and the learning in its hosts: the
 * price of the last plan, the collection's prior, the purse and the tallies of what fetches brought. It lives in the store's
 * meta table; a crash loses at most what was learned since it was last saved.
 */
import { createHash } from 'node:crypto'
import type { Env } from '../../env/index.ts'
import { CollectionClock, type Policy, PriorGroup } from '../../refresh/index.ts'
import type { MetaStore } from '../../store/index.ts'
import type { CrawlSettings } from '../settings.ts'
import { Budget, type BudgetState } from './budget.ts'
import type { CollectionLearning } from './host-learning.ts'
import type { Plan } from './planner.ts'
import { RefreshScheduler } from './scheduler.ts'

/** Refreshes since the collection began. */
export interface Tally {
  /** Visits of pages that were stored before. */
  readonly refreshes: number
  /** Those that found a change. */
  readonly changes: number
  /** When the first crawl was over; null while it goes on. */
  readonly crawledAt: number | null
}

/** RefreshState by cycles: one after the other, with a rest between them. */
export interface Cycle {
  readonly number: number
  readonly startedAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
}

interface Saved {
  readonly cycle: Cycle | null
  readonly plan: Plan | null
  readonly budget: BudgetState | null
  readonly tally: Tally
  readonly policy: string
  readonly correction: number
  /** What the config said when the plan was made. */
  readonly planned?: string
}

const NAME = 'refresh'
const PRIORS = 'refresh-priors'
const CLOCK = 'refresh-clock'
/** Of what readers see when publishing by shadow: the end of the last finished cycle. */
const PUBLISHED = 'published'

interface StateParts {
  readonly store: MetaStore
  readonly env: Env
  readonly settings: CrawlSettings
  readonly policy: Policy
}

export class RefreshState {
  readonly refresher: RefreshScheduler
  readonly priors: PriorGroup
  readonly clock: CollectionClock
  readonly budget: Budget
  readonly #store: MetaStore
  readonly #policy: Policy
  readonly #byCycles: boolean
  readonly #digest: string
  /** Of whom the beliefs in the store are, and under which config the last plan was made. */
  #believer: string
  #plannedUnder: string | undefined
  #plan: Plan | null
  tally: Tally
  cycle: Cycle | null
  /** How far the price has to stand above what beliefs alone say. */
  correction: number

  private constructor(
    { store, env, settings, policy }: StateParts,
    saved: Partial<Saved>,
    { priors, clock }: CollectionLearning,
  ) {
    this.#store = store
    this.#policy = policy
    this.#believer = saved.policy ?? believerOf(policy)
    this.#digest = digestOf(settings)
    this.#plannedUnder = saved.planned
    // A clock that was set back since must not make the next plan or cycle wait until it has caught up.
    const now = env.clock.now()
    this.#plan = saved.plan ? { ...saved.plan, at: Math.min(saved.plan.at, now) } : null
    this.tally = saved.tally ?? { refreshes: 0, changes: 0, crawledAt: null }
    this.correction = saved.correction ?? 1
    this.cycle = saved.cycle ? { ...saved.cycle, startedAt: Math.min(saved.cycle.startedAt, now) } : null
    this.#byCycles = settings.refresh.cycleMs !== null
    this.priors = priors
    this.clock = clock
    this.budget = new Budget(env.clock, null, saved.budget ?? null)
    this.refresher = new RefreshScheduler(policy, settings, this.plan)
  }

  static async open(
    store: MetaStore,
    env: Env,
    settings: CrawlSettings,
    policy: Policy,
  ): Promise<RefreshState> {
    const meta = await store.readMeta()
    const priors = PriorGroup.from(parse<ReturnType<PriorGroup['toJSON']>>(meta.get(PRIORS)))
    const clock = new CollectionClock(parse<ReturnType<CollectionClock['toJSON']>>(meta.get(CLOCK)))
    const saved = parse<Saved>(meta.get(NAME)) ?? {}
    return new RefreshState({ store, env, settings, policy }, saved, { priors, clock })
  }

  /** The last plan, of this run or of one before. */
  get plan(): Plan | null {
    return this.#plan
  }

  planned(plan: Plan, correction: number): void {
    this.#plan = plan
    this.#plannedUnder = this.#digest
    this.correction = correction
    this.clock.roundLasts(plan.evenDays)
  }

  /** The last plan was made by the present policy under the present config. */
  get isPlanCurrent(): boolean {
    return this.#plannedUnder === this.#digest && !this.policyChanged
  }

  /** The beliefs in the store are those of another policy. */
  get policyChanged(): boolean {
    return this.#believer !== believerOf(this.#policy)
  }

  relearned(): void {
    this.#believer = believerOf(this.#policy)
  }

  /** A page that was stored before was visited again. */
  refreshed(changed: boolean): void {
    const { refreshes, changes } = this.tally
    this.tally = { ...this.tally, refreshes: refreshes + 1, changes: changes + (changed ? 1 : 0) }
  }

  /** May pages be refreshed now? Between two cycles nothing is. */
  get isOpen(): boolean {
    return !this.#byCycles || (this.cycle !== null && this.cycle.endedAt === null)
  }

  /** The cycle is over: what it brought is what readers see from now on, all at once. */
  async publish(atMs: number): Promise<void> {
    if (this.cycle) this.cycle = { ...this.cycle, endedAt: atMs }
    await this.#store.writeMeta({ [PUBLISHED]: String(atMs) })
  }

  firstCrawlOver(atMs: number): void {
    if (this.tally.crawledAt !== null) return
    this.tally = { ...this.tally, crawledAt: atMs }
    this.budget.begin()
  }

  async save(): Promise<void> {
    const saved: Saved = {
      cycle: this.cycle,
      plan: this.plan,
      budget: this.budget.toJSON(),
      tally: this.tally,
      policy: this.#believer,
      correction: this.correction,
      ...(this.#plannedUnder === undefined ? {} : { planned: this.#plannedUnder }),
    }
    await this.#store.writeMeta({
      [NAME]: JSON.stringify(saved),
      [PRIORS]: JSON.stringify(this.priors),
      ...(this.clock.clock ? { [CLOCK]: JSON.stringify(this.clock) } : {}),
    })
  }
}

/** Beliefs of another width are those of another policy, also where it goes by the same name. */
const believerOf = ({ name, width, terms }: Policy) =>
  terms === undefined ? `${name} ${width}` : `${name} ${width} ${terms}`

/** Of all that a plan depends on in the config. */
function digestOf({ refresh, weights }: CrawlSettings): string {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value)
  return createHash('sha256')
    .update(JSON.stringify([refresh, weights], plain))
    .digest('base64url')
}

function parse<T>(text: string | undefined): T | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** When the last finished cycle ended; null when none has. */
export async function publishedAt(store: MetaStore): Promise<number | null> {
  const at = Number((await store.readMeta()).get(PUBLISHED))
  return at > 0 ? at : null
}
