/** Operational time of a page: its group's clock, run in the hours that its host works. */
import type { PageFacts } from './types.ts'

type Timed = Pick<PageFacts, 'clock' | 'habits'>

/** Operational days between two moments. */
export function elapsedOn({ clock, habits }: Timed, from: number, to: number): number {
  const worked = habits ? habits.between(from, to) : to - from
  return clock ? clock.between(from, from + worked) : worked
}

/** The moment at which so many operational days have run. */
export function momentAfter({ clock, habits }: Timed, from: number, days: number): number {
  if (days === Infinity) return Infinity
  const worked = clock ? clock.after(from, days) - from : days
  return habits ? habits.after(from, worked) : from + worked
}
