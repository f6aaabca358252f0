/**
 * Makes the plans of a worker. Planning a few thousand pages takes less time than starting a thread, so they are planned here, in slices. A large
 * collection is planned in a separate thread, so that the thread that fetches only writes the moves. A run that ends plans here, too: before it
 * fetches anything, the plan has to consult the purse.
 */
import type { Clock } from '../../env/index.ts'
import { DAY_MS, MarketMaker } from '../../refresh/index.ts'
import { hostId, type PlannedPage, type Resting } from '../../store/index.ts'
import type { HostLearning } from './host-learning.ts'
import type { KeeperParts } from './keeper.ts'
import { MIN_ROLLED_PAGES, placedBy } from './kept-places.ts'
import { LearnedHosts } from './learned-hosts.ts'
import { planBeside } from './plan-beside.ts'
import { learnedSnapshot } from './plan-snapshot.ts'
import { type Plan, Planner, type PlannerMemory, type PlanTerms } from './planner.ts'
import type { PlannedMarket } from './scheduler.ts'
import type { Survey } from './survey.ts'

export interface PlanMakerParts
  extends Pick<KeeperParts, 'store' | 'settings' | 'refreshing' | 'memories' | 'source' | 'signal'> {
  readonly clock: Clock
}

/** Share of pages that are late at any time, because visits take time. */
const ALWAYS_LATE = 0.05
/** The furthest the price moves in one plan. */
const STEP = 0.1

export class PlanMaker {
  readonly #parts: PlanMakerParts
  readonly #hosts: LearnedHosts
  #memory: PlannerMemory
  #correction: number

  /** Continues from the last plan, whichever worker made it. */
  constructor(parts: PlanMakerParts) {
    const { store, refreshing } = parts
    this.#parts = parts
    this.#hosts = new LearnedHosts(store, refreshing)
    this.#memory = { ...placedBy(refreshing.isPlanCurrent ? refreshing.plan : null), reachMs: 0 }
    this.#correction = refreshing.correction
  }

  /** Factor by which the price must exceed what beliefs alone say. */
  get correction(): number {
    return this.#correction
  }

  /** Null if there is nothing to plan. */
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
    const { store, clock, settings, refreshing, memories, signal } = this.#parts
    const { refresher } = refreshing
    const snapshot = {
      source,
      delayMs: settings.request.delayMs,
      terms: { overspent, horizonMs },
      market: refresher.market,
      settings: { refresh: settings.refresh, weights: settings.weights },
      nowMs: clock.now(),
      correction: this.#correction,
      memory: this.#memory,
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
    const { store, clock, settings, refreshing, signal } = this.#parts
    return new Planner({
      store,
      clock,
      settings: settings.refresh,
      delayMs: settings.request.delayMs,
      signal,
      market,
      memory: this.#memory,
      refresher: refreshing.refresher,
      learning: page => this.learning(page),
      moved: { has: page => this.#hasMoved(page), still: this.#stillHosts() },
    })
  }

  /** What the engine holds about a host is newer than what is stored. */
  learning(page: Pick<PlannedPage, 'shard' | 'host'>): HostLearning | Promise<HostLearning> {
    return this.#parts.memories.held(page.host)?.learning ?? this.#hosts.of(page)
  }

  /** Whether the clock of the page's group has moved, so that the page is due at another time. Hosts not in memory go by the collection's clock. */
  #hasMoved(page: PlannedPage): boolean {
    const { memories, refreshing } = this.#parts
    if (!refreshing.refresher.policy.usesClocks) return false
    const held = memories.held(page.host)?.learning
    return (held ? held.clock(page) : refreshing.clock.clock)?.hasMoved ?? false
  }

  /** Hosts on which no clock has moved. In a run that ends none has since its last plan, and in a small collection all pages are examined anyway. */
  #stillHosts(): Resting['hosts'] {
    const { memories, refreshing } = this.#parts
    if (!refreshing.refresher.policy.usesClocks) return { except: [] }
    const held = memories.hosts.map(hostId)
    return refreshing.clock.clock?.hasMoved ? { only: [] } : { except: held }
  }

  /**
   * Overspending shows as pages that are late, underspending as pages that are fetched early. The price
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
