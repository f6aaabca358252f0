import type { Turn } from '../fetch/politeness.ts'
import type { HostId, LeasedHost, QueuedPage, ServerLease } from '../store/index.ts'

/** Later than any page is due, yet small enough that adding a rank to it loses no precision. */
const LAST_DUE = 1e14

/** A host of a held server, with the pages read ahead for it. */
export class HostQueue {
  readonly host: LeasedHost
  /** Filled by the frontier's refill from the store; drained by picks. */
  pages: QueuedPage[] = []
  /** The store had no more pages for the host when last asked; new Urls for the host reset this. */
  drained = false
  refilling = false
  /** Pages of this host that are being visited now. */
  inFlight = 0

  constructor(host: LeasedHost) {
    this.host = host
  }

  get wantsMore(): boolean {
    return !this.drained && !this.refilling
  }
}

/** A server that this worker has leased, with its turn and the hosts that live on it, which are served in rotation. */
export class HeldServer {
  readonly lease: ServerLease
  readonly turn: Turn
  readonly hosts = new Map<HostId, HostQueue>()
  /** Its key in the ready heap; null when it is not in there. */
  queuedAt: number | null = null
  /** Visits that wait for another turn here; they come before new pages. */
  reserved = 0
  idleSince: number
  /** No other worker may hold the server before this time (monotonic). After it, nothing is sent until the lease is renewed. */
  leasedUntil: number
  #rotation: HostQueue[] = []

  constructor(lease: ServerLease, turn: Turn, times: { readonly now: number; readonly leasedUntil: number }) {
    this.lease = lease
    this.turn = turn
    this.idleSince = times.now
    this.leasedUntil = times.leasedUntil
  }

  isLeased(now: number): boolean {
    return now < this.leasedUntil
  }

  /** Whether it was released, or another worker took it over. */
  get isLost(): boolean {
    return this.leasedUntil === Number.NEGATIVE_INFINITY
  }

  lose(): void {
    this.leasedUntil = Number.NEGATIVE_INFINITY
  }

  addHost(host: LeasedHost): HostQueue {
    const known = this.hosts.get(host.id)
    if (known) {
      known.drained = false
      return known
    }
    const queue = new HostQueue(host)
    this.hosts.set(host.id, queue)
    this.#rotation.push(queue)
    return queue
  }

  /** The next page, taking the hosts in rotation; undefined when none is read ahead. */
  nextPage(): { queue: HostQueue; page: QueuedPage } | undefined {
    for (let i = 0; i < this.#rotation.length; i++) {
      const queue = this.#rotation.shift()!
      this.#rotation.push(queue)
      const page = queue.pages.shift()
      if (page) return { queue, page }
    }
    return undefined
  }

  /** When the most urgent page read ahead was due. New pages come after all pages that are due, the best-ranked first. */
  get urgency(): number {
    let least = Number.POSITIVE_INFINITY
    for (const { pages } of this.hosts.values()) {
      const [first] = pages
      if (first) least = Math.min(least, first.dueAt ?? LAST_DUE + first.rank)
    }
    return least
  }

  get buffered(): number {
    let sum = 0
    for (const queue of this.hosts.values()) sum += queue.pages.length
    return sum
  }

  get idle(): boolean {
    if (this.turn.inFlight > 0 || this.reserved > 0) return false
    for (const queue of this.hosts.values()) {
      if (queue.pages.length > 0 || queue.inFlight > 0 || queue.refilling || !queue.drained) return false
    }
    return true
  }

  /** Whether its next turn is farther off than the crawl is willing to wait, and nothing is in progress. */
  rests(now: number, patienceMs: number): boolean {
    const { turn } = this
    if (turn.readyAt - now <= Math.max(patienceMs, turn.usualDelayMs)) return false
    if (turn.inFlight > 0 || this.reserved > 0) return false
    return [...this.hosts.values()].every(queue => queue.inFlight === 0 && !queue.refilling)
  }
}
