/**
 * A fast path around the WHATWG parser for links whose canonical form is evident: lower-case ASCII hosts, paths and queries of ordinary
 * characters with settled escapes, `../` only in front. It returns `undefined` for anything else ("parse it"), never a guess. A property
 * test checks that it agrees with `parse-url.ts`.
 */
import type { Parameters } from './parameters.ts'

/** The parts of a canonical http(s) base, split once per page. */
export interface Base {
  readonly href: string
  readonly scheme: string
  readonly origin: string
  readonly path: string
  /** The path up to and including its last slash. */
  readonly directory: string
}

export function cutBase(href: string): Base | undefined {
  const scheme = href.startsWith('https://') ? 'https:' : href.startsWith('http://') ? 'http:' : undefined
  if (scheme === undefined) return undefined
  const slash = href.indexOf('/', scheme.length + 2)
  if (slash === -1) return undefined
  const query = href.indexOf('?', slash)
  const path = query === -1 ? href.slice(slash) : href.slice(slash, query)
  const directory = path.slice(0, path.lastIndexOf('/') + 1)
  return { href, scheme, origin: href.slice(0, slash), path, directory }
}

export function fastCanonical(
  href: string,
  base: Base | undefined,
  parameters: Parameters,
): string | undefined {
  if (href.startsWith('https://')) return absolute(href, 8, 'https:', base, parameters)
  if (href.startsWith('http://')) return absolute(href, 7, 'http:', base, parameters)
  if (base === undefined) return undefined
  switch (href.charCodeAt(0)) {
    case SLASH:
      if (href.charCodeAt(1) === SLASH) return absolute(href, 2, base.scheme, undefined, parameters)
      return finish(base.origin, href, 0, 1, parameters)
    case QUESTION:
      return withQuery(base.origin + base.path, href, 0, parameters)
    case HASH:
      return base.href
    default:
      return href === '' ? base.href : relative(href, base, parameters)
  }
}

/** An absolute URL of the same origin as the page, the most common kind, needs no check of its host. */
function absolute(
  href: string,
  hostAt: number,
  scheme: string,
  base: Base | undefined,
  parameters: Parameters,
): string | undefined {
  const known = base !== undefined && href.startsWith(base.origin) && endsAuthority(href, base.origin.length)
  const end = known ? base.origin.length : endOfAuthority(href, hostAt, scheme)
  if (end === -1) return undefined
  const origin = known ? base.origin : `${scheme}//${href.slice(hostAt, end)}`
  if (href.charCodeAt(end) === SLASH) return finish(origin, href, end, end + 1, parameters)
  return withQuery(`${origin}/`, href, end, parameters)
}

function relative(href: string, base: Base, parameters: Parameters): string | undefined {
  const colon = href.indexOf(':')
  if (colon !== -1) {
    const slash = href.indexOf('/')
    if (slash === -1 || slash > colon) return undefined
  }
  let at = href.startsWith('./') ? 2 : 0
  let directory = base.directory
  while (href.startsWith('../', at)) {
    at += 3
    if (directory.length > 1)
      directory = directory.slice(0, directory.lastIndexOf('/', directory.length - 2) + 1)
  }
  return finish(base.origin + directory, href, at, at, parameters)
}

/** `href` from `pathAt` appended to `front`; `segmentAt` is where its first segment starts. */
function finish(
  front: string,
  href: string,
  pathAt: number,
  segmentAt: number,
  parameters: Parameters,
): string | undefined {
  const end = endOfPath(href, segmentAt)
  if (end === -1) return undefined
  if (end === href.length) return front + (pathAt === 0 ? href : href.slice(pathAt))
  return withQuery(front + href.slice(pathAt, end), href, end, parameters)
}

/** `at` is the offset of the question mark, of the hash, or of the end. */
function withQuery(front: string, href: string, at: number, parameters: Parameters): string | undefined {
  if (href.charCodeAt(at) !== QUESTION) return front
  const end = endOfQuery(href, at + 1)
  if (end === -1) return undefined
  const query = parameters.clean(href.slice(at + 1, end))
  return query === '' ? front : `${front}?${query}`
}

const SLASH = 47
const QUESTION = 63
const HASH = 35
const PERCENT = 37
const COLON = 58
const DOT = 46

