import { acceleratedClock, type Clock } from '../../src/env/index.ts'

/** Second looks come a few seconds after first ones: nobody wants to wait for them. */
const FASTER = 100

/** A clock that can be set forward between two runs, as it is for a command that cron starts; else it runs evenly, if fast. */
export class JumpingClock implements Clock {
  readonly #base: Clock
  #jumpedMs = 0

  constructor(startAt: number) {
    this.#base = acceleratedClock(FASTER, undefined, startAt)
  }

  jump(ms: number): void {
    this.#jumpedMs += ms
  }

  now(): number {
    return this.#base.now() + this.#jumpedMs
  }

  monotonic(): number {
    return this.#base.monotonic() + this.#jumpedMs
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#base.sleep(ms, signal)
  }

  timer(ms: number, run: () => void): () => void {
    return this.#base.timer(ms, run)
  }
}
