/**
 * The time of day for a process that plans by it. The system's clock may be set back or forward while we run; what is planned
 * must neither wait until it has caught up nor fall due all at once. So this time runs evenly, follows the system's clock
 * by a tenth of the time that passes, and takes over a difference that has lasted for an hour: then it is a correction,
 * and records should carry the right date. Time that the machine slept through counts as passed.
 */
export interface SystemTime {
  /** Milliseconds since the epoch, as the system says. */
  wallMs(): number
  /** Milliseconds that never run backwards; may stand still while the machine sleeps. */
  monotonicMs(): number
  /** Milliseconds since the machine started, sleep included. */
  uptimeMs(): number
}

const MAX_SLEW = 0.1
/** A difference that lasts this long is taken over. */
const CORRECTED_AFTER_MS = 3_600_000
/** A larger difference than this is a clock that was set, not one that drifts. */
const MIN_STEP_MS = 1_000
/** The uptime is coarse and costs a system call: it is asked once a second, and believed when it says that the machine slept. */
const UPTIME_EVERY_MS = 1_000
const MIN_SLEEP_MS = 2_000

/** A function that tells the time of day, evenly. */
export function steadyTime(system: SystemTime): () => number {
  let now = system.wallMs()
  let at = system.monotonicMs()
  let uptime = { at, ms: system.uptimeMs() }
  /** How long the system's clock has differed by about as much as it does now. */
  let differsMs = 0
  let difference = 0

  const sleptMs = (monotonic: number) => {
    if (monotonic - uptime.at < UPTIME_EVERY_MS) return 0
    const next = { at: monotonic, ms: system.uptimeMs() }
    const ms = next.ms - uptime.ms - (next.at - uptime.at)
    uptime = next
    return ms > MIN_SLEEP_MS ? ms : 0
  }

  return () => {
    const monotonic = system.monotonicMs()
    const passedMs = monotonic - at + sleptMs(monotonic)
    at = monotonic
    now += passedMs
    const ahead = system.wallMs() - now
    const isStep = Math.abs(ahead) >= MIN_STEP_MS
    differsMs = isStep && Math.abs(ahead - difference) < Math.abs(ahead) / 2 ? differsMs + passedMs : 0
    if (differsMs === 0) difference = ahead
    const most = differsMs >= CORRECTED_AFTER_MS ? Number.POSITIVE_INFINITY : passedMs * MAX_SLEW
    now += Math.min(most, Math.max(-most, ahead))
    return Math.round(now)
  }
}
