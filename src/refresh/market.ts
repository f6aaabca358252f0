/**
 * From demand to prices: one price for all, a higher one for servers that cannot bear what the common price would send them; what they
 * cannot take is spent elsewhere. The price then follows what is really spent, because beliefs move between passes.
 */
import type { Population } from './population.ts'
import type { Market } from './types.ts'

export interface Terms {
  readonly now: number
  readonly budgetPerDay: number
  /** Share of the budget that probes pages nobody would visit otherwise. */
  readonly explore?: number
  /** What was spent since the last pass against what was to be spent: 1.1 is a tenth too much. */
  readonly overspent?: number
}

/** Buys the longest interval; early probes (`probe.ts`) cost their own few per cent on top. */
export const EXPLORE = 0.01
/** What is learned of a page serves for about so many rounds. */
const ROUNDS = 5
const GENTLE = 0.5

/** Makes the market after each pass; keeps one number, how far prices have to stand above what beliefs alone say. */
export class MarketMaker {
  #correction: number

  constructor(correction = 1) {
    this.#correction = correction
  }

  get correction(): number {
    return this.#correction
  }

  market(population: Population, terms: Terms): Market & { readonly even: number } {
    const explore = terms.explore ?? EXPLORE
    const even = population.even(terms.budgetPerDay)
    // Interval rules are told how often an even round comes and nothing else: they keep their own intervals.
    if (!population.isPriced) return { price: 0, now: terms.now, even }
    this.#follow(terms.overspent ?? 1)
    return {
      price: population.price(terms.budgetPerDay * (1 - explore)) * this.#correction,
      now: terms.now,
      even,
      probeEvery: population.probeEvery(terms.budgetPerDay * explore),
      curiosity: explore > 0 ? ROUNDS * even : 0,
    }
  }

  /** A price that spent too much rises, one that spent too little falls, gently. */
  #follow(overspent: number): void {
    const step = Math.max(0.8, Math.min(1.25, overspent ** GENTLE))
    this.#correction = Math.max(0.2, Math.min(5, this.#correction * step))
  }
}

export interface CappedServer {
  readonly population: Population
  /** Cost a day it can bear. */
  readonly cap: number
}

/** The common price and each capped server's own, never lower. The populations of capped servers are not part of `rest`. */
export function cappedPrices(
  rest: Population,
  servers: readonly CappedServer[],
  budgetPerDay: number,
): { readonly price: number; readonly own: readonly number[] } {
  let low = 0
  let high = 2 ** 24
  const costAt = (price: number) =>
    servers.reduce(
      (sum, { population, cap }) => sum + Math.min(cap, population.costAt(price)),
      rest.costAt(price),
    )
  for (let i = 0; i < 80; i++) {
    const middle = i < 60 && low === 0 ? high / 2 : Math.sqrt(low * high)
    if (costAt(middle) > budgetPerDay) low = middle
    else high = middle
  }
  return { price: high, own: servers.map(({ population, cap }) => Math.max(high, population.price(cap))) }
}
