/**
 * The renewal law of regular pages. Gaps between changes that are more even than chance (a monthly release, a weekly menu) follow a
 * Gamma law of shape 4: just after a change another is unlikely, later it is overdue. Its cumulative hazard H takes the place of λτ:
 * for a page whose last change was a days before the visit, the chance to be fresh s days after it is
 *
 *   S(s) = e^(−[H(λ(a+s)) − H(λa)])
 *
 * so V is taken at the effective time [H(λ(a+s)) − H(λa)]/λ, class by class.
 */
import { valueAtRate } from './objective.ts'
import { CLASSES, RATES } from './rates.ts'
import type { Objective } from './types.ts'

const SHAPE = 4
const LOW = -6
const HIGH = 5
const CELLS = 2_048
const SCALE = CELLS / (HIGH - LOW)

/** H(x) = −ln of the chance that a gap of mean 1 exceeds x: 4x − ln(1 + 4x + (4x)²/2 + (4x)³/6). */
function exactHazard(x: number): number {
  const y = SHAPE * x
  if (y < 0.05) return y ** 4 / 24 - y ** 5 / 30
  return y - Math.log(1 + y + (y * y) / 2 + (y * y * y) / 6)
}

const hazards = Float64Array.from({ length: CELLS + 2 }, (_, i) => exactHazard(Math.exp(LOW + i / SCALE)))

export function cumulativeHazard(x: number): number {
  if (x <= 0) return 0
  const position = (Math.log(x) - LOW) * SCALE
  if (position < 0 || position >= CELLS) return exactHazard(x)
  const cell = position | 0
  return hazards[cell]! + (hazards[cell + 1]! - hazards[cell]!) * (position - cell)
}

/** When the last change was, seen from the last visit: between `age` and `age + width` days before it. */
export interface LastChange {
  readonly age: number
  readonly width: number
}

/** Classes with less belief do not count. */
const MIN_BELIEF = 0.01
/** Moments the last change is tried at. */
const POINTS = [0.1, 0.37, 0.63, 0.9]

/** e^(−[H after s] + [H now]), averaged over when the last change may have been: later moments were likelier to last until the visit. */
function stays(rate: number, { age, width }: LastChange, s: number): number {
  let now = 0
  let later = 0
  for (const point of POINTS) {
    const since = age + point * width
    now += Math.exp(-cumulativeHazard(rate * since))
    later += Math.exp(-cumulativeHazard(rate * (since + s)))
  }
  return now > 1e-12 ? later / now : Math.exp(-SHAPE * rate * s)
}

/** Chance to be fresh s days after a visit. */
export function regularSurvival(shares: ArrayLike<number>, last: LastChange, s: number): number {
  let sum = 0
  let all = 0
  for (let k = 0; k < CLASSES; k++) {
    const share = shares[k]!
    if (share < MIN_BELIEF) continue
    all += share
    sum += share * stays(RATES[k]!, last, s)
  }
  return all > 0 ? sum / all : 1
}

/** V·c/w of a regular page. */
export function regularValue(
  shares: ArrayLike<number>,
  objective: Objective,
  last: LastChange,
  s: number,
): number {
  let sum = 0
  for (let k = 0; k < CLASSES; k++) {
    const share = shares[k]!
    if (share < MIN_BELIEF) continue
    const rate = RATES[k]!
    const hazard = -Math.log(Math.max(1e-12, stays(rate, last, s)))
    sum += share * valueAtRate(objective, rate, hazard / rate)
  }
  return sum
}
