/**
 * The purse of a collection, as a row of its store. It fills with time, and all workers draw from it: money leaves the purse
 * before it is spent, so that together they never spend what was not earned. A worker gives back what it has not spent when it draws
 * again or leaves; what a dead one had drawn is lost, one portion at most.
 */
import { DAY_MS } from '../../refresh/index.ts'
import type { RefreshRow } from '../../store/index.ts'

/** How much may be saved up: a collection that was not running for days does not spend their earnings at once. */
const MAX_SAVED_MS = 3_600_000
/** This many fetches may always be saved up, or a small budget could never pay for one. */
const MIN_SAVED = 4
/** Share of the purse that one of several workers draws at a time, so that few of them find it empty while others have plenty. */
const SHARED_PORTION = 1 / 4
/** Sums of many small earnings may miss a whole number by this much. */
export const ROUNDING = 1e-9

export interface BudgetTerms {
  readonly perDay: number
  /** Share that new pages may take; what they do not use goes to refreshes. */
  readonly discover: number
  /** Time over which earnings may be saved up; an hour by default. */
  readonly savedMs?: number
  /** A fetch may begin as soon as there is any money, and is paid off afterward. Otherwise it is paid for first. */
  readonly onCredit: boolean
  /** Whether other workers may draw from the same purse. */
  readonly isShared: boolean
}

/** What a worker has drawn: in total, and how much of it new pages may take. A negative amount is a debt. */
export interface Portion {
  readonly money: number
  readonly forNew: number
}

export const NOTHING: Portion = { money: 0, forNew: 0 }

export function mostSaved({ perDay, savedMs = MAX_SAVED_MS }: BudgetTerms): number {
  return Math.max(MIN_SAVED, (perDay * savedMs) / DAY_MS)
}

/** Adds the earnings up to now. The clocks of several machines differ a little: an hour is earned once, by whichever of them is ahead. */
export function filled(row: RefreshRow, terms: BudgetTerms, nowMs: number): RefreshRow {
  const at = row.filledAt ?? nowMs
  const earned = (terms.perDay * Math.max(0, nowMs - at)) / DAY_MS
  const most = mostSaved(terms)
  return {
    ...row,
    filledAt: Math.round(Math.max(at, nowMs)),
    purse: Math.min(most, (row.purse ?? 0) + earned),
    forNew: Math.min(most * terms.discover, row.forNew + earned * terms.discover),
  }
}

/** Puts back what a worker has left, or charges what it owes. */
export function returned(row: RefreshRow, { money, forNew }: Portion): RefreshRow {
  return { ...row, purse: (row.purse ?? 0) + money, forNew: row.forNew + forNew }
}

/**
 * What a worker may draw from a purse that was just filled, for a fetch of about this cost. Without credit, the whole cost is drawn; on
 * credit, no more is drawn for one large page than the usual portion.
 */
export function portionOf({ purse, forNew }: RefreshRow, terms: BudgetTerms, cost: number): Portion {
  const holds = purse ?? 0
  const most = mostSaved(terms)
  const isEnough = terms.onCredit ? holds > 0 : holds >= Math.min(cost, most) - ROUNDING
  if (!isEnough) return NOTHING
  const atLeast = terms.onCredit ? Math.min(cost, most * SHARED_PORTION) : cost
  const money = Math.max(atLeast, terms.isShared ? holds * SHARED_PORTION : holds)
  return { money, forNew: forNew * Math.min(1, money / holds) }
}
