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
  // The score Σ τ/(e^(λτ)−1) − free falls in λ: bisection.
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

const WINDOW = 10

/** Averages of update intervals as tools of 2004 made them; each starts from the oldest. Here all of a window count alike. */
export function equalAverage(intervals: readonly number[]): number {
  const last = intervals.slice(-WINDOW)
  return last.reduce((sum, each) => sum + each, 0) / last.length
}

/** The last interval counts half, rounded up: the average after each further interval. */
export function halvingAverages(intervals: readonly number[]): number[] {
  const averages: number[] = []
  let average = intervals[0] ?? 0
  for (const interval of intervals.slice(1)) averages.push((average = Math.ceil((average + interval) / 2)))
  return averages
}

/** Weights fall with age: the oldest of n counts 1, the newest n. */
export function agingAverage(intervals: readonly number[]): number {
  let sum = 0
  let weight = 0
  intervals.forEach((interval, i) => {
    sum += interval * (i + 1)
    weight += i + 1
  })
  return weight > 0 ? sum / weight : 0
}
