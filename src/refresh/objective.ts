/**
 * The closed forms for a known rate λ and time τ since the visit. The crawl value V(τ) = ∫₀^τ s·D′(s) ds, where D(s) is the
 * expected penalty s days after a visit; the best schedule fetches each page when (w/c)·V reaches one common price.
 * Freshness is Cho and Garcia-Molina's (2003), the harmonic penalty Kolobov's (2019): the n-th missed change counts 1/n.
 */
import type { Objective } from './types.ts'

/** Below this λτ the closed forms lose precision by cancellation, so series are used. */
const SMALL = 1e-3

/** g(x) = 1 − (1+x)e^(−x): rises from 0 to 1; x²/2 − x³/3 + x⁴/8 for small x. */
export function g(x: number): number {
  if (x < SMALL) return x * x * (0.5 - x / 3 + (x * x) / 8)
  return x > 700 ? 1 : 1 - (1 + x) * Math.exp(-x)
}

/** The inverse of g on [0, 1); Infinity from 1 on. */
export function inverseG(y: number): number {
  if (!(y > 0)) return 0
  if (y >= 1) return Infinity
  let x = y < 0.5 ? Math.sqrt(2 * y) : 1 - Math.log(1 - y)
  for (let i = 0; i < 60; i++) {
    const slope = x * Math.exp(-x)
    const step = (g(x) - y) / slope
    const better = Math.max(x / 4, Math.min(x * 4, x - step))
    if (Math.abs(better - x) <= 1e-13 * x) return better
    x = better
  }
  return x
}

/** V·c/w of a page of known rate. */
export function valueAtRate(objective: Objective, rate: number, tau: number): number {
  const x = rate * tau
  switch (objective) {
    case 'freshness':
      return rate > 0 ? g(x) / rate : 0
    case 'age':
      return x < SMALL ? rate * tau ** 3 * (1 / 3 - x / 8) : (tau * tau) / 2 - g(x) / (rate * rate)
    case 'harmonic':
      return x < SMALL ? tau * x * (0.5 - x / 6) : tau + Math.expm1(-x) / rate
  }
}

/** Mean penalty over an interval that begins with a visit: share of time stale, mean age in days, mean harmonic count. */
export function meanPenalty(objective: Objective, rate: number, tau: number): number {
  const x = rate * tau
  switch (objective) {
    case 'freshness':
      return x < SMALL ? x * (0.5 - x / 6) : 1 + Math.expm1(-x) / x
    case 'age':
      return x < SMALL ? tau * x * (1 / 6 - x / 24) : tau * (0.5 - 1 / x - Math.expm1(-x) / (x * x))
    case 'harmonic':
      // D̄ = (1/τ)∫D, integrated by parts: D(τ) − V(τ)/τ with D = Ein(λτ).
      return ein(x) - valueAtRate('harmonic', rate, tau) / tau
  }
}

/** Penalty `tau` days after a visit: chance to be stale, expected age, or expected harmonic count. */
export function penalty(objective: Objective, rate: number, tau: number): number {
  const x = rate * tau
  switch (objective) {
    case 'freshness':
      return -Math.expm1(-x)
    case 'age':
      return x < SMALL ? tau * x * (0.5 - x / 6) : tau + Math.expm1(-x) / rate
    case 'harmonic':
      return ein(x)
  }
}

const EULER = 0.5772156649015329

/** The entire exponential integral Ein(x) = ∫₀ˣ (1−e^(−t))/t dt. */
export function ein(x: number): number {
  if (x <= 0) return 0
  if (x > 8) return Math.log(x) + EULER + exponentialTail(x)
  let term = x
  let sum = x
  for (let n = 2; n < 60; n++) {
    term *= -x / n
    sum += term / n
    if (Math.abs(term) < 1e-17 * sum) break
  }
  return sum
}

/** E₁(x) for x > 8, as a continued fraction (Lentz). */
function exponentialTail(x: number): number {
  if (x > 700) return 0
  let fraction = 0
  for (let n = 40; n >= 1; n--) fraction = n / (1 + n / (x + fraction))
  return Math.exp(-x) / (x + fraction)
}
