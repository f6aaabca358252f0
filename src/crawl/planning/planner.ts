/**
 * The plan: one streaming pass over all stored pages finds the price at which the budget is just spent; a second one moves
 * every next visit to where that price puts it. Visits between plans use the current price, so while it stays the same, pages
 * stay where they are.
 *
 * Memory does not grow with the number of pages: the pass keeps a demand curve (`Population`), one more for each server at which
 * politeness allows less than the common price would ask for, and the learning of the hosts met last.
 */
import { cappedPrices, DAY_MS, type MarketMaker, type Outlook, type Verdict } from '../../refresh/index.ts'
import { type PlannedPage, type PlanStore, type Resting, rests } from '../../store/index.ts'
import { Breather } from './breather.ts'
import { atHorizon, DueSpread, drawnForward, drawnToNow, type Placing, unmoved } from './due-spread.ts'
import type { HostLearning } from './host-learning.ts'
import { type Kept, KeptPlaces, keeps, MIN_ROLLED_PAGES, type PlacesMemory, placedBy } from './kept-places.ts'
import { FORWARD_PERIODS, type ForwardMove, Lasting } from './lasting.ts'
import { isWorthMoving, Moves, worthwhile } from './moves.ts'
import type { PlannedMarket } from './scheduler.ts'
import {
  type DrawnPage,
  freshnessNow,
  type KnownState,
  type Survey,
  type SurveyedStore,
  type SurveyParts,
  surveyPages,
} from './survey.ts'

export interface Plan extends PlannedMarket {
  readonly pages: number
  readonly budgetPerDay: number
  /** Believed chance that a stored copy is current, as a weighted average over the pages. */
  readonly freshness: number
  /** Believed days that a stored copy has been out of date, averaged likewise. */
  readonly age: number
  /** Cost of visiting all pages that are late. */
  readonly overdue: number
  /** What the budget buys in the long run. */
  readonly outlook: Outlook
  readonly goals: readonly Verdict[]
}

export interface PlannerParts extends SurveyParts {
  readonly store: SurveyedStore & Pick<PlanStore, 'reschedule' | 'movableChunks'>
  readonly market: MarketMaker
  readonly learning: (page: PlannedPage) => HostLearning | Promise<HostLearning>
  readonly moved?: MovedClocks
  /** What earlier plans left; absent if there were none. */
  readonly memory?: PlannerMemory
  /** Called as soon as the price is known. */
  readonly onMarket?: (market: PlannedMarket) => void
}

/** Which clocks of groups have moved since the last plan, so that their pages are due at other times. */
export interface MovedClocks {
  has(page: PlannedPage): boolean
  /** Hosts on which no clock has moved. */
  readonly still: Resting['hosts']
}

export interface PlanTerms {
  /** Ratio of what was demanded since the last plan to what was to be spent. */
  readonly overspent: number
  /** Everything due before the horizon becomes due at once: a cycle does all its work at its beginning. */
  readonly horizonMs: number
  /** For a run that ends: returns what it may spend at once, given the earnings. Null for a run that goes on. */
  readonly purse: ((earning: Earning) => Promise<number>) | null
}

/** What the next plan has to know about this one, besides the market. */
export interface PlannerMemory extends PlacesMemory {
  /** How far ahead of their time pages are fetched so that the budget is spent. */
  readonly reachMs: number
}

/** What fills the purse, and how long a round of all pages takes. */
export interface Earning {
  readonly budgetPerDay: number
  readonly evenDays: number
}

/** What a plan places pages by. */
interface Ground extends Earning {
  /** A sample of the pages, each standing for several, by which the pages that are not examined are counted. Null if all pages are examined. */
  readonly drawn: readonly DrawnPage[] | null
}

/** Approximate microseconds to ask when a page is due, and to leave it where it is. */
const ASKING = 15
const LEAVING = 2

/** A plan holds for this share of the even interval, between a minute and a day. */
const PERIOD_SHARE = 1 / 40
const MIN_PERIOD_MS = 60_000

export function periodMs(evenDays: number): number {
  return Math.max(MIN_PERIOD_MS, Math.min(DAY_MS, evenDays * PERIOD_SHARE * DAY_MS))
}

