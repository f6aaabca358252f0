import { isIP } from 'node:net'
import { type Address, type Clock, errorCode, type Network } from '../env/index.ts'
import { RecentMap } from '../env/recent-map.ts'

export interface DnsOptions {
  /** Share of failing lookups that raises the alarm. */
  readonly alarmShare: number
  /** How many recent lookups are considered, and how many are needed at least. */
  readonly window: number
  readonly least: number
}

export const DEFAULT_DNS: DnsOptions = { alarmShare: 0.5, window: 200, least: 20 }

export type Resolution =
  | { readonly kind: 'found'; readonly addresses: readonly string[] }
  | { readonly kind: 'failed'; readonly code: string }
  /** The resolver itself may be broken: the result says nothing about the host. */
  | { readonly kind: 'alarm' }

const ALARM: Resolution = { kind: 'alarm' }

const DEFAULT_TTL_MS = 300_000
const MIN_TTL_MS = 10_000
/** Shorter than the time until the first retry, so that a retry looks the name up again. */
const FAILURE_TTL_MS = 4_000
const MAX_NAMES = 20_000
/** Only the first one is dialed, and a name can have hundreds. */
const MAX_ADDRESSES = 8
const PROBE_EVERY_MS = 30_000

interface Cached {
  readonly until: number
  readonly resolution: Resolution
}

/**
 * Resolves names to addresses, and caches them as long as their owners allow. If too many lookups fail, a name that worked before is looked
 * up again, and if that fails too, the resolver is broken rather than the web. Then every result is `alarm` until a probe succeeds, and no
 * page is blamed.
 */
export class Dns {
  readonly #network: Network
  readonly #clock: Clock
  readonly #options: DnsOptions
  readonly #cache = new RecentMap<string, Cached>(MAX_NAMES)
  readonly #pending = new Map<string, Promise<Resolution>>()
  #recent: boolean[] = []
  #lastGood: string | null = null
  #alarmSince: number | null = null
  #lastProbeAt = 0
  /** For each lookup in progress, a function that ends it without a result. */
  readonly #giveUps = new Set<() => void>()
  #isAbandoned = false
  #onAlarm: (raised: boolean) => void

  constructor(
    network: Network,
    clock: Clock,
    options: DnsOptions = DEFAULT_DNS,
    onAlarm: (raised: boolean) => void = () => {},
  ) {
    this.#network = network
    this.#clock = clock
    this.#options = options
    this.#onAlarm = onAlarm
  }

  get alarmed(): boolean {
    return this.#alarmSince !== null
  }

  async lookup(hostname: string): Promise<Resolution> {
    const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    if (isIP(bare)) return { kind: 'found', addresses: [bare] }
    const cached = this.#cache.get(bare)
    if (cached && cached.until > this.#clock.monotonic()) return cached.resolution
    return this.#isAbandoned ? ALARM : this.#unlessAbandoned(this.#uncached(bare))
  }

  /** Ends all lookups without a result, now and later: a run that is ending does not wait for name servers. */
  abandon(): void {
    this.#isAbandoned = true
    for (const giveUp of this.#giveUps) giveUp()
  }

  #unlessAbandoned(asked: Promise<Resolution>): Promise<Resolution> {
    return new Promise((resolve, reject) => {
      const giveUp = () => resolve(ALARM)
      this.#giveUps.add(giveUp)
      void asked.then(resolve, reject).finally(() => this.#giveUps.delete(giveUp))
    })
  }

  async #uncached(hostname: string): Promise<Resolution> {
    if (this.alarmed && !(await this.#probe(hostname))) return ALARM
    return this.#ask(hostname)
  }

  #ask(hostname: string): Promise<Resolution> {
    const pending = this.#pending.get(hostname)
    if (pending) return pending
    const asked = this.#resolve(hostname).finally(() => this.#pending.delete(hostname))
    this.#pending.set(hostname, asked)
    return asked
  }

  async #resolve(hostname: string): Promise<Resolution> {
    try {
      const answers = await this.#network.resolve(hostname)
      if (answers.length === 0) throw Object.assign(new Error('no address'), { code: 'ENODATA' })
      this.#note(true)
      this.#lastGood = hostname
      return this.#keep(
        hostname,
        { kind: 'found', addresses: answers.slice(0, MAX_ADDRESSES).map(a => a.address) },
        ttlOf(answers),
      )
    } catch (error) {
      if (this.#isAbandoned) return ALARM
      this.#note(false)
      if (this.#suspicious() && !(await this.#probe(hostname, true))) return ALARM
      return this.#keep(hostname, { kind: 'failed', code: errorCode(error) }, FAILURE_TTL_MS)
    }
  }

  #keep(hostname: string, resolution: Resolution, ttlMs: number): Resolution {
    this.#cache.set(hostname, { until: this.#clock.monotonic() + ttlMs, resolution })
    return resolution
  }

  #note(succeeded: boolean): void {
    this.#recent.push(succeeded)
    if (this.#recent.length > this.#options.window) this.#recent.shift()
  }

  #suspicious(): boolean {
    const failed = this.#recent.filter(ok => !ok).length
    return (
      this.#recent.length >= this.#options.least && failed / this.#recent.length > this.#options.alarmShare
    )
  }

  /** Looks up a name that worked before, or this one if none has. True if the resolver works, which also ends the alarm. */
  async #probe(hostname: string, now = false): Promise<boolean> {
    if (!now && this.#clock.monotonic() - this.#lastProbeAt < PROBE_EVERY_MS) return false
    this.#lastProbeAt = this.#clock.monotonic()
    const well = await this.#answers(this.#lastGood ?? hostname)
    if (well) {
      this.#recent = []
      if (this.#alarmSince !== null) this.#onAlarm(false)
      this.#alarmSince = null
      return true
    }
    if (this.#alarmSince === null && !this.#isAbandoned) {
      this.#alarmSince = this.#clock.now()
      this.#onAlarm(true)
    }
    return false
  }

  async #answers(hostname: string): Promise<boolean> {
    try {
      return (await this.#network.resolve(hostname)).length > 0
    } catch (error) {
      // "There is no such name" means that the resolver works, unless the name existed before.
      return this.#lastGood === null && errorCode(error) === 'ENOTFOUND'
    }
  }
}

function ttlOf(answers: readonly Address[]): number {
  const stated = answers.map(a => a.ttlMs).filter(ttl => ttl !== undefined)
  return stated.length === 0 ? DEFAULT_TTL_MS : Math.max(MIN_TTL_MS, Math.min(...stated))
}
