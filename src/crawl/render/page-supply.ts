/**
 * Answers the requests that a page makes while a browser renders it. Each is a request of the visit: it waits for its server's turn,
 * passes the address guard and the limits, and obeys the robots.txt of the visit's host. Scripts and styles, which pages of a site
 * share, are kept for the next page.
 */
import type { PageRequest, ShownAnswer } from '../../browser/rendered.ts'
import { type Answer, header, headerAll, locationOf } from '../../fetch/index.ts'
import { inflate } from '../../fetch/inflate.ts'
import { originOf } from '../../url/index.ts'
import type { ByteCache } from '../byte-cache.ts'
import type { LoadedPart } from '../thread/job.ts'
import type { RequestBuilder } from '../visit/2-request.ts'
import { REDIRECTS } from '../visit/outcome.ts'
import type { Visit } from '../visit/visit.ts'

export interface SupplyParts {
  readonly requests: RequestBuilder
  /** The robots.txt rule that forbids an address on the visit's host, or null. */
  readonly forbidden: (visit: Visit, url: string) => Promise<string | null>
  /** By address. Filled and read by the pages of all visits. */
  readonly kept: ByteCache<string, ShownAnswer>
  readonly maxBodyBytes: number
  /** Concurrent requests of one page; more would only wait for turns and keep the crawl busy. */
  readonly parallel: number
  readonly keepsCookies: boolean
  /** Whether answers are kept for the archive. */
  readonly keepsParts: boolean
  readonly now: () => number
}

const MAX_REDIRECTS = 5
/** Memory an entry takes besides its body. */
const ENTRY_BYTES = 2_000
const ANSWERED_BY_US = new Set(['user-agent', 'accept-encoding', 'accept-language', 'authorization'])

export class PageSupply {
  readonly #parts: SupplyParts
  readonly #visit: Visit
  readonly #waiting: (() => void)[] = []
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #loaded: LoadedPart[] = []
  #isOver = false

  constructor(parts: SupplyParts, visit: Visit) {
    this.#parts = parts
    this.#visit = visit
  }

  /** Null refuses the request: because of robots.txt, the address guard, a server that does not answer, or a page that is no longer rendered. */
  async answer(request: PageRequest): Promise<ShownAnswer | null> {
    const isShared = request.method === 'GET' && (request.purpose === 'script' || request.purpose === 'style')
    const kept = isShared ? this.#parts.kept.get(request.url) : undefined
    if (kept) return kept
    while (!this.#isOver && this.#underWay.size >= this.#parts.parallel)
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    if (this.#isOver) return null
    const asked = this.#fetched(request)
    this.#underWay.add(asked)
    try {
      const answer = await asked
      if (answer && isShared && isKeepable(answer))
        this.#parts.kept.set(request.url, answer, answer.body.length + ENTRY_BYTES)
      return answer
    } finally {
      this.#underWay.delete(asked)
      this.#waiting.shift()?.()
    }
  }

  /** The resources to archive with the page. */
  get loaded(): readonly LoadedPart[] {
    return this.#loaded
  }

  /** Ends supplying the page. Waits for requests that were already sent, because they use the visit's turns. */
  async end(): Promise<void> {
    this.#isOver = true
    for (const wake of this.#waiting.splice(0)) wake()
    await Promise.allSettled([...this.#underWay])
  }

  async #fetched(request: PageRequest): Promise<ShownAnswer | null> {
    let { url, method, body } = request
    for (let hops = 0; hops <= MAX_REDIRECTS && !this.#isOver; hops++) {
      const answer = await this.#sent({ ...request, url, method, body })
      if (answer === null || !REDIRECTS.has(answer.status)) return answer && this.#shown(answer)
      const target = URL.parse(locationOf(answer.headers) ?? '', url)
      if (target === null || !/^https?:$/.test(target.protocol)) return null
      target.hash = ''
      url = target.href
      if (answer.status < 307) [method, body] = ['GET', null]
    }
    return null
  }

  async #sent({ url, method, headers, body }: PageRequest): Promise<Answer | null> {
    const { requests, forbidden, keepsCookies, now } = this.#parts
    const { host, turns } = this.#visit
    const isOwn = originOf(url) === host.origin
    if (isOwn && (await forbidden(this.#visit, url)) !== null) return null
    const base = requests.base(url, requests.profile(host.profile))
    const cookie = isOwn && keepsCookies ? host.cookieFor(url, now()) : undefined
    const exchange = await turns.send({
      method,
      url,
      headers: merged(base, headers, cookie),
      ...(method === 'POST' ? { body: body ?? '' } : {}),
    })
    if (exchange.kind === 'breakdown') return null
    if (this.#parts.keepsParts && method === 'GET') this.#keep(url, exchange)
    if (isOwn && keepsCookies) host.keepCookies(url, headerAll(exchange.headers, 'set-cookie'), now())
    return exchange
  }

  #keep(url: string, { status, statusText, headers, body, address, truncated }: Answer): void {
    const response = { status, statusText, headers }
    const at = this.#parts.now()
    this.#loaded.push({ url, at, address, response, body, truncated })
  }

  async #shown({ status, headers, body }: Answer): Promise<ShownAnswer> {
    const { bytes } = await inflate(body, header(headers, 'content-encoding'), this.#parts.maxBodyBytes)
    return { status, headers, body: bytes }
  }
}

/** Headers that identify us are ours; the rest come from the page. */
function merged(base: readonly string[], own: readonly string[], cookie: string | undefined): string[] {
  const all = new Map<string, string>()
  for (let i = 0; i + 1 < base.length; i += 2) all.set(base[i]!.toLowerCase(), base[i + 1]!)
  for (let i = 0; i + 1 < own.length; i += 2)
    if (!ANSWERED_BY_US.has(own[i]!) || !all.has(own[i]!)) all.set(own[i]!, own[i + 1]!)
  if (cookie !== undefined) all.set('cookie', cookie)
  return [...all].flat()
}

const isKeepable = ({ status, headers }: ShownAnswer) =>
  status === 200 && !/no-store|private/i.test(header(headers, 'cache-control') ?? '')
