/**
 * From demand to prices: one common price, and a higher one for each server that cannot bear what the common price would send it; what
 * such servers cannot take is spent elsewhere. The price then follows actual spending, because beliefs move between passes.
 */
import type { Population } from './population.ts'
import type { Market } from './types.ts'

export interface Terms {
  readonly now: number
  readonly budgetPerDay: number
  /** Share of the budget spent on probing pages that would not be visited otherwise. */
  readonly explore?: number
  /** Actual spending since the last pass, divided by planned spending: 1.1 is 10% too much. */
  readonly overspent?: number
}

/** Pays for the longest interval; early probes (`probe.ts`) cost a few percent more. */
export const EXPLORE = 0.01
/** What is learned about a page is useful for about this many rounds. */
const ROUNDS = 5
const GENTLE = 0.5

/**
 * Makes the market after each pass. It keeps one number: the factor between the price that spends the budget and the price that beliefs
 * alone give.
 */
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
    // Interval rules get only the length of an even round: they keep their own intervals.
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

  /** Raises the price gently after too much was spent, and lowers it after too little. */
  #follow(overspent: number): void {
    const step = Math.max(0.8, Math.min(1.25, overspent ** GENTLE))
    this.#correction = Math.max(0.2, Math.min(5, this.#correction * step))
  }
}

export interface CappedServer {
  readonly population: Population
  /** Cost a day that the server can bear. */
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
