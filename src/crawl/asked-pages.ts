/**
 * Pages that are requested one by one. Everything else that waits in the collection stays where it is, so that the frontier, with
 * its leases and turns, serves readers who choose the pages themselves.
 */
import type { Clock } from '../env/index.ts'
import type {
  HostId,
  HostStore,
  LeasedHost,
  LeaseRequest,
  PageId,
  PageRef,
  PageRow,
  PageStore,
  QueuedPage,
  ServerLease,
  TakeRequest,
  Work,
  WorkerStore,
  WorkQueue,
} from '../store/index.ts'
import type { PageDemand } from './page-demand.ts'

/** Servers looked through for those that are wanted. */
const MAX_SERVERS = 100_000
const LOOK_AGAIN_MS = 1_000

/** Somebody who waits for a visit. */
interface Asked {
  readonly page: PageRow
  readonly done: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  isTaken: boolean
  /** The frontier has found nothing to do since it was asked for. */
  isStale: boolean
}

export class AskedPages implements PageDemand, WorkQueue {
  readonly queue: WorkQueue = this
  readonly #store: WorkQueue & WorkerStore & HostStore & PageStore
  readonly #clock: Clock
  readonly #unreachable: (page: PageRow) => Error
  /** Filled by `ask`, drained by `visited`, `notVisited`, `awaitsMore` and `close`. */
  readonly #asked = new Map<PageId, Asked>()
  #closed: unknown = null

  constructor(
    store: WorkQueue & WorkerStore & HostStore & PageStore,
    clock: Clock,
    unreachable: (page: PageRow) => Error,
  ) {
    this.#store = store
    this.#clock = clock
    this.#unreachable = unreachable
  }

  /** Resolves when a visit of the page is recorded. Requests for the same page share one visit. */
  ask(page: PageRow): Promise<void> {
    if (this.#closed) return Promise.reject(this.#closed)
    const known = this.#asked.get(page.id)
    if (known) return known.done
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#asked.set(page.id, { page, done: promise, resolve, reject, isTaken: false, isStale: false })
    return promise
  }

  visited({ id }: PageRef): void {
    this.#asked.get(id)?.resolve()
    this.#asked.delete(id)
  }

  notVisited({ id }: PageRef): void {
    const asked = this.#asked.get(id)
    this.#asked.delete(id)
    asked?.reject(this.#unreachable(asked.page))
  }

  /** Nobody is left who could be asked: those who have waited since the last time hear of it. */
  awaitsMore(): boolean {
    for (const asked of [...this.#asked.values()]) {
      if (!asked.isTaken && asked.isStale) this.notVisited(asked.page)
      asked.isStale = true
    }
    return this.#closed === null
  }

  /** Everybody who waits, or will ask, hears why there is nothing more. */
  close(why: unknown): void {
    this.#closed ??= why
    for (const { reject } of this.#asked.values()) reject(this.#closed)
    this.#asked.clear()
  }

  async take({ host, limit }: TakeRequest): Promise<readonly QueuedPage[]> {
    const pages: QueuedPage[] = []
    for (const asked of this.#asked.values()) {
      if (asked.page.host !== host.id || asked.isTaken || pages.length >= limit) continue
      asked.isTaken = true
      const { status, dueAt } = asked.page
      const settled = status === 'completed' || status === 'gone' ? 1 : 0
      pages.push({ ...asked.page, hops: 0, chosenAt: status === 'waiting' ? dueAt : null, settled })
    }
    return pages
  }

  async putBack(pages: readonly PageRef[]): Promise<void> {
    for (const { id } of pages) {
      const asked = this.#asked.get(id)
      if (asked) asked.isTaken = false
    }
  }

  async homelessHosts(nowMs: number, work: Work): Promise<readonly LeasedHost[]> {
    const wanted = this.#hosts()
    const homeless = wanted.size > 0 ? await this.#store.homelessHosts(nowMs, work, MAX_SERVERS) : []
    return homeless.filter(host => wanted.has(host.id))
  }

  /** The servers of the pages alone; others are given back at once, as they were. */
  async lease(request: LeaseRequest): Promise<readonly ServerLease[]> {
    const hosts = this.#hosts()
    if (hosts.size === 0) return []
    const leases = await this.#store.lease({ ...request, limit: MAX_SERVERS })
    const wanted: ServerLease[] = []
    for (const lease of leases) {
      if (wanted.length >= request.limit) break
      const ready = await this.#store.readyHosts(lease, request.work, request.nowMs)
      if (ready.some(host => hosts.has(host.id))) wanted.push(lease)
    }
    const kept = new Set(wanted)
    await this.#store.release(
      request.worker,
      leases.filter(lease => !kept.has(lease)),
    )
    return wanted
  }

  /** When one of their servers may be asked; work elsewhere is not ours. */
  async nextWorkAt(): Promise<number | null> {
    const hosts = this.#hosts()
    if (hosts.size === 0) return null
    const soon = this.#clock.now() + LOOK_AGAIN_MS
    const addresses = new Set<string>()
    for await (const { id, server } of this.#store.hosts()) {
      if (!hosts.has(id)) continue
      if (server === null) return soon
      addresses.add(server)
    }
    let next = Number.POSITIVE_INFINITY
    for await (const { address, nextAt, worker } of this.#store.servers())
      if (addresses.has(address)) next = Math.min(next, worker === null ? nextAt : Math.max(soon, nextAt))
    return Number.isFinite(next) ? next : soon
  }

  #hosts(): Set<HostId> {
    const hosts = new Set<HostId>()
    for (const { page, isTaken } of this.#asked.values()) if (!isTaken) hosts.add(page.host)
    return hosts
  }
}
