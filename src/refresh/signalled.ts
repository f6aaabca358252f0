/**
 * V once signals have come. A trusted signal at s₁ lets the chance to be fresh fall at once by m = e^(−nκ); between signals
 * only changes that come without one go unseen, so time runs at the rate α:  S(s) = m·Σ p e^(−αλs). V is the same
 * integral with a jump in it. All signals are counted at the time of the first: later ones add little.
 */
import { survival, valueAt } from './rates.ts'
import type { Objective, Observation, PageFacts } from './types.ts'

export function signalledValue(
  shares: Float64Array,
  rows: Float64Array,
  objective: Objective,
  page: PageFacts,
  tau: number,
): number {
  const { silent, kappa } = page.trust!
  const times = page.signalledAt!
  const first = Math.max(1e-6, times[0]! - page.visitedAt)
  const quiet = (at: number) => valueAt(rows, shares, silent * at) / silent ** (objective === 'age' ? 2 : 1)
  if (tau <= first) return quiet(tau)
  const left = Math.exp(-kappa * times.length)
  const before = quiet(first)
  const after = before + left * (quiet(tau) - before)
  const lost = 1 - left
  switch (objective) {
    case 'freshness':
      return after + lost * first * survival(shares, silent * first)
    case 'harmonic':
      return after + lost * (tau - first)
    case 'age':
      return (after + (lost * (tau * tau - first * first)) / 2)
  }
}

export function signalledReach(
  shares: Float64Array,
  rows: Float64Array,
  objective: Objective,
  page: PageFacts,
  target: number,
): number {
  let low = 1e-4
  let high = 1e4
  const value = (tau: number) => signalledValue(shares, rows, objective, page, tau)
  if (value(high) < target) return Infinity
  for (let i = 0; i < 40; i++) {
    const middle = Math.sqrt(low * high)
    if (value(middle) < target) low = middle
    else high = middle
  }
  return high
}

export const isSignalled = (page: PageFacts): boolean =>
  page.trust !== undefined && (page.signalledAt?.length ?? 0) > 0

/** The observation in operational time; with trusted signals the time of the change is known better. */
export function seenAs(seen: Observation, page: PageFacts): Observation {
  const elapsed = page.habits ? page.habits.between(seen.at - seen.elapsed, seen.at) : seen.elapsed
  return elapsed === seen.elapsed ? seen : { ...seen, elapsed: Math.max(1e-6, elapsed) }
}
