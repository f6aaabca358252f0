/** The interval a page would get at every price, found by inverting V on the ladder of times. */
import { averaged, LADDER, ladderPosition, type RateGrid, STEPS } from './rates.ts'
import { type Demand, OBJECTIVES, type PageFacts } from './types.ts'

const ladderValue = new Float64Array(STEPS)
const ladderLog = new Float64Array(STEPS)
const ladderPenalty = new Float64Array(STEPS)

/** `worthAt` gives V of the page at a step of the ladder; it must not decrease. */
export function demandOf(
  worthAt: (step: number) => number,
  page: PageFacts,
  prices: Float64Array,
  into: Demand,
): void {
  for (let j = 0; j < STEPS; j++) {
    ladderValue[j] = worthAt(j)
    ladderLog[j] = Math.log(ladderValue[j]!)
  }
  const scale = page.cost / page.weight
  const shortest = page.shortest ?? 0
  const longest = page.longest ?? Infinity
  let step = 0
  for (let i = 0; i < prices.length; i++) {
    const target = prices[i]! * scale
    while (step < STEPS && ladderValue[step]! < target) step++
    into.interval[i] = Math.min(longest, Math.max(shortest, between(step, target)))
  }
}

const LOG_RATIO = Math.log(LADDER[1]! / LADDER[0]!)

function between(step: number, target: number): number {
  if (step === STEPS) return Infinity
  if (step === 0) return LADDER[0]! * Math.sqrt(target / ladderValue[0]!)
  const below = ladderLog[step - 1]!
  const part = (Math.log(target) - below) / (ladderLog[step]! - below)
  return LADDER[step - 1]! * Math.exp(LOG_RATIO * part)
}

/** Fills in the penalties at the intervals already computed. A page that is never visited counts as visited at the end of the ladder. */
export function fillPenalties(shares: Float64Array, grid: RateGrid, into: Demand): void {
  if (!into.penalties) return
  const places = placesOf(into.interval)
  // Intervals grow with the price, so only this range of steps is needed.
  const first = Math.floor(places[0]!)
  const last = Math.floor(places[places.length - 1]!) + 1
  for (const objective of OBJECTIVES) {
    const table = grid.meanPenalty[objective]
    const row = into.penalties[objective]
    for (let j = first; j <= last; j++) ladderPenalty[j] = averaged(table, j, shares)
    for (let i = 0; i < row.length; i++) row[i] = penaltyAt(places[i]!)
  }
}

let ladderPlaces = new Float64Array(0)

/** Positions of the intervals on the ladder; all penalties share them. */
function placesOf(intervals: Float64Array): Float64Array {
  if (ladderPlaces.length !== intervals.length) ladderPlaces = new Float64Array(intervals.length)
  let before = Number.NaN
  for (let i = 0; i < intervals.length; i++) {
    const interval = intervals[i]!
    // Bounds make many intervals equal.
    ladderPlaces[i] = interval === before ? ladderPlaces[i - 1]! : placeOf(interval)
    before = interval
  }
  return ladderPlaces
}

const placeOf = (interval: number) => Math.max(0, Math.min(STEPS - 1.000_001, ladderPosition(interval)))

function penaltyAt(place: number): number {
  const step = place | 0
  const below = ladderPenalty[step]!
  return below + (ladderPenalty[step + 1]! - below) * (place - step)
}
