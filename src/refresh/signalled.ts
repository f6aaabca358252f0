/**
 * V where signals are trusted. A signal at s₁ lets the chance to be fresh fall at once by m = e^(−nκ); without signals
 * only changes that come without one go unseen, so time runs at the rate α:  S(s) = m·Σ p e^(−αλs). V is the same
 * integral with a jump in it. All signals are counted at the time of the first: later ones add little.
 */

import { reach, survival, valueAt } from './rates.ts'
import type { SignalTrust } from './signals.ts'
import type { Objective, Observation, PageFacts } from './types.ts'

/** A belief, its table, and what its host's signals are worth. */
export interface Listening {
  readonly shares: Float64Array
  readonly rows: Float64Array
  readonly objective: Objective
  readonly trust: SignalTrust
  /** Operational days from the visit to the first signal, and how many came; none yet: Infinity, 0. */
  readonly first: number
  readonly count: number
}

export function signalledValue(listening: Listening, tau: number): number {
  const { shares, objective, trust, first, count } = listening
  if (tau <= first) return quietValue(listening, tau)
  const left = Math.exp(-trust.kappa * count)
  const before = quietValue(listening, first)
  const after = before + left * (quietValue(listening, tau) - before)
  const lost = 1 - left
  switch (objective) {
    case 'freshness':
      return after + lost * first * survival(shares, trust.silent * first)
    case 'harmonic':
      return after + lost * (tau - first)
    case 'age':
      return after + (lost * (tau * tau - first * first)) / 2
  }
}

/** V has the unit of its time, age of its square; so a slower clock scales it. */
const unit = (objective: Objective, silent: number) => silent ** (objective === 'age' ? 2 : 1)

function quietValue({ rows, shares, objective, trust }: Listening, tau: number): number {
  return valueAt(rows, shares, trust.silent * tau) / unit(objective, trust.silent)
}

export function signalledReach(listening: Listening, target: number): number {
  const { rows, shares, objective, trust, count } = listening
  if (count === 0) return reach(rows, shares, target * unit(objective, trust.silent)) / trust.silent
  let low = 1e-4
  let high = 1e4
  if (signalledValue(listening, high) < target) return Infinity
  for (let i = 0; i < 40; i++) {
    const middle = Math.sqrt(low * high)
    if (signalledValue(listening, middle) < target) low = middle
    else high = middle
  }
  return high
}

/** From so much on a signal is taken for the moment of the change. */
const TELLING = 1

/**
 * The observation in operational time. A change found because a trusted signal called for the visit is an exact event: taken as "changed
 * within the interval", the short interval would be mistaken for a fast page.
 */
export function seenAs(seen: Observation, page: PageFacts): Observation {
  const { habits, trust, signalledAt } = page
  const elapsed = Math.max(1e-6, habits ? habits.between(seen.at - seen.elapsed, seen.at) : seen.elapsed)
  const told = seen.changed && trust !== undefined && trust.kappa >= TELLING && (signalledAt?.length ?? 0) > 0
  if (told && seen.modifiedAgo === undefined) return { ...seen, elapsed, modifiedAgo: elapsed }
  return elapsed === seen.elapsed ? seen : { ...seen, elapsed }
}
