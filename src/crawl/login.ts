import { headerAll } from '../fetch/index.ts'
import type { Conversation } from './conversation.ts'
import type { HostMemory } from './host-memory.ts'
import type { RequestBuilder } from './request.ts'
import type { RequestSettings } from './settings.ts'

/** Logs in by form, once a host and session: posts the fields and keeps the cookies that come back. */
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

  async ensure(memory: HostMemory, conversation: Conversation): Promise<void> {
    const entry = this.#settings.auth.find(
      auth => auth.origin === memory.origin && auth.credentials.kind === 'form',
    )
    if (entry?.credentials.kind !== 'form' || memory.loggedIn) return
    const pending = this.#pending.get(memory.origin) ?? this.#logIn(memory, conversation, entry.credentials)
    this.#pending.set(memory.origin, pending)
    await pending.finally(() => this.#pending.delete(memory.origin))
  }

  async #logIn(
    memory: HostMemory,
    conversation: Conversation,
    form: { action: string; fields: Readonly<Record<string, string>> },
  ): Promise<void> {
    const url = new URL(form.action, `${memory.origin}/`).href
    const headers = this.#requests.base(url, this.#requests.profile(memory.profile))
    headers.push('Content-Type', 'application/x-www-form-urlencoded')
    const exchange = await conversation.ask({
      method: 'POST',
      url,
      headers: headers,
      body: new URLSearchParams(form.fields).toString(),
    })
    memory.loggedIn = true
    memory.touch()
    if (exchange.kind === 'breakdown') return this.#report('login-failed', url, exchange.message)
    memory.cookies.setFrom(url, headerAll(exchange.headers, 'set-cookie'), this.#now())
    if (exchange.status >= 400) this.#report('login-failed', url, `HTTP ${exchange.status}`)
  }
}