export class Planner {
  readonly #parts: PlannerParts
  /** How far ahead of their time pages are fetched so that the budget is spent; found by the last pass. */
  #reachMs = 0
  readonly #places: KeptPlaces
  /** Null if it is unknown when the next plan comes. */
  #lasting: Lasting | null = null

  constructor(parts: PlannerParts) {
    this.#parts = parts
    this.#places = new KeptPlaces(parts.memory ?? placedBy(null))
    this.#reachMs = parts.memory?.reachMs ?? 0
  }

  get memory(): PlannerMemory {
    return { ...this.#places.memory, reachMs: this.#reachMs }
  }

  async plan(terms: PlanTerms): Promise<Plan | null> {
    const survey = await this.survey()
    const { pages, population, budgetPerDay, freshness, age, overdue, goals } = survey
    if (pages === 0) return null
    const made = this.#marketOf(survey, terms.overspent)
    this.#parts.refresher.market = made
    this.#parts.onMarket?.(made)
    const period = periodMs(made.evenDays)
    // After a run that ends, or a cycle, the next plan may come at any time.
    const isLasting = terms.purse === null && terms.horizonMs === 0
    const isOnce = terms.purse !== null || (this.#places.areUnknown && !isLasting)
    const kept = this.#places.under(made, { pages, nowMs: made.at, periodMs: period, isOnce })
    const market = { ...made, nextTurn: this.#places.memory.nextTurn }
    const after = (periods: number) => market.at + (periods + 1) * period
    const turnMs = (page: PlannedPage) => after(this.#places.plansUntilTurn(page))
    const isLarge = pages >= MIN_ROLLED_PAGES
    this.#lasting = isLarge && isLasting ? new Lasting({ againMs: after(1), turnMs }) : null
    await this.#place(kept, terms, {
      budgetPerDay,
      evenDays: market.evenDays,
      drawn: isLarge ? survey.drawn : null,
    })
    const outlook = population.outlook(budgetPerDay)
    return { ...market, pages, budgetPerDay, freshness, age, overdue, outlook, goals }
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

  /** Surveys all pages: their demand curve, and how fresh they are believed to be now. */
  survey(): Promise<Survey> {
    return surveyPages(this.#parts, page => this.#known(page))
  }

  /** How fresh the pages are believed to be now. */
  freshness(): Promise<Pick<Survey, 'freshness' | 'age'>> {
    return freshnessNow(this.#parts, page => this.#known(page))
  }

  async #place(kept: Kept, { horizonMs, purse }: PlanTerms, ground: Ground): Promise<void> {
    const { budgetPerDay, evenDays } = ground
    const period = periodMs(evenDays)
    const nowMs = this.#parts.clock.now()
    if (horizonMs > 0) await this.#reschedule(kept, atHorizon(nowMs, horizonMs), ground)
    else if (purse) await this.#placeOnce(kept, ground, await purse({ budgetPerDay, evenDays }))
    else {
      const spread = await this.#reschedule(kept, drawnForward(nowMs, period, this.#reachMs), ground)
      this.#reachMs = this.#mayDraw ? spread.reachMs((budgetPerDay * period) / DAY_MS) : 0
    }
  }

  /** Places what is due and, if the purse holds more, the most urgent of the rest. */
  async #placeOnce(kept: Kept, ground: Ground, affordable: number): Promise<void> {
    const nowMs = this.#parts.clock.now()
    const spread = await this.#reschedule(kept, unmoved(nowMs), ground)
    if (!this.#mayDraw || affordable < Math.max(spread.meanCost, spread.due)) return
    await this.#reschedule('all', drawnToNow(nowMs, spread.untilMs(affordable)), ground)
  }

  /** Policies without a price keep their own intervals, even if the budget would pay for more. */
  get #mayDraw(): boolean {
    return this.#parts.refresher.policy.demand !== undefined
  }

  /** Moves pages to where the plan puts them. Pages that keep their places are not asked about. */
  async #reschedule(
    kept: Kept,
    placing: Placing,
    { evenDays, drawn, budgetPerDay }: Ground,
  ): Promise<DueSpread> {
    const { store, clock, signal, refresher } = this.#parts
    const breather = new Breather(signal)
    const period = periodMs(evenDays)
    const spread = new DueSpread(clock.now(), period)
    const resting = drawn && this.#resting(kept, placing)
    if (resting) for (const { page, cost } of drawn) if (rests(resting, page)) spread.add(page.dueAt!, cost)
    if (resting) {
      const forward = await this.#movedForward(
        drawn.filter(({ page }) => !rests(resting, page)),
        kept,
        placing,
      )
      this.#lasting?.limitForward(forward, (FORWARD_PERIODS * budgetPerDay * period) / DAY_MS)
    }
    const moves = new Moves(store, breather)
    for await (const pages of store.movableChunks(resting)) {
      for (const page of pages) {
        const isLeft = this.#isLeft(page, kept)
        if (breather.did(isLeft ? LEAVING : ASKING)) await breather.rest()
        const asked = isLeft ? page.dueAt! : this.#dueAt(page)
        const planned = worthwhile(page, typeof asked === 'number' ? asked : await asked)
        spread.add(planned, refresher.cost(page.sizeBytes))
        const dueAt = this.#written(page, planned, placing)
        if (dueAt !== null) moves.add({ page: refOf(page), dueAt })
      }
      if (moves.areMany) await moves.write()
    }
    await moves.write()
    return spread
  }

  /** Those of a sample that would be moved to an earlier time. */
  async #movedForward(drawn: readonly DrawnPage[], kept: Kept, placing: Placing): Promise<ForwardMove[]> {
    const forward: ForwardMove[] = []
    for (const { page, cost } of drawn) {
      if (page.status !== 'completed' || this.#isLeft(page, kept)) continue
      const dueAt = this.#written(page, worthwhile(page, await this.#dueAt(page)), placing)
      if (dueAt !== null && page.dueAt !== null && dueAt < page.dueAt) forward.push({ dueAtMs: dueAt, cost })
    }
    return forward
  }

  /** Pages that need not be examined, because they keep their places and nothing moves them. Null if all must be. */
  #resting(kept: Kept, { untilMs }: Placing): Resting | null {
    if (kept === 'none') return null
    const hosts = this.#parts.moved?.still ?? { except: [] }
    return { afterMs: untilMs, roll: kept === 'all' ? null : kept, hosts }
  }

