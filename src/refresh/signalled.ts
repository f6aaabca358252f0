/**
 * V where signals are trusted. The chance to be fresh after τ days and n signals is e^(−(αλτ+nκ)): for a page of rate λ, as if ατ + nκ/λ
 * days had passed without signals. V is taken at that effective time, class by class (after Azar et al., 2018): a signal moves a page
 * forward at once, silence holds it back by α, and what a fetch can buy stays bounded by 1/λ.
 */
import { valueAtRate } from './objective.ts'
import { elapsedOn } from './operational.ts'
import { RATES, reach, valueAt } from './rates.ts'
import type { SignalTrust } from './signals.ts'
import type { Objective, Observation, PageFacts } from './types.ts'

/** A belief on the usual classes, its table, and what its host's signals are worth. */
export interface Listening {
  readonly shares: Float64Array
  readonly rows: Float64Array
  readonly objective: Objective
  readonly trust: SignalTrust
  /** Signals since the last visit. */
  readonly count: number
}

/** Classes with a smaller share are ignored. */
const MIN_BELIEF = 1e-4

export function signalledValue({ shares, rows, objective, trust, count }: Listening, tau: number): number {
  if (count === 0) return valueAt(rows, shares, trust.silent * tau)
  const told = trust.kappa * count
  let value = 0
  for (let k = 0; k < shares.length; k++)
    if (shares[k]! > MIN_BELIEF)
      value += shares[k]! * valueAtRate(objective, RATES[k]!, trust.silent * tau + told / RATES[k]!)
  return value
}

export function signalledReach(listening: Listening, target: number): number {
  const { rows, shares, trust, count } = listening
  if (count === 0) return reach(rows, shares, target) / trust.silent
  let low = 1e-4
  let high = 1e4
  if (signalledValue(listening, low) >= target) return low
  if (signalledValue(listening, high) < target) return Infinity
  while (high / low > 1.02) {
    const middle = Math.sqrt(low * high)
    if (signalledValue(listening, middle) < target) low = middle
    else high = middle
  }
  return high
}

/** From this κ on, signals are counted as changes. */
const TELLING = 1

/**
 * The observation in operational time. A change found because a trusted signal prompted the visit counts as the number of changes
 * signaled: taken as "changed within the interval", the short interval would make the page look fast.
 */
export function seenAs(seen: Observation, page: PageFacts): Observation {
  const { trust, signalledAt } = page
  const elapsed = Math.max(1e-6, elapsedOn(page, seen.at - seen.elapsed, seen.at))
  const signals = signalledAt?.length ?? 0
  if (seen.changed && signals > 0 && trust && trust.kappa >= TELLING && seen.changes === undefined)
    return { ...seen, elapsed, changes: Math.max(1, signals * -Math.expm1(-trust.kappa)) }
  return elapsed === seen.elapsed ? seen : { ...seen, elapsed }
}
