/**
 * Which pages a plan may leave where they are. Asking the policy when a page is due takes some fifteen microseconds, so a plan that does so
 * for a million pages takes as many seconds. While the price stays the same, no page is asked about. In a large collection, a plan asks about
 * the pages that come up soon, or would if their intervals shrank as the price did, those that were announced to have changed, and a tenth
 * of the rest, a different one each time: a page that is far off has moved to its new place long before it is due.
 */
import { DAY_MS } from '../../refresh/index.ts'
import { isRolledPast, type PlannedPage, type Roll } from '../../store/index.ts'
import type { PlannedMarket } from './scheduler.ts'

/** Prices and probe intervals this close put pages at the same times; within the second pair of limits, at about the same times. */
const SAME = { price: 0.02, probe: 0.1 }
const NEAR = { price: 0.2, probe: 0.5 }
/** What is learned about hosts moves pages too, so all are placed again at least once in this share of a round. */
const REPLACED_SHARE = 0.25
/** A smaller collection asks about all pages: it takes less than half a second. */
export const MIN_ROLLED_PAGES = 20_000
/** Every page is asked about once in this many plans. A plan holds for a fortieth of a round, so that is a quarter of a round. */
const PLANS_A_ROLL = 10
/** A page due within this many periods is asked about. With twice as many, a plan costs a third more; one is too few if the price rises. */
const SOON_PERIODS = 3

export interface PlaceTerms {
  readonly pages: number
  readonly nowMs: number
  /** How long the plan holds. */
  readonly periodMs: number
  /** A run that ends has no later plan to correct what this one leaves. */
  readonly isOnce: boolean
}

/** Which pages stay where they are; pages without a place never do. */
export type Kept = 'all' | 'none' | Roll

export function keeps(kept: Kept, page: PlannedPage): boolean {
  if (typeof kept === 'string') return kept === 'all' && page.dueAt !== null
  return isRolledPast(kept, page)
}

/** What one plan has to know about earlier ones. */
export interface PlacesMemory {
  /** The markets by which some page may have been placed, oldest first. */
  readonly markets: readonly PlannedMarket[]
  /** Whose turn is next: the pages whose ids leave this remainder. */
  readonly nextTurn: number
}

/** What is known about the places of an earlier run, given the market by which it placed its pages. */
export const placedBy = (market: PlannedMarket | null): PlacesMemory => ({
  markets: market ? [market] : [],
  nextTurn: market?.nextTurn ?? 0,
})

export class KeptPlaces {
  #markets: readonly PlannedMarket[]
  #turn: number

  constructor({ markets, nextTurn }: PlacesMemory) {
    this.#markets = markets
    this.#turn = nextTurn
  }

  get memory(): PlacesMemory {
    return { markets: this.#markets, nextTurn: this.#turn }
  }

  /** Whether it is unknown by which price the pages were placed. */
  get areUnknown(): boolean {
    return this.#markets.length === 0
  }

  /** After how many plans a page is asked about, whatever its place. */
  plansUntilTurn({ id }: Pick<PlannedPage, 'id'>): number {
    return (((id % PLANS_A_ROLL) - this.#turn + PLANS_A_ROLL) % PLANS_A_ROLL) + 1
  }

  /** Which pages stay where they are under a new market. */
  under(market: PlannedMarket, terms: PlaceTerms): Kept {
    const isMany = terms.pages >= MIN_ROLLED_PAGES
    if (isMany && (!terms.isOnce || (!this.areUnknown && this.#isNearAll(market))))
      return this.#rolling(market, terms)
    const [before] = this.#markets
    const isSame = before && isNear(before, market, SAME) && isRecent(before, market)
    if (!isMany && !terms.isOnce && isSame) return 'all'
    this.#markets = [market]
    return 'none'
  }

  #isNearAll(market: PlannedMarket): boolean {
    return this.#markets.every(before => isNear(before, market, NEAR))
  }

  #rolling(market: PlannedMarket, { nowMs, periodMs }: PlaceTerms): Roll {
    const shrunk = this.#shrunkTo(market)
    this.#markets = [...this.#markets, market].slice(-PLANS_A_ROLL)
    const turn = this.#turn
    this.#turn = (turn + 1) % PLANS_A_ROLL
    return { turn, turns: PLANS_A_ROLL, soonMs: nowMs + SOON_PERIODS * periodMs, shrunk }
  }

  /**
   * If the price fell, pages come up sooner: their intervals shrink less than the price did, except for those that were practically dropped.
   * Servers with prices of their own follow the common price, or wait for their turn of the roll.
   */
  #shrunkTo({ price }: PlannedMarket): number {
    const highest = Math.max(...this.#markets.map(before => before.price))
    return price > 0 && price < highest ? price / highest : 1
  }
}

const isRecent = (before: PlannedMarket, now: PlannedMarket) =>
  now.at - before.at < REPLACED_SHARE * before.evenDays * DAY_MS

function isNear(before: PlannedMarket, now: PlannedMarket, by: typeof SAME): boolean {
  const within = (a: number, b: number, most: number) => a === b || Math.abs(Math.log(a / b)) <= most
  const hosts = Object.keys(now.own)
  return (
    within(before.price, now.price, by.price) &&
    within(before.evenDays, now.evenDays, by.price) &&
    within(before.probeDays ?? Infinity, now.probeDays ?? Infinity, by.probe) &&
    hosts.length === Object.keys(before.own).length &&
    hosts.every(host => within(before.own[host] ?? 0, now.own[host]!, by.price))
  )
}
