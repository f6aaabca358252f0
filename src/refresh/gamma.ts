/**
 * The Gamma filter: two numbers for each page. The belief is Gamma(a, b). An unchanged visit is a conjugate update, a changed one is
 * matched by its first two moments, and a trusted Last-Modified is an exact event.
 */
import { LOG_RATES, RATES, USUAL } from './rates.ts'
import type { Observation } from './types.ts'
import type { Model } from './value.ts'

export interface GammaBelief {
  readonly a: number
  readonly b: number
}

export function gammaLearn({ a, b }: GammaBelief, seen: Observation): GammaBelief {
  if (!seen.changed) return { a, b: b + seen.elapsed }
  if (seen.changes !== undefined) return { a: a + seen.changes, b: b + seen.elapsed }
  if (seen.modifiedAgo !== undefined) return { a: a + 1, b: b + Math.min(seen.modifiedAgo, seen.elapsed) }
  const logQ = Math.log(b / (b + seen.elapsed))
  const none = -Math.expm1(a * logQ)
  const m1 = ((a / b) * -Math.expm1((a + 1) * logQ)) / none
  const m2 = ((a * (a + 1)) / (b * b)) * (-Math.expm1((a + 2) * logQ) / none)
  const variance = Math.max(m2 - m1 * m1, 1e-9 * m1 * m1)
  return { a: (m1 * m1) / variance, b: m1 / variance }
}

/** Both numbers shrink toward the prior's: evidence is capped, and the mean moves little. */
export function gammaForget({ a, b }: GammaBelief, keep: number, prior: GammaBelief): GammaBelief {
  return { a: keep * a + (1 - keep) * prior.a, b: keep * b + (1 - keep) * prior.b }
}

/** The belief on the grid of rates, so that it can be evaluated for every objective. */
function gammaShares({ a, b }: GammaBelief, into: Float64Array): Float64Array {
  let most = -Infinity
  for (let k = 0; k < into.length; k++) most = Math.max(most, (into[k] = a * LOG_RATES[k]! - b * RATES[k]!))
  let sum = 0
  for (let k = 0; k < into.length; k++) sum += into[k] = Math.exp(into[k]! - most)
  for (let k = 0; k < into.length; k++) into[k]! /= sum
  return into
}

const KEEP = 0.97
const OPEN: GammaBelief = { a: 0.5, b: 20 }

/** The Gamma with the mean and spread of a learned prior; its shape, the evidence in units of changes, is kept within 0.3 … 2. */
function gammaOf(prior: ArrayLike<number>): GammaBelief {
  let mean = 0
  let square = 0
  for (let i = 0; i < prior.length; i++) {
    const rate = RATES[i % RATES.length]!
    mean += prior[i]! * rate
    square += prior[i]! * rate * rate
  }
  const variance = Math.max(square - mean * mean, 1e-12)
  const a = Math.min(2, Math.max(0.3, (mean * mean) / variance))
  return { a, b: a / mean }
}

export const gammaModel: Model = {
  name: 'gamma',
  width: 2,
  grid: USUAL,
  begin: page => {
    const { a, b } = page.prior ? gammaOf(page.prior) : OPEN
    return [a, b]
  },
  learn: (state, seen) => {
    const before = gammaForget({ a: state[0]!, b: state[1]! }, KEEP, OPEN)
    const { a, b } = gammaLearn(before, seen)
    return [a, b]
  },
  shares: (state, _, into) => gammaShares({ a: state[0]!, b: state[1]! }, into),
}
