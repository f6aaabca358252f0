/**
 * How much of a budget goes to pages never visited. A first visit buys a copy that is current for a while, if there is a page; a refresh
 * buys at least the price, which is the value of the least worthwhile refresh that is paid for. The more a first visit buys for the same
 * money, the larger its share.
 */
import type { Objective } from './types.ts'

/** Bounds that keep both alive: without new pages a collection grows old, without refreshes it does so at once. */
const LEAST = 0.05
const MOST = 0.5
/** The share while nothing is known about prices or pages. */
const USUAL = 0.2
/** Pseudo-count: first visits start as if this many had been made, half of them in vain. */
const PULL = 10

/** What recent first visits brought. */
export interface FirstVisits {
  readonly tried: number
  readonly stored: number
  /** Total weight of the pages stored. */
  readonly weight: number
}

/** What refreshes are worth under the present plan. */
export interface RefreshTerms {
  readonly objective: Objective
  /** μ; null where the policy uses no price. */
  readonly price: number | null
  /** Mean cost of a page. */
  readonly cost: number
  readonly freshness: number
  /** Length of a round of all pages, in days. */
  readonly evenDays: number
}

export function shareOfNew(brought: FirstVisits, terms: RefreshTerms): number {
  const refresh = (terms.price ?? 0) * terms.cost
  if (!(refresh > 0)) return USUAL
  const first = worthOfNew(brought, terms)
  return Math.max(LEAST, (MOST * first) / (first + refresh))
}

/** What a first visit buys, in the units of the price. */
function worthOfNew({ tried, stored, weight }: FirstVisits, terms: RefreshTerms): number {
  const odds = (stored + PULL / 2) / (tried + PULL)
  const mean = (weight + PULL / 2) / (stored + PULL / 2)
  return odds * mean * boughtBy(terms)
}

/** What a copy of a page of weight 1 is worth until its next visit, in the units of the price. */
function boughtBy({ objective, freshness, evenDays }: RefreshTerms): number {
  switch (objective) {
    case 'freshness':
      return freshness * evenDays
    case 'harmonic':
      return evenDays
    case 'age':
      return evenDays ** 2 / 2
  }
}
