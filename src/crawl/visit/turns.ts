/** The requests of one visit, each in its server's turn. */
import { type Answer, type Exchange, header, readFileUrl } from '../../fetch/index.ts'
import { addressOf, type Slot } from '../../frontier/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import { originOf } from '../../url/index.ts'
import {
  breakdown,
  type ElsewhereParts,
  resolved,
  sendElsewhere,
  type TurnRequest,
} from './send-elsewhere.ts'

export interface TurnsParts extends ElsewhereParts {
  readonly fileRoots: readonly string[]
  readonly maxBodyBytes: number
  /** How long to leave the server alone after a page, beyond the usual delay. */
  readonly restAfter: (page: QueuedPage) => number
}

/**
 * All requests of one visit go through here. The slot comes with one turn; every further request waits for its own turn,
 * and a turn that was not used is given back.
 */
export class Turns {
  readonly #parts: TurnsParts
  readonly #slot: Slot
  #turnUnused = true

  constructor(parts: TurnsParts, slot: Slot) {
    this.#parts = parts
    this.#slot = slot
  }

  /**
   * If a page breaks off, it is requested once more. A connection rarely breaks at the same place twice: an answer of the same size is all
   * that the server sends, whatever length it states.
   */
  async send(request: TurnRequest): Promise<Exchange> {
    const first = await this.#sendReadably(request)
    if (first.kind === 'answer' || first.partial?.truncated !== 'disconnect' || request.method !== 'GET')
      return first
    const second = await this.#sendOnce(request)
    if (second.kind === 'breakdown' && second.code === 'aborted') return first
    this.#parts.http.bodies.give(first.partial.body.buffer)
    return second.kind === 'breakdown' && isAlike(first.partial, second.partial) ? second.partial! : second
  }

  /** If an answer breaks the rules of HTTP, the request is sent once more in another turn, and the answers of the server are read leniently. */
  async #sendReadably(request: TurnRequest): Promise<Exchange> {
    const { http } = this.#parts
    const origin = originOf(request.url)
    const wasLenient = http.readsLeniently(origin)
    const exchange = await this.#sendOnce(request)
    const isLearned = exchange.kind === 'breakdown' && !wasLenient && http.readsLeniently(origin)
    return isLearned ? this.#sendOnce(request) : exchange
  }

  async #sendOnce(request: TurnRequest): Promise<Exchange> {
    if (originOf(request.url) !== this.#slot.queue.host.origin) return sendElsewhere(this.#parts, request)
    const { frontier, signal } = this.#parts
    if (!this.#turnUnused && !(await frontier.nextTurn(this.#slot, signal)))
      return breakdown(this.#parts.env.clock, 'aborted', 'the server rests')
    this.#turnUnused = false
    const exchange = await this.#exchange(request)
    if (exchange.kind === 'breakdown' && exchange.code === 'private-address') {
      // Nothing was sent: the next address need not wait.
      frontier.skipTurn(this.#slot)
      return exchange
    }
    frontier.finishExchange(this.#slot, exchange, this.#parts.restAfter(this.#slot.page))
    return exchange
  }

  /** Exchanges the current turn for a later one, because robots.txt asks for a longer delay than the turn has waited. */
  async slowDown(crawlDelayMs: number): Promise<void> {
    if (await this.#parts.frontier.raiseCrawlDelay(this.#slot, crawlDelayMs)) this.end()
  }

  /** Backs off from a server whose last answer says in its text only that we ask too often. */
  backOff(answer: Answer): void {
    this.#parts.frontier.backOff(this.#slot, answer)
  }

  /** Gives back the turn if no request was made. */
  end(): void {
    if (this.#turnUnused) this.#parts.frontier.skipTurn(this.#slot)
    this.#turnUnused = false
  }

  async #exchange(request: TurnRequest): Promise<Exchange> {
    const { http, env, fileRoots, maxBodyBytes, signal, politenessBy } = this.#parts
    if (request.url.startsWith('file:'))
      return readFileUrl(request.url, {
        roots: fileRoots,
        maxBytes: request.maxBodyBytes ?? maxBodyBytes,
        clock: env.clock,
        known: header(request.headers, 'if-none-match'),
      })
    const key = this.#slot.server.lease.address
    const mayStart = () => this.#parts.frontier.mayStart(this.#slot)
    const address = politenessBy === 'server' ? addressOf(key) : await resolved(this.#parts, request.url)
    return typeof address === 'string' ? http.exchange({ ...request, address, mayStart }, signal) : address
  }
}

const isAlike = (first: Answer, second: Answer | undefined) =>
  second?.status === first.status && second.body.length === first.body.length

/** What the steps of a visit may do with its turns. */
export type VisitTurns = Pick<Turns, 'send' | 'slowDown' | 'backOff' | 'end'>
