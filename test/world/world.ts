import { type Clock, realClock } from '../../src/env/clock.ts'
import type { Network } from '../../src/env/network.ts'
import { Faults } from './faults.ts'
import type { LogEntry } from './log.ts'
import { type Stray, WorldDns, worldNetwork } from './network.ts'
import { createOrigin } from './origin.ts'
import { openPort } from './port.ts'
import type { Site } from './site.ts'
import { type Reached, type ReachOptions, Truth } from './truth.ts'

export interface WorldOptions {
  readonly sites: readonly Site[]
  readonly clock?: Clock
  readonly seed?: number
  /** 0 (default) takes any free port. */
  readonly port?: number
  /** Speaks TLS as well, on the same port, with a certificate that only the world's own network accepts. */
  readonly tls?: boolean
  /**
   * What names resolve to. `loopback` (default): the 127/8 addresses themselves. `public`: the same with 45 for 127,
   * dialed back to loopback by the world's network, so that an address guard can stay on.
   */
  readonly addresses?: 'loopback' | 'public'
  /** Called when an answer is finished, even if `keepLog` is false (it defaults to true). */
  readonly onAnswered?: (entry: LogEntry) => void
  readonly keepLog?: boolean
}

export interface World {
  readonly port: number
  readonly seed: number
  readonly clock: Clock
  readonly sites: readonly Site[]
  readonly network: Network
  readonly dns: WorldDns
  readonly faults: Faults
  readonly log: readonly LogEntry[]
  /** Attempts to connect to addresses outside the world. */
  readonly strays: readonly Stray[]
  readonly truth: Truth
  /** Host → `address:port`, for a process that takes a hosts table. */
  hosts(): Record<string, string>
  address(host: string): string
  url(host: string, path?: string): string
  reachable(seeds: string | readonly string[], options?: ReachOptions): Map<string, Reached>
  /** Requests for pages that robots.txt forbids. */
  violations(): readonly LogEntry[]
  /** Clears the log, for tests that examine one stretch of it. */
  clearLog(): void
  /** Closes every connection; may be called twice. */
  stop(): Promise<void>
}

export async function startWorld(options: WorldOptions): Promise<World> {
  const clock = options.clock ?? realClock
  const seed = options.seed ?? 1
  const places = placesOf(options.sites)
  const log: LogEntry[] = []
  const strays: Stray[] = []
  const faults = new Faults()
  const closing = new AbortController()
  const arrived = (entry: LogEntry) => {
    if (options.keepLog ?? true) log.push(entry)
  }
  const answered = (entry: LogEntry) => options.onAnswered?.(entry)
  const server = createOrigin({
    clock,
    seed,
    faults,
    siteOf: places.siteOf,
    arrived,
    answered,
    closing: closing.signal,
  })
  const open = await openPort(server, options.port ?? 0, options.tls ?? false)
  const port = open.number
  const shown = (address: string) =>
    options.addresses === 'public' ? address.replace(/^127\./, '45.') : address
  const loopbackOf = (address: string) => {
    const loopback = options.addresses === 'public' ? address.replace(/^45\./, '127.') : address
    return places.addresses.has(loopback) && shown(loopback) === address ? loopback : undefined
  }
  const isTrusted = (host: string) => places.byHost.get(host)?.site.untrusted !== true
  const addressOf = (host: string) => places.byHost.get(host)?.address
  const dns = new WorldDns(host => {
    const address = addressOf(host)
    return address === undefined ? undefined : shown(address)
  }, clock)
  const truth = new Truth(
    host => places.byHost.get(host)?.site,
    seed,
    () => clock.now(),
  )
  return {
    port,
    seed,
    clock,
    sites: options.sites,
    network: worldNetwork({ dns, port, loopbackOf, isTrusted, strays }),
    dns,
    faults,
    log,
    strays,
    truth,
    hosts: () =>
      Object.fromEntries([...places.byHost].map(([host, { address }]) => [host, `${address}:${port}`])),
    address: host => addressOf(host) ?? '',
    url: (host, path = '/') => `http://${host}${path}`,
    reachable: (seeds, reach) => truth.reachable(seeds, reach),
    violations: () => log.filter(entry => entry.forbidden),
    clearLog: () => void log.splice(0),
    async stop() {
      closing.abort()
      await open.close()
    },
  }
}

interface Place {
  readonly site: Site
  readonly address: string
}

/** Gives every site its address, and finds sites by name or, for a request without a name, by an address that has only one site. */
function placesOf(sites: readonly Site[]) {
  const byHost = new Map<string, Place>()
  const alone = new Map<string, Site | undefined>()
  sites.forEach((site, index) => {
    const address = site.address ?? serverAddress(index)
    if (byHost.has(site.host)) throw new Error(`two sites are called ${site.host}`)
    byHost.set(site.host, { site, address })
    alone.set(address, alone.has(address) ? undefined : site)
  })
  const siteOf = (host: string, address: string) => {
    const place = byHost.get(host)
    if (place) return place.site
    return host === '' || host === address ? alone.get(address) : undefined
  }
  return { byHost, siteOf, addresses: new Set(alone.keys()) }
}

/** The nth address of the world: 127.20.0.1, 127.20.0.2, … */
export function serverAddress(index: number): string {
  return `127.${20 + Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${(index % 250) + 1}`
}
