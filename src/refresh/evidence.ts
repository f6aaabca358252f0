/**
 * What a page's visits say about its rate, independent of any prior: the likelihood of all visits, in twelve numbers.
 *
 *   ln L(λ) = E·ln λ − λU + Σ X_b·ln(1 − e^(−λτ_b))
 *
 * U is the time known to hold no change, E the changes whose moment is known, X_b the visits that found a change at an unknown moment
 * after an interval near τ_b. The τ_b are a factor of three apart and a visit is shared between the two nearest (one mean interval would
 * not do: a change found after a day says far more than twenty found after a month). Forgetting multiplies all of them, so evidence is
 * capped at 1/(1−γ) visits and the prior is never forgotten: it is applied when a belief is computed, so a prior learned later also
 * improves the beliefs of pages visited earlier.
 */
import { chanceToStay, logOfChange } from './likelihood.ts'
import { CLASSES, LOG_RATES, RATES } from './rates.ts'
import type { Observation, Prior, State } from './types.ts'

const NODES = 10
const RATIO = 3
const FIRST_NODE = 1 / 27

/** Length of one piece of evidence: U, E and the X_b. */
export const EVIDENCE: number = 2 + NODES

/** ln(1 − e^(−λτ_b)), a row of classes for each node. */
const logChange = Float64Array.from({ length: NODES * CLASSES }, (_, i) =>
  logOfChange(LOG_RATES[i % CLASSES]! + Math.log(FIRST_NODE * RATIO ** Math.floor(i / CLASSES))),
)

/** Adds one visit to the evidence at index `at` of a state, after scaling the earlier evidence by `keep`. */
export function addVisit(state: Float64Array, at: number, seen: Observation, keep: number): void {
  for (let i = at; i < at + EVIDENCE; i++) state[i]! *= keep
  if (!seen.changed) state[at]! += seen.elapsed
  else if (seen.changes !== undefined) {
    state[at]! += seen.elapsed
    state[at + 1]! += seen.changes
  } else if (seen.modifiedAgo !== undefined) {
    state[at]! += Math.min(seen.modifiedAgo, seen.elapsed)
    state[at + 1]! += 1
  } else addChange(state, at + 2, seen.elapsed)
}

function addChange(state: Float64Array, at: number, elapsed: number): void {
  const place = Math.log(elapsed / FIRST_NODE) / Math.log(RATIO)
  const position = Math.max(0, Math.min(NODES - 1, place))
  const node = Math.min(NODES - 2, Math.floor(position))
  state[at + node]! += 1 - (position - node)
  state[at + node + 1]! += position - node
}

/** ln L of every class, written to `into` at `to`; returns the largest. */
function logLikelihood(state: State, at: number, into: Float64Array, to: number): number {
  const free = state[at]!
  const exact = state[at + 1]!
  for (let k = 0; k < CLASSES; k++) into[to + k] = exact * LOG_RATES[k]! - RATES[k]! * free
  for (let node = 0; node < NODES; node++) {
    const changed = state[at + 2 + node]!
    if (changed < 1e-6) continue
    const row = node * CLASSES
    for (let k = 0; k < CLASSES; k++) into[to + k]! += changed * logChange[row + k]!
  }
  let most = -Infinity
  for (let k = 0; k < CLASSES; k++) if (into[to + k]! > most) most = into[to + k]!
  return most
}

/** Shares whose log lies this far below the best count as zero. */
const NOTHING = -40

/** Shares of the classes under evidence and one part of a prior, written to `into` at `to`; they sum to `weight`. */
// biome-ignore lint/complexity/useMaxParams: called for every page of a plan, where an object each would cost
export function posterior(
  state: State,
  at: number,
  prior: Prior,
  priorAt: number,
  into: Float64Array,
  to: number,
  weight: number,
): void {
  const most = logLikelihood(state, at, into, to)
  let sum = 0
  for (let k = 0; k < CLASSES; k++) {
    const log = into[to + k]! - most
    sum += into[to + k] = log < NOTHING ? 0 : prior[priorAt + k]! * Math.exp(log)
  }
  const scale = weight / sum
  if (!(sum > 0)) for (let k = 0; k < CLASSES; k++) into[to + k] = weight * prior[priorAt + k]!
  else for (let k = 0; k < CLASSES; k++) into[to + k]! *= scale
}

/** Chance that nothing changes for a time, under the shares at index `at`. */
export function staying(shares: Float64Array, at: number, logTau: number): number {
  let sum = 0
  for (let k = 0; k < CLASSES; k++) sum += shares[at + k]! * chanceToStay(LOG_RATES[k]! + logTau)
  return sum
}
