/**
 * Tells step 1 of a visit whether a Url may be fetched. robots.txt by RFC 9309, fetched in the server's own turn, kept for a day.
 *
 * The store keeps every file, packed; memory keeps the rules for our agent, for as many of the most recent hosts as fit. The rest is
 * read from the store again, so a server is asked once a day, however many hosts there are.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Clock } from '../../env/index.ts'
import { type Answer, type Breakdown, type Exchange, header, locationOf } from '../../fetch/index.ts'
import { inflate } from '../../fetch/inflate.ts'
import { type Orders, type OrdersRead, readOrders } from '../../robots/index.ts'
import { pathsNamed } from '../../robots/paths-named.ts'
import type { HostRef, HostStore, Robots as StoredRobots } from '../../store/index.ts'
import { ByteCache } from '../byte-cache.ts'
import type { RequestSettings } from '../settings.ts'
import { RobotsIntake } from './robots-intake.ts'

const KEPT_MS = 24 * 3_600_000
const MAX_RETRY_MS = 10 * 60_000
const MAX_REDIRECTS = 5
/** RFC 9309 2.5: at least 500 KiB must be read; more need not be. The extra byte shows that the last line may be cut. */
const MAX_BODY_BYTES = 500 * 1024 + 1
/** Room for eight thousand files of the usual size; a file of nothing but rules takes half a megabyte. */
const MAX_CACHED_BYTES = 8 * 1024 * 1024
/** Memory an entry takes besides its rules. */
const ENTRY_BYTES = 400
const MAX_DENIED = 5_000
const MAX_WHY_CHARS = 500
const UNASKED: ReadonlySet<string> = new Set(['aborted', 'dns-alarm', 'private-address'])

export type Permission =
  | { readonly kind: 'allowed'; readonly crawlDelayMs: number | undefined }
  | { readonly kind: 'disallowed'; readonly rule: string }
  /** robots.txt is not available: nothing may be fetched before `until`. */
  | { readonly kind: 'unknown'; readonly until: number; readonly why: string }
  /** robots.txt was not requested: we are stopping, DNS does not work, or the address guard refuses. Says nothing about the host. */
  | { readonly kind: 'unasked'; readonly breakdown: Breakdown }

/** A server's answer, with the body packed as it is stored. */
interface Fetched extends StoredRobots {
  readonly read?: OrdersRead & Pick<NamedByRobots, 'paths'>
}

/** Addresses that a robots.txt names. */
export interface NamedByRobots {
  readonly sitemaps: readonly string[]
  /** Paths that rules spell out, if `readsPaths` is set. */
  readonly paths: readonly string[]
}

const NOTHING: NamedByRobots = { sitemaps: [], paths: [] }

interface Known extends Omit<StoredRobots, 'body'> {
  readonly orders: Orders | null
}

/** Fetches one Url politely: waits for the server's turn, follows no redirects and reads a limited number of bytes. */
export type PoliteFetch = (url: string, maxBodyBytes: number) => Promise<Exchange>

export interface RobotsGateParts {
  readonly store: HostStore
  readonly clock: Clock
  readonly settings: Pick<RequestSettings, 'agent' | 'robotsOverrides' | 'retryDelayMs'>
  /** Whether the paths that rules spell out are collected. */
  readonly readsPaths: boolean
  /** Called when an answer was read and its memory may be reused. */
  readonly onSpent: (answer: Answer) => void
  /** Called when a robots.txt was just fetched, or was found not to exist. */
  readonly onNamed: (host: HostRef, named: NamedByRobots) => void
}

export class RobotsGate {
  readonly #parts: RobotsGateParts
  readonly #overrides: ReadonlySet<string>
  readonly #known = new ByteCache<number, Known>(MAX_CACHED_BYTES)
  readonly #pending = new Map<number, Promise<Known | Breakdown>>()
  readonly #denied = new Map<number, { readonly times: number; readonly why: string }>()
  readonly #intake: RobotsIntake

  constructor(parts: RobotsGateParts) {
    this.#parts = parts
    this.#overrides = new Set(parts.settings.robotsOverrides)
    this.#intake = new RobotsIntake(parts.clock)
  }

  /** Whether the operator overrules robots.txt for this host. */
  overruled(hostname: string): boolean {
    return this.#overrides.has(hostname)
  }

  async check(host: HostRef, origin: string, url: string, ask: PoliteFetch): Promise<Permission> {
    const known = await this.#robots(host, origin, ask)
    if ('kind' in known) return { kind: 'unasked', breakdown: known }
    const { orders } = known
    if (known.verdict === 'deny') {
      const why = this.#denied.get(host.id)?.why ?? `answers ${known.httpStatus ?? 'nothing'}`
      return {
        kind: 'unknown',
        until: known.expiresAt,
        why: `robots.txt ${why}, so nothing may be fetched there`,
      }
    }
    if (!orders) return { kind: 'allowed', crawlDelayMs: undefined }
    const { allowed, line, rule = 'disallow' } = orders.check(url)
    if (allowed) return { kind: 'allowed', crawlDelayMs: orders.crawlDelayMs }
    const where = line === undefined ? 'robots.txt' : `robots.txt line ${line}`
    return { kind: 'disallowed', rule: `${where}: ${rule}` }
  }

