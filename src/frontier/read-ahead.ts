import type { Clock } from '../env/index.ts'
import type { Work, WorkQueue } from '../store/index.ts'
import type { HeldServer, HostQueue } from './held-server.ts'

interface ReadAheadParts {
  readonly queue: WorkQueue
  readonly clock: Clock
  readonly worker: string
  readonly work: () => Work
  /** How many pages to read at once for a host. */
  readonly limit: () => number
  readonly isHeld: (server: HeldServer) => boolean
  readonly onFilled: (server: HeldServer) => void
  readonly onFailure: (error: unknown) => void
}

/** Reads the best pages of hosts before their turns come, and returns the ones that were not used. */
export class ReadAhead {
  readonly #parts: ReadAheadParts

  constructor(parts: ReadAheadParts) {
    this.#parts = parts
  }

  fillIfLow(server: HeldServer, queue: HostQueue): void {
    if (queue.wantsMore && queue.pages.length <= this.#parts.limit() / 4) void this.fill(server, queue)
  }

  async fill(server: HeldServer, queue: HostQueue): Promise<void> {
    if (queue.refilling) return
    queue.refilling = true
    try {
      queue.drained = true
      await this.#read(server, queue)
    } catch (error) {
      this.#parts.onFailure(error)
    } finally {
      queue.refilling = false
    }
    this.#parts.onFilled(server)
    // Pages may have been added while the store was being read.
    if (this.#parts.isHeld(server)) this.fillIfLow(server, queue)
  }

  async giveBack(servers: readonly HeldServer[]): Promise<void> {
    const pages = servers.flatMap(server => [...server.hosts.values()].flatMap(queue => queue.pages))
    await this.#parts.queue.putBack(pages, this.#parts.worker)
  }

  /** The server may be lost while its pages are being read; then they go back to the store. */
  async #read(server: HeldServer, queue: HostQueue): Promise<void> {
    const { worker, work, clock, isHeld, queue: store } = this.#parts
    const limit = this.#parts.limit()
    const pages = await store.take({ host: queue.host, work: work(), nowMs: clock.now(), limit, worker })
    if (pages.length === limit) queue.drained = false
    if (isHeld(server)) queue.pages.push(...pages)
    else await store.putBack(pages, worker)
  }
}
