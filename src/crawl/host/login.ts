import { header, headerAll } from '../../fetch/index.ts'
import { decodeBody } from '../../html/index.ts'
import type { RequestSettings } from '../settings.ts'
import { inflate } from '../thread/inflate.ts'
import type { RequestBuilder } from '../visit/2-request.ts'
import type { VisitTurns } from '../visit/turns.ts'
import { hiddenFieldsOf } from './form.ts'
import type { HostMemory } from './host-memory.ts'

const MOST_BYTES = 1 << 20

/** Logs in by form, once a host and session: reads the form, posts its fields and ours, keeps the cookies that come back. */
export class Login {
  readonly #settings: RequestSettings
  readonly #requests: RequestBuilder
  readonly #now: () => number
  readonly #report: (kind: string, subject: string, message: string) => void
  readonly #pending = new Map<string, Promise<void>>()

  constructor(
    settings: RequestSettings,
    requests: RequestBuilder,
    now: () => number,
    report: (kind: string, subject: string, message: string) => void,
  ) {
    this.#now = now
    this.#settings = settings
    this.#requests = requests
    this.#report = report
  }

  async ensure(memory: HostMemory, turns: VisitTurns): Promise<void> {
    const entry = this.#settings.auth.find(
      auth => auth.origin === memory.origin && auth.credentials.kind === 'form',
    )
    if (entry?.credentials.kind !== 'form' || memory.isLoggedIn) return
    const pending = this.#pending.get(memory.origin) ?? this.#logIn(memory, turns, entry.credentials)
    this.#pending.set(memory.origin, pending)
    await pending.finally(() => this.#pending.delete(memory.origin))
  }

  async #logIn(
    memory: HostMemory,
    turns: VisitTurns,
    form: { action: string; fields: Readonly<Record<string, string>> },
  ): Promise<void> {
    const url = new URL(form.action, `${memory.origin}/`).href
    const hidden = await this.#hiddenFields(url, memory, turns, Object.keys(form.fields))
    const headers = this.#headers(url, memory)
    headers.push('Content-Type', 'application/x-www-form-urlencoded')
    const body = new URLSearchParams({ ...hidden, ...form.fields }).toString()
    const exchange = await turns.send({ method: 'POST', url, headers, body })
    memory.loggedIn()
    if (exchange.kind === 'breakdown') return this.#report('login-failed', url, exchange.message)
    memory.keepCookies(url, headerAll(exchange.headers, 'set-cookie'), this.#now())
    if (exchange.status >= 400) this.#report('login-failed', url, `HTTP ${exchange.status}`)
  }

  #headers(url: string, memory: HostMemory): string[] {
    const headers = this.#requests.base(url, this.#requests.profile(memory.profile))
    const cookie = memory.cookieFor(url, this.#now())
    if (cookie) headers.push('Cookie', cookie)
    return headers
  }

  /** Most forms carry a token that has to come back, and a cookie that belongs to it. */
  async #hiddenFields(
    url: string,
    memory: HostMemory,
    turns: VisitTurns,
    known: readonly string[],
  ): Promise<Record<string, string>> {
    const exchange = await turns.send({ method: 'GET', url, headers: this.#headers(url, memory) })
    if (exchange.kind === 'breakdown' || exchange.status !== 200) return {}
    memory.keepCookies(url, headerAll(exchange.headers, 'set-cookie'), this.#now())
    const { bytes } = await inflate(exchange.body, header(exchange.headers, 'content-encoding'), MOST_BYTES)
    return hiddenFieldsOf(decodeBody(bytes, undefined, 'html').text, known)
  }
}
