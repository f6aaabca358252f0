/**
 * Pages that a reader requests one by one. All other queued pages of the collection stay where they are. So the same frontier, with
 * its leases and turns, serves readers that choose the pages themselves.
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

/** Maximum number of servers searched for the wanted ones. */
const MAX_SERVERS = 100_000
const LOOK_AGAIN_MS = 1_000

/** A page that somebody waits for. */
interface Asked {
  readonly page: PageRow
  readonly done: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  isTaken: boolean
  /** Whether the frontier has already reported once since the request that there is nothing to do. */
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

  /** Called when the frontier finds nothing to do: rejects the requests that were already waiting the last time. */
  awaitsMore(): boolean {
    for (const asked of [...this.#asked.values()]) {
      if (!asked.isTaken && asked.isStale) this.notVisited(asked.page)
      asked.isStale = true
    }
    return this.#closed === null
  }

  /** Rejects all requests, present and future, with the reason. */
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

  /** Leases only servers of the requested pages; others are given back at once, unchanged. */
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

  /** When one of the servers of the requested pages may be asked; work elsewhere does not matter here. */
  async nextWorkAt(): Promise<number | null> {
    await this.#noticeOthers()
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

  /** A worker that holds the server may have visited a page before us: requests are in the store for all to see. */
  async #noticeOthers(): Promise<void> {
    for (const { page, isTaken } of [...this.#asked.values()]) {
      if (isTaken) continue
      const now = await this.#store.page(page.url)
      if (now && wasVisited(page, now)) this.visited(page)
    }
  }

  #hosts(): Set<HostId> {
    const hosts = new Set<HostId>()
    for (const { page, isTaken } of this.#asked.values()) if (!isTaken) hosts.add(page.host)
    return hosts
  }
}

/** Whether a visit was recorded in between; plans only move the next one. */
function wasVisited(before: PageRow, now: PageRow): boolean {
  if (now.status === 'running') return false
  return (
    now.fetchedAt !== before.fetchedAt ||
    now.failures !== before.failures ||
    (before.status !== 'running' && now.status !== before.status)
  )
}
