/**
 * The plan: one streaming pass over all stored pages finds the price at which the budget is just spent, a second one moves
 * every next visit to where that price puts it. Visits between plans use the price they find.
 *
 * Memory does not grow with the number of pages: the pass keeps a demand curve (`Population`), one more for each server that
 * politeness keeps from what the common price would send it, and the learning of the hosts met last.
 */
import type { Clock } from '../../env/index.ts'
import {
  cappedPrices,
  DAY_MS,
  GoalCheck,
  type MarketMaker,
  type Outlook,
  type PageFacts,
  Population,
  type State,
  type Verdict,
} from '../../refresh/index.ts'
import type { PlannedPage, Rescheduled, Store } from '../../store/index.ts'
import type { RefreshSettings } from '../settings.ts'
import { DueSpread, drawnForward, drawnToNow } from './due-spread.ts'
import type { HostLearning } from './host-learning.ts'
import type { PlannedMarket, RefreshScheduler } from './scheduler.ts'
import { type ServerCap, ServerCaps } from './server-caps.ts'

export interface Plan extends PlannedMarket {
  readonly pages: number
  readonly budgetPerDay: number
  /** Chance that a stored copy is current, on weighted average over the pages, by what is believed. */
  readonly freshness: number
  /** Days that a stored copy has been out of date, likewise. */
  readonly age: number
  /** What it would cost to visit all pages that are late. */
  readonly overdue: number
  /** What the budget buys in the long run. */
  readonly outlook: Outlook
  readonly goals: readonly Verdict[]
}

export interface PlannerParts {
  readonly store: Store
  readonly clock: Clock
  readonly settings: RefreshSettings
  /** The usual time between two requests to one server. */
  readonly delayMs: number
  readonly refresher: RefreshScheduler
  readonly market: MarketMaker
  readonly learning: (page: PlannedPage) => HostLearning | Promise<HostLearning>
}

export interface PlanTerms {
  /** What was asked for since the last plan against what was to be spent. */
  readonly overspent: number
  /** What would be due before the horizon is due at once: a cycle takes all it has to do at its beginning. */
  readonly horizonMs: number
  /** For a run that ends: what it may spend at once, when so much is earned. Null for one that goes on. */
  readonly purse: ((earning: Earning) => number) | null
}

/** What the purse fills with, and how long a round of all pages takes. */
export interface Earning {
  readonly budgetPerDay: number
  readonly evenDays: number
}

/** Where a plan puts a page that its policy wants to be due at a time. */
type Placing = (plannedMs: number, nowMs: number) => number

/** What all pages together look like now. */
export interface Survey {
  readonly population: Population
  readonly capped: readonly (ServerCap & { readonly population: Population })[]
  readonly rest: Population
  readonly freshness: number
  readonly age: number
  readonly overdue: number
  readonly goals: readonly Verdict[]
  readonly budgetPerDay: number
}

/** A plan holds for this share of the even interval, between a minute and a day. */
const PERIOD_SHARE = 1 / 40
const SHORTEST_PERIOD_MS = 60_000

export function periodMs(evenDays: number): number {
  return Math.max(SHORTEST_PERIOD_MS, Math.min(DAY_MS, evenDays * PERIOD_SHARE * DAY_MS))
}

const CHUNK = 2_000
/** A next visit that moves by less is left where it is: moving it costs a write. */
const WORTH_MOVING = 0.01

export class Planner {
  readonly #parts: PlannerParts
  /** How far ahead of their time pages are fetched, so that the budget is spent; found by the last pass. */
  #reachMs = 0

  constructor(parts: PlannerParts) {
    this.#parts = parts
  }

  /** In terms of the even interval: none when the budget is spent on what is due. */
  get reachMs(): number {
    return this.#reachMs
  }

  async plan(terms: PlanTerms): Promise<Plan | null> {
    const survey = await this.survey()
    const { population, budgetPerDay, freshness, age, overdue, goals } = survey
    if (population.pages === 0) return null
    const market = this.#marketOf(survey, terms.overspent)
    this.#parts.refresher.market = market
    await this.#place(terms, { budgetPerDay, evenDays: market.evenDays })
    const outlook = population.outlook(budgetPerDay)
    return { ...market, pages: population.pages, budgetPerDay, freshness, age, overdue, outlook, goals }
  }

