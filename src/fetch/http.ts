import type { Socket } from 'node:net'
import type { buildConnector, Dispatcher } from 'undici'
import { type Clock, type Network, realClock, secureSocket } from '../env/index.ts'
import { BodyPool } from './body-pool.ts'
import { isHttp2Trouble, Refused } from './breakdown.ts'
import type { Exchange, Limits, Outgoing } from './exchange.ts'
import { isPublicAddress } from './guard.ts'
import { Lane } from './lane.ts'
import { exchangeLeniently, isMalformed } from './lenient.ts'
import { isSocks, openTunnel } from './proxy.ts'
import { Reply } from './reply.ts'
import { Client, Pool, ProxyAgent } from './undici.ts'

/** A way to the network: directly, from a local address, or through a proxy. */
export interface Egress {
  readonly proxy?: string | undefined
  /** True if the proxy resolves names and blocks private networks itself; otherwise it gets the address that the guard has checked. */
  readonly resolves?: boolean | undefined
  readonly localAddress?: string | undefined
}

export interface HttpOptions {
  readonly network: Network
  /** The clock that the times of answers are read from. */
  readonly clock: Clock
  /** Socket deadlines run in real time, even in a world whose clock runs faster. */
  readonly deadlines?: Clock
  readonly limits: Limits
  readonly allowPrivate: boolean
  readonly http2: boolean
  readonly verifyTls: boolean
  /** The number of connections to one origin. */
  readonly connections: number
  /** The number of connections to all origins together, used or kept; unlimited if omitted. */
  readonly sockets?: number
  readonly egress: readonly Egress[]
}

const MAX_ORIGINS = 2_000
const KEEP_ALIVE_MS = 30_000
const MAX_HEADER_BYTES = 64 * 1024

/** Sends requests: keep-alive connections for each origin, an address guard at connect time, limits on time and size. */
export class Http {
  /** The pool that bodies are received into; the reader of a body returns its buffer when done. */
  readonly bodies = new BodyPool()
  readonly #options: HttpOptions
  readonly #deadlines: Clock
  readonly #lane: Lane
  /** Least recently used first. */
  readonly #origins = new Map<string, Dispatcher>()
  /** Connections that are open. */
  #open = 0
  /** Origins that have spoken HTTP/2, and whether it works there. */
  readonly #http2 = new Map<string, 'spoken' | 'broken'>()
  /** Origins that have sent answers which the usual parser refuses. */
  readonly #malformed = new Set<string>()

  constructor(options: HttpOptions) {
    this.#options = options
    this.#deadlines = options.deadlines ?? realClock
    this.#lane = new Lane(this.#deadlines)
  }

  exchange(outgoing: Outgoing, signal?: AbortSignal): Promise<Exchange> {
    const url = new URL(outgoing.url)
    return new Promise(resolve => {
      const { clock, limits } = this.#options
      const onError = (error: unknown, hasBegun: boolean) => {
        this.#learnHttp2From(error, url.origin)
        if (isMalformed(error, hasBegun)) this.#readLeniently(url.origin, outgoing.address)
      }
      const parts = { clock, limits, bodies: this.bodies, lane: this.#lane }
      const reply = new Reply(outgoing, { ...parts, resolve, onError })
      const cancelDeadline = this.#deadlines.timer(this.#options.limits.totalMs, () => reply.expire())
      const onAbort = () => reply.abort()
      reply.onEnd = () => {
        cancelDeadline()
        signal?.removeEventListener('abort', onAbort)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      if (signal?.aborted) return reply.abort()
      const refused = this.#refused(url, outgoing.address)
      if (refused) return reply.onResponseError(null, refused)
      if (this.readsLeniently(url.origin)) return this.#exchangeLeniently(outgoing, url, reply)
      try {
        this.#dispatcher(url, outgoing.address).dispatch(
          {
            origin: url.origin,
            path: url.pathname + url.search,
            method: outgoing.method,
            headers: outgoing.headers as string[],
            body: outgoing.body ?? null,
          },
          reply,
        )
      } catch (error) {
        reply.onResponseError(null, error)
      }
    })
  }

  /** Whether the origin has sent an answer that broke the rules, so that its answers are read leniently from then on. */
  readsLeniently(origin: string): boolean {
    return this.#malformed.has(origin)
  }

  #exchangeLeniently(outgoing: Outgoing, url: URL, reply: Reply): void {
    const { address } = outgoing
    const way = this.#egressFor(address)
    exchangeLeniently(outgoing, url, reply, {
      limits: this.#options.limits,
      deadlines: this.#deadlines,
      maxHeaderBytes: MAX_HEADER_BYTES,
      connect: () => this.#dialBy(way, url, address),
    })
  }

