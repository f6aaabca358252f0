/**
 * Step 3 of a visit: request the page in its server's turn. All retries happen here, before any other step sees an answer: without
 * the range if the server refused it, with the cookie that a redirect to the same page set, with other request profiles if the
 * first one gets an unwanted type. A page that needs a browser is then rendered in one (`../render/`). (When HTTP/2 breaks,
 * `fetch/http.ts` falls back to HTTP/1.1.)
 */
import { sniffType } from '../../document/index.ts'
import {
  type Answer,
  type Breakdown,
  type Exchange,
  header,
  headerAll,
  locationOf,
  withoutHeaders,
} from '../../fetch/index.ts'
import { inflate } from '../../fetch/inflate.ts'
import type { QueuedPage } from '../../store/index.ts'
import type { Canonicalizer } from '../../url/index.ts'
import { isSource } from '../page-kind.ts'
import type { Renders } from '../render/renders.ts'
import type { CrawlSettings } from '../settings.ts'
import { MAX_SOURCE_BYTES } from '../thread/job.ts'
import type { PageAnswer } from '../thread/make-job.ts'
import type { Request, RequestBuilder } from './2-request.ts'
import { REDIRECTS } from './outcome.ts'
import { broken, type PutBack, type Unanswered } from './unanswered.ts'
import type { Visit } from './visit.ts'

export interface Answered {
  readonly kind: 'answered'
  readonly answer: PageAnswer
  /** The request as it was sent. */
  readonly request: Request
}

export interface FetchParts {
  readonly settings: CrawlSettings
  readonly requests: RequestBuilder
  readonly canonicalizer: Canonicalizer
  /** Null if no page is rendered in a browser. */
  readonly renders: Renders | null
}

const BULKY = /^(?:image|video|audio|font)\/|^application\/(?:zip|gzip|octet-stream|x-|vnd\.)/
/** How feeds and sitemaps begin; these are read whatever types are wanted. */
const SOURCE = /<(?:rss|feed|urlset|sitemapindex|rdf:RDF)\b|jsonfeed\.org/i
/** Enough to detect the type. */
const SNIFFED_BYTES = 4_096

export class Fetch {
  readonly #parts: FetchParts

  constructor(parts: FetchParts) {
    this.#parts = parts
  }

