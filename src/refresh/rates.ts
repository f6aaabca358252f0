/**
 * The grid everything under uncertainty is computed on: forty classes of change rate from "practically never" to twice an
 * hour, and a ladder of times from five minutes to twenty years. V and the penalties are linear in the survival
 * curve, hence in the shares of the classes; each becomes a row of a table and a decision becomes dot products.
 */
import { meanPenalty, penalty, valueAtRate } from './objective.ts'
import type { Objective } from './types.ts'

export const STEPS = 64
const FIRST_STEP = 1 / 288
const STEP_RATIO = 2 ** (1 / 3)
const LOG_FIRST = Math.log(FIRST_STEP)
const LOG_STEP = Math.log(STEP_RATIO)

/** Times since a visit, ascending, in days. */
export const LADDER: Float64Array = Float64Array.from(
  { length: STEPS },
  (_, j) => FIRST_STEP * STEP_RATIO ** j,
)

/** Position of a time on the ladder, fractional between two steps; below 0 or above STEPS − 1 outside it. */
export const ladderPosition = (tau: number): number => (Math.log(tau) - LOG_FIRST) / LOG_STEP

type Cell = (objective: Objective, rate: number, tau: number) => number
type Tables = Readonly<Record<Objective, Float64Array>>

/** Classes of rate with their tables. Row j of a table holds a number for each class at `LADDER[j]`. */
export class RateGrid {
  readonly rates: Float64Array
  readonly logRates: Float64Array
  /** V·c/w. */
  readonly value: Tables
  /** Mean penalty over an interval, and penalty at its end. */
  readonly meanPenalty: Tables
  readonly penalty: Tables

  constructor(rates: ArrayLike<number>) {
    this.rates = Float64Array.from(rates)
    this.logRates = this.rates.map(Math.log)
    this.value = this.#tables(valueAtRate)
    this.meanPenalty = this.#tables(meanPenalty)
    this.penalty = this.#tables(penalty)
  }

  /** Each table is computed on first use. */
  #tables(cell: Cell): Tables {
    const made = new Map<Objective, Float64Array>()
    const table = (objective: Objective) =>
      made.get(objective) ?? made.set(objective, this.#table(objective, cell)).get(objective)!
    return {
      get freshness() {
        return table('freshness')
      },
      get age() {
        return table('age')
      },
      get harmonic() {
        return table('harmonic')
      },
    }
  }

  #table(objective: Objective, cell: Cell): Float64Array {
    const { rates } = this
    return Float64Array.from({ length: STEPS * rates.length }, (_, i) =>
      cell(objective, rates[i % rates.length]!, LADDER[Math.floor(i / rates.length)]!),
    )
  }
}

export const CLASSES = 40
const SLOWEST = 2e-5
const FASTEST = 48

/** The usual classes, evenly spaced in logarithm: a factor of 1.46 apart. */
export const USUAL: RateGrid = new RateGrid(
  Array.from({ length: CLASSES }, (_, k) => SLOWEST * (FASTEST / SLOWEST) ** (k / (CLASSES - 1))),
)
export const RATES: Float64Array = USUAL.rates
export const LOG_RATES: Float64Array = USUAL.logRates

/** Row j of a table, averaged over the shares. */
export function averaged(rows: Float64Array, step: number, shares: Float64Array): number {
  const count = shares.length
  const base = step * count
  let sum = 0
  for (let k = 0; k < count; k++) sum += rows[base + k]! * shares[k]!
  return sum
}

/** First τ at which V on the ladder reaches `target`; between steps V is taken as a power of τ. */
export function climb(worthAt: (step: number) => number, target: number): number {
  if (!(target > 0)) return 0
  let low = 0
  let high = STEPS - 1
  let above = worthAt(high)
  if (above < target) return Infinity
  let below = 0
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const at = worthAt(middle)
    if (at < target) {
      low = middle
      below = at
    } else {
      high = middle
      above = at
    }
  }
  if (low === 0) {
    below = worthAt(0)
    if (below >= target) return LADDER[0]! * Math.sqrt(target / below)
  }
  return LADDER[low]! * STEP_RATIO ** (Math.log(target / below) / Math.log(above / below))
}

/** Like `climb`, for V averaged over shares. */
export function reach(rows: Float64Array, shares: Float64Array, target: number): number {
  return climb(step => averaged(rows, step, shares), target)
}

/** V at any τ, by the same interpolation as `reach`. */
export function valueAt(rows: Float64Array, shares: Float64Array, tau: number): number {
  const position = ladderPosition(tau)
  if (position <= 0) return averaged(rows, 0, shares) * (tau / FIRST_STEP) ** 2
  const low = Math.min(STEPS - 2, Math.floor(position))
  const below = averaged(rows, low, shares)
  const above = averaged(rows, low + 1, shares)
  return below * (above / below) ** Math.min(1, position - low)
}

/** Σ p e^(−λτ): chance that nothing changes for τ. */
export function survival(shares: ArrayLike<number>, tau: number, grid: RateGrid = USUAL): number {
  let sum = 0
  for (let k = 0; k < shares.length; k++) sum += shares[k]! * Math.exp(-grid.rates[k]! * tau)
  return sum
}
