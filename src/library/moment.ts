import { parseDuration } from '../config/units.ts'

/** Parses a date, or a duration such as `30d` as a time that long ago; null if it is neither. */
export function momentOf(word: string, nowMs: number): Date | null {
  if (/^\d{4}-/.test(word)) return Number.isNaN(Date.parse(word)) ? null : new Date(word)
  try {
    return new Date(Math.max(0, nowMs - parseDuration(word)))
  } catch {
    return null
  }
}