  async fetch(visit: Visit, request: Request): Promise<Answered | Unanswered | PutBack> {
    const profiles = this.#parts.settings.request.profiles.length
    let sent = await this.#withCookie(visit, await this.once(visit, request))
    for (let tried = 1; tried < profiles && (await this.#isUnwanted(visit, sent.exchange)); tried++) {
      const other = this.#parts.requests.withProfile(sent.request, (sent.request.profile + 1) % profiles)
      sent = await this.#withCookie(visit, await this.once(visit, other))
    }
    const { exchange } = sent
    if (exchange.kind === 'breakdown') return this.#broken(visit, exchange, sent.request)
    if (profiles > 1 && !(await this.#isUnwanted(visit, exchange)))
      visit.host.rememberProfile(sent.request.profile)
    return this.#answered(visit, exchange, sent.request)
  }

  /** If the last retry brings only the beginning of a page of which nothing is stored, that beginning is better than nothing. */
  #broken(
    visit: Visit,
    breakdown: Breakdown,
    request: Request,
  ): Promise<Answered | Unanswered> | Unanswered | PutBack {
    const { page } = visit
    const isLast = page.revision === 0 && page.failures >= this.#parts.settings.request.retries
    return isLast && breakdown.partial
      ? this.#answered(visit, breakdown.partial, request)
      : broken(visit, breakdown)
  }

  /** Requests the page once more with the same request. */
  async again(visit: Visit, request: Request): Promise<Answered | Unanswered | Breakdown> {
    const sent = await this.once(visit, request)
    return sent.exchange.kind === 'breakdown'
      ? sent.exchange
      : this.#answered(visit, sent.exchange, sent.request)
  }

  async #answered(visit: Visit, exchange: Answer, request: Request): Promise<Answered | Unanswered> {
    const answer = (await this.#parts.renders?.show(visit, exchange, request)) ?? exchange
    return answer.kind === 'answer' ? { kind: 'answered', answer, request } : answer
  }

  /** One request; if the server refuses the range, the whole page is requested. Remembers what the answer says about the host. */
  async once(visit: Visit, request: Request): Promise<Sent> {
    const exchange = await this.#send(visit, request)
    if (exchange.kind !== 'answer' || exchange.status !== 416) return { exchange, request }
    const whole = { ...request, headers: withoutHeaders(request.headers, ['range']) }
    return { exchange: await this.#send(visit, whole), request: whole }
  }

  async #send({ page, turns, host, at }: Visit, request: Request): Promise<Exchange> {
    const { settings } = this.#parts
    const { maxBodyBytes, cookies } = settings.request
    const { method, url, headers, body } = request
    const limits = isSource(page.kind)
      ? { maxBodyBytes: Math.max(MAX_SOURCE_BYTES, maxBodyBytes) }
      : { goesOn: goesOnWith(page, settings.types) }
    const exchange = await turns.send({ method, url, headers, ...(body === null ? {} : { body }), ...limits })
    if (exchange.kind === 'breakdown') return exchange
    if (header(exchange.headers, 'accept-ranges') === 'bytes') host.offersRanges()
    if (cookies !== 'off') host.keepCookies(url, headerAll(exchange.headers, 'set-cookie'), at)
    return withRangeResolved(exchange)
  }

  /** A page that redirects to itself and sets a cookie we did not send may open once the cookie is sent back. */
  async #withCookie(visit: Visit, sent: Sent): Promise<Sent> {
    const { page, host, at } = visit
    const { exchange, request } = sent
    if (exchange.kind === 'breakdown' || !REDIRECTS.has(exchange.status)) return sent
    const target = this.#parts.canonicalizer.canonical(locationOf(exchange.headers) ?? '', page.url)
    const cookie = host.cookieFor(page.url, at)
    if (target !== page.url || cookie === undefined || cookie === header(request.headers, 'cookie'))
      return sent
    const headers = [...withoutHeaders(request.headers, ['cookie']), 'Cookie', cookie]
    return this.once(visit, { ...request, headers })
  }

  /** Whether other request headers could help: the type is unwanted, or the server refused our user agent or Accept header. */
  async #isUnwanted({ page }: Visit, exchange: Exchange): Promise<boolean> {
    if (exchange.kind === 'breakdown') return false
    const { status, headers, body } = exchange
    if (status === 403 || status === 406) return true
    if (status < 200 || status > 299 || page.kind !== 'page') return false
    const { bytes } = await inflate(body, header(headers, 'content-encoding'), SNIFFED_BYTES)
    const { type } = sniffType(bytes, header(headers, 'content-type'), page.url)
    return !this.#parts.settings.types.includes(type) && !SOURCE.test(Buffer.from(bytes).toString('latin1'))
  }
}

interface Sent {
  readonly exchange: Exchange
  readonly request: Request
}

/** Whether to go on downloading: unwanted images, videos and archives can be recognized without downloading them whole. */
function goesOnWith({ url, kind }: QueuedPage, types: readonly string[]) {
  return (status: number, headers: readonly string[], start: Uint8Array): boolean => {
    const declared = header(headers, 'content-type') ?? ''
    const isCoded = header(headers, 'content-encoding') !== undefined
    if (status !== 200 || kind === 'image' || !BULKY.test(declared) || isCoded) return true
    const { type } = sniffType(start, declared, url)
    return types.includes(type) || !BULKY.test(type)
  }
}

/** Treats a partial answer that covers the whole content as a whole one. */
function withRangeResolved(answer: Answer): Answer {
  if (answer.status !== 206) return answer
  const range = /bytes 0-(\d+)\/(\d+)/.exec(header(answer.headers, 'content-range') ?? '')
  const complete = range !== null && Number(range[1]) + 1 === Number(range[2])
  return { ...answer, truncated: complete ? answer.truncated : 'length' }
}
