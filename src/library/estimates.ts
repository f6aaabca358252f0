import {
  agingAverage,
  DAY_MS,
  equalAverage,
  halvingAverages,
  likelyRate,
  ratioEstimate,
} from '../refresh/index.ts'
import type { PageVisit } from './history.ts'

/** How often a page changes by the estimators of the field, beside what is believed of it. Rates are per day, lengths are days. */
export interface RateEstimates {
  /** Intervals between visits that were answered, and how many of them ended with a change. */
  readonly intervals: number
  readonly changes: number
  /** Cho and Garcia-Molina's ratio estimator, which takes visits for even. */
  readonly ratio: number
  /** The most likely rate for visits as they were. */
  readonly likely: number
  /** Means of the days between changes that were found: of all alike, the last one counting half, weights that fall with age. */
  readonly averages: { readonly equal: number; readonly halving: number; readonly aging: number } | null
}

/** Null before a second visit was answered: nothing can be said yet. */
export function estimatesOf(visits: readonly PageVisit[]): RateEstimates | null {
  const answered = visits.filter(({ outcome }) => outcome === 'fetched' || outcome === 'notModified')
  const seen = answered.slice(1).map((visit, index) => ({
    elapsed: daysBetween(answered[index]!, visit),
    changed: visit.revision !== null,
  }))
  if (seen.length === 0) return null
  const changes = seen.filter(each => each.changed).length
  const meanDays = seen.reduce((sum, { elapsed }) => sum + elapsed, 0) / seen.length
  return {
    intervals: seen.length,
    changes,
    ratio: Math.max(0, ratioEstimate(seen.length, changes, meanDays)),
    likely: likelyRate(seen),
    averages: averagesOf(answered.filter((visit, index) => index === 0 || visit.revision !== null)),
  }
}

function averagesOf(changed: readonly PageVisit[]): RateEstimates['averages'] {
  const days = changed.slice(1).map((visit, index) => daysBetween(changed[index]!, visit))
  if (days.length === 0) return null
  return {
    equal: equalAverage(days),
    halving: halvingAverages(days).at(-1) ?? days[0]!,
    aging: agingAverage(days),
  }
}

/** Visits at one instant would say nothing: a second counts. */
const daysBetween = (before: PageVisit, after: PageVisit): number =>
  Math.max(1_000, after.at.getTime() - before.at.getTime()) / DAY_MS
