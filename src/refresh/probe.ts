/**
 * Decides when a fetch is worth making for what it teaches. A page always found changed may change weekly or hourly; a weekly page
 * deserves many fetches, an hourly one none, and visits at the usual interval never tell them apart. At the best interval the running loss
 * of a page (penalty and price together, a day) equals its penalty D(τ*) at that interval, so the worth of knowing more is
 *
 *   gain(τ) = D(τ* | belief) − E[ D(τ* | belief after a visit at τ) ]
 *
 * per day, for as many days as the knowledge is useful (`curiosity`). An early visit costs the price minus what it is worth anyway. The
 * best early visit is made when the gain exceeds that cost; it falls near τ ≈ 1.6/λ, where a visit is most informative.
 */
import { averaged, LADDER, ladderPosition, type RateGrid, reach, STEPS } from './rates.ts'
import type { Objective } from './types.ts'

/** Probes are not considered if even full knowledge of the rate were worth less than this share of the price. */
const HOPELESS = 0.3
/** Number of probe times considered: half the interval, a quarter, and so on. */
const CANDIDATES = 6
const APART = 3

export interface Question {
  readonly grid: RateGrid
  readonly objective: Objective
  /** The price in units of V. */
  readonly target: number
  readonly curiosity: number
}

/** The interval to the best probe, or `wish` if no probe is worth it. */
export function probed(shares: Float64Array, wish: number, question: Question): number {
  const { grid, objective, target, curiosity } = question
  const now = lossOf(shares, wish, question)
  const atMost = (now - lossIfKnown(shares, question)) * curiosity
  if (atMost < HOPELESS * target) return wish
  const rows = grid.value[objective]
  let best = wish
  let most = 0
  let step = Math.floor(Math.min(STEPS - 1, ladderPosition(wish))) - APART
  for (let i = 0; i < CANDIDATES && step > 0; i++, step -= APART) {
    const cost = target - averaged(rows, step, shares)
    // Earlier probes cost more: once the cost exceeds the worth of full knowledge, no earlier probe can pay.
    if (cost >= atMost) break
    const profit = curiosity * (now - lossAfter(shares, step, question)) - cost
    if (profit > most) {
      most = profit
      best = LADDER[step]!
    }
  }
  return best
}

/** Running loss per day at the best interval: the penalty there. */
function lossOf(shares: Float64Array, interval: number, { grid, objective }: Question): number {
  if (interval === Infinity && objective === 'freshness') return 1
  const table = grid.penalty[objective]
  const position = Math.max(0, Math.min(STEPS - 1.001, ladderPosition(interval)))
  const step = position | 0
  const below = averaged(table, step, shares)
  return below + (averaged(table, step + 1, shares) - below) * (position - step)
}

const changed = new Map<number, Float64Array>()
const unchanged = new Map<number, Float64Array>()
const scratch = (of: Map<number, Float64Array>, length: number) =>
  of.get(length) ?? of.set(length, new Float64Array(length)).get(length)!

/** Expected loss after a visit at a step of the ladder. */
function lossAfter(shares: Float64Array, step: number, question: Question): number {
  const { grid, objective, target } = question
  const after = scratch(changed, shares.length)
  const still = scratch(unchanged, shares.length)
  let stay = 0
  const gone = grid.penalty.freshness
  const row = step * shares.length
  for (let k = 0; k < shares.length; k++) stay += still[k] = shares[k]! * (1 - gone[row + k]!)
  for (let k = 0; k < shares.length; k++) {
    after[k] = (shares[k]! - still[k]!) / Math.max(1e-12, 1 - stay)
    still[k]! /= Math.max(1e-12, stay)
  }
  const rows = grid.value[objective]
  return (
    stay * lossOf(still, reach(rows, still, target), question) +
    (1 - stay) * lossOf(after, reach(rows, after, target), question)
  )
}

const known = new WeakMap<RateGrid, Map<string, Float64Array>>()

/**
 * Expected loss if the rate were known: each class at its best interval. Tables are cached for targets rounded to 5%, since targets change
 * rarely.
 */
function lossIfKnown(shares: Float64Array, question: Question): number {
  const { grid, objective, target } = question
  const tables = known.get(grid) ?? new Map<string, Float64Array>()
  known.set(grid, tables)
  const level = Math.round(Math.log(target) * 20)
  const name = `${objective} ${level}`
  let losses = tables.get(name)
  if (!losses) tables.set(name, (losses = lossesAt(Math.exp(level / 20), question)))
  let sum = 0
  for (let k = 0; k < shares.length; k++) sum += shares[k]! * losses[k]!
  return sum
}

function lossesAt(target: number, question: Question): Float64Array {
  const { grid, objective } = question
  const rows = grid.value[objective]
  const count = grid.rates.length
  return Float64Array.from({ length: count }, (_, k) => {
    const one = new Float64Array(count)
    one[k] = 1
    return lossOf(one, reach(rows, one, target), question)
  })
}
