/**
 * Operational time of a page: its group's clock combined with its host's working hours. Both apply to the same wall time, so a stretch
 * counts as what the clock says, times the share of it that was worked.
 */
import type { PageFacts } from './types.ts'

type Timed = Pick<PageFacts, 'clock' | 'habits'>

/** Operational days between two moments. */
export function elapsedOn({ clock, habits }: Timed, from: number, to: number): number {
  const ran = clock ? clock.between(from, to) : to - from
  return habits && !habits.isEven && to > from ? (ran * habits.between(from, to)) / (to - from) : ran
}

/** The moment at which `days` operational days have passed since `from`. */
export function momentAfter(page: Timed, from: number, days: number): number {
  const { clock, habits } = page
  if (days === Infinity) return Infinity
  if (!habits || habits.isEven) return clock ? clock.after(from, days) : from + days
  return clock ? searched(page, from, days) : habits.after(from, days)
}

/** Far finer than any difference that moves a page. */
const EXACT = 1e-4

/**
 * Operational time rises with wall time and is nearly linear, so the method of false position converges quickly. The value at the end that
 * stays is halved (the Illinois rule), or the root would be approached from one side only.
 */
function searched(page: Timed, from: number, days: number): number {
  let low = 0
  let high = Math.max(1e-6, page.clock!.after(from, days) - from)
  let lack = -days
  let over = elapsedOn(page, from, from + high) - days
  while (over < 0 && high < FAR) {
    low = high
    lack = over
    high *= 2
    over = elapsedOn(page, from, from + high) - days
  }
  for (let round = 0; round < MAX_ROUNDS && high - low > EXACT * high && over > 0; round++) {
    const middle = low + ((high - low) * lack) / (lack - over)
    const off = elapsedOn(page, from, from + middle) - days
    if (Math.abs(off) <= EXACT * days) return from + middle
    if (off < 0) {
      low = middle
      lack = off
      over /= 2
    } else {
      high = middle
      over = off
      lack /= 2
    }
  }
  return from + high
}

/** Far more rounds than needed. */
const MAX_ROUNDS = 60

/** Days beyond which the search stops. */
const FAR = 1e6
