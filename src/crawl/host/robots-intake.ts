import type { Clock } from '../../env/index.ts'

/** Expected size of all files being fetched together: what the body pool keeps, so that no buffer is thrown away. */
const MAX_EXPECTED_BYTES = 4 * 1024 * 1024
/** As large as files get. No sizes are known at first, so a few files are fetched before the rest. */
const FIRST_EXPECTED_BYTES = 500 * 1024
/** Weight of the newest file: after thirty small ones, hundreds may be requested at once. */
const NEWEST = 0.15
/** A request that takes longer is waiting for its server, not for us: it must not hold others up. */
const MAX_HELD_MS = 5_000

/**
 * Limits how many robots.txt files are fetched at once: as many as fit into memory if they are as large as recent ones. Usually they are
 * small and hardly any request waits; if each were as large as we read, hundreds of connections would take hundreds of megabytes.
 *
 * Filled by `enter`; drained when a request leaves or its time is up.
 */
export class RobotsIntake {
  readonly #clock: Clock
  /** Served in order of arrival. */
  readonly #waiting: (() => void)[] = []
  #inside = 0
  #expectedBytes = FIRST_EXPECTED_BYTES

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits until there is room for one more file. The returned function gives the room back. */
  async enter(): Promise<() => void> {
    if (!this.#hasRoom) await new Promise<void>(resolve => this.#waiting.push(resolve))
    else this.#inside++
    return this.#hold()
  }

  /** Called with the size of each file that arrives. */
  learn(sizeBytes: number): void {
    this.#expectedBytes += NEWEST * (sizeBytes - this.#expectedBytes)
    this.#admit()
  }

  get #hasRoom(): boolean {
    return this.#inside === 0 || (this.#inside + 1) * this.#expectedBytes <= MAX_EXPECTED_BYTES
  }

  #hold(): () => void {
    let isInside = true
    const leave = () => {
      cancel()
      if (!isInside) return
      isInside = false
      this.#inside--
      this.#admit()
    }
    const cancel = this.#clock.timer(MAX_HELD_MS, leave)
    return leave
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#hasRoom) {
      this.#inside++
      this.#waiting.shift()!()
    }
  }
}
