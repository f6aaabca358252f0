/**
 * No knowledge of a page stays true forever. The share w that the prior gives to the short memory measures how restless the group is: a
 * page left alone for τ has drifted back to its group's distribution with chance ε(τ) = w·(1 − γ^(τ/T)), T being a round of all pages. V
 * at τ is then the mixture
 *
 *   (1−ε)·V(belief) + ε·[ D·W + (1−D)·V(prior) ]
 *
 * where D is the chance that the copy is stale by now and W what a fetch of a stale page of the group is worth. A page dropped as too
 * fast therefore comes back, sooner in a restless group, hardly ever in a steady one.
 */
import { averaged, CLASSES, LADDER, type RateGrid, STEPS } from './rates.ts'
import type { Objective, Prior } from './types.ts'

export interface Drift {
  /** ε on the ladder of times. */
  readonly chance: Float64Array
  /** V of the group on the ladder. */
  readonly value: Float64Array
  /** W. */
  readonly worth: number
}

/** Share of a restless page's habits that survives a round. A smaller value brings dropped pages back sooner where nothing has drifted. */
const KEEP_ROUND = 0.95
/** How many rounds a fetch of a slow page may be credited with. */
const ROUNDS = 4

/** How many lengths of a round answers are kept for: a survey asks with that of the last plan, a plan with its own. */
const MAX_ROUNDS_KEPT = 4

/** Caches the answers for each prior, since pages of all groups come mixed. */
export function drifts(grid: RateGrid, objective: Objective): (prior: Prior, even: number) => Drift {
  const made = new Map<number, WeakMap<object, Drift>>()
  let lastEven = Number.NaN
  let level = Number.NaN
  let known = new WeakMap<object, Drift>()
  return (prior, even) => {
    if (even !== lastEven) {
      lastEven = even
      level = Math.round(Math.log(even) * 50)
      known = keptFor(level, made)
    }
    let drift = known.get(prior)
    if (!drift) known.set(prior, (drift = newDrift(prior, grid, objective, Math.exp(level / 50))))
    return drift
  }
}

function keptFor(level: number, made: Map<number, WeakMap<object, Drift>>): WeakMap<object, Drift> {
  const kept = made.get(level) ?? new WeakMap<object, Drift>()
  made.set(level, kept)
  const [oldest] = made.keys()
  if (made.size > MAX_ROUNDS_KEPT) made.delete(oldest!)
  return kept
}

function newDrift(prior: Prior, grid: RateGrid, objective: Objective, even: number): Drift {
  const shares = new Float64Array(CLASSES)
  let restless = 0
  for (let k = 0; k < CLASSES; k++) {
    shares[k] = prior[k]! + prior[CLASSES + k]!
    restless += prior[CLASSES + k]!
  }
  const rows = grid.value[objective]
  const value = new Float64Array(STEPS)
  const chance = new Float64Array(STEPS)
  for (let j = 0; j < STEPS; j++) {
    chance[j] = restless * (1 - KEEP_ROUND ** (LADDER[j]! / even))
    value[j] = averaged(rows, j, shares)
  }
  let worth = 0
  for (let k = 0; k < CLASSES; k++)
    worth += (shares[k]! * -Math.expm1(-grid.rates[k]! * ROUNDS * even)) / grid.rates[k]!
  return { chance, value, worth }
}

/** V of a page at each step of the ladder, drift included. */
export function driftingValue(
  shares: Float64Array,
  grid: RateGrid,
  objective: Objective,
  drift: Drift,
): (step: number) => number {
  const rows = grid.value[objective]
  const stale = grid.penalty.freshness
  return step => {
    const chance = drift.chance[step]!
    const own = averaged(rows, step, shares)
    if (chance < 1e-4) return own
    // Under the age and harmonic objectives a page is never dropped, so only its group's V remains to drift to.
    const gone = objective === 'freshness' ? averaged(stale, step, shares) : 0
    return (1 - chance) * own + chance * (gone * drift.worth + (1 - gone) * drift.value[step]!)
  }
}
