import type { Clock } from '../env/index.ts'

/** A limit on bytes per second over all connections: a bucket that fills with time; a large body is paid for afterward. */
export class Throttle {
  readonly #clock: Clock
  readonly #bytesPerSecond: number | null
  #credit: number
  #at: number

  constructor(clock: Clock, bytesPerSecond: number | null) {
    this.#clock = clock
    this.#bytesPerSecond = bytesPerSecond
    this.#credit = bytesPerSecond ?? 0
    this.#at = clock.monotonic()
  }

  get open(): boolean {
    if (this.#bytesPerSecond === null) return true
    const now = this.#clock.monotonic()
    this.#credit = Math.min(
      this.#bytesPerSecond,
      this.#credit + ((now - this.#at) / 1000) * this.#bytesPerSecond,
    )
    this.#at = now
    return this.#credit > 0
  }

  spent(bytes: number): void {
    this.#credit -= bytes
  }
}
