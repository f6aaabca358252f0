/**
 * Keeps the plan current while the engine runs: plans again as time passes and the collection grows, follows what is really spent,
 * opens and closes cycles, and saves what must not be forgotten. Of several workers one plans, and the others go by its plan; each
 * releases what dead workers held.
 */
import type { Env } from '../../env/index.ts'
import { DAY_MS } from '../../refresh/index.ts'
import type { ChoiceResult, Store } from '../../store/index.ts'
import { Scope } from '../../url/index.ts'
import type { HostMemories } from '../host/host-memories.ts'
import type { CrawlSettings } from '../settings.ts'
import { agreeOn, shareForNew } from './agree.ts'
import { Chooser } from './chooser.ts'
import { DeadWorkers } from './dead-workers.ts'
import { Ranker } from './importance.ts'
import { PlanMaker } from './plan-maker.ts'
import { type Earning, type Plan, periodMs } from './planner.ts'
import type { RefreshState } from './refresh-state.ts'
import { relearn } from './relearn.ts'
import { SampleKeeper } from './sample-keeper.ts'

export interface KeeperParts {
  readonly env: Env
  readonly store: Store
  readonly worker: string
  readonly settings: CrawlSettings
  /** The folder or address that opens the collection again; null if a thread cannot plan because the policy is not a module. */
  readonly source: string | null
  /** Whether the run ends when nothing is left to do, instead of going on forever. */
  readonly isOnce: boolean
  readonly refreshing: RefreshState
  readonly memories: HostMemories
  readonly onPlan: (plan: Plan) => void
  readonly onChosen: (result: ChoiceResult) => void
  readonly underWay: () => 'visits' | 'servers' | 'nothing'
  /** Stops the keeper, even in the middle of a plan. */
  readonly signal: AbortSignal
}

const MAX_REST_MS = 60_000
/** The end of a first crawl should not go unnoticed for long. */
const MIN_REST_MS = 1_000
/** A collection that grew by this factor needs another plan at once. */
const GROWN = 1.1

export class Keeper {
  readonly #parts: KeeperParts
  readonly #samples: SampleKeeper
  readonly #dead: DeadWorkers
  /** Made anew whenever this worker takes over planning. */
  #plans!: PlanMaker
  readonly #chooser: Chooser
  readonly #ranker: Ranker
  #plannedPages = 0
  /** When to plan again, by the monotonic clock; the first time at once. */
  #planAt = Number.NEGATIVE_INFINITY
  #saveAt = Number.NEGATIVE_INFINITY

