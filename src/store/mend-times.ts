/**
 * Mends times that lie in the future because the clock was set back after they were written. A collection records when it was last seen
 * alive; when that is ahead of now by more than the clocks of several machines may differ, everything that was planned by the old clock is
 * moved by the difference. So nothing waits for a time that is far off only because the clock was wrong, and no server is asked again
 * before its delay is over.
 */
import { INTERNAL_META } from './rows.ts'

/** The name in `meta` of the time at which a worker last reported that it is alive. */
export const SEEN_AT = `${INTERNAL_META}seen_at`
/** The clocks of workers on several machines differ a little. */
const TOLERANCE_MS = 60_000

/** How far the clock was set back; 0 if it was not. */
export function setBackMs(seenAt: string | undefined, nowMs: number): number {
  const aheadMs = Number(seenAt ?? 0) - nowMs
  return aheadMs > TOLERANCE_MS ? aheadMs : 0
}

/** The statements that move times, for either dialect: `now` and `ahead` are its parameters, or the numbers themselves. */
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
    // A host or server that is woken too early has nothing to do, and its next time is worked out again.
    earlier('host', 'placed_until'),
    earlier('host', 'work_at'),
    earlier('host', 'refresh_at'),
    `UPDATE server SET next_at = ${greatest}(${now} + delay_ms, next_at - ${ahead}) WHERE next_at > ${now} + delay_ms`,
    earlier('server', 'work_at'),
    earlier('server', 'refresh_at'),
    // Only the time of the purse is wrong: what it holds was earned.
    `UPDATE refresh SET filled_at = ${now} WHERE filled_at > ${now}`,
    `UPDATE refresh SET planner_until = ${now} WHERE planner_until > ${now}`,
  ]
}
