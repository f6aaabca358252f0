import { Heap } from './heap.ts'
import type { HeldServer } from './held-server.ts'

/** Servers with a page read ahead and room for a request, ordered by the time of their next turn. */
export class ReadyServers {
  readonly #heap = new Heap<HeldServer>()
  readonly #choices: () => number

  /** `choices` is how many ready servers to compare before one is picked. */
  constructor(choices: () => number) {
    this.#choices = choices
  }

  /** When the first turn comes; undefined when there is none. */
  get nextAt(): number | undefined {
    return this.#heap.leastKey
  }

  /** Adds a server, or moves it forward when its turn now comes sooner than its key in the heap says. */
  add(server: HeldServer): void {
    if (server.reserved > 0 || !server.turn.hasRoom || server.buffered === 0) return
    const { readyAt } = server.turn
    if (server.queuedAt !== null && server.queuedAt <= readyAt) return
    server.queuedAt = readyAt
    this.#heap.push(readyAt, server)
  }

  /**
   * Takes a server whose turn it is. Where fetches are scarce, compares several ready servers and takes the one with the most urgent page.
   */
  take(now: number): HeldServer | null {
    let best = this.#first(now)
    const choices = this.#choices()
    for (let i = 1; best && i < choices; i++) {
      const other = this.#first(now)
      if (!other) break
      const [winner, loser] = other.urgency < best.urgency ? [other, best] : [best, other]
      this.add(loser)
      best = winner
    }
    return best
  }

  #first(now: number): HeldServer | null {
    while (this.#heap.size > 0 && this.#heap.leastKey! <= now) {
      const key = this.#heap.leastKey!
      const server = this.#heap.pop()!
      // A stale entry: the same server was added again with an earlier key.
      if (server.queuedAt !== key) continue
      server.queuedAt = null
      // A server whose lease ran out is added again when the lease is renewed.
      if (!server.isLeased(now)) continue
      if (server.turn.mayStart(now)) return server
      this.add(server)
    }
    return null
  }
}
