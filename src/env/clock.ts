import { uptime } from 'node:os'
import { steadyTime } from './steady-time.ts'

/** Time, injected. Everything outside this room reads time and waits through a Clock. */
export interface Clock {
  /** How many times as fast as real time it runs; absent for 1. */
  readonly speed?: number
  /** Milliseconds since the epoch. */
  now(): number
  /** Milliseconds that never run backwards, for measuring how long something took. */
  monotonic(): number
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `run` once after `ms`; the returned function cancels it. */
  timer(ms: number, run: () => void): () => void
}

/** Runs after everything that is already waiting: responses from sockets, and from a store that answers at once. */
export const soon = (run: () => void): void => void setImmediate(run)

/** Calls `run` after `ms` if the process is still alive: the timer does not keep it alive. */
export const ifStillAlive = (ms: number, run: () => void): void => void setTimeout(run, ms).unref()

/** setTimeout fires at once for anything longer than this. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The clocks of a system whose time may be set while we run. */
const systemTime = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptimeMs: () => uptime() * 1000,
}

export const realClock: Clock = {
  now: steadyTime(systemTime),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleepOn(realClock, ms, signal),
  timer(ms, run) {
    const handle = setTimeout(run, Math.min(Math.max(ms, 0), MAX_TIMER_MS))
    return () => clearTimeout(handle)
  },
}

/** However fast a clock runs, work that repeats on its timers must not starve the machine. */
const MIN_REAL_TIMER_MS = 5

/**
 * A clock that runs `factor` times as fast as another: a day of crawling in a minute, with real sockets. Its timers wait
 * at least a few real milliseconds, so a delay may come out longer, never shorter.
 */
export function acceleratedClock(factor: number, base: Clock = realClock, startAt = base.now()): Clock {
  const baseStart = base.monotonic()
  const clock: Clock = {
    speed: factor,
    now: () => Math.round(startAt + (base.monotonic() - baseStart) * factor),
    monotonic: () => (base.monotonic() - baseStart) * factor,
    sleep: (ms, signal) => sleepOn(clock, ms, signal),
    timer: (ms, run) => base.timer(Math.max(ms / factor, MIN_REAL_TIMER_MS), run),
  }
  return clock
}

/**
 * A clock that stands still until it is advanced; timers fire in order as time passes them. For tests.
 * @internal
 */
export class VirtualClock implements Clock {
  #nowMs: number
  #pending: { at: number; run: () => void }[] = []

  constructor(startMs = 0) {
    this.#nowMs = startMs
  }
  now(): number {
    return this.#nowMs
  }
  monotonic(): number {
    return this.#nowMs
  }
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, ms, signal)
  }
  timer(ms: number, run: () => void): () => void {
    const entry = { at: this.#nowMs + Math.max(ms, 0), run }
    this.#pending.push(entry)
    return () => {
      this.#pending = this.#pending.filter(other => other !== entry)
    }
  }
  /** Advances the time, and lets everything that was waiting until then run. */
  async advance(ms: number): Promise<void> {
    const end = this.#nowMs + ms
    for (;;) {
      const next = this.#pending.filter(entry => entry.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#pending = this.#pending.filter(entry => entry !== next)
      this.#nowMs = Math.max(this.#nowMs, next.at)
      next.run()
      await new Promise<void>(resolve => setImmediate(resolve))
    }
    this.#nowMs = end
  }
}

function sleepOn(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason)
      return
    }
    const onAbort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.timer(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
