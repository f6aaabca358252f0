import { type Answer, header } from '../../fetch/index.ts'
import { inflate } from '../../fetch/inflate.ts'
import { decodeBody } from '../../html/index.ts'
import { hiddenFieldsOf } from '../../site/guide/submission.ts'
import type { Report } from '../report-event.ts'
import type { RequestSettings } from '../settings.ts'
import type { Outcome } from '../visit/outcome.ts'
import type { Visit } from '../visit/visit.ts'
import type { HostTalk, Talk } from './host-talk.ts'
import { isLogOut } from './log-out.ts'

const MAX_BYTES = 1 << 20
const STILL_CLOSED = 'asks for a log-in after logging in: check the fields in request.auth'

/** Time between two log-ins; doubled after each one that did not open the page it was for, because the account might be locked. */
const REST_MS = 10 * 60_000
const MAX_REST_MS = 24 * 3_600_000

/** How logging in to a site went. */
interface Session {
  /** The page that required the last log-in; null after the first log-in. */
  page: string | null
  /** Consecutive log-ins that did not open the page they were for. */
  idle: number
  /** Whether any page was fetched since. */
  isOpen: boolean
}

type Form = Extract<RequestSettings['auth'][number]['credentials'], { kind: 'form' }>

/**
 * Logs in by form, once per host and session: reads the form, posts its fields and ours, and keeps the cookies that come back. A page
 * that requires a log-in afterward means that the session is over.
 */
export class Login {
  readonly #settings: RequestSettings
  readonly #talk: HostTalk
  readonly #report: Report
  readonly #pending = new Map<string, Promise<void>>()
  readonly #sessions = new Map<string, Session>()

  constructor(settings: RequestSettings, talk: HostTalk, report: Report) {
    this.#settings = settings
    this.#talk = talk
    this.#report = report
  }

  async ensure(talk: Talk): Promise<void> {
    const { origin, isLoggedIn } = talk.host
    const form = this.#formOf(origin)
    if (!form || isLoggedIn) return
    const underWay = this.#pending.get(origin)
    // The visit that logs in needs the turns of the visits that wait for it.
    if (underWay) talk.turns.end()
    const pending = underWay ?? this.#logIn(talk, form)
    this.#pending.set(origin, pending)
    await pending.finally(() => this.#pending.delete(origin))
  }

  /** Whether this address ends a session of ours. */
  isWayOut(url: string, origin: string): boolean {
    return this.#formOf(origin) !== undefined && isLogOut(url)
  }

  /** If a page asks for a log-in although we are logged in, logs in again and requests it once more. */
  judged({ host, page }: Pick<Visit, 'host' | 'page'>, answer: Answer, outcome: Outcome): Outcome {
    const form = this.#formOf(host.origin)
    if (!form) return outcome
    const session = this.#sessionOf(host.origin)
    const sinceMs = answer.startedAt - host.loggedInAt
    const isClosed = asksForLogIn(outcome, actionOf(form, host.origin))
    if (sinceMs >= 0) this.#note(session, page.url, isClosed)
    if (!isClosed) return outcome
    if (sinceMs >= 0 && sinceMs < Math.min(MAX_REST_MS, REST_MS * 2 ** session.idle)) {
      if (!session.isOpen) this.#report('login-failed', page.url, STILL_CLOSED)
      return outcome
    }
    if (sinceMs >= 0) {
      host.loggedOut()
      this.#sessions.set(host.origin, { ...session, page: page.url })
    }
    const message = 'the session is over: logs in again'
    return { kind: 'failed', code: 'http', message, status: answer.status, transient: true }
  }

  #note(session: Session, url: string, isClosed: boolean): void {
    if (!isClosed) session.isOpen = true
    if (session.page !== url) return
    session.idle = isClosed ? session.idle + 1 : 0
    session.page = null
  }

  #sessionOf(origin: string): Session {
    const known = this.#sessions.get(origin) ?? { page: null, idle: 0, isOpen: false }
    this.#sessions.set(origin, known)
    return known
  }

  #formOf(origin: string): Form | undefined {
    const entry = this.#settings.auth.find(auth => auth.origin === origin && auth.credentials.kind === 'form')
    return entry?.credentials.kind === 'form' ? entry.credentials : undefined
  }

  async #logIn(talk: Talk, form: Form): Promise<void> {
    const url = actionOf(form, talk.host.origin)
    const hidden = await this.#hiddenFields(talk, url, Object.keys(form.fields))
    const body = new URLSearchParams({ ...hidden, ...form.fields }).toString()
    const exchange = await this.#talk.post(talk, url, body)
    talk.host.loggedIn(exchange.endedAt)
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

const actionOf = ({ action }: Form, origin: string): string => new URL(action, `${origin}/`).href

/** Whether the answer is a log-in instead of the page: a wall, a status, or a redirect to the form. */
function asksForLogIn(outcome: Outcome, action: string): boolean {
  switch (outcome.kind) {
    case 'walled':
      return outcome.wall === 'login'
    case 'failed':
      return outcome.status === 401
    case 'moved':
      return withoutQuery(outcome.to) === withoutQuery(action)
    default:
      return false
  }
}

const withoutQuery = (url: string) => url.replace(/[?#].*/s, '')
