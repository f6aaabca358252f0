/**
 * What a page is worth to a collection that cannot hold them all: how much it counts, how important it seems, and what refreshing it
 * buys. A page that was never fetched is judged by the same measure, using what the pages around it turned out to be.
 *
 *     worth = weight × importance × (KEPT + (1 − KEPT) × refreshing) × odds
 */
import { freshnessOfOrder } from './theory.ts'

/** Days over which a copy that is never refreshed is assessed. */
const HORIZON_DAYS = 365
/** Worth of a page that never changes, as a share of the worth of one that refreshing keeps fresh all the time. */
const KEPT = 0.25
/** At this depth a page counts half as much as a seed would. */
const HALF_DEPTH = 8
/** A newcomer must be worth this many times what it replaces: both are estimates, and every exchange costs a fetch. */
const MARGIN = 1.5

export interface Importance {
  /** Number of links that lead to it, each weighted by the page it is on. */
  readonly links: number
  readonly depth: number
}

/** Why a page is worth what it is, in numbers. */
export interface Worth extends Importance {
  readonly worth: number
  readonly weight: number
  readonly importance: number
  /** What refreshing contributes, from 0 to 1. */
  readonly refreshing: number
  /** The chance that the page exists, from 0 to 1. */
  readonly odds: number
}

export type WorthParts = Importance & Pick<Worth, 'weight' | 'refreshing' | 'odds'>

/** Many links from one site mean little more than some, so they count by their logarithm. */
export function importanceOf({ links, depth }: Importance): number {
  return Math.log2(2 + Math.max(0, links)) / (1 + Math.max(0, depth) / HALF_DEPTH)
}

/**
 * How much of the time a copy is current because it is refreshed. Nothing is bought for a page that never changes, and nothing for one
 * that changes much faster than it is visited.
 */
export function refreshingBuys(rate: number, intervalDays: number): number {
  const interval = Math.min(HORIZON_DAYS, Math.max(0, intervalDays))
  return Math.max(
    0,
    freshnessOfOrder('fixed', rate * interval) - freshnessOfOrder('fixed', rate * HORIZON_DAYS),
  )
}

export function worthOf(parts: WorthParts): Worth {
  const { weight, refreshing, odds } = parts
  const importance = importanceOf(parts)
  return { ...parts, importance, worth: weight * importance * (KEPT + (1 - KEPT) * refreshing) * odds }
}

/** While worths stay as they are, no pair changes places twice: the replaced page would have to beat its successor by the margin. */
export function isClearlyBetter(newcomer: Pick<Worth, 'worth'>, held: Pick<Worth, 'worth'>): boolean {
  return newcomer.worth > 0 && newcomer.worth >= MARGIN * held.worth
}
