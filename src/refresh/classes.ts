/**
 * Bayesian classes: a share of belief for each of a few rates, updated exactly on both outcomes. The module of 2006 updated on changes
 * only; `learnChangesOnly` reproduces it as the control that fails (`tidewatch lab theory`), because a page that is visited too often
 * looks fast forever. It is not offered as a policy.
 */
import { OPEN_PRIOR } from './belief.ts'
import { CLASSES, RateGrid, USUAL } from './rates.ts'
import type { Observation, State } from './types.ts'
import type { Model } from './value.ts'

function normalize(shares: Float64Array): Float64Array {
  let sum = 0
  for (const share of shares) sum += share
  return sum > 0 ? shares.map(share => share / sum) : shares.fill(1 / shares.length)
}

/** Likelihood of the observation under a rate. */
function likelihood(rate: number, seen: Observation): number {
  if (!seen.changed) return Math.exp(-rate * seen.elapsed)
  if (seen.changes !== undefined) return rate ** seen.changes * Math.exp(-rate * seen.elapsed)
  if (seen.modifiedAgo !== undefined) return rate * Math.exp(-rate * Math.min(seen.modifiedAgo, seen.elapsed))
  return -Math.expm1(-rate * seen.elapsed)
}

export function learnClasses(
  shares: ArrayLike<number>,
  rates: ArrayLike<number>,
  seen: Observation,
): Float64Array {
  return normalize(Float64Array.from(shares, (share, k) => share * likelihood(rates[k]!, seen)))
}

/** The control that is wrong on purpose: it learns nothing from visits that found no change. */
export function learnChangesOnly(
  shares: ArrayLike<number>,
  rates: ArrayLike<number>,
  seen: Observation,
): Float64Array {
  return seen.changed ? learnClasses(shares, rates, seen) : Float64Array.from(shares)
}

/** Some of the initial belief is mixed back in, so that no class is ever ruled out for good. */
const KEEP = 0.97

/** `own` lists rates in changes a day; without it, the usual forty are used. */
export function classesModel(own?: readonly number[]): Model {
  const rates = own?.toSorted((a, b) => a - b)
  const grid = rates ? new RateGrid(rates) : USUAL
  const first = rates
    ? new Float64Array(rates.length).fill(1 / rates.length)
    : normalize(OPEN_PRIOR.slice(0, CLASSES))
  return {
    name: 'classes',
    width: first.length,
    ...(rates ? { terms: rates.join(' ') } : {}),
    grid,
    begin: () => first,
    learn: (state: State, seen) =>
      learnClasses(
        normalize(Float64Array.from(state, (share, k) => share ** KEEP * first[k]! ** (1 - KEEP))),
        grid.rates,
        seen,
      ),
    shares: (state, _, into) => {
      into.set(state)
      return into
    },
  }
}