  #readLeniently(origin: string, address: string): void {
    if (isUndicis(this.#egressFor(address))) return
    if (this.#malformed.size >= MAX_ORIGINS) this.#malformed.clear()
    this.#malformed.add(origin)
  }

  /** Where HTTP/2 fails once, HTTP/1.1 is used from then on. */
  #learnHttp2From(error: unknown, origin: string): void {
    if (this.#http2.get(origin) !== 'spoken' || !isHttp2Trouble(error)) return
    this.#http2.set(origin, 'broken')
    this.forget(origin)
  }

  /** Closes the connections to an origin that is not needed for now. */
  forget(origin: string): void {
    for (const [key, dispatcher] of this.#origins) {
      if (!key.startsWith(`${origin} `)) continue
      this.#origins.delete(key)
      dispatcher.close().catch(() => {})
    }
  }

  async close(): Promise<void> {
    const all = [...this.#origins.values()]
    this.#origins.clear()
    await Promise.allSettled(all.map(dispatcher => dispatcher.destroy()))
  }

  #dispatcher(url: URL, address: string): Dispatcher {
    const key = `${url.origin} ${address}`
    const known = this.#origins.get(key)
    if (known) {
      this.#origins.delete(key)
      this.#origins.set(key, known)
      return known
    }
    if (this.#origins.size >= MAX_ORIGINS) this.#dropOldest()
    const made = this.#connectTo(url, address)
    this.#origins.set(key, made)
    return made
  }

  #dropOldest(): void {
    const [key, dispatcher] = this.#origins.entries().next().value ?? []
    if (key === undefined || dispatcher === undefined) return
    this.#origins.delete(key)
    dispatcher.close().catch(() => {})
  }

  #connectTo(url: URL, address: string): Dispatcher {
    const { limits, connections, verifyTls } = this.#options
    const way = this.#egressFor(address)
    // Not used behind a proxy, where it is not tracked whether HTTP/2 works.
    const http2 = !way.proxy && this.#speaksHttp2(url)
    const shared = {
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.idleMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: http2,
      pipelining: 1,
    }
    const requestTls = { rejectUnauthorized: verifyTls }
    if (isUndicis(way)) return new ProxyAgent({ ...shared, uri: way.proxy, requestTls, connections })
    const connect = this.#connector(url, address, way)
    return connections > 1
      ? new Pool(url.origin, { ...shared, connect, connections })
      : new Client(url.origin, { ...shared, connect })
  }

  #speaksHttp2(url: URL): boolean {
    const isBroken = this.#http2.get(url.origin) === 'broken' || this.#malformed.has(url.origin)
    return this.#options.http2 && !isBroken
  }

  #count(socket: Socket): void {
    this.#open++
    socket.once('close', () => this.#open--)
  }

  #connected(socket: Socket, origin: string): void {
    if (!('alpnProtocol' in socket) || socket.alpnProtocol !== 'h2') return
    if (this.#http2.size >= MAX_ORIGINS) this.#http2.clear()
    this.#http2.set(origin, 'spoken')
  }

  /** Servers are spread over the ways to the network; one server always sees the same one. */
  #egressFor(address: string): Egress {
    const { egress } = this.#options
    if (egress.length === 0) return {}
    let sum = 0
    for (const character of address) sum = (sum * 31 + character.charCodeAt(0)) >>> 0
    return egress[sum % egress.length]!
  }

  /**
   * The error if the guard refuses an address. Checked before anything is sent, through a proxy too, and again for each connection that is
   * dialed.
   */
  #refused(url: URL, address: string): Error | null {
    if (this.#options.allowPrivate || isPublicAddress(address)) return null
    return new Refused(refusal(url.hostname, address))
  }

  #connector(url: URL, address: string, way: Egress) {
    return (_options: unknown, callback: buildConnector.Callback) => {
      const refused = this.#refused(url, address)
      if (refused) return callback(refused, null)
      if (this.#open >= (this.#options.sockets ?? Number.POSITIVE_INFINITY)) this.#dropOldest()
      this.#dialBy(way, url, address).then(
        socket => {
          this.#connected(socket, url.origin)
          this.#count(socket)
          callback(null, socket)
        },
        (error: Error) => callback(error, null),
      )
    }
  }

  #dialBy({ proxy, resolves, localAddress }: Egress, url: URL, address: string): Promise<Socket> {
    if (!proxy) return this.#dial(url, address, localAddress)
    return this.#dialThrough(proxy, url, resolves ? url.hostname.replace(/^\[|\]$/g, '') : address)
  }

  #dial(url: URL, address: string, localAddress: string | undefined): Promise<Socket> {
    const { network, verifyTls, limits } = this.#options
    const alpn = this.#speaksHttp2(url) ? ['h2', 'http/1.1'] : ['http/1.1']
    const { port, tlsName } = targetOf(url)
    return network.dial({
      address,
      port,
      hostname: url.hostname,
      tlsName,
      alpn,
      localAddress,
      verifyTls,
      timeoutMs: limits.connectMs,
    })
  }

  async #dialThrough(proxy: string, url: URL, address: string): Promise<Socket> {
    const { network, verifyTls, limits } = this.#options
    const { port, tlsName } = targetOf(url)
    const timeoutMs = limits.connectMs
    const deadlines = this.#deadlines
    const tunnel = await openTunnel({ network, deadlines, proxy, address, port, timeoutMs })
    return tlsName === undefined ? tunnel : secureSocket(tunnel, { tlsName, verifyTls, timeoutMs })
  }
}

/** Only undici can talk to an HTTP proxy that resolves names. */
const isUndicis = (way: Egress): way is Egress & { readonly proxy: string } =>
  way.proxy !== undefined && way.resolves === true && !isSocks(way.proxy)

/** The port of an origin, and its name for TLS if it is https. */
function targetOf(url: URL): { readonly port: number; readonly tlsName: string | undefined } {
  const isSecure = url.protocol === 'https:'
  return {
    port: Number(url.port || (isSecure ? 443 : 80)),
    tlsName: isSecure ? url.hostname.replace(/^\[|\]$/g, '') : undefined,
  }
}

function refusal(hostname: string, address: string): string {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const what = bare === address ? `${address} is` : `${hostname} stands for ${address}, which is`
  return `${what} not a public address (request.allowPrivate lets it in)`
}
