/**
 * The leases of this worker. A server is ours only until its lease ends, whatever happened to us in the meantime: a process that was
 * stopped, swapped out or cut off for longer than that may find that other workers hold its servers. So nothing is sent after a lease ends
 * (`HeldServer.isLeased`), and `renew` tells which servers are still ours.
 *
 * Filled by `leaseMore` and `borrow`, drained by `release` and `renew`.
 */
import type { Clock } from '../env/index.ts'
import { type PolitenessSettings, Turn } from '../fetch/index.ts'
import {
  EMPTY_COMMIT,
  type JournalStore,
  type ServerId,
  type ServerLease,
  type Work,
  type WorkerStore,
  type WorkQueue,
} from '../store/index.ts'
import { HeldServer } from './held-server.ts'
import { DISK } from './placement.ts'

export interface LeaseSettings {
  readonly politeness: PolitenessSettings
  /** How many servers to hold at a time. */
  readonly servers: number
  readonly leaseMs: number
}

export interface LeaseParts {
  readonly store: WorkerStore & JournalStore
  readonly queue: WorkQueue
  readonly clock: Clock
  readonly worker: string
}

/** Nothing is sent in this last share of a lease: the clocks of workers differ, and sending a request takes a moment. */
const MARGIN_SHARE = 0.1
const MAX_AT_ONCE = 256
/** Our own disk needs no delay; the limit on concurrency keeps it usable for others. */
const DISK_POLITENESS: PolitenessSettings = { delayMs: 0, concurrency: 8 }
const UNTRIED = { delayMs: 0, failures: 0, latencyMs: 0 }

export class HeldServers {
  readonly #store: WorkerStore & JournalStore
  readonly #queue: WorkQueue
  readonly #clock: Clock
  readonly #worker: string
  readonly #settings: LeaseSettings
  readonly #held = new Map<ServerId, HeldServer>()

  constructor({ store, queue, clock, worker }: LeaseParts, settings: LeaseSettings) {
    this.#store = store
    this.#queue = queue
    this.#clock = clock
    this.#worker = worker
    this.#settings = settings
  }

  get size(): number {
    return this.#held.size
  }

  get all(): HeldServer[] {
    return [...this.#held.values()]
  }

  get(id: ServerId): HeldServer | undefined {
    return this.#held.get(id)
  }

  has(server: HeldServer): boolean {
    return this.#held.get(server.lease.id) === server
  }

  /** Leases servers that have work now, as many as there is room for. */
  async leaseMore(work: Work): Promise<HeldServer[]> {
    const room = this.#settings.servers - this.#held.size
    if (room <= 0) return []
    const leasedUntil = this.#leaseEnd()
    const nowMs = this.#clock.now()
    const leases = await this.#queue.lease({
      worker: this.#worker,
      work,
      nowMs,
      untilMs: nowMs + this.#settings.leaseMs,
      limit: Math.min(room, MAX_AT_ONCE),
    })
    // A visit may have borrowed one of them while the answer was under way: it has a turn already, which must not be forgotten.
    return leases.map(lease => this.#held.get(lease.id) ?? this.#hold(lease, leasedUntil))
  }

  /** The server at an address, leased now unless we hold it already; null while another worker holds it. */
  async borrow(address: string): Promise<HeldServer | null> {
    const known = this.#at(address)
    if (known) return known
    const leasedUntil = this.#leaseEnd()
    const untilMs = this.#clock.now() + this.#settings.leaseMs
    const lease = await this.#store.leaseAddress({ worker: this.#worker, address, untilMs })
    // Another visit may have leased it while this one waited.
    return lease && (this.#at(address) ?? this.#hold(lease, leasedUntil))
  }

  /** Renews all leases. Returns the servers we still hold, and those that others took because our leases had run out. */
  async renew(): Promise<{ readonly kept: readonly HeldServer[]; readonly lost: readonly HeldServer[] }> {
    const leasedUntil = this.#leaseEnd()
    const before = this.all
    const ids = await this.#store.renew(this.#worker, this.#clock.now() + this.#settings.leaseMs)
    const kept = before.filter(server => ids.has(server.lease.id))
    const lost = before.filter(server => !ids.has(server.lease.id) && this.has(server))
    for (const server of kept) server.leasedUntil = Math.max(server.leasedUntil, leasedUntil)
    for (const server of lost) {
      server.lose()
      this.#held.delete(server.lease.id)
    }
    return { kept, lost }
  }

  /** Releases servers, along with everything the next worker needs to be equally polite. */
  async release(servers: readonly HeldServer[]): Promise<void> {
    const leases = servers.map(server => this.#politenessOf(server))
    for (const server of servers) {
      server.lose()
      this.#held.delete(server.lease.id)
    }
    if (leases.length > 0) await this.#store.release(this.#worker, leases)
  }

  /** Stores the politeness of a server at once, because the next worker to hold it must respect it. */
  async save(server: HeldServer): Promise<void> {
    const servers = [this.#politenessOf(server)]
    await this.#store.commit({ ...EMPTY_COMMIT, worker: this.#worker, servers })
  }

  #politenessOf({ lease, turn }: HeldServer): ServerLease {
    const waitMs = Math.max(0, turn.readyAt - this.#clock.monotonic())
    return { ...lease, ...turn.state, nextAt: Math.round(this.#clock.now() + waitMs) }
  }

  #at(address: string): HeldServer | undefined {
    return this.all.find(server => server.lease.address === address)
  }

  #hold(lease: ServerLease, leasedUntil: number): HeldServer {
    const now = this.#clock.monotonic()
    const turn =
      lease.address === DISK
        ? new Turn(DISK_POLITENESS, UNTRIED, now)
        : new Turn(this.#settings.politeness, lease, now + lease.nextAt - this.#clock.now())
    const server = new HeldServer(lease, turn, { now, leasedUntil })
    this.#held.set(lease.id, server)
    return server
  }

  /** When a lease that is requested now ends for us. An embedded store has one writer, which cannot lose a lease. */
  #leaseEnd(): number {
    if (this.#store.kind === 'sqlite') return Number.POSITIVE_INFINITY
    return this.#clock.monotonic() + this.#settings.leaseMs * (1 - MARGIN_SHARE)
  }
}
