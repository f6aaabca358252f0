import type { Clock } from '../../src/env/clock.ts'
import { type Address, type DialOptions, type Network, openSocket } from '../../src/env/network.ts'
import { share } from './chance.ts'

/** What a lookup of a name does instead of answering with the site's address. */
export type DnsRule =
  /** All lookups (default) or a share of them, chosen by their number. */
  | { readonly type: 'fails'; readonly code: string; readonly share?: number }
  | { readonly type: 'slow'; readonly delayMs: number }
  /** The first lookup gets the first list, and so on; the last list stays. One name with changing addresses: rebinding. */
  | { readonly type: 'answers'; readonly lists: readonly (readonly string[])[] }

/** The world's name service, with switches for everything that can go wrong with one. */
export class WorldDns {
  readonly lookups: string[] = []
  readonly #rules = new Map<string, { rule: DnsRule; asked: number }>()
  readonly #addressOf: (host: string) => string | undefined
  readonly #clock: Clock

  constructor(addressOf: (host: string) => string | undefined, clock: Clock) {
    this.#addressOf = addressOf
    this.#clock = clock
  }
  /** `*` stands for every name that has no rule. */
  set(host: string, rule: DnsRule): void {
    this.#rules.set(host, { rule, asked: 0 })
  }
  clear(host?: string): void {
    if (host === undefined) this.#rules.clear()
    else this.#rules.delete(host)
  }
  async resolve(hostname: string): Promise<readonly Address[]> {
    const host = hostname.toLowerCase().replace(/\.$/, '')
    this.lookups.push(host)
    if (isAddress(host)) return [asAddress(host)]
    const entry = this.#rules.get(host) ?? this.#rules.get('*')
    if (entry?.rule.type === 'fails' && share('dns', this.lookups.length) < (entry.rule.share ?? 1))
      throw nodeError(entry.rule.code, `look-up of ${host} failed`)
    if (entry?.rule.type === 'slow') await this.#clock.sleep(entry.rule.delayMs)
    if (entry?.rule.type === 'answers') {
      const { lists } = entry.rule
      return (lists[Math.min(entry.asked++, lists.length - 1)] ?? []).map(asAddress)
    }
    const address = this.#addressOf(host)
    if (address === undefined) throw nodeError('ENOTFOUND', `getaddrinfo ENOTFOUND ${host}`)
    return [asAddress(address)]
  }
}

/** An attempt to connect to an address outside the world. */
export interface Stray {
  readonly address: string
  readonly port: number
}

interface Wire {
  readonly dns: WorldDns
  readonly port: number
  /** The loopback address behind an address of the world; undefined for any other. */
  loopbackOf(address: string): string | undefined
  /** Whether the host's certificate counts as good. */
  isTrusted(host: string): boolean
  readonly strays: Stray[]
}

/** Names resolve inside the world, and every port of every world address belongs to the world; nothing leaves it. */
export function worldNetwork(wire: Wire): Network {
  return {
    resolve: hostname => wire.dns.resolve(hostname),
    async dial(options: DialOptions) {
      const { address, port } = options
      const loopback = wire.loopbackOf(address)
      if (loopback !== undefined) {
        const verifyTls = (options.verifyTls ?? true) && !wire.isTrusted(options.tlsName ?? '')
        return openSocket({ ...options, verifyTls, address: loopback, port: wire.port })
      }
      wire.strays.push({ address, port })
      throw nodeError('ECONNREFUSED', `${address}:${port} is outside the world`)
    },
  }
}

export const isAddress = (host: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(host) || host.includes(':')

const asAddress = (address: string): Address => ({
  address,
  family: address.includes(':') ? 6 : 4,
  ttlMs: 60_000,
})

function nodeError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code })
}
