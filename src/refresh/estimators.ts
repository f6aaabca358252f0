/** Point estimates of a change rate, to compare beliefs with (`tidewatch history URL --estimates`). */

/** Cho and Garcia-Molina's ratio estimator for even visits: n visits, X changed, interval I. */
export function ratioEstimate(visits: number, changed: number, interval: number): number {
  return -Math.log((visits - changed + 0.5) / (visits + 0.5)) / interval
}

export interface Seen {
  readonly elapsed: number
  readonly changed: boolean
}

/** Most likely rate for uneven visits. One fake changed and one fake unchanged interval of mean length keep it finite. */
export function likelyRate(visits: readonly Seen[]): number {
  if (visits.length === 0) return 0
  const mean = visits.reduce((sum, visit) => sum + visit.elapsed, 0) / visits.length
  const changed = [mean, ...visits.filter(visit => visit.changed).map(visit => visit.elapsed)]
  const free = visits.reduce((sum, visit) => sum + (visit.changed ? 0 : visit.elapsed), mean)
  // The score Σ τ/(e^(λτ)−1) − free decreases in λ, so bisection finds its root.
  let low = 1e-9
  let high = 1e6
  for (let i = 0; i < 200 && high / low > 1 + 1e-12; i++) {
    const rate = Math.sqrt(low * high)
    const score = changed.reduce((sum, tau) => sum + tau / Math.expm1(rate * tau), -free)
    if (score > 0) low = rate
    else high = rate
  }
  return Math.sqrt(low * high)
}

/** Averages of update intervals as the 2004 tool computed them; intervals come oldest first. This one weights all of them equally. */
export function equalAverage(intervals: readonly number[]): number {
  return intervals.reduce((sum, each) => sum + each, 0) / intervals.length
}

/** Visits come a moment after their day begins: an excess over whole days smaller than this is ignored. */
const DAY_TOLERANCE = 1e-3

/** The latest interval has half of the weight; the result is rounded up to whole days. */
export const halved = (average: number, interval: number): number =>
  Math.ceil((average + interval) / 2 - DAY_TOLERANCE)

/** The average of `halved` after each further interval. */
export function halvingAverages(intervals: readonly number[]): number[] {
  const averages: number[] = []
  let average = intervals[0] ?? 0
  for (const interval of intervals.slice(1)) averages.push((average = halved(average, interval)))
  return averages
}

/** The longer ago an update came, the less its interval counts: its weight is 1/(1 + days since the update). */
export function agingAverage(intervals: readonly number[]): number {
  let sum = 0
  let weights = 0
  let daysAgo = 0
  for (const interval of intervals.toReversed()) {
    const weight = 1 / (1 + daysAgo)
    sum += interval * weight
    weights += weight
    daysAgo += interval
  }
  return weights > 0 ? sum / weights : 0
}
