import type { PageFacts, Prior } from '../../refresh/index.ts'

type KindFacts = PageFacts & { readonly prior: Prior }

/** Prices in units of V to 1 %: the intervals of two that fall together differ by less than is worth moving a page. */
const LEVELS_AN_E_FOLD = 100

/**
 * Pages that have taught nothing yet are all alike under one prior: those of equal weight, cost and bounds share one interval. After a first
 * crawl that is every page.
 */
export class SharedIntervals {
  readonly #intervals = new WeakMap<object, Map<string, number>>()

  /** `ask` is called once for each kind, with facts that stand for all its pages; a host may have a price of its own. */
  of(facts: KindFacts, ownPrice: number | null, ask: (kind: PageFacts) => number): number {
    const { prior, weight, cost, shortest, longest } = facts
    const level = Math.round(Math.log(cost / weight) * LEVELS_AN_E_FOLD)
    const name = `${level} ${shortest} ${longest} ${ownPrice}`
    const known = this.#intervals.get(prior) ?? new Map<string, number>()
    this.#intervals.set(prior, known)
    const shared = known.get(name)
    if (shared !== undefined) return shared
    const interval = ask({ ...facts, weight: 1, cost: Math.exp(level / LEVELS_AN_E_FOLD) })
    known.set(name, interval)
    return interval
  }
}
