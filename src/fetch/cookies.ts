/**
 * A cookie jar according to RFC 6265bis: what servers set, and what to send back. Crawls need it for logins, language choices, and sites
 * that redirect forever without cookies. The time is passed in with each call; the jar is plain data that can be saved.
 *
 * Invariants: a host never sets or sees a cookie of another registrable domain; a public suffix has none; a cookie marked secure is sent
 * and replaced only over https; there are at most 50 cookies and 32 KiB per registrable domain and 3,000 cookies in all, and the least
 * recently used are dropped first; no header makes it throw.
 * Cost: setting and reading look only at the cookies of one registrable domain.
 */
import { isIPv4 } from 'node:net'
import { hostOf, isPublicSuffix, registrableDomain } from '../url/index.ts'
import { parseSetCookie, type SetCookie } from './set-cookie.ts'

const COOKIES_A_DOMAIN = 50
const COOKIES_IN_ALL = 3000
/** Twice what servers accept in a header; there is a jar for each of thousands of hosts. */
const MAX_DOMAIN_CHARS = 32 * 1024

export interface StoredCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly hostOnly: boolean
  readonly path: string
  readonly secure: boolean
  /** When absent, the cookie is kept as long as the jar. */
  readonly expiresAt?: number
  /** The order of creation; a cookie that replaces another one keeps its serial. */
  readonly serial: number
}

interface Request {
  readonly host: string
  readonly path: string
  readonly secure: boolean
}

export class CookieJar {
  /** By registrable domain. Domains, and the cookies of each, are in order of use, least recently used first. */
  readonly #domains = new Map<string, StoredCookie[]>()
  #count = 0
  #serial = 0

  static fromJSON(saved: readonly StoredCookie[]): CookieJar {
    const jar = new CookieJar()
    for (const cookie of saved) jar.#put(registrableDomain(cookie.domain), cookie)
    return jar
  }

  toJSON(): readonly StoredCookie[] {
    return [...this.#domains.values()].flat()
  }

  /** Approximate memory use. */
  get sizeBytes(): number {
    let chars = 0
    for (const cookies of this.#domains.values()) for (const cookie of cookies) chars += charsOf(cookie)
    return chars + COOKIE_BYTES * this.#count
  }

  /** `url` is canonical; `headers` are the values of its response's Set-Cookie headers. */
  setFrom(url: string, headers: readonly string[], nowMs: number): void {
    const request = requestOf(url)
    if (request === undefined) return
    for (const header of headers) {
      const parsed = parseSetCookie(header, nowMs)
      const cookie = parsed && this.#accepted(parsed, request)
      if (cookie) this.#store(cookie, request, nowMs)
    }
  }

  /** The Cookie header for a request of `url`, or `undefined` when there is none to send. */
  header(url: string, nowMs: number): string | undefined {
    const request = requestOf(url)
    if (request === undefined) return undefined
    const key = registrableDomain(request.host)
    const known = this.#domains.get(key)
    if (known === undefined) return undefined
    const living = known.filter(cookie => (cookie.expiresAt ?? Number.POSITIVE_INFINITY) > nowMs)
    const sent = living.filter(cookie => isFor(cookie, request))
    this.#replace(
      key,
      sent.length === 0 ? living : [...living.filter(cookie => !sent.includes(cookie)), ...sent],
    )
    if (sent.length === 0) return undefined
    sent.sort((a, b) => b.path.length - a.path.length || a.serial - b.serial)
    return sent.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ')
  }

  /** RFC 6265bis section 5.7, steps 7 to 21: the cookie to store, if this host may set it. */
  #accepted(parsed: SetCookie, request: Request): StoredCookie | undefined {
    const domain = parsed.domain === request.host && isPublicSuffix(parsed.domain) ? '' : parsed.domain
    if (domain !== '' && (isPublicSuffix(domain) || !domainMatches(request.host, domain))) return undefined
    if (parsed.secure && !request.secure) return undefined
    const cookie = {
      name: parsed.name,
      value: parsed.value,
      domain: domain === '' ? request.host : domain,
      hostOnly: domain === '',
      path: parsed.path === '' ? defaultPath(request.path) : parsed.path,
      secure: parsed.secure,
      ...(parsed.expiresAt === undefined ? {} : { expiresAt: parsed.expiresAt }),
      serial: this.#serial,
    }
    return keepsPrefixPromise(cookie, parsed.path) ? cookie : undefined
  }

