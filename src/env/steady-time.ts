/**
 * The time of day for a process that plans by it. The system clock may be set back or forward while we run; plans must neither wait until
 * it has caught up nor fall due all at once. So this time runs evenly, follows the system clock by at most a tenth of the time that passes,
 * and adopts a difference that has lasted for an hour: by then it is a correction, and records should carry the right date. Time during
 * which the machine slept counts as passed.
 */
export interface SystemTime {
  /** Milliseconds since the epoch, according to the system. */
  wallMs(): number
  /** Milliseconds that never run backwards; may stand still while the machine sleeps. */
  monotonicMs(): number
  /** Milliseconds since the machine started, sleep included. */
  uptimeMs(): number
}

const MAX_SLEW = 0.1
/** A difference that lasts this long is adopted. */
const CORRECTED_AFTER_MS = 3_600_000
/** A difference larger than this means that the clock was set rather than drifted. */
const MIN_STEP_MS = 1_000
/** The uptime is coarse and costs a system call: it is read once a second, and only used to detect that the machine slept. */
const UPTIME_EVERY_MS = 1_000
const MIN_SLEEP_MS = 2_000

/** Returns a function that tells the time of day, running evenly. */
export function steadyTime(system: SystemTime): () => number {
  let now = system.wallMs()
  let at = system.monotonicMs()
  let uptime = { at, ms: system.uptimeMs() }
  /** For how long the system clock has differed by about as much as it does now. */
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
