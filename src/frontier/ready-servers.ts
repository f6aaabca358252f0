import { Heap } from './heap.ts'
import type { HeldServer } from './held-server.ts'

/** Servers with a page read ahead and room for a request, by the time of their next turn. */
export class ReadyServers {
  readonly #heap = new Heap<HeldServer>()
  readonly #choices: () => number

  /** Of servers that are ready, `choices` are compared at a time. */
  constructor(choices: () => number) {
    this.#choices = choices
  }

  /** When the first turn comes, if any does. */
  get nextAt(): number | undefined {
    return this.#heap.leastKey
  }

  /** Puts a server in, or further forward when its turn comes sooner than it stands there. */
  add(server: HeldServer): void {
    if (server.reserved > 0 || !server.turn.hasRoom || server.buffered === 0) return
    const { readyAt } = server.turn
    if (server.queuedAt !== null && server.queuedAt <= readyAt) return
    server.queuedAt = readyAt
    this.#heap.push(readyAt, server)
  }

  /** A server whose turn it is. Where fetches are scarce, of some that are ready the one that waits for the most urgent page. */
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
      // An entry that was overtaken by an earlier one of the same server.
      if (server.queuedAt !== key) continue
      server.queuedAt = null
      // One whose lease ran out comes back when it is renewed.
      if (!server.isLeased(now)) continue
      if (server.turn.mayStart(now)) return server
      this.add(server)
    }
    return null
  }
}
