/**
 * What a collection keeps about refreshing as a whole, besides the beliefs in its pages and the learning in its hosts. All its workers share
 * one purse, one prior and one tally of what fetches brought, in a row of the store that each of them changes under its lock; a crash
 * loses at most what was learned since the last such change. The plan with its price, and the cycle, are in the meta table: one worker at
 * a time plans and writes them, the others follow.
 */
import { createHash } from 'node:crypto'
import type { Env } from '../../env/index.ts'
import { jsonOf } from '../../env/json.ts'
import {
  Calibration,
  type CalibrationMemory,
  CollectionClock,
  type CollectionClockMemory,
  type Policy,
  type PriorGroup,
} from '../../refresh/index.ts'
import type { MetaStore, RefreshRow, RefreshStore } from '../../store/index.ts'
import { PUBLISHED } from '../published.ts'
import type { CrawlSettings } from '../settings.ts'
import { Budget } from './budget.ts'
import type { Plan } from './planner.ts'
import { RefreshScheduler } from './scheduler.ts'
import { type MergedPriors, SharedPriors } from './shared-priors.ts'

/** A refresh cycle; cycles follow one another, with a rest between them. */
export interface Cycle {
  readonly number: number
  readonly startedAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
}

interface Saved {
  readonly cycle: Cycle | null
  readonly plan: Plan | null
  readonly policy: string
  readonly correction: number
  /** Digest of the config under which the plan was made. */
  readonly planned?: string
}

const NAME = 'refresh'
const CLOCK = 'refresh-clock'
const CALIBRATION = 'refresh-calibration'
/** The planning worker renews its lease long before this. If it dies, that is noticed sooner, by its lock. */
const PLANNING_LEASE_MS = 600_000

interface StateParts {
  readonly store: MetaStore & RefreshStore
  readonly env: Env
  readonly settings: CrawlSettings
  readonly policy: Policy
}

export class RefreshState {
  readonly refresher: RefreshScheduler
  readonly budget: Budget
  readonly #parts: StateParts
  readonly #priors: SharedPriors
  readonly clock: CollectionClock
  readonly #byCycles: boolean
  readonly #digest: string
  /** The policy whose beliefs are in the store, and the digest of the config under which the last plan was made. */
  #believer!: string
  #plannedUnder: string | undefined
  #plan: Plan | null = null
  #crawledAt: number | null
  #isPlanner = false
  cycle: Cycle | null = null
  /** Factor by which the price must exceed what beliefs alone say. */
  correction = 1

  private constructor(parts: StateParts, row: RefreshRow, meta: ReadonlyMap<string, string>) {
    const { env, store, settings, policy } = parts
    this.#parts = parts
    this.#digest = digestOf(settings)
    this.#byCycles = settings.refresh.cycleMs !== null
    this.#crawledAt = row.crawledAt
    this.#priors = new SharedPriors(row.priors)
    this.budget = new Budget(env.clock, store, row)
    const calibration = new Calibration(jsonOf<CalibrationMemory>(meta.get(CALIBRATION)) ?? undefined)
    this.refresher = new RefreshScheduler(policy, settings, null, calibration)
    this.clock = new CollectionClock(jsonOf<CollectionClockMemory>(meta.get(CLOCK)) ?? undefined)
    this.#takeOver(savedIn(meta))
  }

  static async open(
    store: MetaStore & RefreshStore,
    env: Env,
    settings: CrawlSettings,
    policy: Policy,
  ): Promise<RefreshState> {
    return new RefreshState({ store, env, settings, policy }, await store.refresh(), await store.readMeta())
  }

  get priors(): PriorGroup {
    return this.#priors.group
  }

  /** Whether the first crawl of the collection has ended. */
  get isCrawled(): boolean {
    return this.#crawledAt !== null
  }

  /** The last plan, from this run or an earlier one. */
  get plan(): Plan | null {
    return this.#plan
  }

  planned(plan: Plan, correction: number): void {
    this.#plan = plan
    this.#plannedUnder = this.#digest
    this.correction = correction
    this.clock.roundLasts(plan.evenDays)
  }

  /** Whether the last plan was made by the current policy under the current config. */
  get isPlanCurrent(): boolean {
    return this.#plannedUnder === this.#digest && !this.policyChanged
  }

  /** Whether the beliefs in the store are those of another policy. */
  get policyChanged(): boolean {
    return this.#believer !== believerOf(this.#parts.policy)
  }

  relearned(): void {
    this.#believer = believerOf(this.#parts.policy)
  }

