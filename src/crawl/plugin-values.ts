/**
 * Checks what plug-ins say. Many are plain JavaScript, where no compiler does, and a priority may be the result of a division by zero. A wrong
 * value is an error of the plug-in: it is thrown here, reported with its name, and the visit continues without it.
 */
import type { PluginRequest, PluginVisit } from './plugin.ts'

/** A reason in words; there should be one, but what the plug-in wants is clear without it. */
export function reasonFrom(value: unknown): string {
  const words = value instanceof Error ? value.message : isPlain(value) ? String(value) : ''
  return words.trim() === '' ? 'a plug-in gave no reason' : words
}

const isPlain = (value: unknown) => ['string', 'number', 'bigint', 'boolean'].includes(typeof value)

export function priorityFrom(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(`a priority must be a number, not ${shown(value)}`)
}

/** The latest time that a Date can hold. */
const MAX_TIME_MS = 8.64e15

export function timeFrom(value: unknown): number | null {
  if (value === null) return null
  const timeMs = value instanceof Date ? value.getTime() : value
  if (typeof timeMs === 'number' && Math.abs(timeMs) <= MAX_TIME_MS) return Math.round(timeMs)
  throw new TypeError(`visitAt() needs milliseconds since the epoch or null, not ${shown(value)}`)
}

export function addressFrom(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof URL) return value.href
  throw new TypeError(`add() needs an address, not ${shown(value)}`)
}

/** RFC 9110, 5.1 and 5.5. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Throws if the request cannot be sent as a plug-in left it. */
export function checkRequest({ url, method, body, headers }: Readonly<Record<keyof PluginRequest, unknown>>) {
  if (URL.parse(String(url)) === null)
    throw new TypeError(`request.url must be a whole address, not ${shown(url)}`)
  if (method !== 'GET' && method !== 'POST')
    throw new TypeError(`request.method must be GET or POST, not ${shown(method)}`)
  if (method === 'POST' && typeof (body ?? '') !== 'string')
    throw new TypeError(`request.body must be a text, not ${shown(body)}`)
  if (!(headers instanceof Map)) throw new TypeError('request.headers must stay the map that it was')
  for (const [name, value] of headers as Map<unknown, unknown>)
    if (typeof name !== 'string' || !HEADER_NAME.test(name))
      throw new TypeError(`${shown(name)} cannot be the name of a header`)
    else if (typeof value !== 'string' || !HEADER_VALUE.test(value))
      throw new TypeError(`${shown(value)} cannot be the value of the header ${name}`)
}

/** Throws if what a plug-in found out about a visit cannot be stored. */
export function checkFindings({ fields, changed }: Pick<PluginVisit, 'fields' | 'changed'>): void {
  if (typeof changed !== 'boolean')
    throw new TypeError(`visit.changed must be true or false, not ${shown(changed)}`)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw new TypeError(`visit.fields must stay an object, not ${shown(fields)}`)
  if (fieldsJson(fields) === undefined) throw new TypeError('visit.fields cannot be written as JSON')
}

/** Null if there are none, undefined if they cannot be written. */
export function fieldsJson(fields: unknown): string | null | undefined {
  try {
    return Object.keys(fields as object).length === 0 ? null : JSON.stringify(fields)
  } catch {
    return undefined
  }
}

const MAX_SHOWN_CHARS = 40

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, MAX_SHOWN_CHARS)}"`
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value).slice(0, MAX_SHOWN_CHARS)
}
