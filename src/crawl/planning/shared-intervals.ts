import type { PageFacts, Prior } from '../../refresh/index.ts'

type KindFacts = PageFacts & { readonly prior: Prior }

/** Cost per weight is rounded to 1 %: within one level, intervals differ by less than is worth moving a page. */
const LEVELS_AN_E_FOLD = 100
/** If every page has a different weight, pages of further levels are decided one by one. */
const MAX_KINDS = 64

/** Pages under one prior that share an interval. */
interface Kind {
  readonly level: number
  readonly shortest: number | undefined
  readonly longest: number | undefined
  readonly ownPrice: number | null
  readonly interval: number
}

/**
 * Pages that have taught nothing yet are all alike under one prior: those of equal weight, cost and bounds share one interval. After a first
 * crawl, that is every page.
 */
export class SharedIntervals {
  readonly #kinds = new WeakMap<object, Kind[]>()

  /** `ask` is called once for each kind, with facts that stand for all its pages. `ownPrice` is the price of the host, if it has one. */
  of(facts: KindFacts, ownPrice: number | null, ask: (kind: PageFacts) => number): number {
    const { prior, weight, cost, shortest, longest } = facts
    const level = cost === weight ? 0 : Math.round(Math.log(cost / weight) * LEVELS_AN_E_FOLD)
    const kinds = this.#kinds.get(prior) ?? []
    // There are few kinds, those of one host's directory: a linear search costs less than building a key.
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
