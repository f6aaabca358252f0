/**
 * WebSub (W3C): hubs call us when a feed or page changes, so that we need not poll. While `watch` runs, this subscribes to what visits
 * find, listens for the hubs' calls, and renews subscriptions before they end. A push is a signal like any other, and is
 * believed as far as it proves true.
 */
import { type Call, type CallAnswer, type Env, errorCode, listenHttp } from '../../env/index.ts'
import { type Exchange, locationOf } from '../../fetch/index.ts'
import type { MetaStore, QueuedPage } from '../../store/index.ts'
import type { Report } from '../report-event.ts'
import type { RefreshSettings } from '../settings.ts'
import type { PushOffer } from '../thread/beside-body.ts'
import type { TurnRequest } from '../visit/send-elsewhere.ts'
import { Callback } from './callback.ts'
import { ASKED_LEASE_SECONDS, leaving, type Subscription } from './subscription.ts'
import { SubscriptionBook } from './subscription-book.ts'

export interface WebSubParts {
  readonly env: Env
  readonly store: MetaStore
  readonly settings: NonNullable<RefreshSettings['websub']>
  readonly userAgent: string
  /** Sends in the turn of the server, through the address guard. */
  readonly send: (request: TurnRequest) => Promise<Exchange>
  /** Notes what a push announces. */
  readonly announce: (subscription: Subscription, body: Uint8Array) => Promise<void>
  readonly report: Report
}

const CHECK_EVERY_MS = 10_000
/** A push holds a feed; larger ones are not read. */
const MAX_PUSH_BYTES = 1024 * 1024
/** Pushes waiting to be read; further ones are dropped, since the feed itself will be read anyway. */
const MAX_WAITING = 50
const MAX_ANSWER_BYTES = 10_000
/** Hubs asked at the same time. */
const MAX_HUBS_AT_ONCE = 8
const MAX_REDIRECTS = 3

export class WebSub {
  readonly #parts: WebSubParts
  #book: SubscriptionBook | null = null
  #callback: Callback | null = null
  /** Pushes are read one after another. */
  #reading: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(parts: WebSubParts) {
    this.#parts = parts
  }

  /** Called when a page was read whole: it names a hub, or none. */
  noticed({ url, shard, host, depth, kind }: QueuedPage, offer: PushOffer | null): void {
    const book = this.#book
    if (!book) return
    const now = this.#parts.env.clock.now()
    const known = book.ofTopic(offer?.topic ?? url)
    if (known && known.hub !== offer?.hub && known.state === 'active') book.put(leaving(known, now))
    if (!known && offer) book.begin({ ...offer, host: { shard, id: host }, depth, kind }, now)
  }

  /** Runs until the signal aborts. If the port is not available, reports that and returns: crawling goes on without pushes. */
  async run(signal: AbortSignal): Promise<void> {
    const { env, settings, report } = this.#parts
    const server = await listenHttp({ ...settings.listen, maxBodyBytes: MAX_PUSH_BYTES }, call =>
      this.#answer(call),
    ).catch((error: unknown) => {
      const { address, port } = settings.listen
      report(
        'websub-off',
        `${address}:${port}`,
        `cannot listen there (${errorCode(error)}): goes on without WebSub`,
      )
      return null
    })
    if (!server) return
    try {
      await this.#open()
      while (!signal.aborted) {
        await this.#handleDue()
        await env.clock.sleep(CHECK_EVERY_MS, signal).catch(() => {})
      }
    } finally {
      await server.close()
      await this.#reading
      await this.#book?.save()
      this.#book = null
    }
  }

  async #open(): Promise<void> {
    const { store, env, report } = this.#parts
    this.#book = await SubscriptionBook.open(store, env.random)
    this.#callback = new Callback({
      book: this.#book,
      clock: env.clock,
      report,
      onPush: (subscription, body) => this.#received(subscription, body),
    })
  }

  async #answer(call: Call): Promise<CallAnswer> {
    return this.#callback?.answer(call) ?? { status: 503 }
  }

  #received(subscription: Subscription, body: Uint8Array): void {
    if (this.#waiting >= MAX_WAITING) return
    this.#waiting++
    const { announce, report } = this.#parts
    this.#reading = this.#reading
      .then(() => announce(subscription, body))
      .catch(() => report('websub-push-lost', subscription.topic, 'a push could not be noted'))
      .finally(() => void this.#waiting--)
  }

  /** Handles what is due: subscribes, retries, renews, unsubscribes, forgets. */
  async #handleDue(): Promise<void> {
    const due = await this.#book!.takeDue(this.#parts.env.clock.now())
    const byHub = Map.groupBy(due, ({ hub }) => new URL(hub).origin)
    const hubs = [...byHub.values()]
    for (let i = 0; i < hubs.length; i += MAX_HUBS_AT_ONCE)
      await Promise.all(hubs.slice(i, i + MAX_HUBS_AT_ONCE).map(some => this.#askAll(some)))
  }

  async #askAll(subscriptions: readonly Subscription[]): Promise<void> {
    for (const subscription of subscriptions) await this.#ask(subscription)
  }

  /** Section 5.1. The hub's answer matters little: if it agrees it asks back, and if not we ask again later. */
  async #ask(subscription: Subscription): Promise<void> {
    const { send, report } = this.#parts
    let hub = subscription.hub
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const exchange = await send(this.#request(hub, subscription))
      if (exchange.kind === 'answer' && exchange.status < 300) return
      const moved = redirectOf(exchange, hub)
      if (moved === null) {
        const why = exchange.kind === 'answer' ? `HTTP ${exchange.status}` : exchange.message
        report(
          'websub-hub',
          subscription.topic,
          `${new URL(hub).host} could not be asked (${why}): tried again later`,
        )
        return
      }
      hub = moved
    }
  }

  #request(hub: string, { state, topic, id, secret }: Subscription): TurnRequest {
    const { settings, userAgent } = this.#parts
    const form = new URLSearchParams({
      'hub.mode': state === 'leaving' ? 'unsubscribe' : 'subscribe',
      'hub.topic': topic,
      'hub.callback': new URL(id, settings.callback).href,
      'hub.lease_seconds': String(ASKED_LEASE_SECONDS),
      'hub.secret': secret,
    })
    const type = 'application/x-www-form-urlencoded'
    const headers = ['User-Agent', userAgent, 'Accept', '*/*', 'Content-Type', type]
    return { method: 'POST', url: hub, headers, body: form.toString(), maxBodyBytes: MAX_ANSWER_BYTES }
  }
}

/** Section 5.1: a hub may redirect the same request. */
function redirectOf(exchange: Exchange, hub: string): string | null {
  if (exchange.kind !== 'answer' || (exchange.status !== 307 && exchange.status !== 308)) return null
  const target = URL.parse(locationOf(exchange.headers) ?? '', hub)
  return target && /^https?:$/.test(target.protocol) ? target.href : null
}
