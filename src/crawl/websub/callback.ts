/** Handles calls from hubs: verifications of our intent, denials, and pushes of what changed (WebSub sections 5.2, 5.3 and 7). */

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Call, CallAnswer, Clock } from '../../env/index.ts'
import type { Report } from '../report-event.ts'
import { denied, type Subscription, verified } from './subscription.ts'
import type { SubscriptionBook } from './subscription-book.ts'

export interface CallbackParts {
  readonly book: SubscriptionBook
  readonly clock: Clock
  readonly report: Report
  /** Called for a push with a valid signature. */
  readonly onPush: (subscription: Subscription, body: Uint8Array) => void
}

const NOT_FOUND: CallAnswer = { status: 404 }
/** Hubs send a few dozen characters. */
const MAX_CHALLENGE_CHARS = 2_000
const RELOAD_AFTER_MS = 1_000

export class Callback {
  readonly #parts: CallbackParts
  /** Topics for which a wrong signature was reported: once is enough. */
  readonly #told = new Set<string>()
  /** When the store was last searched for other workers' subscriptions, by the monotonic clock. */
  #reloadedAt = Number.NEGATIVE_INFINITY

  constructor(parts: CallbackParts) {
    this.#parts = parts
  }

  async answer(call: Call): Promise<CallAnswer> {
    const { book } = this.#parts
    const url = URL.parse(call.target, 'http://callback')
    const subscription = url && (await this.#subscriptionOf(url))
    if (!subscription) return NOT_FOUND
    const answer =
      call.method === 'POST' ? this.#push(subscription, call) : this.#askedBack(subscription, url)
    await book.save()
    return answer
  }

  /** A subscription unknown here may be another worker's. Guessed ids must not make us read the store over and over. */
  async #subscriptionOf({ pathname }: URL): Promise<Subscription | undefined> {
    const { book, clock } = this.#parts
    const id = pathname.slice(pathname.lastIndexOf('/') + 1)
    const known = book.ofId(id)
    if (known || clock.monotonic() - this.#reloadedAt < RELOAD_AFTER_MS) return known
    this.#reloadedAt = clock.monotonic()
    await book.reload()
    return book.ofId(id)
  }

  #askedBack(subscription: Subscription, { searchParams }: URL): CallAnswer {
    if (searchParams.get('hub.topic') !== subscription.topic) return NOT_FOUND
    switch (searchParams.get('hub.mode')) {
      case 'denied':
        return this.#denied(subscription)
      case 'subscribe':
        return this.#confirm(subscription, searchParams)
      case 'unsubscribe':
        return this.#release(subscription, searchParams)
      default:
        return NOT_FOUND
    }
  }

  #denied(subscription: Subscription): CallAnswer {
    const { book, clock, report } = this.#parts
    book.put(denied(subscription, clock.now()))
    report(
      'websub-denied',
      subscription.topic,
      `${new URL(subscription.hub).host} does not tell of its changes`,
    )
    return { status: 200 }
  }

  /** Confirms only what we requested: anyone may ask a hub to call us. */
  #confirm(subscription: Subscription, asked: URLSearchParams): CallAnswer {
    const { state } = subscription
    const challenge = challengeOf(asked)
    const leaseSeconds = Number(asked.get('hub.lease_seconds'))
    if ((state !== 'asked' && state !== 'active') || challenge === null || !(leaseSeconds > 0))
      return NOT_FOUND
    const { book, clock } = this.#parts
    book.put(verified(subscription, leaseSeconds, clock.now()))
    return { status: 200, body: challenge }
  }

  #release(subscription: Subscription, asked: URLSearchParams): CallAnswer {
    const challenge = challengeOf(asked)
    if (subscription.state !== 'leaving' || challenge === null) return NOT_FOUND
    this.#parts.book.remove(subscription)
    return { status: 200, body: challenge }
  }

  /** Section 7.1: a push with a wrong signature is answered like any other, but has no effect. */
  #push(subscription: Subscription, { body, header }: Call): CallAnswer {
    const { state, topic, secret } = subscription
    if (state === 'denied' || state === 'leaving') return { status: 410 }
    if (body === null) return { status: 413 }
    if (isSigned(header('x-hub-signature'), body, secret)) this.#parts.onPush(subscription, body)
    else this.#wronglySigned(topic)
    return { status: 202 }
  }

  #wronglySigned(topic: string): void {
    const { book, report } = this.#parts
    book.countWrongSignature()
    if (this.#told.has(topic)) return
    this.#told.add(topic)
    report('websub-wrong-signature', topic, 'a push that is not signed as agreed was dropped')
  }
}

function challengeOf(asked: URLSearchParams): string | null {
  const challenge = asked.get('hub.challenge')
  return challenge !== null && challenge.length <= MAX_CHALLENGE_CHARS ? challenge : null
}

/** WebSub section 7.1.1: the methods a hub may sign with. */
const METHODS = new Set(['sha1', 'sha256', 'sha384', 'sha512'])

/** Whether `X-Hub-Signature: method=hex` is the signature of the body under the secret. */
export function isSigned(signature: string | undefined, body: Uint8Array, secret: string): boolean {
  const [, method = '', hex = ''] =
    /^\s*([a-z0-9]+)=([0-9a-f]+)\s*$/i.exec(signature?.slice(0, 200) ?? '') ?? []
  if (!METHODS.has(method.toLowerCase())) return false
  const right = createHmac(method.toLowerCase(), secret).update(body).digest()
  const given = Buffer.from(hex, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}
