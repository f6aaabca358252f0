import {
  agingAverage,
  DAY_MS,
  equalAverage,
  halvingAverages,
  likelyRate,
  ratioEstimate,
} from '../refresh/index.ts'
import type { PageVisit } from './history.ts'

/** How often a page changes according to published estimators, for comparison with the crawler's belief. Rates per day, lengths in days. */
export interface RateEstimates {
  /** Number of intervals between successful visits. */
  readonly intervals: number
  /** Number of these intervals that ended with a change. */
  readonly changes: number
  /** Cho and Garcia-Molina's ratio estimator, which assumes evenly spaced visits. */
  readonly ratio: number
  /** Maximum likelihood estimate for the actual times of the visits. */
  readonly likely: number
  /**
   * Mean days between found changes. `equal` weighs all gaps alike; `halving` gives each further gap half of the weight and rounds up to whole
   * days; `aging` uses weights that fall with age. Null if no change was found.
   */
  readonly averages: { readonly equal: number; readonly halving: number; readonly aging: number } | null
}

/** Null until two visits were successful. */
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

/** At least one second, so that visits at the same instant still have an interval. */
const daysBetween = (before: PageVisit, after: PageVisit): number =>
  Math.max(1_000, after.at.getTime() - before.at.getTime()) / DAY_MS
