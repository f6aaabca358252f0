/**
 * When a server may be contacted again. There is one Turn per server (an address and port, whatever hosts live there).
 *
 * The delay is the largest of what the operator configured, what robots.txt asks for (at most five minutes), and twice the time the server
 * needs to answer. It is counted from the first byte of the last answer: the server had that request before it answered, so in its own log
 * the gap is never shorter, however slow the connection was.
 *
 * 429 and 503 obey Retry-After and double the delay; every good answer halves the addition again. Three timeouts in a row send the server
 * to rest for an hour. Times are monotonic, so a jump of the wall clock changes nothing.
 */
import type { Answer, Exchange } from './exchange.ts'
import { header } from './header-list.ts'

export interface PolitenessSettings {
  readonly delayMs: number
  /** Concurrent requests to one server. More than one only makes sense without a delay. */
  readonly concurrency: number
}

export interface TurnState {
  readonly delayMs: number
  readonly failures: number
  readonly latencyMs: number
}

const MAX_CRAWL_DELAY_MS = 300_000
const MAX_RETRY_AFTER_MS = 24 * 3_600_000
const MAX_PENALTY_MS = 600_000
const TIMEOUTS_BEFORE_REST = 3
const REST_MS = 3_600_000
/** Weight of the newest answer in the running mean of response times. */
const NEWEST = 0.3

const REFUSALS: ReadonlySet<number> = new Set([429, 503])

export type TurnEvent =
  | { readonly kind: 'rests'; readonly ms: number }
  | { readonly kind: 'backs-off'; readonly ms: number; readonly status: number }

export class Turn {
  readonly #settings: PolitenessSettings
  /** The delay counts from here: the first byte of the last answer, or the start of a request that has no answer yet. */
  #countsFrom: number
  /** The value of `#countsFrom` before the request in progress. */
  #countedBefore = Number.NEGATIVE_INFINITY
  /** No request before this time, whatever the delay: the end of a rest, of a Retry-After or of an answer. */
  #notBefore: number
  #inFlight = 0
  #failures: number
  #latencyMs: number
  #penaltyMs = 0
  /** The delay that the previous worker kept, for reasons we may not know yet; it fades like a penalty. */
  #keptMs: number
  #crawlDelayMs = 0
  /** When the last timeout that counted was noticed. */
  #timedOutAt = Number.NEGATIVE_INFINITY

  constructor(settings: PolitenessSettings, state: TurnState, readyAt: number) {
    this.#settings = settings
    this.#failures = state.failures
    this.#latencyMs = state.latencyMs
    this.#keptMs = state.delayMs
    this.#notBefore = readyAt
    this.#countsFrom = state.delayMs > 0 ? readyAt - state.delayMs : Number.NEGATIVE_INFINITY
  }

  /** A longer delay that becomes known later applies to the last request as well. */
  get readyAt(): number {
    return Math.max(this.#notBefore, this.#countsFrom + this.delayMs)
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get state(): TurnState {
    return {
      delayMs: Math.round(this.delayMs),
      failures: this.#failures,
      latencyMs: Math.round(this.#latencyMs),
    }
  }

  get delayMs(): number {
    return Math.max(this.usualDelayMs + this.#penaltyMs, this.#keptMs)
  }

  /** The delay without what was added because the server refused us. Waiting no longer than this does not count as resting. */
  get usualDelayMs(): number {
    const { delayMs } = this.#settings
    const adaptive = delayMs > 0 ? Math.max(delayMs, 2 * this.#latencyMs) : 0
    return Math.max(adaptive, this.#crawlDelayMs)
  }

  /** A host of this server asks for a delay in its robots.txt; the longest counts. True if that makes the delay longer. */
  raiseCrawlDelay(crawlDelayMs: number): boolean {
    const before = this.delayMs
    this.#crawlDelayMs = Math.max(this.#crawlDelayMs, Math.min(crawlDelayMs, MAX_CRAWL_DELAY_MS))
    return this.delayMs > before
  }

  /** Allows no request before this time, whatever the delay. */
  rest(until: number): void {
    this.#notBefore = Math.max(this.#notBefore, until)
  }

  mayStart(now: number): boolean {
    return now >= this.readyAt && this.#inFlight < this.#concurrency
  }

  /** A delay of any kind means one request at a time. */
  get #concurrency(): number {
    return this.delayMs > 0 ? 1 : this.#settings.concurrency
  }

  get hasRoom(): boolean {
    return this.#inFlight < this.#concurrency
  }

  start(now: number): void {
    this.#inFlight++
    this.#countedBefore = this.#countsFrom
    this.#countsFrom = Math.max(this.#countsFrom, now)
  }

  /** The turn was not used: nothing was sent. */
  cancel(): void {
    this.#inFlight--
    if (this.#inFlight === 0) this.#countsFrom = this.#countedBefore
  }

  end(exchange: Exchange, wallNow: number): TurnEvent | null {
    this.#inFlight--
    if (exchange.kind === 'breakdown')
      return this.#afterBreakdown(exchange.code, exchange.startedAt, exchange.endedAt)
    this.#failures = 0
    const tookMs = exchange.firstByteAt - exchange.startedAt
    this.#latencyMs = this.#latencyMs === 0 ? tookMs : (1 - NEWEST) * this.#latencyMs + NEWEST * tookMs
    if (REFUSALS.has(exchange.status))
      return this.#afterRefusal(
        exchange.status,
        header(exchange.headers, 'retry-after'),
        exchange.endedAt,
        wallNow,
      )
    this.#penaltyMs = faded(this.#penaltyMs)
    this.#keptMs = faded(this.#keptMs)
    this.#countsFrom = Math.max(this.#countsFrom, exchange.firstByteAt)
    if (this.delayMs > 0) this.rest(exchange.endedAt)
    return null
  }

  /** The content of an answer, rather than its status, asks us to slow down. */
  backOff({ status, headers, endedAt }: Answer, wallNow: number): TurnEvent | null {
    return REFUSALS.has(status)
      ? null
      : this.#afterRefusal(status, header(headers, 'retry-after'), endedAt, wallNow)
  }

  #afterRefusal(status: number, retryAfter: string | undefined, endedAt: number, wallNow: number): TurnEvent {
    const doubledMs = Math.max(1_000, this.delayMs * 2)
    this.#penaltyMs = Math.min(MAX_PENALTY_MS, doubledMs - this.usualDelayMs)
    const waitMs = Math.max(parseRetryAfter(retryAfter, wallNow) ?? 0, this.delayMs)
    this.rest(endedAt + waitMs)
    return { kind: 'backs-off', ms: waitMs, status }
  }

  #afterBreakdown(code: string, startedAt: number, endedAt: number): TurnEvent | null {
    this.#countsFrom = Math.max(this.#countsFrom, endedAt)
    if (code === 'aborted' || code === 'private-address') return null
    // Requests that were in progress together fail together: that is one timeout, not several in a row.
    if (code !== 'timeout' || startedAt < this.#timedOutAt) return null
    this.#timedOutAt = endedAt
    this.#failures++
    if (this.#failures < TIMEOUTS_BEFORE_REST) return null
    this.#failures = 0
    this.rest(endedAt + REST_MS)
    return { kind: 'rests', ms: REST_MS }
  }
}

const faded = (ms: number) => (ms < 100 ? 0 : ms / 2)

/** Parses seconds or an HTTP date; undefined if it is neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const text = value.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : undefined
}
