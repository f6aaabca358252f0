/**
 * Operational time of a page: its group's clock, run in the hours that its host works. Both lie over the same wall time, so a stretch counts what
 * the clock says, times the share of it that was worked.
 */
import type { PageFacts } from './types.ts'

type Timed = Pick<PageFacts, 'clock' | 'habits'>

/** Operational days between two moments. */
export function elapsedOn({ clock, habits }: Timed, from: number, to: number): number {
  const ran = clock ? clock.between(from, to) : to - from
  return habits && to > from ? (ran * habits.between(from, to)) / (to - from) : ran
}

/** The moment at which so many operational days have run. */
export function momentAfter(page: Timed, from: number, days: number): number {
  const { clock, habits } = page
  if (days === Infinity) return Infinity
  if (!habits) return clock ? clock.after(from, days) : from + days
  return clock ? searched(page, from, days) : habits.after(from, days)
}

/** Far below what a page is moved for. */
const EXACT = 1e-4

function searched(page: Timed, from: number, days: number): number {
  let low = 0
  let high = Math.max(1e-6, days)
  while (elapsedOn(page, from, from + high) < days && high < FAR) high *= 2
  while (high - low > EXACT * high) {
    const middle = (low + high) / 2
    if (elapsedOn(page, from, from + middle) < days) low = middle
    else high = middle
  }
  return from + high
}

/** Days after which nobody waits for anything. */
const FAR = 1e6
