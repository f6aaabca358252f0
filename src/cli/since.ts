import { Failure, realEnv } from '../env/index.ts'
import { momentOf } from '../library/index.ts'

/** Parses a date, or a duration such as `30d` as a time that long ago. */
export function sinceOf(text: string): Date {
  const at = momentOf(text, realEnv.clock.now())
  if (at) return at
  throw new Failure(
    'usage',
    `--since ${text} is not a time: write 30d, 12h, 2026-11-15 or 2026-11-15T10:30:00Z`,
  )
}
