/**
 * Matches paths according to RFC 9309 sections 2.2.2 and 2.2.3. Both sides are first brought to one spelling, after which a pattern is a
 * sequence of literal pieces between wildcards. Taking each piece at its leftmost position never loses a match, so there is no
 * backtracking: the cost is at most path times pattern, however hostile either is.
 */
import { normalizeEscapes } from '../url/escapes.ts'

/** A pattern in one spelling: `*` and a final `$` have their special meaning, everything else stands for itself. */
export interface SpelledPattern {
  readonly text: string
  /** How specific the pattern is: its length in octets. */
  readonly length: number
}

export function spellPattern(octets: string): SpelledPattern {
  if (ORDINARY_TEXT.test(octets)) return { text: octets, length: octets.length }
  const isAnchored = octets.endsWith('$')
  const written = (isAnchored ? octets.slice(0, -1) : octets).split('*')
  const spelled = written.map((piece, i) => spellPiece(piece, isAnchored && i === written.length - 1))
  const length = spelled.reduce((sum, piece) => sum + piece.length + 1, isAnchored ? 0 : -1)
  return {
    text: spelled.map(piece => piece.replaceAll('$', '%24')).join('*') + (isAnchored ? '$' : ''),
    length,
  }
}

/** Text in which no character has another spelling. */
export const ORDINARY_TEXT = /^[\w\-.~/?=&;:,+@!()*]*$/

/** Counts how many characters may still be compared. */
export class Effort {
  #left: number

  constructor(characters: number) {
    this.#left = characters
  }

  get isSpent(): boolean {
    return this.#left < 0
  }

  spend(characters: number): void {
    this.#left -= characters
  }
}

const STAR = 42
const DOLLAR = 36

/** Whether the pattern in `patterns` from `start` to `end` matches. Copies nothing except what follows a wildcard. */
export function matches(patterns: string, start: number, end: number, path: string, effort: Effort): boolean {
  for (let at = start; at < end; at++) {
    const code = patterns.charCodeAt(at)
    if (code === STAR) return follows(patterns.slice(at + 1, end), path, at - start, effort)
    effort.spend(1)
    if (code === DOLLAR) return at - start === path.length
    if (code !== path.charCodeAt(at - start)) return false
  }
  return true
}

/** Whether the pieces after a wildcard occur in order. */
function follows(rest: string, path: string, from: number, effort: Effort): boolean {
  const isAnchored = rest.endsWith('$')
  const pieces = (isAnchored ? rest.slice(0, -1) : rest).split('*')
  const tail = isAnchored ? pieces.pop()! : ''
  let at = from
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    effort.spend(1 + piece.length + (found === -1 ? path.length : found) - at)
    if (found === -1) return false
    at = found + piece.length
  }
  return path.length - tail.length >= at && path.endsWith(tail)
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

/** Octets that the URL parser escapes in some places, so that raw and escaped forms compare equal. */
const TO_ESCAPE = /[\0-\x20"'<>\x7f-\xff]/g

/**
 * Decodes unreserved characters, and leaves others as they are except for hexadecimal in upper case. The table of section 2.2.2 also shows
 * `:` and `/` in a query as equal to their escapes; search engines distinguish them, and so do we, because with wildcards one cannot tell
 * whether a piece of a pattern belongs to the query.
 */
function spell(octets: string): string {
  return normalizeEscapes(octets.replace(TO_ESCAPE, escaped))
}

/**
 * Spells a piece of a pattern. A percent sign that starts no escape stands for itself, `%25` in a path; but if the piece ends inside an
 * escape (`/*url%2*`, `/%`), it matches the start of every escape that continues like this. If the path must end there, nothing can
 * continue it.
 */
function spellPiece(octets: string, isEnd: boolean): string {
  const open = isEnd ? null : /%[0-9A-Fa-f]?$/.exec(octets)
  if (open === null) return spell(octets)
  return spell(octets.slice(0, open.index)) + open[0].toUpperCase()
}

function escaped(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
