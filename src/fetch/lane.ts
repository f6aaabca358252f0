import type { Clock } from '../env/index.ts'

/** Their bodies fit into what the body pool keeps. Real crawls meet a robots.txt of this size once in hundreds of hosts. */
const PLACES = 8
/** Far below the time an exchange may take: servers that send slowly must not make others fail. */
const MAX_WAIT_MS = 10_000

/**
 * Where large bodies that may wait are received, a few at a time: hundreds of connections with half a megabyte each would need
 * hundreds of megabytes at once. Who waits is not read from, so its server waits as well, and holds no memory of ours. Nobody waits
 * for longer than `MAX_WAIT_MS`.
 *
 * Filled by `enter`, drained by whoever leaves and by the time.
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

  /** Calls `go` when there is a place, perhaps at once. The function it returns gives the place back, or stops waiting. */
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
