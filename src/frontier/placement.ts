import type { Clock } from '../env/index.ts'
import type { Dns } from '../fetch/index.ts'
import type { HostPlacement, HostStore, LeasedHost, Work, WorkQueue } from '../store/index.ts'
import { hostOf } from '../url/index.ts'

/** The server of hosts whose name could not be resolved: their pages fail there at once, one by one, with a reason. */
export const UNRESOLVED_SERVER = 'nowhere'

/** The server of `file:` Urls: this machine's own disk. */
export const DISK = 'file'

const PLACED_FOR_MS = 24 * 3_600_000
const FIRST_RETRY_MS = 2_000
const FAILURES_BEFORE_GIVING_UP = 3
const BATCH = 64

export interface PlacementParts {
  readonly store: HostStore
  readonly queue: WorkQueue
  readonly dns: Dns
  readonly clock: Clock
}

/** Finds out which server a host lives on. With politeness by host, the host is its own server. */
export class Placement {
  readonly #store: HostStore
  readonly #queue: WorkQueue
  readonly #dns: Dns
  readonly #clock: Clock
  readonly #by: 'server' | 'host'

  constructor({ store, queue, dns, clock }: PlacementParts, by: 'server' | 'host') {
    this.#store = store
    this.#queue = queue
    this.#dns = dns
    this.#clock = clock
    this.#by = by
  }

  async placeHomeless(work: Work): Promise<void> {
    const hosts = await this.#queue.homelessHosts(this.#clock.now(), work, BATCH)
    const placements = await Promise.all(hosts.map(host => this.#place(host)))
    await this.#store.placeHosts(placements.filter(placement => placement !== null))
  }

  /** Whether the host still resolves to this address. If not, the host is placed on its new server. */
  async stillLivesAt(host: LeasedHost, address: string): Promise<boolean> {
    if (this.#by === 'host' || address === UNRESOLVED_SERVER || host.origin.startsWith('file:')) return true
    const found = await this.#dns.lookup(hostOf(`${host.origin}/`))
    if (found.kind !== 'found') return true
    const port = portOf(host.origin)
    if (found.addresses.some(one => serverKey(one, port) === address)) return true
    await this.#store.placeHosts([this.#at(host, serverKey(found.addresses[0]!, port))])
    return false
  }

  async #place(host: LeasedHost): Promise<HostPlacement | null> {
    if (host.origin.startsWith('file:')) return this.#at(host, DISK)
    if (this.#by === 'host') return this.#at(host, host.origin)
    const found = await this.#dns.lookup(hostOf(`${host.origin}/`))
    switch (found.kind) {
      case 'found':
        return this.#at(host, serverKey(found.addresses[0]!, portOf(host.origin)))
      case 'failed':
        return this.#unresolved(host)
      case 'alarm':
        return null
    }
  }

  #unresolved(host: LeasedHost): HostPlacement {
    const failures = host.dnsFailures + 1
    if (failures >= FAILURES_BEFORE_GIVING_UP) return { ...this.#at(host, UNRESOLVED_SERVER), failures }
    return {
      host,
      address: null,
      retryAt: this.#clock.now() + FIRST_RETRY_MS * 2 ** (failures - 1),
      failures,
    }
  }

  #at(host: LeasedHost, address: string): HostPlacement {
    return { host, address, retryAt: this.#clock.now() + PLACED_FOR_MS, failures: 0 }
  }
}

export function portOf(origin: string): number {
  const match = /:(\d+)$/.exec(origin)
  if (match) return Number(match[1])
  return origin.startsWith('https:') ? 443 : 80
}

/** `address:port`, with brackets around IPv6. */
export function serverKey(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}

/** The address in a server key. */
export function addressOf(key: string): string {
  return key.startsWith('[') ? key.slice(1, key.indexOf(']')) : key.slice(0, key.lastIndexOf(':'))
}
