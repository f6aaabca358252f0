import { DAY_MS } from '../../refresh/index.ts'
import type { HostId, HostStore } from '../../store/index.ts'
import type { RefreshSettings } from '../settings.ts'

/** A server whose pages may want more fetches than politeness allows. */
export interface ServerCap {
  readonly address: string
  /** Fetches per day. */
  readonly cap: number
  /** Ids of its hosts. */
  readonly hosts: readonly HostId[]
}

/** Servers whose even share comes this close to their limit get their own demand curve. */
const NEAR = 0.25
const MIN_DELAY_MS = 1

/** How often servers may be asked, and for which of them this can be a limit. Memory grows with the number of servers, not of pages. */
export class ServerCaps {
  readonly servers: readonly ServerCap[]
  readonly #delays: ReadonlyMap<string, number>
  readonly #addresses: ReadonlyMap<HostId, string>
  readonly #usualDelayMs: number
  readonly #indexes: ReadonlyMap<HostId, number>

  private constructor(
    delays: ReadonlyMap<string, number>,
    addresses: ReadonlyMap<HostId, string>,
    usualDelayMs: number,
    evenFetches: ReadonlyMap<string, number>,
  ) {
    this.#delays = delays
    this.#addresses = addresses
    this.#usualDelayMs = usualDelayMs
    const hosts = Map.groupBy(addresses, ([, address]) => address)
    this.servers = [...evenFetches]
      .filter(([address, fetches]) => fetches > NEAR * this.capOf(address))
      .map(([address]) => ({
        address,
        cap: this.capOf(address),
        hosts: hosts.get(address)!.map(([id]) => id),
      }))
    this.#indexes = new Map(this.servers.flatMap((server, i) => server.hosts.map(host => [host, i] as const)))
  }

  static async read(
    store: Pick<HostStore, 'hosts' | 'servers'>,
    settings: RefreshSettings,
    delayMs: number,
  ): Promise<ServerCaps> {
    const delays = new Map<string, number>()
    for await (const server of store.servers()) delays.set(server.address, server.delayMs)
    const addresses = new Map<HostId, string>()
    const pages = new Map<string, number>()
    let total = 0
    for await (const host of store.hosts()) {
      const address = host.server ?? host.origin
      addresses.set(host.id, address)
      pages.set(address, (pages.get(address) ?? 0) + host.fetched)
      total += host.fetched
    }
    const isCounted = settings.budget?.unit === 'fetches'
    const perPage = isCounted ? settings.budget!.perDay / Math.max(1, total) : DAY_MS / settings.intervalMs
    const even = new Map([...pages].map(([address, count]) => [address, count * perPage]))
    return new ServerCaps(delays, addresses, delayMs, even)
  }

  /** Fetches per day that politeness allows. */
  capOf(address: string): number {
    return DAY_MS / Math.max(MIN_DELAY_MS, this.#delays.get(address) ?? 0, this.#usualDelayMs)
  }

  serverOf(host: HostId): string {
    return this.#addresses.get(host) ?? 'an unknown server'
  }

  /** The index of a host's server among the capped ones. */
  indexOf(host: HostId): number | undefined {
    return this.#indexes.get(host)
  }
}
