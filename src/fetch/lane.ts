import type { Clock } from '../env/index.ts'

/** The body pool can hold this many large bodies. In real crawls, one host in hundreds has a robots.txt that large. */
const PLACES = 8
/** Far below the time an exchange may take: servers that send slowly must not make others fail. */
const MAX_WAIT_MS = 10_000

/**
 * Limits how many large bodies that may wait are received at a time: hundreds of connections with half a megabyte each would need hundreds
 * of megabytes at once. While one waits, nothing is read from its connection, so its server waits as well, and it takes no memory here.
 * None waits longer than `MAX_WAIT_MS`.
 *
 * Filled by `enter`, drained when one leaves and when the wait is over.
 */
export class Lane {
  readonly #clock: Clock
  /** First come, first served. */
  readonly #waiting = new Set<() => void>()
  #inside = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Calls `go` when there is a place, perhaps at once. The returned function frees the place, or stops waiting. */
  enter(go: () => void): () => void {
    let isInside = false
    const start = () => {
      cancel()
      this.#waiting.delete(start)
      isInside = true
      this.#inside++
      go()
    }
    let cancel = () => {}
    if (this.#inside < PLACES) start()
    else {
      this.#waiting.add(start)
      cancel = this.#clock.timer(MAX_WAIT_MS, start)
    }
    return () => {
      cancel()
      this.#waiting.delete(start)
      if (!isInside) return
      isInside = false
      this.#inside--
      this.#admit()
    }
  }

  #admit(): void {
    const [first] = this.#waiting
    if (first && this.#inside < PLACES) first()
  }
}
