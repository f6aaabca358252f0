import type { Clock } from '../../env/index.ts'

/** What all files that are being fetched may be expected to take together: what the body pool keeps, so that nothing is thrown away. */
const MAX_EXPECTED_BYTES = 4 * 1024 * 1024
/** As large as files get. Nothing is known at first, so the first few are asked for before the rest. */
const FIRST_EXPECTED_BYTES = 500 * 1024
/** Weight of the newest file: after thirty small ones, hundreds may be asked for at once. */
const NEWEST = 0.15
/** Who takes longer is waiting for its server, not for us: it must not hold others up. */
const MAX_HELD_MS = 5_000

/**
 * How many robots.txt files are fetched at once: as many as fit into memory if they are as large as the last ones were. They are
 * small on the web and hardly anybody waits; were each as large as is read, hundreds of connections would take hundreds of megabytes.
 *
 * Filled by `enter`; drained by whoever leaves, and by the time.
 */
export class RobotsIntake {
  readonly #clock: Clock
  /** First come, first served. */
  readonly #waiting: (() => void)[] = []
  #inside = 0
  #expectedBytes = FIRST_EXPECTED_BYTES

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Waits until there is room for one more. The function it returns gives the room back. */
  async enter(): Promise<() => void> {
    if (!this.#hasRoom) await new Promise<void>(resolve => this.#waiting.push(resolve))
    else this.#inside++
    return this.#hold()
  }

  /** A file of this many bytes has arrived. */
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
