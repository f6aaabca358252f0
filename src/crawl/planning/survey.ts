/**
 * The first pass of a plan: what all pages together demand, and how fresh they are. In a large collection, some thousands of pages are read
 * and asked about, each standing for several like it, so that a survey of ten million pages costs the same as one of a million. With goals,
 * which concern every page, all are read.
 */
import type { Clock } from '../../env/index.ts'
import {
  DAY_MS,
  GoalCheck,
  type PageFacts,
  Population,
  type State,
  type Verdict,
} from '../../refresh/index.ts'
import type { HostId, HostStore, MetaStore, PlannedPage, PlanStore } from '../../store/index.ts'
import type { RefreshSettings } from '../settings.ts'
import { Breather } from './breather.ts'
import { type RateCount, RateCounts } from './rate-counts.ts'
import type { RefreshScheduler } from './scheduler.ts'
import { type ServerCap, ServerCaps } from './server-caps.ts'

/** The state of all pages together. */
export interface Survey {
  readonly pages: number
  readonly population: Population
  readonly capped: readonly (ServerCap & { readonly population: Population })[]
  readonly rest: Population
  readonly freshness: number
  readonly age: number
  readonly overdue: number
  readonly rates: readonly RateCount[]
  readonly goals: readonly Verdict[]
  readonly budgetPerDay: number
  /** The pages that were asked about. */
  readonly drawn: readonly DrawnPage[]
}

/** A page that stands for several. */
export interface DrawnPage {
  readonly page: PlannedPage
  /** The cost of all the pages it stands for. */
  readonly cost: number
}

/** The parts of the store that a survey reads. */
export type SurveyedStore = Pick<PlanStore, 'plannedChunks'> &
  Pick<HostStore, 'hosts' | 'servers'> &
  Pick<MetaStore, 'counts'>

export interface SurveyParts {
  readonly store: SurveyedStore
  readonly clock: Clock
  readonly settings: RefreshSettings
  /** The usual time between two requests to one server. */
  readonly delayMs: number
  readonly refresher: RefreshScheduler
  /** Aborts the pass, which throws the signal's reason. */
  readonly signal?: AbortSignal
}

/** A page with what is believed about it. */
export interface KnownState {
  readonly facts: PageFacts
  readonly state: State
}

/**
 * Approximate number of pages asked about in a pass. With 120,000 pages, this many give a price within 1.4 % of that of all pages, and twice as many
 * one within 0.6 %; pages move when the price has changed by 2 %.
 */
const ASKED = 8_192

/** Approximate microseconds to count a page and to ask about it. */
const COUNTING = 2
const ASKING = 80

export async function surveyPages(
  parts: SurveyParts,
  known: (page: PlannedPage) => KnownState | Promise<KnownState>,
): Promise<Survey> {
  const { refresher, clock, store, settings, delayMs } = parts
  const caps = await ServerCaps.read(store, settings, delayMs)
  const curves = new Curves(refresher, caps)
  const goals = refresher.rules.goals.map(goal => new GoalCheck(goal))
  const rates = new RateCounts()
  const sums = new Sums(Math.max(clock.now(), refresher.market?.at ?? 0))
  const { fetched } = await store.counts()
  const stride = Math.max(1, Math.round(fetched / ASKED))
  const oneIn = goals.length > 0 ? 1 : stride
  const breather = new Breather(parts.signal)
  const drawn: DrawnPage[] = []
  let place = 0
  let extraPerDay = 0
  for await (const pages of store.plannedChunks(oneIn))
    for (const page of pages) {
      if (breather.did(COUNTING)) await breather.rest()
      const weight = refresher.weight(page)
      const cost = refresher.cost(page.sizeBytes)
      curves.count(page.host, { weight, cost }, oneIn)
      sums.count(page, oneIn * cost)
      const isAsked = oneIn > 1 || isDrawn(place++, stride)
      const goal = refresher.rules.goalOf(page)
      if (!isAsked && !goal) continue
      breather.did(ASKING)
      const { state, facts } = await known(page)
      const { rate, fresh } = refresher.policy.next(state, facts, { price: 0, now: sums.now }).reason()
      if (isAsked) {
        drawn.push({ page, cost: stride * cost })
        extraPerDay += stride * cost * moreOften(refresher.rules.of(page).longestMs, settings.intervalMs)
        curves.ask(page.host, state, facts, stride)
        sums.add(facts, rate, fresh)
        rates.add(rate, stride)
      }
      if (goal)
        goals[goal.index]!.add({
          rate,
          cost,
          server: caps.serverOf(page.host),
          shortest: facts.shortest ?? 0,
        })
    }
  const budgetPerDay = budgetOf(settings, curves.all, extraPerDay)
  const unit = settings.budget?.unit ?? 'fetches'
  const capacity = { budgetPerDay, unit, capOf: (server: string) => caps.capOf(server) }
  return {
    population: curves.all,
    capped: curves.capped,
    rest: curves.rest,
    budgetPerDay,
    pages: oneIn > 1 ? fetched : curves.all.pages,
    ...sums.means(lackOf(refresher)),
    rates: rates.all(),
    drawn,
    goals: goals.map(goal => goal.verdict(capacity)),
  }
}