  constructor(parts: KeeperParts) {
    this.#parts = parts
    const { store, refreshing, env, settings } = parts
    this.#samples = new SampleKeeper({ store, refreshing, clock: env.clock })
    this.#dead = new DeadWorkers({ env, store, delayMs: settings.request.delayMs, everyMs: this.#restMs })
    this.#chooser = new Chooser({
      store,
      clock: env.clock,
      refresher: refreshing.refresher,
      signal: parts.signal,
      ...placeRules(settings),
      learning: page => this.#plans.learning(page),
    })
    this.#ranker = new Ranker(store, env.clock, parts.signal)
    this.#beginPlanning()
  }

  /** If other workers share the collection, a dead one is noticed as soon as its leases run out. */
  get #restMs(): number {
    const { store, settings } = this.#parts
    const { leaseMs } = settings.limits
    return store.kind === 'postgres' ? Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, leaseMs)) : MAX_REST_MS
  }

  /** Continues from the last plan, whichever worker made it. */
  #beginPlanning(): void {
    const { env, isOnce } = this.#parts
    this.#planAt = Number.NEGATIVE_INFINITY
    if (isOnce) this.#resume()
    this.#plans = new PlanMaker({ ...this.#parts, clock: env.clock })
  }

  /** Runs until the signal aborts. */
  async run(): Promise<void> {
    const { signal, env } = this.#parts
    const { clock } = env
    while (!signal.aborted) {
      await this.keep()
      const longestMs = this.#parts.refreshing.isCrawled ? this.#restMs : MIN_REST_MS
      const restMs = Math.max(MIN_REST_MS, Math.min(longestMs, this.#planAt - clock.monotonic()))
      await clock.sleep(restMs, signal).catch(() => {})
    }
  }

  /** Plans when it is time, unless another worker does the planning. */
  async keep(): Promise<void> {
    await this.#dead.releaseIfDue()
    if (this.#isBusyWithFirstCrawl) return this.#saveIfDue()
    const { settings, refreshing } = this.#parts
    const { cycleMs } = settings.refresh
    if (!(await this.#plansForAll())) return this.#follow()
    const fetched = await this.noteFirstCrawl()
    if (cycleMs === null && this.#isTimeToPlan(fetched)) await this.plan()
    else if (refreshing.plan) await this.#agree(refreshing.plan)
    if (cycleMs !== null) await this.#turnCycle(cycleMs)
    await refreshing.save()
    if (!this.#parts.isOnce) await this.#samples.sampleIfDue()
  }

  async #plansForAll(): Promise<boolean> {
    const { refreshing, worker } = this.#parts
    const plans = await refreshing.plans(worker)
    if (plans === 'since') this.#beginPlanning()
    return plans !== 'not'
  }

  /** Adopts the price and the cycle of the worker that plans. */
  async #follow(): Promise<void> {
    const { refreshing } = this.#parts
    await refreshing.follow()
    if (refreshing.plan) await this.#agree(refreshing.plan)
    await refreshing.save()
  }

  /** During a first crawl nothing is planned: the effort would be taken from the crawl. */
  get #isBusyWithFirstCrawl(): boolean {
    const { refreshing, underWay } = this.#parts
    return !refreshing.isCrawled && underWay() === 'visits'
  }

  async #saveIfDue(): Promise<void> {
    const now = this.#parts.env.clock.monotonic()
    if (now < this.#saveAt) return
    this.#saveAt = now + MAX_REST_MS
    await this.#parts.refreshing.save()
    if (await this.#plansForAll()) await this.#samples.sampleIfDue()
  }

  /** Takes the last sample of a run, which shows the state of the collection. A run that was stopped does not survey the pages for it. */
  async sampleEnd(isCutShort: boolean): Promise<void> {
    await this.#samples.sample(isCutShort ? this.#parts.refreshing.plan : await this.#plans.freshness())
  }

  /** Notes that the first crawl is over, once it is. Returns the number of pages. */
  async noteFirstCrawl(): Promise<number> {
    const { env, store, refreshing, settings } = this.#parts
    const { pages } = settings
    const { fetched, waiting, running } = await store.counts()
    const isFull = pages !== null && fetched >= pages
    if (refreshing.isCrawled || fetched === 0 || running > 0) return fetched
    if (waiting === 0 || isFull || (await this.#nothingComesUp())) {
      await refreshing.firstCrawlOver(env.clock.now())
      this.#planAt = Number.NEGATIVE_INFINITY
    }
    return fetched
  }

  /** Whether all queued pages are on servers that are down for long. */
  async #nothingComesUp(): Promise<boolean> {
    const { env, store, underWay, settings } = this.#parts
    if (underWay() !== 'nothing') return false
    // Null means that the queued pages are on servers that another worker holds.
    const next = await store.nextWorkAt({ discover: true, refresh: false })
    return next !== null && next > env.clock.now() + settings.patienceMs
  }

  /** Planning is of no use while nothing may be refreshed. */
  #isTimeToPlan(fetched: number): boolean {
    const { env, refreshing, isOnce } = this.#parts
    if (!isOnce && !refreshing.isCrawled) return false
    return env.clock.monotonic() >= this.#planAt || fetched > this.#plannedPages * GROWN
  }

  /** A command that cron starts every hour keeps the plan of the previous run as long as that plan holds. */
  #resume(): void {
    const { plan, isPlanCurrent } = this.#parts.refreshing
    if (!plan || !isPlanCurrent) return
    const { clock } = this.#parts.env
    this.#plannedPages = plan.pages
    this.#planAt = clock.monotonic() + plan.at + periodMs(plan.evenDays) - clock.now()
  }

  /** Starts a cycle when it is time, and ends it when all its work is done or its money is spent. */
  async #turnCycle(cycleMs: number): Promise<void> {
    const { env, refreshing } = this.#parts
    const { cycle, budget } = refreshing
    const now = env.clock.now()
    if (cycle && cycle.endedAt === null) {
      const isSpent = budget.saved <= 0 && this.#parts.underWay() !== 'visits'
      if (isSpent || (await this.#nothingDue(now))) await refreshing.publish(now)
    } else if (refreshing.isCrawled && (!cycle || now >= cycle.startedAt + cycleMs)) {
      if (!(await this.plan(cycleMs))) return
      refreshing.cycle = { number: (cycle?.number ?? 0) + 1, startedAt: now, endedAt: null }
    }
  }

  /** Whether nothing is due for this worker or for others, which may have visits under way. */
  async #nothingDue(now: number): Promise<boolean> {
    const { store, underWay } = this.#parts
    if (underWay() !== 'nothing' || (await store.counts()).running > 0) return false
    const due = await store.nextWorkAt({ discover: false, refresh: true })
    return due === null || due > now
  }

  /** Null if there is nothing to plan, or planning was aborted. */
  async plan(horizonMs = 0): Promise<Plan | null> {
    try {
      return await this.#plan(horizonMs)
    } catch (error) {
      if (this.#parts.signal.aborted) return null
      throw error
    }
  }

  async #plan(horizonMs: number): Promise<Plan | null> {
    const { env, store, refreshing, settings, onPlan, isOnce, signal } = this.#parts
    refreshing.clock.fit(env.clock.now() / DAY_MS)
    if (refreshing.policyChanged)
      await relearn(store, refreshing.refresher, page => this.#plans.learning(page), signal)
    refreshing.relearned()
    if (settings.weights === 'auto') await this.#ranker.rankIfDue()
    const purse = isOnce ? (earning: Earning) => this.#agree(earning) : null
    const plan = await this.#plans.plan({ horizonMs, purse })
    if (!plan) return null
    this.#plannedPages = plan.pages
    this.#planAt = env.clock.monotonic() + periodMs(plan.evenDays)
    refreshing.planned(plan, this.#plans.correction)
    await this.#agree(plan)
    await this.#choose(plan)
    onPlan(plan)
    return plan
  }

  /** In a full collection, lets better pages take the places of worse ones. */
  async #choose(plan: Plan): Promise<void> {
    const { settings, isOnce, refreshing, onChosen } = this.#parts
    const { pages } = settings
    if (pages === null) return
    const whole = isOnce ? refreshing.budget.saved : (plan.budgetPerDay * periodMs(plan.evenDays)) / DAY_MS
    const money = whole * shareForNew(plan, settings.refresh, refreshing)
    const costOfPage = (plan.budgetPerDay * plan.evenDays) / Math.max(1, plan.pages)
    const result = await this.#chooser.choose({
      limit: pages,
      affordable: money / costOfPage,
      evenDays: plan.evenDays,
    })
    onChosen(result)
  }

  /** Sets the budget terms that hold from now on; returns how much is saved under them. */
  #agree(earning: Earning): Promise<number> {
    return agreeOn(earning, { ...this.#parts, settings: this.#parts.settings.refresh })
  }
}

/** Decides which pages keep their places whatever they are worth, and which may have one. */
function placeRules({ seeds, scope }: CrawlSettings) {
  const urls = new Set<string>(seeds.map(seed => seed.url))
  const rules = new Scope(scope)
  return {
    isSeed: (url: string) => urls.has(url),
    isInScope: (url: string, depth: number) => urls.has(url) || rules.decide(url, depth).accepted,
  }
}