  #isLeft(page: PlannedPage, kept: Kept): boolean {
    return keeps(kept, page) && !this.#parts.moved?.has(page)
  }

  /** When a page is due that the policy wants at a time, if that has to be written. */
  #written(page: PlannedPage, planned: number, placing: Placing): number | null {
    const placed = placing.place(planned)
    const dueAt = placed < planned ? this.#notTooSoon(page, placed, planned) : placed
    return isWorthMoving(page, dueAt) && !this.#lasting?.isFarOff(page, dueAt) ? dueAt : null
  }

  /** However much the budget would still pay for, no page is visited more often than its shortest interval allows. */
  #notTooSoon(page: PlannedPage, placed: number, planned: number): number {
    const earliest = (page.fetchedAt ?? 0) + this.#parts.refresher.rules.of(page).shortestMs
    return Math.max(placed, Math.min(planned, earliest))
  }

  #dueAt(page: PlannedPage): number | Promise<number> {
    const host = this.#parts.learning(page)
    return host instanceof Promise
      ? host.then(known => this.#plannedAt(page, known))
      : this.#plannedAt(page, host)
  }

  #plannedAt(page: PlannedPage, host: HostLearning): number {
    const { refresher, clock } = this.#parts
    const facts = refresher.facts(page, page.sizeBytes, host, page.fetchedAt)
    return refresher.plannedAt(page, facts, clock.now())
  }

  async #known(page: PlannedPage): Promise<KnownState> {
    const { refresher, learning } = this.#parts
    const facts = refresher.facts(page, page.sizeBytes, await learning(page), page.fetchedAt)
    return { facts, state: refresher.state(page, facts) }
  }
}

/** Without the rest of its row: many are held at once. */
const refOf = ({ id, shard, host }: PlannedPage) => ({ id, shard, host })
