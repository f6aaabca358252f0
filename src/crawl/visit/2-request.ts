/** Step 2 of a visit: build the request from the profile, the stored revision, cookies and credentials; then run the plug-ins. */
import type { Random } from '../../env/index.ts'
import { header, headerMap } from '../../fetch/index.ts'
import type { QueuedPage } from '../../store/index.ts'
import { originOf, withoutHash } from '../../url/index.ts'
import type { Guides } from '../models/guides.ts'
import type { PluginRequest } from '../plugin.ts'
import type { PluginRunner } from '../plugin-runner.ts'
import { checkRequest, reasonFrom } from '../plugin-values.ts'
import type { Credentials, RequestProfile, RequestSettings } from '../settings.ts'
import { denied, type Unanswered } from './unanswered.ts'
import type { Visit } from './visit.ts'

/** The request that is sent for a page. */
export interface Request {
  readonly kind: 'request'
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Name, value, name, value …, in the order they are sent. */
  readonly headers: readonly string[]
  readonly body: string | null
  /** Index of the profile that the headers come from. */
  readonly profile: number
}

const LARGE = /\.(?:pdf|zip|gz|mp4|iso|docx?|xlsx?|pptx?)(?:\?|$)/i

/** Share of refreshes sent without validators, to check whether "not modified" can be trusted. */
const CHECKED_SHARE = 1 / 16

export interface RequestParts {
  readonly settings: RequestSettings
  readonly plugins: PluginRunner
  readonly guides: Guides
  readonly random: Random
  /** The robots.txt rule that forbids an address chosen by a plug-in, or null. */
  readonly forbidden: (visit: Visit, url: string) => Promise<string | null>
  /** Whether the page may be rendered in a browser. If so, validators are not sent: they say nothing about what scripts load. */
  readonly isRendered: (visit: Visit) => boolean
}

export class RequestBuilder {
  readonly #parts: RequestParts
  readonly #settings: RequestSettings
  /** Headers that open doors, by origin. */
  readonly #keys = new Map<string, Readonly<Record<string, string>>>()

  constructor(parts: RequestParts) {
    this.#parts = parts
    this.#settings = parts.settings
    for (const { origin, credentials } of parts.settings.auth)
      this.#keys.set(origin, { ...this.#keys.get(origin), ...keysOf(credentials) })
  }

  profile(index: number): RequestProfile {
    return this.#settings.profiles[index % this.#settings.profiles.length]!
  }

  async request(visit: Visit): Promise<Request | Unanswered> {
    const { page } = visit
    const usual = this.#usual(visit)
    const { request, veto } = this.#parts.plugins.has('request')
      ? await this.#runPlugins(page, usual)
      : { request: usual, veto: null }
    if (veto !== null) return denied('plugin', veto)
    if (originOf(request.url) !== originOf(usual.url))
      return denied('plugin', `a plug-in changed the address to ${request.url}, which is another server's`)
    if (request.url !== usual.url) {
      const rule = await this.#parts.forbidden(visit, request.url)
      if (rule !== null) return denied('robots', rule)
    }
    return request
  }

  /** The same request with the headers of another profile, except those set by a plug-in. */
  withProfile(request: Request, profile: number): Request {
    const before = this.profile(request.profile)
    const after = this.profile(profile)
    const headers = [...request.headers]
    const swap = (name: string, old: string, fresh: string) => {
      if (header(headers, name.toLowerCase()) === old) set(headers, name, fresh)
    }
    swap('User-Agent', before.userAgent, after.userAgent)
    swap('Accept', before.accept, after.accept)
    swap('Accept-Language', before.acceptLanguage, after.acceptLanguage)
    return { ...request, headers, profile }
  }

