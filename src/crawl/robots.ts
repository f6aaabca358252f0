/** Step 3, first half: may this Url be fetched? robots.txt by RFC 9309, fetched in the server's own turn, kept for a day. */
import type { Clock } from '../env/index.ts'
import { type Breakdown, type Exchange, header } from '../fetch/index.ts'
import { parseRobots, type Robots } from '../robots/index.ts'
import type { HostRef, Store, Robots as StoredRobots } from '../store/index.ts'
import { inflate } from './parse/inflate.ts'

const KEPT_MS = 24 * 3_600_000
const MOST_RETRY_MS = 10 * 60_000
const MOST_REDIRECTS = 5
/** RFC 9309 2.5: at least 500 KiB must be read, more need not. */
const MOST_BYTES = 500 * 1024
const MOST_CACHED = 5_000
const UNASKED: ReadonlySet<string> = new Set(['aborted', 'dns-alarm', 'private-address'])

export type Permission =
  | { readonly kind: 'allowed'; readonly crawlDelayMs: number | undefined }
  | { readonly kind: 'disallowed'; readonly rule: string }
  /** robots.txt cannot be had: nothing may be fetched before `until`. */
  | { readonly kind: 'unknown'; readonly until: number; readonly why: string }
  /** It was not asked for: we stop, names cannot be resolved, or the address guard refuses. Says nothing about the host. */
  | { readonly kind: 'unasked'; readonly breakdown: Breakdown }

interface Known {
  readonly stored: StoredRobots
  readonly rules: Robots | null
}

/** Fetches one Url politely: waits for the server's turn and follows no redirects. */
export type PoliteFetch = (url: string) => Promise<Exchange>

export class RobotsGate {
  readonly #store: Store
  readonly #clock: Clock
  readonly #agent: string
  readonly #overrides: ReadonlySet<string>
  readonly #known = new Map<number, Known>()
  readonly #pending = new Map<number, Promise<Known | Breakdown>>()
  readonly #denied = new Map<number, { readonly times: number; readonly why: string }>()
  readonly #retryDelayMs: number
  onSitemaps: (host: HostRef, sitemaps: readonly string[]) => void = () => {}

  constructor(
    store: Store,
    clock: Clock,
    agent: string,
    policy: { overrides: readonly string[]; retryDelayMs: number },
  ) {
    this.#store = store
    this.#clock = clock
    this.#agent = agent
    this.#retryDelayMs = policy.retryDelayMs
    this.#overrides = new Set(policy.overrides)
  }

  /** Is robots.txt overruled for this host by the operator? */
  overruled(hostname: string): boolean {
    return this.#overrides.has(hostname)
  }

  /** True when `check` can answer without a request of its own. */
  isFresh(host: HostRef): boolean {
    const known = this.#known.get(host.id)
    return known !== undefined && known.stored.expiresAt > this.#clock.now()
  }

  async check(host: HostRef, origin: string, url: string, ask: PoliteFetch): Promise<Permission> {
    const known = await this.#robots(host, origin, ask)
    if ('kind' in known) return { kind: 'unasked', breakdown: known }
    const { stored, rules } = known
    if (stored.verdict === 'deny') {
      const why = this.#denied.get(host.id)?.why ?? `answers ${stored.httpStatus ?? 'nothing'}`
      return {
        kind: 'unknown',
        until: stored.expiresAt,
        why: `robots.txt of ${origin} ${why}, so nothing may be fetched there`,
      }
    }
    if (!rules) return { kind: 'allowed', crawlDelayMs: undefined }
    const verdict = rules.check(this.#agent, url)
    if (verdict.allowed) return { kind: 'allowed', crawlDelayMs: rules.crawlDelay(this.#agent) }
    return {
      kind: 'disallowed',
      rule: `robots.txt line ${verdict.line ?? '?'}: ${verdict.rule ?? 'disallow'}`,
    }
  }

  async #robots(host: HostRef, origin: string, ask: PoliteFetch): Promise<Known | Breakdown> {
    const known = this.#known.get(host.id)
    if (known && known.stored.expiresAt > this.#clock.now()) return known
    const pending = this.#pending.get(host.id)
    if (pending) return pending
    const asked = this.#obtain(host, origin, ask).finally(() => this.#pending.delete(host.id))
    this.#pending.set(host.id, asked)
    return asked
  }

  async #obtain(host: HostRef, origin: string, ask: PoliteFetch): Promise<Known | Breakdown> {
    const stored = await this.#store.readRobots(host)
    if (stored && stored.expiresAt > this.#clock.now()) return this.#keep(host, stored)
    const fresh = await this.#fetch(host, `${origin}/robots.txt`, ask)
    if ('kind' in fresh) return fresh
    await this.#store.writeRobots(host, fresh)
    const known = this.#keep(host, fresh)
    if (known.rules && known.rules.sitemaps.length > 0) this.onSitemaps(host, known.rules.sitemaps)
    return known
  }

  #keep(host: HostRef, stored: StoredRobots): Known {
    const rules = stored.verdict === 'obey' && stored.body ? parseRobots(stored.body) : null
    const known = { stored, rules }
    this.#known.delete(host.id)
    if (this.#known.size >= MOST_CACHED) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(host.id, known)
    return known
  }

  async #fetch(host: HostRef, url: string, ask: PoliteFetch): Promise<StoredRobots | Breakdown> {
    let at = url
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const exchange = await ask(at)
      if (exchange.kind === 'breakdown' && UNASKED.has(exchange.code)) return exchange
      if (exchange.kind === 'breakdown')
        return this.#deny(host, null, `cannot be fetched: ${exchange.message}`)
      const { status, body } = exchange
      if (status >= 200 && status < 300) {
        const { bytes } = await inflate(body, header(exchange.headers, 'content-encoding'), MOST_BYTES)
        return this.#verdict('obey', status, Buffer.from(bytes))
      }
      if (status >= 300 && status < 400) {
        const next = URL.parse(header(exchange.headers, 'location') ?? '', at)
        if (!next || !/^https?:$/.test(next.protocol)) return this.#verdict('allow', status, null)
        at = next.href
        continue
      }
      if (status >= 500 || status === 429) return this.#deny(host, status, `answers ${status}`)
      return this.#verdict('allow', status, null)
    }
    return this.#verdict('allow', 310, null)
  }

  /** RFC 9309 2.3.1.4: nothing may be fetched; ask again, first soon, then every ten minutes. */
  #deny(host: HostRef, httpStatus: number | null, why: string): StoredRobots {
    const times = (this.#denied.get(host.id)?.times ?? 0) + 1
    if (this.#denied.size >= MOST_CACHED) this.#denied.clear()
    this.#denied.set(host.id, { times, why })
    const fetchedAt = this.#clock.now()
    const waitMs = Math.min(this.#retryDelayMs * 2 ** (times - 1), MOST_RETRY_MS)
    return { fetchedAt, expiresAt: fetchedAt + waitMs, verdict: 'deny', httpStatus, body: null }
  }

  #verdict(verdict: 'obey' | 'allow', httpStatus: number, body: Buffer | null): StoredRobots {
    const fetchedAt = this.#clock.now()
    return { fetchedAt, expiresAt: fetchedAt + KEPT_MS, verdict, httpStatus, body }
  }
}
