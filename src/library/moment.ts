import { parseDuration } from '../config/units.ts'

/** `30d` ago, or a date; null if the word means no time. */
export function momentOf(word: string, nowMs: number): Date | null {
  if (/^\d{4}-/.test(word)) return Number.isNaN(Date.parse(word)) ? null : new Date(word)
  try {
    return new Date(Math.max(0, nowMs - parseDuration(word)))
  } catch {
    return null
  }
}
