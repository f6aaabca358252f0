/** The requests of one visit, each in its server's turn. */
import type { Env } from '../../env/index.ts'
import { type Dns, type Exchange, type Http, header, type Outgoing, readFileUrl } from '../../fetch/index.ts'
import { addressOf, type Frontier, portOf, type Slot, serverKey } from '../../frontier/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import { hostOf, originOf } from '../../url/index.ts'

export interface TurnsParts {
  readonly env: Env
  readonly frontier: Frontier
  readonly http: Http
  readonly dns: Dns
  readonly politenessBy: 'server' | 'host'
  readonly fileRoots: readonly string[]
  readonly maxBodyBytes: number
  readonly signal: AbortSignal
  /** How long to leave the server alone after a page, beyond the usual delay. */
  readonly restAfter: (page: QueuedPage) => number
}

type Sent = Omit<Outgoing, 'address' | 'mayStart'>

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

  async send(request: Sent): Promise<Exchange> {
    if (originOf(request.url) !== this.#slot.queue.host.origin) return this.#sendElsewhere(request)
    const { frontier, signal } = this.#parts
    if (!this.#turnUnused && !(await frontier.nextTurn(this.#slot, signal)))
      return this.#broken('aborted', 'the server rests')
    this.#turnUnused = false
    const exchange = await this.#exchange(request)
    frontier.finishExchange(this.#slot, exchange, this.#parts.restAfter(this.#slot.page))
    return exchange
  }

  /** robots.txt asks for a longer delay than the current turn has waited: exchange it for a later one. */
  async slowDown(crawlDelayMs: number): Promise<void> {
    if (await this.#parts.frontier.raiseCrawlDelay(this.#slot, crawlDelayMs)) this.end()
  }

  /** Gives back the turn if no request was made. */
  end(): void {
    if (this.#turnUnused) this.#parts.frontier.skipTurn(this.#slot)
    this.#turnUnused = false
  }

  async #exchange(request: Sent): Promise<Exchange> {
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
    const address = politenessBy === 'server' ? addressOf(key) : await this.#resolve(request.url)
    return typeof address === 'string' ? http.exchange({ ...request, address, mayStart }, signal) : address
  }

  /** A request to another host than the visit's: a redirected robots.txt, a login page. It waits for that server's turn. */
  async #sendElsewhere(request: Sent): Promise<Exchange> {
    const { frontier, http, signal, politenessBy } = this.#parts
    const address = await this.#resolve(request.url)
    if (typeof address !== 'string') return address
    const origin = originOf(request.url)
    const key = politenessBy === 'host' ? origin : serverKey(address, portOf(origin))
    const turn = await frontier.borrowTurn(key, signal)
    if (!turn) return this.#broken('aborted', 'the server rests, or another worker keeps it')
    const exchange = await http.exchange({ ...request, address, mayStart: turn.mayStart }, signal)
    turn.end(exchange)
    return exchange
  }

  async #resolve(url: string): Promise<string | Exchange> {
    const found = await this.#parts.dns.lookup(hostOf(url))
    switch (found.kind) {
      case 'found':
        return found.addresses[0]!
      case 'failed':
        return this.#broken('dns', `the name ${hostOf(url)} has no address (${found.code})`)
      case 'alarm':
        return this.#broken('dns-alarm', 'the name server does not answer')
    }
  }

  #broken(code: 'dns' | 'dns-alarm' | 'aborted', message: string): Exchange {
    const now = this.#parts.env.clock.monotonic()
    return { kind: 'breakdown', code, message, startedAt: now, endedAt: now }
  }
}

/** What the steps of a visit see of its turns. */
export type VisitTurns = Pick<Turns, 'send' | 'slowDown' | 'end'>
