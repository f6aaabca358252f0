/**
 * Removes what must not be stored although it was sent or received: credentials, and the cookies that stand for them. The archive keeps
 * header names and attributes of cookies, never their values, so that a record still shows what happened. Lengths and digests are those of
 * what is written; payloads are never touched.
 */
import type { Head, RequestHead } from './warc.ts'

export interface Redaction {
  /** Whether cookies are stored unchanged. */
  readonly cookies: boolean
  /** Texts that must not appear anywhere. */
  readonly secrets: readonly string[]
}

const REDACTED = '[redacted]'
const CREDENTIALS = new Set(['authorization', 'proxy-authorization'])
/** `user:password@` before a host. */
const USER_INFO = /(\/\/)[^/?#@\s]*@/
/** Shorter texts would be found in ordinary words. */
const MIN_SECRET_CHARS = 4

export class Redactor {
  readonly #keepsCookies: boolean
  readonly #secrets: RegExp | null

  constructor({ cookies, secrets }: Redaction) {
    this.#keepsCookies = cookies
    this.#secrets = patternOf(secrets)
  }

  /** A message or an address without the secrets in it, however they are escaped. */
  text(text: string): string {
    return this.#secrets === null ? text : text.replace(this.#secrets, REDACTED)
  }

  request(head: RequestHead): RequestHead {
    const body = head.body === undefined ? {} : { body: this.text(head.body) }
    return { ...head, path: this.text(head.path), headers: this.#headers(head.headers), ...body }
  }

  response(head: Head): Head {
    return { ...head, headers: this.#headers(head.headers) }
  }

  #headers(headers: readonly string[]): string[] {
    return headers.map((text, i) => (i % 2 === 0 ? text : this.#value(headers[i - 1]!.toLowerCase(), text)))
  }

  #value(name: string, value: string): string {
    if (CREDENTIALS.has(name)) return REDACTED
    if (name === 'cookie' && !this.#keepsCookies) return value.split(';').map(withoutValue).join(';')
    if (name === 'set-cookie' && !this.#keepsCookies) {
      const [pair = '', ...attributes] = value.split(';')
      return this.text([withoutValue(pair), ...attributes].join(';'))
    }
    return this.text(name === 'location' ? value.replace(USER_INFO, '$1') : value)
  }
}

function withoutValue(pair: string): string {
  const equals = pair.indexOf('=')
  return equals < 0 ? REDACTED : `${pair.slice(0, equals)}=${REDACTED}`
}

function patternOf(secrets: readonly string[]): RegExp | null {
  const spellings = secrets
    .filter(secret => secret.length >= MIN_SECRET_CHARS)
    .flatMap(secret => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ '': secret }).toString().slice(1),
    ])
  if (spellings.length === 0) return null
  const longestFirst = [...new Set(spellings)].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(text => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
}
