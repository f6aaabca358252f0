/**
 * Times that lie in the future because the clock was set back since they were written. A collection notes when it was last seen
 * alive; when that lies ahead of now by more than clocks of several machines may differ, everything that was planned by the
 * old clock is moved by the difference. Nothing waits for a time that will not come for a day, and nothing is asked sooner
 * than its delay.
 */
import { INTERNAL_META } from './rows.ts'

/** In `meta`: when a worker last said that it lives. */
export const SEEN_AT = `${INTERNAL_META}seen_at`
/** Workers on several machines have clocks that differ a little. */
const TOLERANCE_MS = 60_000

/** How far the clock was set back, or 0. */
export function setBackMs(seenAt: string | undefined, nowMs: number): number {
  const aheadMs = Number(seenAt ?? 0) - nowMs
  return aheadMs > TOLERANCE_MS ? aheadMs : 0
}

/** The statements that move times, in the words of a dialect: `now` and `ahead` are its parameters, or the numbers themselves. */
export function mendingStatements(
  greatest: 'max' | 'greatest',
  now: string,
  ahead: string,
): readonly string[] {
  const earlier = (table: string, column: string) =>
    `UPDATE ${table} SET ${column} = ${column} - ${ahead} WHERE ${column} > ${now}`
  return [
    `UPDATE page SET due_at = ${greatest}(${now}, due_at - ${ahead}) WHERE due_at > ${now} AND (fetched_at > ${now} OR status = 'error')`,
    `UPDATE page SET fetched_at = ${now} WHERE fetched_at > ${now}`,
    `UPDATE robots SET expires_at = expires_at - (fetched_at - ${now}), fetched_at = ${now} WHERE fetched_at > ${now}`,
    // Whoever is woken too early finds nothing to do and works out anew when it has.
    earlier('host', 'placed_until'),
    earlier('host', 'work_at'),
    earlier('host', 'refresh_at'),
    `UPDATE server SET next_at = ${greatest}(${now} + delay_ms, next_at - ${ahead}) WHERE next_at > ${now} + delay_ms`,
    earlier('server', 'work_at'),
    earlier('server', 'refresh_at'),
    // Of the purse, only the time is wrong: what it holds was earned.
    `UPDATE refresh SET filled_at = ${now} WHERE filled_at > ${now}`,
    `UPDATE refresh SET planner_until = ${now} WHERE planner_until > ${now}`,
  ]
}
