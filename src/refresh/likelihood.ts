/** ln(1 − e^(−x)) and e^(−x) as functions of ln x, read from tables because each visit needs them about a hundred times. */
const LOW = -24
const HIGH = 8
const CELLS = 8_192
const SCALE = CELLS / (HIGH - LOW)

const xAt = (cell: number) => Math.exp(LOW + cell / SCALE)
const logChange = Float64Array.from({ length: CELLS + 2 }, (_, i) => Math.log(-Math.expm1(-xAt(i))))
const stay = Float64Array.from({ length: CELLS + 2 }, (_, i) => Math.exp(-xAt(i)))

/** Log of the chance of a change at ln(λτ); accurate to 1e-6. */
export function logOfChange(logX: number): number {
  if (logX <= LOW) return logX
  if (logX >= HIGH) return 0
  const position = (logX - LOW) * SCALE
  const cell = position | 0
  const below = logChange[cell]!
  return below + (logChange[cell + 1]! - below) * (position - cell)
}

/** Chance of no change at ln(λτ); accurate to 1e-6. */
export function chanceToStay(logX: number): number {
  if (logX <= LOW) return 1
  if (logX >= HIGH) return 0
  const position = (logX - LOW) * SCALE
  const cell = position | 0
  const below = stay[cell]!
  return below + (stay[cell + 1]! - below) * (position - cell)
}
