/**
 * The belief of the `value` policy. Real pages are bursty and change their habits, so one forgetting factor is never right: evidence
 * is kept with two memories, a long and a short one, and each page is judged by the memory that has predicted it
 * better (a Bayesian mixture of two experts, weighted by their own likelihood). The prior covers both: shares of
 * (memory, class), learned from all pages, see `priors.ts`.
 *
 * State, in order: evidence of the long memory (12), of the short memory (12), log-odds of short against long, the rhythm (4); 116 bytes as floats.
 */
import { addVisit, EVIDENCE, posterior, staying } from './evidence.ts'
import { CLASSES, LOG_RATES, RATES } from './rates.ts'
import { RHYTHM_WIDTH } from './rhythm.ts'
import type { Observation, Prior, State } from './types.ts'

/** Share of the earlier evidence that each visit keeps: about fifty visits count in the long memory, about four in the short one. */
const KEEP_LONG = 0.98
const KEEP_SHORT = 0.75
const LONG = 0
const SHORT = EVIDENCE
const ODDS = 2 * EVIDENCE
/** Index of the page's rhythm in the state. */
export const RHYTHM: number = ODDS + 1
export const BELIEF_WIDTH: number = RHYTHM + RHYTHM_WIDTH
/**
 * Bounds the odds, so that a few visits can turn them however long one memory was right: a page back from a pause is judged by its old
 * rhythm at once.
 */
const MAX_ODDS = 8

/** Shares of the long memory's classes, then of the short one's. */
export const BELIEF_CLASSES: number = 2 * CLASSES

/**
 * Before anything is known: one change in forty days, give or take a factor of nine; hourly pages and pages that never change remain
 * possible.
 */
export const OPEN_PRIOR: Float64Array = (() => {
  const wide = LOG_RATES.map(log => Math.exp(-0.5 * ((log + Math.log(40)) / 2.2) ** 2) + 0.01)
  const sum = wide.reduce((total, share) => total + share, 0)
  return Float64Array.from(
    { length: BELIEF_CLASSES },
    (_, i) => (wide[i % CLASSES]! / sum) * (i < CLASSES ? 0.75 : 0.25),
  )
})()

export function beginBelief(): Float64Array {
  return new Float64Array(BELIEF_WIDTH)
}

/** Odds of the short memory against the long one. */
function oddsOf(state: State, prior: Prior): number {
  let long = 0
  for (let k = 0; k < CLASSES; k++) long += prior[k]!
  return (Math.max(0, 1 - long) / Math.max(1e-9, long)) * Math.exp(state[ODDS]!)
}

/** Posterior shares of each (memory, class), which the prior learns from. */
export function jointBelief(state: State, prior: Prior, into: Float64Array): Float64Array {
  const odds = oddsOf(state, prior)
  posterior(state, LONG, prior, 0, into, 0, 1 / (1 + odds))
  posterior(state, SHORT, prior, CLASSES, into, CLASSES, odds / (1 + odds))
  return into
}

const joint = new Float64Array(BELIEF_CLASSES)

/** Posterior shares of the rate classes, summed over both memories. */
export function rateBelief(state: State, prior: Prior, into: Float64Array): Float64Array {
  const odds = oddsOf(state, prior)
  // Most pages are judged by one memory alone; computing the other would double the time.
  if (odds < HARDLY) posterior(state, LONG, prior, 0, into, 0, 1)
  else if (odds > 1 / HARDLY) posterior(state, SHORT, prior, CLASSES, into, 0, 1)
  else mixed(state, prior, odds, into)
  return into
}

/** A memory with odds below this does not affect any decision. */
const HARDLY = 1e-3

function mixed(state: State, prior: Prior, odds: number, into: Float64Array): Float64Array {
  posterior(state, LONG, prior, 0, joint, 0, 1 / (1 + odds))
  posterior(state, SHORT, prior, CLASSES, joint, CLASSES, odds / (1 + odds))
  for (let k = 0; k < CLASSES; k++) into[k] = joint[k]! + joint[CLASSES + k]!
  return into
}

/** Like `rateBelief`, by the long memory alone. */
export function longBelief(state: State, prior: Prior, into: Float64Array): Float64Array {
  for (let k = 0; k < CLASSES; k++) joint[k] = prior[k]! + prior[CLASSES + k]!
  posterior(state, LONG, joint, 0, into, 0, 1)
  return into
}

const chanceOf = (stay: number, changed: boolean) => Math.max(1e-4, changed ? 1 - stay : stay)
const within = (odds: number) => Math.max(-MAX_ODDS, Math.min(MAX_ODDS, odds))

export function learnBelief(state: State, seen: Observation, prior: Prior): Float64Array {
  const learned = beginBelief()
  for (let i = 0; i < state.length; i++) learned[i] = state[i]!
  learnOdds(state, seen, prior, learned)
  addVisit(learned, LONG, seen, KEEP_LONG)
  addVisit(learned, SHORT, seen, KEEP_SHORT)
  return learned
}

/** The memory that predicted the visit better gains. */
function learnOdds(state: State, seen: Observation, prior: Prior, learned: Float64Array): void {
  const { elapsed, changed } = seen
  jointBelief(state, prior, joint)
  let weight = 0
  for (let k = 0; k < CLASSES; k++) weight += joint[k]!
  const logTau = Math.log(elapsed)
  const long = staying(joint, 0, logTau)
  const short = staying(joint, CLASSES, logTau)
  const gain = Math.log(
    chanceOf(short / Math.max(1e-9, 1 - weight), changed) / chanceOf(long / Math.max(1e-9, weight), changed),
  )
  learned[ODDS] = within(learned[ODDS]! + gain)
}

/** Mean rate, and the range of rates that holds 90% of the belief. */
export function rateRange(
  shares: ArrayLike<number>,
  rates: Float64Array = RATES,
): { mean: number; low: number; high: number } {
  let mean = 0
  let sum = 0
  let low = rates[0]!
  let high = low
  for (let k = 0; k < rates.length; k++) {
    mean += shares[k]! * rates[k]!
    if (sum < 0.05) low = rates[k]!
    if (sum < 0.95) high = rates[k]!
    sum += shares[k]!
  }
  return { mean, low, high }
}