  #usual(visit: Visit): Request {
    const { page, host: memory, at: nowMs } = visit
    const profile = memory.profile
    const wantsRange = memory.ranges && LARGE.test(page.url)
    const headers = this.base(page.url, this.profile(profile), wantsRange ? 'identity' : undefined)
    if (wantsRange) headers.push('Range', `bytes=0-${this.#settings.maxBodyBytes - 1}`)
    const isConditional = page.revision > 0 && !memory.validatorsLie && !this.#parts.isRendered(visit)
    if (isConditional && (isFile(page) || !this.#isChecked())) {
      if (page.etag) headers.push('If-None-Match', page.etag)
      if (page.lastModified) headers.push('If-Modified-Since', page.lastModified)
    }
    const cookie = this.#settings.cookies === 'off' ? undefined : memory.cookieFor(page.url, nowMs)
    if (cookie) headers.push('Cookie', cookie)
    const posted = this.#parts.guides.postAt(page)
    const url = withoutHash(page.url)
    if (!posted) return { kind: 'request', method: 'GET', url, headers, body: null, profile }
    headers.push('Content-Type', 'application/x-www-form-urlencoded')
    return { kind: 'request', method: 'POST', url: posted.url, headers, body: posted.body, profile }
  }

  #isChecked(): boolean {
    return this.#parts.random.next() < CHECKED_SHARE
  }

  /** The headers of every request, including those for robots.txt, sitemaps and probes. */
  base(url: string, profile: RequestProfile, encoding = 'gzip, br, zstd'): string[] {
    const headers = [
      'User-Agent',
      profile.userAgent,
      'Accept',
      profile.accept,
      'Accept-Language',
      profile.acceptLanguage,
      'Accept-Encoding',
      encoding,
    ]
    for (const [name, value] of Object.entries(this.#settings.headers)) set(headers, name, value)
    const keys = this.#keys.size > 0 ? this.#keys.get(originOf(url)) : undefined
    for (const [name, value] of Object.entries(keys ?? {})) set(headers, name, value)
    return headers
  }

  async #runPlugins(
    page: QueuedPage,
    usual: Request,
  ): Promise<{ readonly request: Request; readonly veto: string | null }> {
    let veto: string | null = null
    const headers = headerMap(usual.headers)
    const stored = page.fetchedAt === null ? null : { fetchedAt: page.fetchedAt, revision: page.revision }
    const { method, body } = usual
    const request = { url: new URL(usual.url), method, body, depth: page.depth, headers, stored }
    const context = {
      ...this.#parts.plugins.context,
      veto: (reason: string) => void (veto = reasonFrom(reason)),
    }
    let sent = sentOf(request)
    await this.#parts.plugins.run('request', plugin => plugin.request!(request, context), {
      check: () => {
        checkRequest(request)
        sent = sentOf(request)
      },
      undo: () =>
        void Object.assign(request, { ...sent, url: new URL(sent.url), headers: headerMap(sent.headers) }),
    })
    return { request: { ...usual, ...sent }, veto }
  }
}

/** Files on our own disk have reliable dates, so their validators need no checking. */
const isFile = ({ url }: QueuedPage) => url.startsWith('file:')

/** The request as the plug-ins left it. A fragment is never sent, and only a POST has a body. */
function sentOf({
  url,
  method,
  body,
  headers,
}: PluginRequest): Pick<Request, 'url' | 'method' | 'body' | 'headers'> {
  const address = new URL(url)
  address.hash = ''
  return {
    url: address.href,
    method,
    body: method === 'POST' ? (body ?? '') : null,
    headers: [...headers].flatMap(([name, value]) => [titleCase(name), value]),
  }
}

/** Replaces a header or adds it. */
function set(headers: string[], name: string, value: string): void {
  const at = headers.findIndex((known, i) => i % 2 === 0 && known.toLowerCase() === name.toLowerCase())
  if (at < 0) headers.push(titleCase(name), value)
  else headers[at + 1] = value
}

function titleCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
}

function keysOf(credentials: Credentials): Readonly<Record<string, string>> {
  switch (credentials.kind) {
    case 'basic': {
      const pair = Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')
      return { Authorization: `Basic ${pair}` }
    }
    case 'bearer':
      return { Authorization: `Bearer ${credentials.token}` }
    case 'headers':
      return credentials.headers
    case 'form':
      return {}
  }
}
