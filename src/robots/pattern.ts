/**
 * Matching of paths by RFC 9309 sections 2.2.2 and 2.2.3. Both sides are brought to one spelling, after which a
 * pattern is a sequence of literal pieces between wildcards. Taking each piece at its leftmost place never loses a
 * match, so nothing is ever tried twice: the cost is at most path times pattern, however hostile either is.
 */
import { settleEscapes } from '../url/escapes.ts'

export interface PathPattern {
  /** How specific the pattern is: its length in octets. */
  readonly length: number
  matches(path: string): boolean
}

export function compilePattern(octets: string): PathPattern {
  const spelled = spell(octets)
  const anchored = spelled.endsWith('$')
  const text = (anchored ? spelled.slice(0, -1) : spelled).replaceAll('$', '%24')
  const [head = '', ...pieces] = text.split(/\*+/)
  if (pieces.length === 0) {
    const matches = anchored ? (path: string) => path === head : (path: string) => path.startsWith(head)
    return { length: spelled.length, matches }
  }
  const last = anchored ? pieces.pop()! : ''
  return {
    length: spelled.length,
    matches: path => path.startsWith(head) && follow(path, head.length, pieces, last),
  }
}

function follow(path: string, at: number, pieces: readonly string[], last: string): boolean {
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found === -1) return false
    at = found + piece.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}

/** Path and query of a URL in the spelling that patterns are compiled to; `/` when there is none. */
export function comparablePath(url: string): string {
  const scheme = url.indexOf('://')
  const start = url.slice(scheme === -1 ? 0 : scheme + 3).split('#', 1)[0]!
  const from = start.search(/[/?]/)
  const path = from === -1 ? '/' : start[from] === '?' ? `/${start.slice(from)}` : start.slice(from)
  const octets = /[^\0-\x7f]/.test(path) ? Buffer.from(path).toString('latin1') : path
  return spell(octets).replaceAll('*', '%2A').replaceAll('$', '%24')
}

/** Octets that the URL parser escapes in one place or another, so that raw and escaped compare equal. */
const TO_ESCAPE = /[\0-\x20"'<>\x7f-\xff]/g

/**
 * Unreserved characters bare, others as they are but for hexadecimal in upper case. The table of section 2.2.2 also
 * shows `:` and `/` in a query equal to their escapes; search engines keep them apart, and so do we, because with
 * wildcards one cannot tell whether a piece of a pattern belongs to the query.
 */
function spell(octets: string): string {
  return settleEscapes(octets.replace(TO_ESCAPE, escaped))
}

function escaped(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
