import { cookieDate } from './cookie-date.ts'

/** One parsed Set-Cookie header, before any of it is checked. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  /** Lower case, without its leading dot; '' when absent. */
  readonly domain: string
  /** '' when absent or not absolute. */
  readonly path: string
  readonly secure: boolean
  readonly expiresAt: number | undefined
}

const MAX_PAIR_CHARS = 4096
const MAX_ATTRIBUTE_CHARS = 1024
/** RFC 6265bis section 5.5: no cookie is kept longer than this. */
const MAX_LIFE_MS = 400 * 24 * 3600 * 1000

/** A tab is allowed; any other control character could smuggle a line into our next request. */
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/

/** RFC 6265bis section 5.6; `undefined` if the whole header must be ignored. */
export function parseSetCookie(header: string, nowMs: number): SetCookie | undefined {
  if (CONTROL.test(header)) return undefined
  const [pair = '', ...attributes] = header.split(';', 64)
  const equals = pair.indexOf('=')
  const name = equals === -1 ? '' : trimmed(pair.slice(0, equals))
  const value = trimmed(pair.slice(equals + 1))
  if (name.length + value.length > MAX_PAIR_CHARS || (name === '' && value === '')) return undefined
  return { name, value, ...readAttributes(attributes, nowMs) }
}

function readAttributes(attributes: readonly string[], nowMs: number): Omit<SetCookie, 'name' | 'value'> {
  const last = new Map<string, string>()
  for (const attribute of attributes) {
    const equals = attribute.indexOf('=')
    const name = trimmed(equals === -1 ? attribute : attribute.slice(0, equals)).toLowerCase()
    const value = equals === -1 ? '' : trimmed(attribute.slice(equals + 1))
    if (value.length <= MAX_ATTRIBUTE_CHARS && isBelievable(name, value)) last.set(name, value)
  }
  const path = last.get('path') ?? ''
  return {
    domain: (last.get('domain') ?? '').replace(/^\./, '').toLowerCase(),
    path: path.startsWith('/') ? path : '',
    secure: last.has('secure'),
    expiresAt: expiry(last, nowMs),
  }
}

/** A date or an age that cannot be parsed leaves an earlier one in effect. */
function isBelievable(name: string, value: string): boolean {
  if (name === 'expires') return cookieDate(value) !== undefined
  return name !== 'max-age' || /^-?\d+$/.test(value)
}

function expiry(attributes: ReadonlyMap<string, string>, nowMs: number): number | undefined {
  const age = attributes.get('max-age')
  const expires = attributes.get('expires')
  if (age === undefined && expires === undefined) return undefined
  const at = age === undefined ? cookieDate(expires!)! : Number(age) <= 0 ? 0 : nowMs + Number(age) * 1000
  return Math.min(at, nowMs + MAX_LIFE_MS)
}

function trimmed(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '')
}
