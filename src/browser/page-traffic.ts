/** The requests of one page: which are answered, how, and whether any are pending. */
import type { BrowserContext, Page, Request, Route } from 'playwright-core'
import { headerPairs } from '../fetch/header-list.ts'
import { hostOf } from '../url/index.ts'
import type { BrowserLink, PageRequest, RenderJob, RequestPurpose, ShownAnswer } from './rendered.ts'
import { isTracker } from './trackers.ts'

export interface TrafficLimits {
  readonly maxRequests: number
  readonly maxBytes: number
  /** Kinds of resources that are not loaded, because nothing is read from them. */
  readonly blocked: ReadonlySet<RequestPurpose>
  readonly blocksTrackers: boolean
}

/** By Playwright's names; other kinds (pings, event streams, sockets, reports, manifests) are never answered. */
const PURPOSES: Readonly<Record<string, RequestPurpose>> = {
  document: 'document',
  script: 'script',
  stylesheet: 'style',
  xhr: 'data',
  fetch: 'data',
  image: 'image',
  font: 'font',
  media: 'media',
}
const MAX_NOTED = 2_000
/** How much of a script is searched for addresses, and their maximum length. */
const MAX_READ_BYTES = 1024 * 1024
const MAX_ADDRESS_CHARS = 2_000
const ADDRESS = /^[^\s"'`<>\\)]*/
/** Request headers that we set ourselves or that no longer apply: who sends the request, and how. */
const OURS =
  /^(?:user-agent|cookie|accept-encoding|accept-language|host|connection|content-length|sec-.*|upgrade-.*|:.*)$/i
/** Response headers that do not apply once content codings are decoded; and policies that would keep our own scripts out of the page. */
const UNTRUE =
  /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|trailer|upgrade|content-security-policy.*)$/i

export class PageTraffic {
  readonly #job: RenderJob
  readonly #limits: TrafficLimits
  readonly #page: Page
  readonly #links: BrowserLink[] = []
  #isShown = false
  #isClosed = false
  #pending = 0
  #requests = 0
  #refused = 0
  #bytes = 0

  private constructor(page: Page, job: RenderJob, limits: TrafficLimits) {
    this.#page = page
    this.#job = job
    this.#limits = limits
  }

  /** Takes over all requests of the page before it makes any. */
  static async of(
    context: BrowserContext,
    page: Page,
    job: RenderJob,
    limits: TrafficLimits,
  ): Promise<PageTraffic> {
    const traffic = new PageTraffic(page, job, limits)
    await context.route('**', route => traffic.#answer(route).catch(() => {}))
    context.on('page', other => {
      if (other !== page) void other.close().catch(() => {})
    })
    page.on('websocket', socket => traffic.note(socket.url(), 'meta'))
    page.on('framenavigated', frame => {
      if (frame === page.mainFrame()) traffic.note(frame.url(), 'a')
    })
    return traffic
  }

  get pending(): number {
    return this.#pending
  }
  get requests(): number {
    return this.#requests
  }
  get refused(): number {
    return this.#refused
  }
  get links(): readonly BrowserLink[] {
    return this.#links
  }

  /** From now on no request is answered; requests are only recorded. */
  close(): void {
    this.#isClosed = true
  }

  note(href: string, kind: BrowserLink['kind']): void {
    if (/^(?:https?|wss?):/i.test(href) && this.#links.length < MAX_NOTED)
      this.#links.push({ href, text: '', kind })
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request()
    if (!this.#isShown && isNavigationOf(request, this.#page)) {
      this.#isShown = true
      return route.fulfill(fulfilment(this.#job.answer))
    }
    if (this.#leadsAway(request)) {
      this.note(request.url(), request.method() === 'GET' ? 'a' : 'meta')
      // With this status the page stays; if the request failed, it would be replaced by an error page.
      return route.fulfill({ status: 204 })
    }
    const wanted = this.#wanted(request)
    if (wanted === null) {
      this.#refused++
      return route.abort('blockedbyclient')
    }
    this.#requests++
    this.#pending++
    try {
      const answer = await this.#job.supply(wanted)
      if (answer && wanted.purpose === 'script') this.#readScript(answer)
      await this.#pass(route, answer)
    } finally {
      this.#pending--
    }
  }

  /** Records the addresses on the page's own host that a script contains. */
  #readScript({ body }: ShownAnswer): void {
    const text = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_READ_BYTES)).toString(
      'latin1',
    )
    const { origin } = new URL(this.#job.url)
    for (let at = text.indexOf(origin); at >= 0; at = text.indexOf(origin, at + 1))
      this.note(ADDRESS.exec(text.slice(at, at + MAX_ADDRESS_CHARS))![0], 'meta')
  }

  async #pass(route: Route, answer: ShownAnswer | null): Promise<void> {
    if (answer === null) {
      this.#refused++
      return route.abort('accessdenied')
    }
    this.#bytes += answer.body.length
    return route.fulfill(fulfilment(answer))
  }

  /** Whether the request would replace the page or open another one. */
  #leadsAway(request: Request): boolean {
    if (!request.isNavigationRequest()) return false
    return !isOf(request, this.#page) || request.frame() === this.#page.mainFrame()
  }

  /** The request as it will be sent; null if it will not be sent. */
  #wanted(request: Request): PageRequest | null {
    const url = request.url()
    const purpose = PURPOSES[request.resourceType()]
    const method = request.method()
    if (purpose === undefined || isEndless(request) || !/^https?:/.test(url)) return null
    if (purpose === 'data') this.note(url, 'meta')
    if (this.#isClosed || (method !== 'GET' && method !== 'POST')) return null
    if (purpose === 'document' && hostOf(url) !== hostOf(this.#job.url)) return null
    const { blocked, blocksTrackers, maxRequests, maxBytes } = this.#limits
    if (blocked.has(purpose) || (blocksTrackers && isTracker(hostOf(url)))) return null
    if (this.#requests >= maxRequests || this.#bytes >= maxBytes) return null
    return { url, method, purpose, headers: ownHeaders(request), body: request.postData() }
  }
}

/** An event stream that a script reads by itself is as endless as those that browsers read. */
const isEndless = (request: Request): boolean =>
  /\btext\/event-stream\b/i.test(request.headers().accept ?? '')

/** Requests of workers have no frame. */
function isOf(request: Request, page: Page): boolean {
  try {
    return request.frame().page() === page
  } catch {
    return false
  }
}

function isNavigationOf(request: Request, page: Page): boolean {
  return request.isNavigationRequest() && isOf(request, page) && request.frame() === page.mainFrame()
}

function ownHeaders(request: Request): string[] {
  return Object.entries(request.headers())
    .filter(([name]) => !OURS.test(name))
    .flat()
}

function fulfilment({ status, headers, body }: ShownAnswer) {
  const kept = headerPairs(headers).filter(([name]) => !UNTRUE.test(name))
  return {
    status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(body.buffer, body.byteOffset, body.length),
  }
}
