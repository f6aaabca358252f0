/**
 * Figures that follow the clock. In any language, a date or time that is printed anew shows the time of the visit: the numbers that
 * changed are its day, its hour or its minute, on both visits. How unlikely that is by chance is counted in bits: a day alone, which may
 * be a count that grew by one from Monday to Tuesday, is a hint; a day with its year, or an hour with its minute, is proof.
 */

const MINUTE = 60_000
/** Local times differ from UTC by a multiple of a quarter of an hour. */
const QUARTER = 15 * MINUTE
const WESTMOST = -48
const EASTMOST = 56
/** Bits subtracted for the choice among local times; for days alone, that choice only doubles the number of possible days. */
const COST_OF_DAYS = 1
const COST_OF_HOURS = 4.7
const COST_OF_QUARTERS = 6.7
/** A page may have been printed a little before it was received. */
const LAGS = [0, MINUTE]
/** A count grows by one or two as easily as a clock does. */
const SMALL_STEP = 2
const BITS_OF_SMALL_STEP = 3
const HINT_BITS = 5.5
const PROOF_BITS = 8

interface Field {
  /** Set if it is part of the time of day. */
  readonly hour?: true
  readonly bits: number
  readonly of: (at: Date) => number
}

const FIELDS: readonly Field[] = [
  { bits: 5.9, hour: true, of: at => at.getUTCMinutes() },
  { bits: 4.6, hour: true, of: at => at.getUTCHours() },
  { bits: 3.6, hour: true, of: at => at.getUTCHours() % 12 || 12 },
  { bits: 4.9, of: at => at.getUTCDate() },
  { bits: 3.6, of: at => at.getUTCMonth() + 1 },
  { bits: 5, of: at => at.getUTCFullYear() },
  { bits: 4, of: at => at.getUTCFullYear() % 100 },
  { bits: 5, of: at => at.getUTCFullYear() + 543 },
]

export type Ticking = 'no' | 'hint' | 'proof'

/** Whether `before` and `after` show the times at which they were printed. */
export function tickingOf(
  before: readonly number[],
  after: readonly number[],
  beforeAt: number,
  afterAt: number,
): Ticking {
  if (before.length !== after.length) return 'no'
  let best = 0
  for (let quarter = WESTMOST; quarter <= EASTMOST; quarter++) {
    const cost = quarter === 0 ? 0 : quarter % 4 === 0 ? COST_OF_HOURS : COST_OF_QUARTERS
    for (const lag of LAGS) {
      const offset = quarter * QUARTER - lag
      const bits = bitsAt(before, after, new Date(beforeAt + offset), new Date(afterAt + offset), cost)
      best = Math.max(best, bits)
    }
  }
  if (best >= PROOF_BITS) return 'proof'
  return best >= HINT_BITS ? 'hint' : 'no'
}

/** −∞ if a number changed that is not part of these times. */
function bitsAt(
  before: readonly number[],
  after: readonly number[],
  then: Date,
  now: Date,
  cost: number,
): number {
  let bits = 0
  let hours = false
  let minutes = false
  for (let at = 0; at < before.length; at++) {
    const [old, fresh] = [before[at]!, after[at]!]
    const field = FIELDS.find(({ of }) => of(then) === old && of(now) === fresh)
    if (field !== undefined) {
      bits += old === fresh ? field.bits : 2 * field.bits - (isSmallStep(old, fresh) ? BITS_OF_SMALL_STEP : 0)
      minutes = field === FIELDS[0]
      hours ||= field.hour === true
    } else if (old !== fresh) {
      // Seconds follow minutes, and their value at the time of printing is unknown.
      if (!minutes || old > 59 || fresh > 59) return Number.NEGATIVE_INFINITY
      minutes = false
    }
  }
  return bits - (hours ? cost : Math.min(cost, COST_OF_DAYS))
}

const isSmallStep = (old: number, fresh: number): boolean => Math.abs(fresh - old) <= SMALL_STEP

/** Whether the first number that changed grew, as in counters; the later groups of a number need not grow (1,999 → 2,001). */
export function isGrowing(before: readonly number[], after: readonly number[]): boolean {
  if (before.length !== after.length) return false
  const first = before.findIndex((value, at) => value !== after[at])
  return first >= 0 && before[first]! >= 0 && after[first]! > before[first]!
}
