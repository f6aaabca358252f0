import { type buildConnector, Client, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { type Clock, errorCode, type Network, realClock } from '../env/index.ts'
import { BodyPool } from './body-pool.ts'
import { type BreakdownCode, type Exchange, header, type Limits, type Outgoing } from './exchange.ts'
import { isPublicAddress } from './guard.ts'

/** A way out to the network: directly, from a local address, or through a proxy. */
export interface Egress {
  readonly proxy?: string | undefined
  readonly localAddress?: string | undefined
}

export interface HttpOptions {
  readonly network: Network
  /** Times of answers are read from here. */
  readonly clock: Clock
  /** Deadlines of sockets run in real time, also in a world whose clock is faster. */
  readonly deadlines?: Clock
  readonly limits: Limits
  readonly allowPrivate: boolean
  readonly http2: boolean
  readonly verifyTls: boolean
  /** Connections to one origin. */
  readonly connections: number
  readonly egress: readonly Egress[]
}

const MOST_ORIGINS = 2_000
const KEEP_ALIVE_MS = 30_000
const MOST_HEADER_BYTES = 64 * 1024

class Refused extends Error {
  readonly code = 'EPRIVATE'
}

/** Sends requests: keep-alive connections for each origin, an address guard at connect time, limits on time and size. */
export class Http {
  /** Where bodies are read into; whoever is done with one gives its buffer back. */
  readonly bodies = new BodyPool()
  readonly #options: HttpOptions
  readonly #deadlines: Clock
  /** Least recently used first. */
  readonly #origins = new Map<string, Dispatcher>()

  constructor(options: HttpOptions) {
    this.#options = options
    this.#deadlines = options.deadlines ?? realClock
  }

  exchange(outgoing: Outgoing, signal?: AbortSignal): Promise<Exchange> {
    const url = new URL(outgoing.url)
    const dispatcher = this.#dispatcher(url, outgoing.address)
    return new Promise(resolve => {
      const reply = new Reply(outgoing, this.#options, this.bodies, resolve)
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
      try {
        dispatcher.dispatch(
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

  /** Closes the connections of an origin that is done with for now. */
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
    if (this.#origins.size >= MOST_ORIGINS) this.#dropOldest()
    const made = this.#connectTo(url, address)
    this.#origins.set(key, made)
    return made
  }

  #dropOldest(): void {
    const [key, dispatcher] = this.#origins.entries().next().value!
    this.#origins.delete(key)
    dispatcher.close().catch(() => {})
  }

  #connectTo(url: URL, address: string): Dispatcher {
    const { limits, connections, http2, verifyTls } = this.#options
    const way = this.#egressFor(address)
    const shared = {
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.idleMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MOST_HEADER_BYTES,
      allowH2: http2,
      pipelining: 1,
    }
    const requestTls = { rejectUnauthorized: verifyTls }
    if (way.proxy) return new ProxyAgent({ uri: way.proxy, requestTls, ...shared })
    const connect = this.#connector(url, address, way.localAddress)
    return connections > 1
      ? new Pool(url.origin, { ...shared, connect, connections })
      : new Client(url.origin, { ...shared, connect })
  }

  /** Servers are spread over the ways out; one server always sees the same one. */
  #egressFor(address: string): Egress {
    const { egress } = this.#options
    if (egress.length === 0) return {}
    let sum = 0
    for (const character of address) sum = (sum * 31 + character.charCodeAt(0)) >>> 0
    return egress[sum % egress.length]!
  }

  /** Asked before anything is sent, through a proxy too, and again for each connection that is dialled. */
  #refused(url: URL, address: string): Error | null {
    if (this.#options.allowPrivate || isPublicAddress(address)) return null
    return new Refused(refusal(url.hostname, address))
  }

  #connector(url: URL, address: string, localAddress: string | undefined) {
    const { network, verifyTls, http2, limits } = this.#options
    const secure = url.protocol === 'https:'
    const port = Number(url.port || (secure ? 443 : 80))
    return (_options: unknown, callback: buildConnector.Callback) => {
      const refused = this.#refused(url, address)
      if (refused) return callback(refused, null)
      const tlsName = secure ? url.hostname.replace(/^\[|\]$/g, '') : undefined
      const alpn = http2 ? ['h2', 'http/1.1'] : ['http/1.1']
      network
        .dial({ address, port, tlsName, alpn, localAddress, verifyTls, timeoutMs: limits.connectMs })
        .then(
          socket => callback(null, socket),
          (error: Error) => callback(error, null),
        )
    }
  }
}

function refusal(hostname: string, address: string): string {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const what = bare === address ? `${address} is` : `${hostname} stands for ${address}, which is`
  return `${what} not a public address (request.allowPrivate lets it in)`
}

/** Collects one response, within limits. */
class Reply implements Dispatcher.DispatchHandler {
  readonly #outgoing: Outgoing
  readonly #limits: Limits
  readonly #clock: Clock
  readonly #bodies: BodyPool
  readonly #resolve: (exchange: Exchange) => void
  readonly #startedAt: number
  #controller: Dispatcher.DispatchController | null = null
  #firstByteAt = 0
  #status = 0
  #statusText = ''
  #headers: string[] = []
  #body = new Uint8Array(0)
  #size = 0
  #ended = false
  onEnd: () => void = () => {}

  constructor(
    outgoing: Outgoing,
    options: HttpOptions,
    bodies: BodyPool,
    resolve: (exchange: Exchange) => void,
  ) {
    this.#bodies = bodies
    this.#outgoing = outgoing
    this.#limits = options.limits
    this.#clock = options.clock
    this.#resolve = resolve
    this.#startedAt = options.clock.monotonic()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) controller.abort(new Error('too late'))
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    parsed: Record<string, unknown>,
    statusText?: string,
  ): void {
    if (status < 200) return
    this.#firstByteAt = this.#clock.monotonic()
    this.#status = status
    this.#statusText = statusText ?? ''
    this.#headers = rawHeaders(controller.rawHeaders, parsed)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const isFirst = this.#size === 0
    const room = (this.#outgoing.maxBodyBytes ?? this.#limits.maxBodyBytes) - this.#size
    const kept = chunk.length <= room ? chunk : chunk.subarray(0, room)
    this.#keep(kept)
    const goesOn = !isFirst || this.#outgoing.goesOn?.(this.#status, this.#headers, kept) !== false
    if (goesOn && kept === chunk) return
    this.#answer('length')
    controller.abort(new Error(goesOn ? 'body limit reached' : 'unwanted'))
  }

  /** Copied at once: the chunk's memory is free again, and the body stands in one piece. */
  #keep(chunk: Uint8Array): void {
    const size = this.#size + chunk.length
    if (size > this.#body.length) {
      const larger = new Uint8Array(this.#bodies.take(Math.max(size, this.#expectedBytes)))
      larger.set(this.#body.subarray(0, this.#size))
      if (this.#size > 0) this.#bodies.give(this.#body.buffer as ArrayBuffer)
      this.#body = larger
    }
    this.#body.set(chunk, this.#size)
    this.#size = size
  }

  /** What the header promises, as far as it will be read. */
  get #expectedBytes(): number {
    const stated = Number(header(this.#headers, 'content-length') ?? 0)
    return stated > 0 ? Math.min(stated, this.#limits.maxBodyBytes) : 0
  }

  onResponseEnd(): void {
    this.#answer(null)
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#break(breakdownCode(error), describe(error))
  }

  expire(): void {
    this.#break('timeout', `no complete answer in ${this.#limits.totalMs} ms`)
    this.#controller?.abort(new Error('deadline'))
  }

  abort(): void {
    this.#break('aborted', 'the crawl was stopped')
    this.#controller?.abort(new Error('stopped'))
  }

  #answer(truncated: 'length' | null): void {
    if (this.#ended) return
    this.#end({
      kind: 'answer',
      status: this.#status,
      statusText: this.#statusText,
      headers: this.#headers,
      body: this.#body.subarray(0, this.#size),
      truncated,
      address: this.#outgoing.address,
      startedAt: this.#startedAt,
      firstByteAt: this.#firstByteAt,
      endedAt: this.#clock.monotonic(),
    })
  }

  #break(code: BreakdownCode, message: string): void {
    if (this.#ended) return
    this.#end({
      kind: 'breakdown',
      code,
      message,
      startedAt: this.#startedAt,
      endedAt: this.#clock.monotonic(),
    })
  }

  #end(exchange: Exchange): void {
    this.#ended = true
    this.#body = new Uint8Array(0)
    this.onEnd()
    this.#resolve(exchange)
  }
}

function rawHeaders(raw: unknown, parsed: Record<string, unknown>): string[] {
  if (Array.isArray(raw))
    return raw.map(item => (typeof item === 'string' ? item : (item as Buffer).toString('latin1')))
  const headers: string[] = []
  for (const [name, value] of Object.entries(parsed)) {
    for (const one of Array.isArray(value) ? value : [value]) headers.push(name, String(one))
  }
  return headers
}

const CODES: Readonly<Record<string, BreakdownCode>> = {
  EPRIVATE: 'private-address',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
}

function breakdownCode(error: unknown): BreakdownCode {
  const code = errorCode(error)
  const known = CODES[code]
  if (known) return known
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR') || code.startsWith('ERR_HTTP')) return 'protocol'
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|UNABLE_TO_|SELF_SIGNED|EPROTO)/.test(code)) return 'tls'
  return 'protocol'
}

function describe(error: unknown): string {
  const code = errorCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Refused) return message
  return code === message || message === '' ? code : `${message} (${code})`
}
