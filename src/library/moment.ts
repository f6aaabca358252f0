import { parseDuration } from '../config/units.ts'
import { Failure } from '../env/index.ts'

/** Parses a date, or a duration such as `30d` as a time that long ago; null if it is neither. */
export function momentOf(word: string, nowMs: number): Date | null {
  if (/^\d{4}-/.test(word)) return Number.isNaN(Date.parse(word)) ? null : new Date(word)
  try {
    return new Date(Math.max(0, nowMs - parseDuration(word)))
  } catch {
    return null
  }
}

/** A time that a program gives, in milliseconds. Programs without types give texts and dates that do not exist, too. */
export function givenTime(name: string, date: Date): number {
  const time = date instanceof Date ? date.getTime() : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new Failure(
    'usage',
    `${name} must be a Date, such as new Date('2026-11-15'), not ${shownValue(date)}`,
  )
}

const shownValue = (value: unknown) =>
  value instanceof Date ? 'one that does not exist' : (JSON.stringify(value) ?? String(value)).slice(0, 60)