  async #robots(host: HostRef, origin: string, ask: PoliteFetch): Promise<Known | Breakdown> {
    const known = this.#known.get(host.id)
    if (known && known.expiresAt > this.#parts.clock.now()) return known
    const pending = this.#pending.get(host.id)
    if (pending) return pending
    const asked = this.#obtain(host, origin, ask).finally(() => this.#pending.delete(host.id))
    this.#pending.set(host.id, asked)
    return asked
  }

  async #obtain(host: HostRef, origin: string, ask: PoliteFetch): Promise<Known | Breakdown> {
    const stored = await this.#parts.store.readRobots(host)
    if (stored && stored.expiresAt > this.#parts.clock.now()) {
      const { body, ...rest } = stored
      return this.#keep(host, rest, body && readOrders(unpacked(body), this.#parts.settings.agent).orders)
    }
    const leave = await this.#intake.enter()
    const fresh = await this.#fetch(host, `${origin}/robots.txt`, ask).finally(leave)
    if ('kind' in fresh) return fresh
    const { read, ...stores } = fresh
    await this.#parts.store.writeRobots(host, stores)
    if (stores.verdict !== 'deny') this.#parts.onNamed(host, read ?? NOTHING)
    const { body: _, ...rest } = stores
    return this.#keep(host, rest, read?.orders ?? null)
  }

  #keep(host: HostRef, rest: Omit<StoredRobots, 'body'>, orders: Orders | null): Known {
    const known = { ...rest, orders }
    this.#known.set(host.id, known, ENTRY_BYTES + (orders?.sizeBytes ?? 0))
    return known
  }

  async #fetch(host: HostRef, url: string, ask: PoliteFetch): Promise<Fetched | Breakdown> {
    let at = url
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const exchange = await ask(at, MAX_BODY_BYTES)
      if (exchange.kind === 'breakdown' && UNASKED.has(exchange.code)) return exchange
      if (exchange.kind === 'breakdown')
        return this.#deny(host, null, `cannot be fetched: ${exchange.message}`)
      const { status } = exchange
      if (status >= 300) this.#intake.learn(exchange.body.length)
      const read = status >= 200 && status < 300 ? await this.#read(exchange) : null
      this.#parts.onSpent(exchange)
      if (read) return read
      if (status >= 300 && status < 400) {
        const next = URL.parse(locationOf(exchange.headers) ?? '', at)
        if (!next || !/^https?:$/.test(next.protocol)) return this.#verdict('allow', status, null)
        at = next.href
        continue
      }
      if (status >= 500 || status === 429) return this.#deny(host, status, `answers ${status}`)
      return this.#verdict('allow', status, null)
    }
    return this.#verdict('allow', 310, null)
  }

  /** Reads and packs an answer at once, so that hundreds of bodies need not be kept until the store has time. */
  async #read({ status, headers, body }: Answer): Promise<Fetched> {
    const { bytes } = await inflate(body, header(headers, 'content-encoding'), MAX_BODY_BYTES)
    this.#intake.learn(bytes.length)
    return {
      ...this.#verdict('obey', status, zstdCompressSync(bytes)),
      read: {
        ...readOrders(bytes, this.#parts.settings.agent),
        paths: this.#parts.readsPaths ? pathsNamed(bytes) : [],
      },
    }
  }

  /** RFC 9309 2.3.1.4: nothing may be fetched; ask again soon at first, then every ten minutes. */
  #deny(host: HostRef, httpStatus: number | null, why: string): StoredRobots {
    const times = (this.#denied.get(host.id)?.times ?? 0) + 1
    if (this.#denied.size >= MAX_DENIED) this.#denied.clear()
    this.#denied.set(host.id, { times, why: why.slice(0, MAX_WHY_CHARS) })
    const fetchedAt = this.#parts.clock.now()
    const waitMs = Math.min(this.#parts.settings.retryDelayMs * 2 ** (times - 1), MAX_RETRY_MS)
    return { fetchedAt, expiresAt: fetchedAt + waitMs, verdict: 'deny', httpStatus, body: null }
  }

  #verdict(verdict: 'obey' | 'allow', httpStatus: number, body: Buffer | null): StoredRobots {
    const fetchedAt = this.#parts.clock.now()
    return { fetchedAt, expiresAt: fetchedAt + KEPT_MS, verdict, httpStatus, body }
  }
}

const ZSTD_MAGIC = 0xfd2fb528

/** Collections of earlier versions keep the file unpacked; such a file never starts like a packed one. */
function unpacked(body: Buffer): Buffer {
  const isPacked = body.length >= 4 && body.readUInt32LE(0) === ZSTD_MAGIC
  return isPacked ? zstdDecompressSync(body, { maxOutputLength: MAX_BODY_BYTES }) : body
}
