/**
 * A fast clock that waits for the engine. On a clock that is only fast, a moment in which the machine does something else is a day: second
 * looks come too late, and visits late. This one runs slowly while a visit is under way, and what the process sleeps through does not count.
 */
import type { Clock } from '../../src/env/index.ts'

export interface Pace {
  readonly startAt: number
  /** How many times as fast as real time, while nothing is under way. */
  readonly factor: number
  readonly isBusy: () => boolean
}

/** While a visit is under way, an hour, in which a second look must have come, takes half a minute: enough on a busy machine. */
const BUSY_FACTOR = 120
const TICK_MS = 1
/** More than a tick, and the process was kept from running. */
const MAX_TICK_MS = 4

interface Waiting {
  readonly at: number
  readonly run: () => void
}

export class PacedClock implements Clock {
  readonly #pace: Pace
  readonly #waiting = new Set<Waiting>()
  readonly #ticking: NodeJS.Timeout
  #elapsedMs = 0
  #tickedAt = performance.now()

  constructor(pace: Pace) {
    this.#pace = pace
    this.#ticking = setInterval(() => this.#tick(), TICK_MS)
  }

  now(): number {
    return Math.round(this.#pace.startAt + this.#elapsedMs)
  }

  monotonic(): number {
    return this.#elapsedMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        cancel()
        reject(signal!.reason)
      }
      const cancel = this.timer(ms, () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      })
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  timer(ms: number, run: () => void): () => void {
    const waiting = { at: this.#elapsedMs + Math.max(0, ms), run }
    this.#waiting.add(waiting)
    return () => void this.#waiting.delete(waiting)
  }

  stop(): void {
    clearInterval(this.#ticking)
  }

  #tick(): void {
    const { factor, isBusy } = this.#pace
    const real = performance.now()
    this.#elapsedMs +=
      Math.min(real - this.#tickedAt, MAX_TICK_MS) * (isBusy() ? Math.min(BUSY_FACTOR, factor) : factor)
    this.#tickedAt = real
    const due = [...this.#waiting].filter(({ at }) => at <= this.#elapsedMs).sort((a, b) => a.at - b.at)
    for (const waiting of due) if (this.#waiting.delete(waiting)) waiting.run()
  }
}
