/**
 * Access control. On the loopback interface, everyone on the machine may read; on any other interface, reading collections needs a token.
 * Changing anything always needs a token. Tokens travel in a header that only our own page sets, so another web page cannot act with a
 * visitor's rights; requests for another host name (DNS rebinding) or from another origin are rejected. Proxies that are named in the options
 * are trusted to say which client they forward for, and each client has its own limit.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Clock } from '../env/index.ts'
import { isGoodTicket } from './tickets.ts'

export interface GuardOptions {
  /** Host names that this server answers to: `127.0.0.1:7411`, `crawl.example.org`. */
  readonly hosts: readonly string[]
  /** SHA-256 of each valid token, in hexadecimal. */
  readonly tokens: readonly string[]
  /** Whether reading needs no token. */
  readonly isOpenForReading: boolean
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly proxies: readonly string[]
  readonly clock: Clock
}

/** Sent with every response. The dashboard has nothing inline and loads nothing from elsewhere. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Requests a client may make at once, and how many more each second. */
const BURST = 200
const PER_SECOND = 50
/** Number of clients whose limits are remembered; when there are more, all start over. */
const MAX_CLIENTS = 10_000

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

export function guard(options: GuardOptions): MiddlewareHandler {
  const limiter = new Limiter(options.clock)
  return async (context, next) => {
    const client = clientOf(context, options)
    const refusal = refusalOf(context, options, client) ?? (limiter.allows(client.key) ? null : TOO_MANY)
    return refusal ? context.json({ problem: refusal.problem }, refusal.status) : next()
  }
}

interface Refusal {
  readonly status: 401 | 403 | 421 | 429
  readonly problem: string
}

const TOO_MANY: Refusal = { status: 429, problem: 'too many questions at once: ask again in a second' }

function refusalOf(context: Context, options: GuardOptions, client: Client): Refusal | null {
  const host = context.req.header('host') ?? ''
  if (!options.hosts.includes(host))
    return { status: 421, problem: `this server does not answer for ${host}: start it with --name ${host}` }
  const isReading = context.req.method === 'GET' || context.req.method === 'HEAD'
  if (isReading && !isAboutCollections(context.req.path)) return null
  const origin = context.req.header('origin')
  if (origin !== undefined && !isOwn(origin, host))
    return { status: 403, problem: 'other web sites may not use this server' }
  if (isReading && options.isOpenForReading && !client.isForwarded) return null
  const { clock, tokens } = options
  if (isReading && isGoodTicket(context.req.query('ticket'), context.req.path, tokens, clock.now()))
    return null
  return client.token !== null
    ? null
    : { status: 401, problem: 'this needs the token that "tidewatch serve" printed when it started' }
}

/** The dashboard's own files are not protected: they hold no data, and a browser that opens them has no token yet, nor its frames an origin. */
const isAboutCollections = (path: string) => path.startsWith('/api/')

const isOwn = (origin: string, host: string) => origin === `http://${host}` || origin === `https://${host}`

/** The sender of a request. */
interface Client {
  /** Requests with the same key, an address and a token, share a limit. */
  readonly key: string
  /** The hash of its token; null if it has no valid one. */
  readonly token: string | null
  /** Whether the request came through a proxy, so that the client may be anywhere. */
  readonly isForwarded: boolean
}

function clientOf(context: Context, { tokens, proxies }: GuardOptions): Client {
  const bindings = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  const socket = plainAddress(bindings?.incoming?.socket?.remoteAddress ?? '')
  const isProxy = (address: string) => proxies.includes(address)
  const forwarded = isProxy(socket) ? forwardedFor(context.req.header('x-forwarded-for'), isProxy) : undefined
  const token = goodToken(context.req.header('authorization'), tokens)
  return { key: `${forwarded ?? socket} ${token ?? ''}`, token, isForwarded: forwarded !== undefined }
}

/** The hash of the token that a request came with; null if it had no valid one. */
export const tokenOf = (context: Context, options: GuardOptions): string | null =>
  clientOf(context, options).token

/** Each proxy appends the address it received from, so the last address that is not a proxy is the client; earlier ones may be forged. */
const forwardedFor = (
  header: string | undefined,
  isProxy: (address: string) => boolean,
): string | undefined =>
  header
    ?.split(',')
    .map(part => plainAddress(part.trim()))
    .findLast(address => address !== '' && !isProxy(address))

/** A socket that listens to both IPv4 and IPv6 reports IPv4 addresses in IPv6 form. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

function goodToken(header: string | undefined, tokens: readonly string[]): string | null {
  const [, token] = /^Bearer (\S{1,200})$/.exec(header ?? '') ?? []
  if (token === undefined) return null
  const hash = Buffer.from(tokenHash(token))
  return tokens.find(good => good.length === hash.length && timingSafeEqual(Buffer.from(good), hash)) ?? null
}

/** A token bucket for each client. */
class Limiter {
  readonly #clock: Clock
  readonly #clients = new Map<string, { left: number; at: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  allows(client: string): boolean {
    if (this.#clients.size > MAX_CLIENTS) this.#clients.clear()
    const now = this.#clock.monotonic()
    const { left, at } = this.#clients.get(client) ?? { left: BURST, at: now }
    const refilled = Math.min(BURST, left + ((now - at) / 1000) * PER_SECOND)
    this.#clients.set(client, { left: Math.max(0, refilled - 1), at: now })
    return refilled >= 1
  }
}
