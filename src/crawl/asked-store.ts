import type { Clock } from '../env/index.ts'
import type {
  LeaseRequest,
  PageRef,
  PageRow,
  QueuedPage,
  ServerLease,
  Store,
  TakeRequest,
} from '../store/index.ts'

/** Servers looked through for those that are wanted. */
const MOST_SERVERS = 100_000
const LOOK_AGAIN_MS = 1_000

/**
 * A store that hands out the pages that were asked for. Everything else that waits in the collection stays where it is, so that the
 * frontier, with its leases and turns, serves readers who choose the pages themselves.
 */
export class AskedStore {
  readonly store: Store
  readonly #inner: Store
  readonly #clock: Clock
  /** Filled by `ask`, drained by `answered`. */
  readonly #asked = new Map<number, PageRow>()
  readonly #taken = new Set<number>()

  constructor(inner: Store, clock: Clock) {
    this.#inner = inner
    this.#clock = clock
    const own: Partial<Store> = {
      take: request => this.#take(request),
      putBack: pages => this.#putBack(pages),
      lease: request => this.#lease(request),
      homelessHosts: async (nowMs, work) => {
        const hosts = this.#hosts()
        const homeless = hosts.size > 0 ? await inner.homelessHosts(nowMs, work, MOST_SERVERS) : []
        return homeless.filter(host => hosts.has(host.id))
      },
      nextWorkAt: () => this.#nextWorkAt(),
    }
    this.store = new Proxy(inner, {
      get(target, name) {
        const value: unknown = own[name as keyof Store] ?? target[name as keyof Store]
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  ask(page: PageRow): void {
    this.#asked.set(page.id, page)
  }

  answered({ id }: PageRef): void {
    this.#asked.delete(id)
    this.#taken.delete(id)
  }

  #hosts(): Set<number> {
    const hosts = new Set<number>()
    for (const { id, host } of this.#asked.values()) if (!this.#taken.has(id)) hosts.add(host)
    return hosts
  }

  async #take({ host, limit }: TakeRequest): Promise<readonly QueuedPage[]> {
    const pages: QueuedPage[] = []
    for (const page of this.#asked.values()) {
      if (page.host !== host.id || this.#taken.has(page.id) || pages.length >= limit) continue
      this.#taken.add(page.id)
      pages.push({ ...page, hops: 0 })
    }
    return pages
  }

  async #putBack(pages: readonly PageRef[]): Promise<void> {
    for (const { id } of pages) this.#taken.delete(id)
  }

  /** The servers of the pages alone; others are given back at once, as they were. */
  async #lease(request: LeaseRequest): Promise<readonly ServerLease[]> {
    const hosts = this.#hosts()
    if (hosts.size === 0) return []
    const leases = await this.#inner.lease({ ...request, limit: MOST_SERVERS })
    const wanted: ServerLease[] = []
    for (const lease of leases) {
      if (wanted.length >= request.limit) break
      const ready = await this.#inner.readyHosts(lease, request.work, request.nowMs)
      if (ready.some(host => hosts.has(host.id))) wanted.push(lease)
    }
    const kept = new Set(wanted)
    await this.#inner.release(
      request.worker,
      leases.filter(lease => !kept.has(lease)),
    )
    return wanted
  }

  /** When one of their servers may be asked; work elsewhere is not ours. */
  async #nextWorkAt(): Promise<number | null> {
    const hosts = this.#hosts()
    if (hosts.size === 0) return null
    const soon = this.#clock.now() + LOOK_AGAIN_MS
    const addresses = new Set<string>()
    for await (const { id, server } of this.#inner.hosts()) {
      if (!hosts.has(id)) continue
      if (server === null) return soon
      addresses.add(server)
    }
    let next = Number.POSITIVE_INFINITY
    for await (const { address, nextAt, worker } of this.#inner.servers())
      if (addresses.has(address)) next = Math.min(next, worker === null ? nextAt : Math.max(soon, nextAt))
    return Number.isFinite(next) ? next : soon
  }
}