/** Approximate number of pages asked about if only freshness is wanted: it is then known within two hundredths. */
const ASKED_FOR_FRESHNESS = 1_024

/** Only how fresh all pages are: for the end of a run. */
export async function freshnessNow(
  { refresher, clock, store }: SurveyParts,
  known: (page: PlannedPage) => KnownState | Promise<KnownState>,
): Promise<Pick<Survey, 'freshness' | 'age'>> {
  const sums = new Sums(clock.now())
  const stride = Math.max(1, Math.round((await store.counts()).fetched / ASKED_FOR_FRESHNESS))
  const breather = new Breather()
  for await (const pages of store.plannedChunks(stride))
    for (const page of pages) {
      if (breather.did(ASKING)) await breather.rest()
      const { state, facts } = await known(page)
      const { rate, fresh } = refresher.policy.next(state, facts, { price: 0, now: sums.now }).reason()
      sums.add(facts, rate, fresh)
    }
  return sums.means(lackOf(refresher))
}

/** How much fresher recent visits found pages than beliefs predicted. */
const lackOf = ({ calibration, roundDays }: RefreshScheduler) => calibration.lack(roundDays)

/** Picks one of every `stride` pages, at a different place in each group, so that no order of the pages can bias the sample. */
function isDrawn(place: number, stride: number): boolean {
  if (stride === 1) return true
  const row = Math.floor(place / stride)
  return place % stride === Math.floor(((row * GOLDEN) % 1) * stride)
}

/** Multiples of the golden ratio fall evenly between 0 and 1. */
const GOLDEN = 0.618_033_988_749_894_9

/** How many more visits a day the bounds of a page ask for than one per interval. */
const moreOften = (longestMs: number, intervalMs: number) =>
  Math.max(0, DAY_MS / longestMs - DAY_MS / intervalMs)

/** What may be spent per day: what the config says, or one fetch of each page per interval and what bounds ask for beyond. */
function budgetOf(
  { budget, intervalMs, explore }: RefreshSettings,
  population: Population,
  extraPerDay: number,
): number {
  // The share that explores must not be missing where bounds need it.
  return (
    budget?.perDay ?? (population.even(1) * DAY_MS) / intervalMs + extraPerDay / (1 - Math.min(explore, 0.5))
  )
}

/** The demand of all pages, of each server limited by politeness, and of the others. */
class Curves {
  readonly all: Population
  readonly rest: Population
  readonly capped: readonly (ServerCap & { readonly population: Population })[]
  readonly #caps: ServerCaps

  constructor({ market, policy }: RefreshScheduler, caps: ServerCaps) {
    const even = market ? { even: market.evenDays } : {}
    const make = () => new Population(policy, { price: market?.price, penalties: true, ...even })
    this.all = make()
    this.capped = caps.servers.map(server => ({ ...server, population: make() }))
    this.rest = this.capped.length > 0 ? make() : this.all
    this.#caps = caps
  }

  count(host: HostId, page: Pick<PageFacts, 'weight' | 'cost'>, times: number): void {
    this.all.count(page, times)
    if (this.capped.length > 0) this.#partOf(host).count(page, times)
  }

  ask(host: HostId, state: State, facts: PageFacts, times: number): void {
    this.all.ask(state, facts, times)
    if (this.capped.length > 0) this.#partOf(host).ask(state, facts, times)
  }

  #partOf(host: HostId): Population {
    const own = this.#caps.indexOf(host)
    return own === undefined ? this.rest : this.capped[own]!.population
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

  count({ dueAt }: PlannedPage, cost: number): void {
    if (dueAt !== null && dueAt / DAY_MS < this.now) this.#overdue += cost
  }

  add({ weight, visitedAt }: PageFacts, rate: number, fresh: number): void {
    this.#weight += weight
    this.#fresh += weight * fresh
    this.#age += weight * staleDays(rate, this.now - visitedAt)
  }

  means(lack: number) {
    const weight = Math.max(1e-12, this.#weight)
    const freshness = Math.min(1, Math.max(0, this.#fresh / weight + lack))
    return { freshness, age: this.#age / weight, overdue: this.#overdue }
  }
}

/** Expected days out of date after τ days at rate λ: τ − (1 − e^(−λτ))/λ. */
function staleDays(rate: number, days: number): number {
  if (!(rate > 0) || !(days > 0)) return 0
  return days - -Math.expm1(-rate * days) / rate
}
