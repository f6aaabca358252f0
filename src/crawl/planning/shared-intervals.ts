import type { PageFacts, Prior } from '../../refresh/index.ts'

type KindFacts = PageFacts & { readonly prior: Prior }

/** Prices in units of V to 1 %: the intervals of two that fall together differ by less than is worth moving a page. */
const LEVELS_AN_E_FOLD = 100
/** Where every page has a weight of its own, those of further levels are asked. */
const MAX_KINDS = 64

/** Pages of one prior that share an interval. */
interface Kind {
  readonly level: number
  readonly shortest: number | undefined
  readonly longest: number | undefined
  readonly ownPrice: number | null
  readonly interval: number
}

/**
 * Pages that have taught nothing yet are all alike under one prior: those of equal weight, cost and bounds share one interval. After a first
 * crawl that is every page.
 */
export class SharedIntervals {
  readonly #kinds = new WeakMap<object, Kind[]>()

  /** `ask` is called once for each kind, with facts that stand for all its pages; a host may have a price of its own. */
  of(facts: KindFacts, ownPrice: number | null, ask: (kind: PageFacts) => number): number {
    const { prior, weight, cost, shortest, longest } = facts
    const level = cost === weight ? 0 : Math.round(Math.log(cost / weight) * LEVELS_AN_E_FOLD)
    const kinds = this.#kinds.get(prior) ?? []
    // Few at a time, those of one host's directory: to look through them takes less than to name one.
    for (const kind of kinds)
      if (
        kind.level === level &&
        kind.shortest === shortest &&
        kind.longest === longest &&
        kind.ownPrice === ownPrice
      )
        return kind.interval
    const interval = ask({ ...facts, weight: 1, cost: Math.exp(level / LEVELS_AN_E_FOLD) })
    if (kinds.length < MAX_KINDS) kinds.push({ level, shortest, longest, ownPrice, interval })
    this.#kinds.set(prior, kinds)
    return interval
  }
}
