/**
 * The plan: one streaming pass over all stored pages finds the price at which the budget is just spent, a second one moves
 * every next visit to where that price puts it. Visits between plans use the price they find.
 *
 * Memory does not grow with the number of pages: the pass keeps a demand curve (`Population`) and the learning of the
 * hosts met last. What is really spent differs from what a plan expects (failures, new pages, servers at rest), so
 * the budget that a plan aims at follows by a factor.
 */
import type { Clock } from '../../env/index.ts'
import { DAY_MS, type Outlook, Population } from '../../refresh/index.ts'
import type { PlannedPage, Rescheduled, Store } from '../../store/index.ts'
import type { RefreshSettings } from '../settings.ts'
import type { HostLearning } from './host-learning.ts'
import type { PlannedMarket, Refresher } from './refresher.ts'

export interface Plan extends PlannedMarket {
  readonly pages: number
  readonly budgetPerDay: number
  /** Chance that a stored copy is current, on weighted average over the pages, by what is believed. */
  readonly freshness: number
  /** Days that a stored copy has been out of date, likewise. */
  readonly age: number
  /** Share of the pages whose visit is late. */
  readonly overdue: number
  /** What the budget buys in the long run. */
  readonly outlook: Outlook
}

export interface Survey extends Pick<Plan, 'freshness' | 'age' | 'overdue'> {
  readonly population: Population
}

export interface PlannerParts {
  readonly store: Store
  readonly clock: Clock
  readonly settings: RefreshSettings
  readonly refresher: Refresher
  readonly learning: (page: PlannedPage) => HostLearning | Promise<HostLearning>
  /** Factor on the budget, from what was spent. */
  readonly correction: () => number
}

const CHUNK = 2_000
/** A next visit that moves by less is left where it is: moving it costs a write. */
const WORTH_MOVING = 0.01

export class Planner {
  readonly #parts: PlannerParts

  constructor(parts: PlannerParts) {
    this.#parts = parts
  }

  async plan(): Promise<Plan | null> {
    const { clock, refresher, correction } = this.#parts
    const { population, freshness, age, overdue } = await this.survey()
    if (population.pages === 0) return null
    const budgetPerDay = this.budgetPerDay(population)
    const aimed = budgetPerDay * correction()
    const { explore } = this.#parts.settings
    const probe = population.probeEvery(aimed * explore)
    const market = {
      at: clock.now(),
      price: population.price(aimed * (1 - explore)),
      evenDays: population.even(aimed),
      probeDays: Number.isFinite(probe) ? probe : null,
    }
    refresher.market = market
    await this.#reschedule()
    const outlook = population.outlook(budgetPerDay)
    return { ...market, pages: population.pages, budgetPerDay, freshness, age, overdue, outlook }
  }

  /** What may be spent a day: what the config says, or one fetch of each page in an interval. */
  budgetPerDay(population: Population): number {
    const { budget, intervalMs } = this.#parts.settings
    return budget?.perDay ?? population.even(1) / (intervalMs / DAY_MS)
  }

  /** All pages as a demand curve, and how fresh they are believed to be now. */
  async survey(): Promise<Survey> {
    const { refresher, clock } = this.#parts
    const population = new Population(refresher.policy, {
      price: refresher.market?.price ?? 0,
      penalties: true,
    })
    const nowMs = clock.now()
    let [weight, fresh, aged, overdue] = [0, 0, 0, 0]
    for await (const page of this.#pages()) {
      const { state, facts } = await this.#known(page)
      population.add(state, facts)
      const believed = refresher.policy.next(state, facts, { price: 0, now: nowMs / DAY_MS }).reason()
      if (page.dueAt !== null && page.dueAt < nowMs) overdue++
      weight += facts.weight
      fresh += facts.weight * believed.fresh
      aged += facts.weight * staleDays(believed.rate, nowMs / DAY_MS - facts.visitedAt)
    }
    return {
      population,
      freshness: weight > 0 ? fresh / weight : 1,
      age: weight > 0 ? aged / weight : 0,
      overdue: population.pages > 0 ? overdue / population.pages : 0,
    }
  }

  async #reschedule(): Promise<void> {
    const { refresher, store, clock } = this.#parts
    let moved: Rescheduled[] = []
    for await (const page of this.#pages()) {
      if (page.status !== 'completed') continue
      const { state, facts } = await this.#known(page)
      const dueAt = refresher.dueAt(state, facts, clock.now())
      if (!isWorthMoving(page, dueAt)) continue
      moved.push({ page, dueAt })
      if (moved.length < CHUNK) continue
      await store.reschedule(moved)
      moved = []
    }
    if (moved.length > 0) await store.reschedule(moved)
  }

  async *#pages(): AsyncGenerator<PlannedPage> {
    // Sitemaps and feeds are read by their own rhythm, but cost the same budget.
    for await (const page of this.#parts.store.plannedPages()) if (page.fetchedAt !== null) yield page
  }

  async #known(page: PlannedPage) {
    const { refresher, learning } = this.#parts
    const host = learning(page)
    const facts = refresher.facts(
      page,
      page.sizeBytes,
      host instanceof Promise ? await host : host,
      page.fetchedAt,
    )
    return { facts, state: refresher.state(page, facts) }
  }
}

function isWorthMoving({ dueAt, fetchedAt }: PlannedPage, planned: number): boolean {
  if (dueAt === null) return true
  return Math.abs(planned - dueAt) > WORTH_MOVING * Math.max(60_000, planned - fetchedAt)
}

/** Expected days out of date after τ days at rate λ: τ − (1 − e^(−λτ))/λ. */
function staleDays(rate: number, days: number): number {
  if (!(rate > 0) || !(days > 0)) return 0
  return days - -Math.expm1(-rate * days) / rate
}
