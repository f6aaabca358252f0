/**
 * Which pages a plan may leave where they are. To ask a page when it is due costs some fifteen microseconds, so a plan of a million pages
 * that asks them all takes as many seconds. While the price stands still nobody is asked. Of many pages, those are asked that come up soon,
 * or would if their intervals shrank as the price did, those that were announced to have changed, and a tenth of the rest, another one each
 * time: a page that is far off has moved to its new place long before it is due.
 */
import { DAY_MS } from '../../refresh/index.ts'
import { isRolledPast, type PlannedPage, type Roll } from '../../store/index.ts'
import type { PlannedMarket } from './scheduler.ts'

/** Prices so near each other, and probes, put pages at the same times; those of the second kind at about the same. */
const SAME = { price: 0.02, probe: 0.1 }
const NEAR = { price: 0.2, probe: 0.5 }
/** What is learned of hosts moves pages too: all are placed anew at least once in this share of a round. */
const REPLACED_SHARE = 0.25
/** Of fewer pages, all are asked: it takes less than half a second. */
export const MIN_ROLLED_PAGES = 20_000
/** All pages are asked once in so many plans. A plan holds for a fortieth of a round, so that is a quarter of a round. */
const PLANS_A_ROLL = 10
/** A page that is due within so many periods is asked. At twice the number a plan costs a third more; one is too few where the price rises. */
const SOON_PERIODS = 3

export interface PlaceTerms {
  readonly pages: number
  readonly nowMs: number
  /** How long the plan holds. */
  readonly periodMs: number
  /** A run that ends has no later plan that could put right what this one leaves. */
  readonly isOnce: boolean
}

/** Which pages stay where they are; those that have no place yet never do. */
export type Kept = 'all' | 'none' | Roll

export function keeps(kept: Kept, page: PlannedPage): boolean {
  if (typeof kept === 'string') return kept === 'all' && page.dueAt !== null
  return isRolledPast(kept, page)
}

/** What one plan has to know of those before it. */
export interface PlacesMemory {
  /** Those that some page may have been placed by, the oldest first. */
  readonly markets: readonly PlannedMarket[]
  /** Whose turn is next: the pages whose numbers leave this remainder. */
  readonly nextTurn: number
}

/** What is known of the places of an earlier run, from the market by which it placed its pages. */
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

  /** Nobody knows by which price the pages were placed. */
  get areUnknown(): boolean {
    return this.#markets.length === 0
  }

  /** How many plans from now a page is asked whatever its place. */
  plansUntilTurn({ id }: Pick<PlannedPage, 'id'>): number {
    return (((id % PLANS_A_ROLL) - this.#turn + PLANS_A_ROLL) % PLANS_A_ROLL) + 1
  }

  /** Pages that stay where they are under a new market. */
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
   * Where the price fell, pages come up sooner: their intervals shrink less than it did, but for those that were as good as dropped. Servers
   * with prices of their own have theirs in the common one, or wait for their turn of the roll.
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