  /** Whether pages may be refreshed now. Between two cycles, none may. */
  get isOpen(): boolean {
    return !this.#byCycles || (this.cycle !== null && this.cycle.endedAt === null)
  }

  /** Ends the cycle: readers see everything it brought from now on, all at once. */
  async publish(atMs: number): Promise<void> {
    if (this.cycle) this.cycle = { ...this.cycle, endedAt: atMs }
    await this.#parts.store.writeMeta({ [PUBLISHED]: String(atMs) })
  }

  /** Notes that the first crawl is over; the collection earns from then on. */
  async firstCrawlOver(atMs: number): Promise<void> {
    const over = (row: RefreshRow): RefreshRow =>
      row.crawledAt !== null
        ? row
        : { ...row, crawledAt: atMs, filledAt: row.purse === null ? atMs : row.filledAt }
    this.#saw(await this.#parts.store.changeRefresh(over))
  }

  /** Whether this is the worker that plans. `since`: it has just become so, and has taken over what the previous one wrote. */
  async plans(worker: string): Promise<'since' | 'still' | 'not'> {
    const { store, env } = this.#parts
    const nowMs = env.clock.now()
    const row = await store.changeRefresh(row =>
      row.planner === null || row.planner === worker || row.plannerUntil < nowMs
        ? { ...row, planner: worker, plannerUntil: Math.round(nowMs + PLANNING_LEASE_MS) }
        : row,
    )
    const was = this.#isPlanner
    this.#isPlanner = row.planner === worker
    this.#saw(row)
    if (this.#isPlanner === was) return was ? 'still' : 'not'
    if (this.#isPlanner) await this.follow()
    return this.#isPlanner ? 'since' : 'not'
  }

  /** Takes over what the planning worker has written. */
  async follow(): Promise<void> {
    this.#takeOver(savedIn(await this.#parts.store.readMeta()))
  }

  /** Adds what was spent and learned to what others did; the planning worker also writes the plan. */
  async save(): Promise<void> {
    const { store } = this.#parts
    let merged: MergedPriors | null = null
    const row = await store.changeRefresh(before => (merged = this.#priors.merge(before)).row)
    this.#priors.wrote(merged!)
    this.#saw(row)
    await this.budget.settle()
    if (!this.#isPlanner) return
    const clock = this.clock.clock ? { [CLOCK]: JSON.stringify(this.clock) } : {}
    const calibration = { [CALIBRATION]: JSON.stringify(this.refresher.calibration) }
    await store.writeMeta({ [NAME]: JSON.stringify(this.#saved()), ...clock, ...calibration })
  }

  /** Ends the run: gives back what was drawn and not spent. If no other worker plans, writes the plan state down, too. */
  async close(worker: string): Promise<void> {
    await this.plans(worker)
    await this.budget.giveBack()
    await this.save()
  }

  #saved(): Saved {
    return {
      cycle: this.cycle,
      plan: this.#plan,
      policy: this.#believer,
      correction: this.correction,
      ...(this.#plannedUnder === undefined ? {} : { planned: this.#plannedUnder }),
    }
  }

  #takeOver(saved: Partial<Saved>): void {
    // A clock that was set back in the meantime must not delay the next plan or cycle until it has caught up.
    const now = this.#parts.env.clock.now()
    this.#believer = saved.policy ?? believerOf(this.#parts.policy)
    this.#plannedUnder = saved.planned
    this.#plan = saved.plan ? { ...saved.plan, at: Math.min(saved.plan.at, now) } : null
    this.correction = saved.correction ?? 1
    this.cycle = saved.cycle ? { ...saved.cycle, startedAt: Math.min(saved.cycle.startedAt, now) } : null
    this.refresher.market = this.#plan
  }

  #saw(row: RefreshRow): void {
    this.#crawledAt = row.crawledAt
    this.budget.saw(row)
  }
}

const savedIn = (meta: ReadonlyMap<string, string>): Partial<Saved> => jsonOf<Saved>(meta.get(NAME)) ?? {}

/** A belief of another width belongs to another policy, even one of the same name. */
const believerOf = ({ name, width, terms }: Policy) =>
  terms === undefined ? `${name} ${width}` : `${name} ${width} ${terms}`

/** Digest of everything in the config that a plan depends on. */
function digestOf({ refresh, weights }: CrawlSettings): string {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value)
  return createHash('sha256')
    .update(JSON.stringify([refresh, weights], plain))
    .digest('base64url')
}
