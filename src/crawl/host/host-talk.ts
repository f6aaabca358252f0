import { type Exchange, headerAll } from '../../fetch/index.ts'
import type { RequestBuilder } from '../visit/2-request.ts'
import type { VisitTurns } from '../visit/turns.ts'
import type { HostMemory } from './host-memory.ts'

/** The host a request goes to, and the turns it is sent in. */
export interface Talk {
  readonly host: HostMemory
  readonly turns: VisitTurns
}

/** Requests that are not visits, such as forms: sent with the host's profile and cookies. Cookies in the answers are kept. */
export class HostTalk {
  readonly #requests: RequestBuilder
  readonly #now: () => number

  constructor(requests: RequestBuilder, now: () => number) {
    this.#requests = requests
    this.#now = now
  }

  get(talk: Talk, url: string): Promise<Exchange> {
    return this.#send(talk, { method: 'GET', url, headers: this.#headers(talk, url) })
  }

  /** `body` is URL-encoded. */
  post(talk: Talk, url: string, body: string): Promise<Exchange> {
    const headers = [...this.#headers(talk, url), 'Content-Type', 'application/x-www-form-urlencoded']
    return this.#send(talk, { method: 'POST', url, headers, body })
  }

  #headers({ host }: Talk, url: string): string[] {
    const headers = this.#requests.base(url, this.#requests.profile(host.profile))
    const cookie = host.cookieFor(url, this.#now())
    return cookie ? [...headers, 'Cookie', cookie] : headers
  }

  async #send({ host, turns }: Talk, request: Parameters<VisitTurns['send']>[0]): Promise<Exchange> {
    const exchange = await turns.send(request)
    if (exchange.kind === 'answer')
      host.keepCookies(request.url, headerAll(exchange.headers, 'set-cookie'), this.#now())
    return exchange
  }
}
