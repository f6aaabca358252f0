import { parseDuration } from '../config/units.ts'
import { Failure, realEnv } from '../env/index.ts'

/** `30d` ago, or a date. */
export function sinceOf(text: string): Date {
  const at = /^\d{4}-/.test(text) ? Date.parse(text) : agoMs(text)
  if (at !== undefined && Number.isFinite(at)) return new Date(Math.max(0, at))
  throw new Failure(
    'usage',
    `--since ${text} is not a time: write 30d, 12h, 2026-11-15 or 2026-11-15T10:30:00Z`,
  )
}

function agoMs(text: string): number | undefined {
  try {
    return realEnv.clock.now() - parseDuration(text)
  } catch {
    return undefined
  }
}