  #store(cookie: StoredCookie, request: Request, nowMs: number): void {
    const key = registrableDomain(cookie.domain)
    const known = this.#domains.get(key) ?? []
    if (!request.secure && known.some(other => shadowsSecure(cookie, other))) return
    const old = known.find(other => isSame(cookie, other))
    this.#replace(
      key,
      known.filter(other => other !== old && (other.expiresAt ?? Number.POSITIVE_INFINITY) > nowMs),
    )
    if ((cookie.expiresAt ?? Number.POSITIVE_INFINITY) > nowMs) {
      this.#put(key, old === undefined ? cookie : { ...cookie, serial: old.serial })
    }
  }

  #put(key: string, cookie: StoredCookie): void {
    this.#serial = Math.max(this.#serial, cookie.serial + 1)
    const all = [...(this.#domains.get(key) ?? []), cookie].slice(-COOKIES_A_DOMAIN)
    let chars = all.reduce((sum, each) => sum + charsOf(each), 0)
    while (chars > MAX_DOMAIN_CHARS) chars -= charsOf(all.shift()!)
    this.#replace(key, all)
    while (this.#count > COOKIES_IN_ALL) {
      const [oldest, cookies] = this.#domains.entries().next().value!
      this.#count--
      if (cookies.length > 1) this.#domains.set(oldest, cookies.slice(1))
      else this.#domains.delete(oldest)
    }
  }

  /** Also marks the domain as used. */
  #replace(key: string, cookies: StoredCookie[]): void {
    this.#count += cookies.length - (this.#domains.get(key)?.length ?? 0)
    this.#domains.delete(key)
    if (cookies.length > 0) this.#domains.set(key, cookies)
  }
}

const COOKIE_BYTES = 150

function charsOf({ name, value, domain, path }: StoredCookie): number {
  return name.length + value.length + domain.length + path.length
}

function requestOf(url: string): Request | undefined {
  const secure = url.startsWith('https://')
  if (!secure && !url.startsWith('http://')) return undefined
  const start = url.indexOf('/', secure ? 8 : 7)
  const path = start === -1 ? '/' : url.slice(start).split('?', 1)[0]!
  return { host: hostOf(url), path, secure }
}

function isFor(cookie: StoredCookie, request: Request): boolean {
  if (cookie.secure && !request.secure) return false
  const host = cookie.hostOnly ? cookie.domain === request.host : domainMatches(request.host, cookie.domain)
  return host && pathMatches(request.path, cookie.path)
}

/** RFC 6265 section 5.1.3; an IP address has no subdomains. */
function domainMatches(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && !isIPv4(host))
}

/** RFC 6265 section 5.1.4. */
function pathMatches(path: string, cookiePath: string): boolean {
  if (!path.startsWith(cookiePath)) return false
  return path.length === cookiePath.length || cookiePath.endsWith('/') || path[cookiePath.length] === '/'
}

/** RFC 6265 section 5.1.4: the folder of the page that set the cookie. */
function defaultPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 1))
}

/**
 * RFC 6265bis section 4.1.3: `__Secure-` and `__Host-` in a name promise how the cookie was set; in a nameless cookie, the value makes that
 * promise.
 */
function keepsPrefixPromise(cookie: StoredCookie, pathAttribute: string): boolean {
  const text = (cookie.name === '' ? cookie.value : cookie.name).slice(0, 9).toLowerCase()
  const promise = text === '__secure-' ? 'secure' : text.startsWith('__host-') ? 'host' : undefined
  if (promise === undefined) return true
  if (cookie.name === '' || !cookie.secure) return false
  return promise === 'secure' || (cookie.hostOnly && pathAttribute === '/')
}

/** RFC 6265bis section 5.7 step 10: an insecure page must not replace or hide a secure cookie. */
function shadowsSecure(cookie: StoredCookie, other: StoredCookie): boolean {
  if (!other.secure || other.name !== cookie.name || !pathMatches(cookie.path, other.path)) return false
  return domainMatches(cookie.domain, other.domain) || domainMatches(other.domain, cookie.domain)
}

function isSame(cookie: StoredCookie, other: StoredCookie): boolean {
  const sameScope = cookie.domain === other.domain && cookie.hostOnly === other.hostOnly
  return sameScope && cookie.name === other.name && cookie.path === other.path
}
