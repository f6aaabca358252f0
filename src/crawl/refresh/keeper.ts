/**
 * Keeps the plan true while the engine runs: plans anew as time passes and the collection grows, follows what is really spent,
 * opens and closes cycles, and writes down what must not be forgotten.
 */
import type { Env } from '../../env/index.ts'
import { DAY_MS } from '../../refresh/index.ts'
import type { PlannedPage, Store } from '../../store/index.ts'
import type { HostMemories } from '../host-memories.ts'
import { learningOf } from '../host-memory.ts'
import type { RefreshSettings } from '../settings.ts'
import type { HostLearning } from './host-learning.ts'
import { type Plan, Planner } from './planner.ts'
import type { Refreshing } from './refreshing.ts'

export interface KeeperParts {
  readonly env: Env
  readonly store: Store
  readonly settings: RefreshSettings
  readonly refreshing: Refreshing
  readonly memories: HostMemories
  readonly onPlan: (plan: Plan) => void
}

const MOST_HOSTS = 2_000
/** A plan holds for this share of the even interval. */
const PLAN_SHARE = 1 / 40
const LOOK_EVERY_MS = 60_000
/** A collection that grew so much needs another plan at once. */
const GROWN = 1.1
const CORRECTIONS = { least: 0.3, most: 3, down: 0.9, up: 1.1 }
/** Of all pages, so many may be overdue before the plan has asked for too much. */
const MOST_OVERDUE = 0.02

export class Keeper {
  readonly #parts: KeeperParts
  readonly #planner: Planner
  readonly #hosts = new Map<number, HostLearning>()
  #correction = 1
  #plannedPages = 0
  #planAt = 0

  constructor(parts: KeeperParts) {
    this.#parts = parts
    this.#planner = new Planner({
      store: parts.store,
      clock: parts.env.clock,
      settings: parts.settings,
      refresher: parts.refreshing.refresher,
      learning: page => this.#learning(page),
      correction: () => this.#correction,
    })
  }

  /** Until the signal says so. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts.env
    while (!signal.aborted) {
      await this.look()
      const restMs = Math.max(1_000, Math.min(LOOK_EVERY_MS, this.#planAt - clock.now()))
      await clock.sleep(restMs, signal).catch(() => {})
    }
  }

  /** Plans when it is time to. */
  async look(): Promise<void> {
    const { env, store, refreshing } = this.#parts
    const { fetched, waiting, running } = await store.counts()
    if (fetched > 0 && waiting === 0 && running === 0) refreshing.firstCrawlOver(env.clock.now())
    if (env.clock.now() >= this.#planAt || fetched > this.#plannedPages * GROWN) await this.plan()
    await refreshing.save()
  }

  async plan(): Promise<Plan | null> {
    const { env, settings, refreshing, onPlan } = this.#parts
    this.#hosts.clear()
    const plan = await this.#planner.plan()
    if (!plan) return null
    this.#plannedPages = plan.pages
    this.#planAt =
      env.clock.now() + Math.max(LOOK_EVERY_MS, Math.min(DAY_MS, plan.evenDays * PLAN_SHARE * DAY_MS))
    this.#follow(plan)
    refreshing.plan = plan
    refreshing.budget.agree({ perDay: plan.budgetPerDay, discover: settings.discover })
    onPlan(plan)
    return plan
  }

  /** More overdue than can be fetched: ask for less; money left over: ask for more. */
  #follow({ overdue }: Plan): void {
    const { budget } = this.#parts.refreshing
    const { least, most, down, up } = CORRECTIONS
    if (overdue > MOST_OVERDUE) this.#correction = Math.max(least, this.#correction * down)
    else if (budget.isFull) this.#correction = Math.min(most, this.#correction * up)
  }

  /** What the engine holds is newer than what is stored. */
  #learning(page: PlannedPage): HostLearning | Promise<HostLearning> {
    const { memories, refreshing, store } = this.#parts
    const held = memories.held(page.host)?.learning ?? this.#hosts.get(page.host)
    if (held) return held
    return store.hostMemory({ shard: page.shard, id: page.host }).then(memory => {
      const learning = learningOf(memory, refreshing.priors)
      if (this.#hosts.size >= MOST_HOSTS) this.#hosts.delete(this.#hosts.keys().next().value!)
      this.#hosts.set(page.host, learning)
      return learning
    })
  }
}
