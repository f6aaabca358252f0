/**
 * How far a learned prior is trusted. It is the distribution of rates that explains the visits so far best, and as such it is too sure of
 * itself: it supposes that every page has one rate for good, while real pages are finished one day, or taken up again. And until years have
 * passed, visits cannot tell a page that changes once a year from one that never will, so slow rates get too small a share. Taken at its
 * word, it keeps visiting pages that have gone quiet as often as the rest of their group. So a part of each class is spread over its
 * neighbors, farther to the slow side, before pages are judged. Groups go on learning from the prior as it is, or it would grow wider
 * with every pass.
 */
import { CLASSES, LOG_RATES } from './rates.ts'
import type { Prior } from './types.ts'

/** The part that is spread. If all were, a group that is known well would say too little about its new pages. */
const SPREAD = 0.7
/** Standard deviations in ln λ, toward faster and toward slower classes. With more on the fast side, pages are dropped as too fast to follow. */
const FASTER = 1
const SLOWER = 2.5

/** Row k: what each class gets of what class k spreads; sums to 1, so that nothing is lost at the ends of the grid. */
const spreads = new Float64Array(CLASSES * CLASSES)
for (let k = 0; k < CLASSES; k++) {
  const row = LOG_RATES.map((log, j) =>
    Math.exp(-0.5 * ((log - LOG_RATES[k]!) / (j > k ? FASTER : SLOWER)) ** 2),
  )
  const sum = row.reduce((total, share) => total + share, 0)
  for (let j = 0; j < CLASSES; j++) spreads[k * CLASSES + j] = row[j]! / sum
}

const known = new WeakMap<object, Float64Array>()

/** Made once for each prior, which all pages of a group share. */
export function widened(prior: Prior): Float64Array {
  let wide = known.get(prior)
  if (!wide) known.set(prior, (wide = widen(prior)))
  return wide
}

/** Each memory's classes by themselves. */
function widen(prior: Prior): Float64Array {
  const wide = new Float64Array(prior.length)
  for (let i = 0; i < prior.length; i++) {
    const memory = i - (i % CLASSES)
    const row = (i % CLASSES) * CLASSES
    const spread = SPREAD * prior[i]!
    wide[i]! += prior[i]! - spread
    for (let j = 0; j < CLASSES; j++) wide[memory + j]! += spread * spreads[row + j]!
  }
  return wide
}
