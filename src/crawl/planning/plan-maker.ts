/**
 * Makes the plans of a worker. To plan some thousand pages takes less than to start a thread: they are planned here, in slices. A large collection is
 * planned in a thread of its own, so that the thread that fetches only writes down what is moved. A run that ends plans here, too: before it fetches
 * anything, it asks its purse.
 */
import type { Clock } from '../../env/index.ts'
import { DAY_MS, MarketMaker } from '../../refresh/index.ts'
import { hostId, type PlannedPage, type Resting, type Store } from '../../store/index.ts'
import type { HostMemories } from '../host/host-memories.ts'
import type { HostLearning } from './host-learning.ts'
import { MIN_ROLLED_PAGES, placedBy } from './kept-places.ts'
import { LearnedHosts } from './learned-hosts.ts'
import { planBeside } from './plan-beside.ts'
import { learnedSnapshot } from './plan-snapshot.ts'
import { type Plan, Planner, type PlannerMemory, type PlanTerms } from './planner.ts'
import type { RefreshState } from './refresh-state.ts'
import type { PlannedMarket, ScheduleSettings } from './scheduler.ts'
import type { Survey } from './survey.ts'

export interface PlanMakerParts {
  readonly store: Store
  readonly clock: Clock
  readonly settings: ScheduleSettings
  readonly delayMs: number
  readonly refreshing: RefreshState
  readonly memories: HostMemories
  /** What opens the collection once more; null where a thread cannot plan, since the policy is no module. */
  readonly source: string | null
  readonly signal: AbortSignal
}

/** Of all pages, so many are late at any time, since a visit takes its time. */
const ALWAYS_LATE = 0.05
/** How far the price moves in one plan, at most. */
const STEP = 0.1

export class PlanMaker {
  readonly #parts: PlanMakerParts
  readonly #hosts: LearnedHosts
  #memory: PlannerMemory
  #correction: number

  /** Goes on from the plan of whoever planned before. */
  constructor(parts: PlanMakerParts) {
    const { store, refreshing } = parts
    this.#parts = parts
    this.#hosts = new LearnedHosts(store, refreshing)
    this.#memory = { ...placedBy(refreshing.isPlanCurrent ? refreshing.plan : null), reachMs: 0 }
    this.#correction = refreshing.correction
  }

  /** How far the price has to stand above what beliefs alone say. */
  get correction(): number {
    return this.#correction
  }

  /** Null where there is nothing to plan. */
  async plan(terms: Omit<PlanTerms, 'overspent'>): Promise<Plan | null> {
    this.#hosts.clear()
    const { source, store } = this.#parts
    const whole = { ...terms, overspent: this.#overspent() }
    const isLarge = (await store.counts()).fetched >= MIN_ROLLED_PAGES
    return source !== null && isLarge && terms.purse === null
      ? this.#planBeside(source, whole)
      : this.#planHere(whole)
  }

  async #planHere(terms: PlanTerms): Promise<Plan | null> {
    const market = new MarketMaker(this.#correction)
    const planner = this.#planner(market)
    const plan = await planner.plan(terms)
    this.#memory = planner.memory
    this.#correction = market.correction
    return plan
  }

  async #planBeside(source: string, { overspent, horizonMs }: PlanTerms): Promise<Plan | null> {
    const { store, clock, settings, delayMs, refreshing, memories, signal } = this.#parts
    const { refresher } = refreshing
    const snapshot = {
      ...{ source, delayMs, terms: { overspent, horizonMs }, market: refresher.market },
      settings: { refresh: settings.refresh, weights: settings.weights },
      ...{ nowMs: clock.now(), correction: this.#correction, memory: this.#memory },
      calibration: refresher.calibration.toJSON(),
      learned: await learnedSnapshot(refreshing, memories, refresher.policy.usesClocks ?? false, signal),
    }
    const onMarket = (market: PlannedMarket) => {
      refresher.market = market
    }
    const { plan, memory, correction } = await planBeside(snapshot, { store, signal, onMarket })
    this.#memory = memory
    this.#correction = correction
    return plan
  }

  /** How fresh the pages are believed to be now. */
  freshness(): Promise<Pick<Survey, 'freshness' | 'age'>> {
    return this.#planner(new MarketMaker(this.#correction)).freshness()
  }

  #planner(market: MarketMaker): Planner {
    const { store, clock, settings, delayMs, refreshing, signal } = this.#parts
    return new Planner({
      ...{ store, clock, settings: settings.refresh, delayMs, signal, market, memory: this.#memory },
      refresher: refreshing.refresher,
      learning: page => this.learning(page),
      moved: { has: page => this.#hasMoved(page), still: this.#stillHosts() },
    })
  }

  /** What the engine holds of a host is newer than what is stored. */
  learning(page: Pick<PlannedPage, 'shard' | 'host'>): HostLearning | Promise<HostLearning> {
    return this.#parts.memories.held(page.host)?.learning ?? this.#hosts.of(page)
  }

  /** The clock of its group has moved: the page is due at another time. Hosts that nobody visits go by the collection's. */
  #hasMoved(page: PlannedPage): boolean {
    const { memories, refreshing } = this.#parts
    if (!refreshing.refresher.policy.usesClocks) return false
    const held = memories.held(page.host)?.learning
    return (held ? held.clock(page) : refreshing.clock.clock)?.hasMoved ?? false
  }

  /** A run that ends has no clocks that moved since its last plan; of few pages all are looked at. */
  #stillHosts(): Resting['hosts'] {
    const { memories, refreshing } = this.#parts
    if (!refreshing.refresher.policy.usesClocks) return { except: [] }
    const held = memories.hosts.map(hostId)
    return refreshing.clock.clock?.hasMoved ? { only: [] } : { except: held }
  }

  /**
   * More than can be paid for shows as pages that are late, less as pages that have to be fetched before their time. The price
   * follows both, slowly: a wave of visits that come together is no reason to change it.
   */
  #overspent(): number {
    const { plan } = this.#parts.refreshing
    if (!plan) return 1
    const late = plan.overdue / (plan.budgetPerDay * plan.evenDays)
    const early = this.#memory.reachMs / (plan.evenDays * DAY_MS)
    return 1 + STEP * (Math.min(1, Math.max(0, late - ALWAYS_LATE)) - Math.min(1, early))
  }
}
