import { header } from '../../fetch/index.ts'
import { inflate } from '../../fetch/inflate.ts'
import { decodeBody } from '../../html/index.ts'
import { hiddenFieldsOf } from '../../site/guide/submission.ts'
import type { RequestSettings } from '../settings.ts'
import type { HostTalk, Talk } from './host-talk.ts'

const MAX_BYTES = 1 << 20

/** Logs in by form, once per host and session: reads the form, posts its fields and ours, and keeps the cookies that come back. */
export class Login {
  readonly #settings: RequestSettings
  readonly #talk: HostTalk
  readonly #report: (kind: string, subject: string, message: string) => void
  readonly #pending = new Map<string, Promise<void>>()

  constructor(
    settings: RequestSettings,
    talk: HostTalk,
    report: (kind: string, subject: string, message: string) => void,
  ) {
    this.#settings = settings
    this.#talk = talk
    this.#report = report
  }

  async ensure(talk: Talk): Promise<void> {
    const { origin, isLoggedIn } = talk.host
    const entry = this.#settings.auth.find(auth => auth.origin === origin && auth.credentials.kind === 'form')
    if (entry?.credentials.kind !== 'form' || isLoggedIn) return
    const pending = this.#pending.get(origin) ?? this.#logIn(talk, entry.credentials)
    this.#pending.set(origin, pending)
    await pending.finally(() => this.#pending.delete(origin))
  }

  async #logIn(
    talk: Talk,
    form: { action: string; fields: Readonly<Record<string, string>> },
  ): Promise<void> {
    const url = new URL(form.action, `${talk.host.origin}/`).href
    const hidden = await this.#hiddenFields(talk, url, Object.keys(form.fields))
    const body = new URLSearchParams({ ...hidden, ...form.fields }).toString()
    const exchange = await this.#talk.post(talk, url, body)
    talk.host.loggedIn()
    if (exchange.kind === 'breakdown') this.#report('login-failed', url, exchange.message)
    else if (exchange.status >= 400) this.#report('login-failed', url, `HTTP ${exchange.status}`)
  }

  /** Reads the form's hidden fields: most forms have a token that must be sent back, and a cookie that belongs to it. */
  async #hiddenFields(talk: Talk, url: string, known: readonly string[]): Promise<Record<string, string>> {
    const exchange = await this.#talk.get(talk, url)
    if (exchange.kind === 'breakdown' || exchange.status !== 200) return {}
    const { bytes } = await inflate(exchange.body, header(exchange.headers, 'content-encoding'), MAX_BYTES)
    return hiddenFieldsOf(decodeBody(bytes, undefined, 'html').text, known)
  }
}
