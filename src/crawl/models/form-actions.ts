/**
 * Submits forms that a model needs before a page shows its content: a log-in, after which the page is requested again, or another
 * form, whose answer is the page. Nothing that is sent is archived, since it may hold a password. A form that is still there
 * afterward was refused; after three refusals in a row, forms of that host are no longer sent. A page says where its form goes, but not whom
 * we trust: a form is sent only to the page's own site, and to origins that the config names.
 */
import { type Answer, type Exchange, locationOf } from '../../fetch/index.ts'
import type { Submission } from '../../site/index.ts'
import { hostOf, originOf, registrableDomain } from '../../url/index.ts'
import type { HostMemory } from '../host/host-memory.ts'
import type { HostTalk } from '../host/host-talk.ts'
import type { Report } from '../report-event.ts'
import type { Visit } from '../visit/visit.ts'

const MAX_REDIRECTS = 5
const MAX_REFUSALS = 3

export interface ActionParts {
  readonly talk: HostTalk
  /** Other origins that a form may be sent to. */
  readonly formOrigins: readonly string[]
  /** The robots.txt rule that forbids an address on this host, or null. */
  readonly forbidden: (visit: Visit, url: string) => Promise<string | null>
  readonly report: Report
}

/** The form that a page shows. */
interface Shown {
  readonly action: Submission
  /** When the page was requested, on the monotonic clock. */
  readonly askedAt: number
}

/** The part of a reading that matters here. */
interface Reading {
  /** Whether the form is still there. */
  readonly showsForm: boolean
}

/** The state of the forms of a host. */
interface Progress {
  sending: Promise<unknown>
  refusals: number
  /** When the last log-in ended; a page requested before that may only look closed. */
  loggedInAt: number
}

export class Actions {
  readonly #parts: ActionParts
  readonly #hosts = new WeakMap<HostMemory, Progress>()

  constructor(parts: ActionParts) {
    this.#parts = parts
  }

  /**
   * The answer that replaces the page, as `read` reads it, or null if there is none. One at a time for each host: visits that waited
   * profit from the log-in before them.
   */
  perform<T extends Reading>(
    visit: Visit,
    shown: Shown,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T | null> {
    const host = this.#of(visit.host)
    const before = host.sending
    const own = (async () => {
      await before
      if (host.refusals >= MAX_REFUSALS) return null
      const answer = await this.#send(visit, shown, host)
      const result = answer && (await read(answer))
      if (result) settle(host, visit.page.url, result.showsForm, this.#parts)
      return result
    })()
    host.sending = own.catch(() => {})
    return own
  }

  #of(memory: HostMemory): Progress {
    const known = this.#hosts.get(memory)
    if (known) return known
    const fresh = { sending: Promise.resolve(), refusals: 0, loggedInAt: Number.NEGATIVE_INFINITY }
    this.#hosts.set(memory, fresh)
    return fresh
  }

  async #send(visit: Visit, { action, askedAt }: Shown, host: Progress): Promise<Answer | null> {
    const parts = this.#parts
    const { talk } = parts
    const { url } = visit.page
    if (action.isLogin && host.loggedInAt > askedAt) return answerOf(await talk.get(visit, url), url, parts)
    const stranger = strangerIn(action.url, url, parts.formOrigins)
    if (stranger !== null) {
      parts.report('form-forbidden', url, stranger)
      return null
    }
    const rule = originOf(action.url) === visit.host.origin ? await parts.forbidden(visit, action.url) : null
    if (rule !== null) {
      parts.report('form-forbidden', action.url, `the model's form is not sent: ${rule}`)
      return null
    }
    const sent =
      action.method === 'POST'
        ? await talk.post(visit, action.url, action.body)
        : await talk.get(visit, action.url)
    const arrived = await followed(url => talk.get(visit, url), action.url, sent)
    if (!action.isLogin) return answerOf(arrived, action.url, parts)
    host.loggedInAt = arrived.endedAt
    return answerOf(await talk.get(visit, url), url, parts)
  }
}

/** Why the form's contents must not be sent where the page wants them, or null. */
function strangerIn(target: string, page: string, formOrigins: readonly string[]): string | null {
  const origin = originOf(target)
  if (formOrigins.includes(origin)) return null
  const allowed = `if that is meant, name ${origin} in request.formOrigins`
  if (registrableDomain(hostOf(target)) !== registrableDomain(hostOf(page)))
    return `the model's form is not sent: the page wants it sent to another site, ${origin}; ${allowed}`
  if (page.startsWith('https:') && !target.startsWith('https:'))
    return `the model's form is not sent: the page came over https and wants it sent over http; ${allowed}`
  return null
}

/** Notes whether the form was refused, that is, still there. */
function settle(host: Progress, url: string, refused: boolean, { report }: ActionParts): void {
  host.refusals = refused ? host.refusals + 1 : 0
  if (!refused) return
  const end = host.refusals >= MAX_REFUSALS ? '; it is not sent again' : ''
  report('form-refused', url, `the form that the model fills in is still there after it was sent${end}`)
}

function answerOf(exchange: Exchange, url: string, { report }: ActionParts): Answer | null {
  if (exchange.kind === 'answer') return exchange
  report('form-failed', url, exchange.message)
  return null
}

/** Follows redirects after a form with GET, as browsers do; the cookies they set are kept. */
async function followed(
  get: (url: string) => Promise<Exchange>,
  from: string,
  first: Exchange,
): Promise<Exchange> {
  let url = from
  let exchange = first
  for (let hop = 0; hop < MAX_REDIRECTS && exchange.kind === 'answer' && isRedirect(exchange.status); hop++) {
    const target = URL.parse(locationOf(exchange.headers) ?? '', url)
    if (!target || !/^https?:$/.test(target.protocol)) break
    url = target.href
    exchange = await get(url)
  }
  return exchange
}

const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304