/** What a character means in a path or a query; 0, for everything not listed, means "parse it". */
const PLAIN = 1
const ESCAPE = 2
/** A slash: the next character starts a segment. */
const DIVIDER = 3
/** Dots and opening brackets: harmless inside a segment, `..` or `(S(…))` at its start. */
const DELICATE = 4
const ENDS_PATH = 5
const ENDS_ALL = 6
/** A semicolon may start a session id in a path; in a query it is an ordinary character. */
const IN_QUERY = 7
/** The WHATWG parser escapes an apostrophe in a query, but not in a path. */
const IN_PATH = 8

const KIND = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_~!$&)*+,:=@[]') {
  KIND[character.charCodeAt(0)] = PLAIN
}
KIND[PERCENT] = ESCAPE
KIND[SLASH] = DIVIDER
KIND[DOT] = DELICATE
KIND['('.charCodeAt(0)] = DELICATE
KIND[QUESTION] = ENDS_PATH
KIND[HASH] = ENDS_ALL
KIND[';'.charCodeAt(0)] = IN_QUERY
KIND["'".charCodeAt(0)] = IN_PATH

/** `at` must be the start of a segment. */
function endOfPath(href: string, at: number): number {
  let startsSegment = true
  for (; at < href.length; at++) {
    const kind = kindAt(href, at)
    if (kind === DIVIDER) {
      startsSegment = true
      continue
    }
    if (kind === ENDS_PATH || kind === ENDS_ALL) return at
    if (kind === DELICATE ? startsSegment : kind !== PLAIN && kind !== IN_PATH) {
      if (kind !== ESCAPE || !isSettled(href, at)) return -1
      at += 2
    }
    startsSegment = false
  }
  return at
}

function endOfQuery(href: string, at: number): number {
  for (; at < href.length; at++) {
    const kind = kindAt(href, at)
    if (kind === ENDS_ALL) return at
    if (kind === 0 || kind === IN_PATH) return -1
    if (kind === ESCAPE) {
      if (!isSettled(href, at)) return -1
      at += 2
    }
  }
  return at
}

function kindAt(href: string, at: number): number {
  const code = href.charCodeAt(at)
  return code < 128 ? KIND[code]! : 0
}

/** A triplet in upper case for a reserved character, or for a byte outside ASCII. */
function isSettled(href: string, at: number): boolean {
  const high = hexValue(href.charCodeAt(at + 1))
  const low = hexValue(href.charCodeAt(at + 2))
  if (high === -1 || low === -1) return false
  return high >= 8 || UNRESERVED[high * 16 + low] === 0
}

function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  return code >= 65 && code <= 70 ? code - 55 : -1
}

const UNRESERVED = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~') {
  UNRESERVED[character.charCodeAt(0)] = 1
}

/**
 * The end of `host[:port]`, or -1 if it must be parsed: a punycode label must be validated, a last label that starts with a digit may be an
 * IPv4 address in disguise, and an empty label may be a root dot.
 */
function endOfAuthority(href: string, at: number, scheme: string): number {
  let labelAt = at
  for (; ; at++) {
    const code = href.charCodeAt(at)
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95) continue
    if (at === labelAt || href.startsWith('xn--', labelAt)) return -1
    if (code !== DOT) break
    labelAt = at + 1
  }
  if (href.charCodeAt(labelAt) <= 57) return -1
  if (href.charCodeAt(at) === COLON) return endOfPort(href, at + 1, scheme)
  return endsAuthority(href, at) ? at : -1
}

function endOfPort(href: string, at: number, scheme: string): number {
  const start = at
  while (href.charCodeAt(at) >= 48 && href.charCodeAt(at) <= 57) at++
  if (at === start || at - start > 5 || href.charCodeAt(start) === 48 || !endsAuthority(href, at)) return -1
  const port = Number(href.slice(start, at))
  return port > 65_535 || port === (scheme === 'https:' ? 443 : 80) ? -1 : at
}

function endsAuthority(href: string, at: number): boolean {
  if (at === href.length) return true
  const code = href.charCodeAt(at)
  return code === SLASH || code === QUESTION || code === HASH
}