  #marketOf({ population, capped, rest, budgetPerDay }: Survey, overspent: number): PlannedMarket {
    const { clock, settings, market } = this.#parts
    const nowMs = clock.now()
    const made = market.market(population, {
      now: nowMs / DAY_MS,
      budgetPerDay,
      explore: settings.explore,
      overspent,
    })
    const settled =
      capped.length > 0 ? cappedPrices(rest, capped, budgetPerDay * (1 - settings.explore)) : null
    const own = capped.flatMap(({ hosts }, i) => hosts.map(host => [host, settled!.own[i]!] as const))
    return {
      at: nowMs,
      price: settled ? settled.price * market.correction : made.price,
      evenDays: made.even,
      probeDays: Number.isFinite(made.probeEvery) ? made.probeEvery! : null,
      curiosityDays: made.curiosity ?? 0,
      own: Object.fromEntries(own),
    }
  }

  /** All pages as a demand curve, and how fresh they are believed to be now. */
  async survey(): Promise<Survey> {
    const { refresher, clock, store, settings, delayMs } = this.#parts
    const caps = await ServerCaps.read(store, settings, delayMs)
    const { price, evenDays } = refresher.market ?? {}
    const even = evenDays === undefined ? {} : { even: evenDays }
    const make = () => new Population(refresher.policy, { price, penalties: true, ...even })
    const [all, rest] = [make(), make()]
    const capped = caps.servers.map(server => ({ ...server, population: make() }))
    const goals = refresher.rules.goals.map(goal => new GoalCheck(goal))
    const sums = new Sums(Math.max(clock.now(), refresher.market?.at ?? 0))
    for await (const page of store.plannedPages()) {
      const { state, facts } = await this.#known(page)
      all.add(state, facts)
      const own = caps.indexOf(page.host)
      if (capped.length > 0) (own === undefined ? rest : capped[own]!.population).add(state, facts)
      const { rate, fresh } = refresher.policy.next(state, facts, { price: 0, now: sums.now }).reason()
      sums.add(page, facts, rate, fresh)
      const goal = refresher.rules.goalOf(page)
      if (goal) this.#count(goals[goal.index]!, rate, facts, caps.serverOf(page.host))
    }
    const budgetPerDay = this.#budgetPerDay(all)
    const unit = settings.budget?.unit ?? 'fetches'
    const capacity = { budgetPerDay, unit, capOf: (server: string) => caps.capOf(server) }
    return {
      ...{ population: all, capped, rest: capped.length > 0 ? rest : all, budgetPerDay },
      ...sums.means(),
      goals: goals.map(goal => goal.verdict(capacity)),
    }
  }

  #count(goal: GoalCheck, rate: number, { cost, shortest }: PageFacts, server: string): void {
    goal.add({ rate, cost, server, shortest: shortest ?? 0 })
  }

  /** What may be spent a day: what the config says, or one fetch of each page in an interval. */
  #budgetPerDay(population: Population): number {
    const { budget, intervalMs } = this.#parts.settings
    return budget?.perDay ?? (population.even(1) * DAY_MS) / intervalMs
  }

  async #place({ horizonMs, purse }: PlanTerms, earning: Earning): Promise<void> {
    const period = periodMs(earning.evenDays)
    if (horizonMs > 0)
      await this.#reschedule(period, (at, now) => (at < now + horizonMs ? Math.min(at, now) : at))
    else if (purse) await this.#placeOnce(period, purse(earning))
    else {
      const spread = await this.#reschedule(period, (at, now) => drawnForward(at, now, period, this.#reachMs))
      this.#reachMs = this.#mayDraw ? spread.reachMs((earning.budgetPerDay * period) / DAY_MS) : 0
    }
  }

  /** What is due, and where the purse holds more, the most urgent of the rest. */
  async #placeOnce(period: number, affordable: number): Promise<void> {
    const spread = await this.#reschedule(period, at => at)
    if (!this.#mayDraw || affordable < Math.max(spread.meanCost, spread.due)) return
    const reach = spread.untilMs(affordable)
    await this.#reschedule(period, (at, now) => drawnToNow(at, now, reach))
  }

  /** Policies that know no price keep their own intervals, also where the budget would pay for more. */
  get #mayDraw(): boolean {
    return this.#parts.refresher.policy.demand !== undefined
  }

  async #reschedule(period: number, place: Placing): Promise<DueSpread> {
    const { refresher, store, clock } = this.#parts
    const spread = new DueSpread(clock.now(), period)
    let moved: Rescheduled[] = []
    for await (const page of store.plannedPages()) {
      if (page.status !== 'completed') continue
      const { state, facts } = await this.#known(page)
      const planned = refresher.dueAt(page, state, facts, clock.now())
      spread.add(planned, facts.cost)
      const dueAt = place(planned, clock.now())
      if (!isWorthMoving(page, dueAt)) continue
      moved.push({ page, dueAt })
      if (moved.length < CHUNK) continue
      await store.reschedule(moved)
      moved = []
    }
    if (moved.length > 0) await store.reschedule(moved)
    return spread
  }

  async #known(page: PlannedPage): Promise<{ readonly facts: PageFacts; readonly state: State }> {
    const { refresher, learning } = this.#parts
    const host = learning(page)
    const learned = host instanceof Promise ? await host : host
    const facts = refresher.facts(page, page.sizeBytes, learned, page.fetchedAt)
    return { facts, state: refresher.state(page, facts) }
  }
}

/** Weighted sums over the pages of a pass. */
class Sums {
  readonly now: number
  #weight = 0
  #fresh = 0
  #age = 0
  #overdue = 0

  constructor(nowMs: number) {
    this.now = nowMs / DAY_MS
  }

  add(page: PlannedPage, { weight, cost, visitedAt }: PageFacts, rate: number, fresh: number): void {
    this.#weight += weight
    this.#fresh += weight * fresh
    this.#age += weight * staleDays(rate, this.now - visitedAt)
    if (page.dueAt !== null && page.dueAt / DAY_MS < this.now) this.#overdue += cost
  }

  means() {
    const weight = Math.max(1e-12, this.#weight)
    return { freshness: this.#fresh / weight, age: this.#age / weight, overdue: this.#overdue }
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
