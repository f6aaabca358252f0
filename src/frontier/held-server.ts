import type { Turn } from '../fetch/politeness.ts'
import type { HostId, LeasedHost, QueuedPage, ServerLease } from '../store/index.ts'

/** Later than anything is due; far from the end of what numbers can tell apart, so that ranks still count. */
const LAST_DUE = 1e14

/** A host of a held server, with the pages read ahead for it. */
export class HostQueue {
  readonly host: LeasedHost
  /** Filled by the frontier's refill from the store; drained by picks. */
  pages: QueuedPage[] = []
  /** The store had no more when last asked; new Urls for the host make it false again. */
  drained = false
  refilling = false
  /** Pages of this host being visited now. */
  inFlight = 0

  constructor(host: LeasedHost) {
    this.host = host
  }

  get wantsMore(): boolean {
    return !this.drained && !this.refilling
  }
}

/** A server this worker holds the lease of: its turn and the hosts that live on it, served in rotation. */
export class HeldServer {
  readonly lease: ServerLease
  readonly turn: Turn
  readonly hosts = new Map<HostId, HostQueue>()
  /** The time it stands under in the ready heap, if it does. */
  queuedAt: number | null = null
  /** Visits that wait for a second turn here; they come before new pages. */
  reserved = 0
  idleSince: number
  /** Until then (monotonic) nobody else may hold it. Past this, nothing is sent before the lease is renewed. */
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

  /** It was given back, or another worker took it over. */
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

  /** The next page in rotation over the hosts, or undefined when none is read ahead. */
  nextPage(): { queue: HostQueue; page: QueuedPage } | undefined {
    for (let i = 0; i < this.#rotation.length; i++) {
      const queue = this.#rotation.shift()!
      this.#rotation.push(queue)
      const page = queue.pages.shift()
      if (page) return { queue, page }
    }
    return undefined
  }

  /** When the most urgent page read ahead was due; new pages come after all that were stored before, the best first. */
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

  /** Its next turn is farther off than anybody waits, and nothing is under way. */
  rests(now: number, patienceMs: number): boolean {
    const { turn } = this
    if (turn.readyAt - now <= Math.max(patienceMs, turn.usualDelayMs)) return false
    if (turn.inFlight > 0 || this.reserved > 0) return false
    return [...this.hosts.values()].every(queue => queue.inFlight === 0 && !queue.refilling)
  }
}
