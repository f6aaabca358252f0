/** Comments and document types (HTML standard 13.2.5.43–68): where they end, and what they contain. */
import { asciiLower } from './names.ts'
import { normalize } from './references.ts'

export interface Span {
  readonly start: number
  readonly end: number
  /** Where scanning continues. */
  readonly next: number
}

/** The comment whose `<!--` ends at `start`. It ends at `-->` or `--!>`, immediately at `>` or `->`, or with the page. */
export function commentSpan(html: string, start: number): Span {
  if (html.charCodeAt(start) === 62) return { start, end: start, next: start + 1 }
  if (html.startsWith('->', start)) return { start, end: start, next: start + 2 }
  for (let at = html.indexOf('--', start); at >= 0; at = html.indexOf('--', at)) {
    at += 2
    while (html.charCodeAt(at) === 45) at++
    if (html.charCodeAt(at) === 62) return { start, end: at - 2, next: at + 1 }
    if (html.startsWith('!>', at)) return { start, end: at - 2, next: at + 2 }
  }
  return { start, end: unfinishedEnd(html, start), next: html.length }
}

/** At the end of the page, a partial `--!`, `--` or `-` is not part of the comment. */
function unfinishedEnd(html: string, start: number): number {
  const end = html.length
  for (const tail of ['--!', '--', '-'])
    if (end - tail.length >= start && html.endsWith(tail)) return end - tail.length
  return end
}

/** Everything up to the next `>`: bogus comments, and document types, in which even a quote does not protect `>`. */
export function spanToGreater(html: string, start: number): Span {
  const close = html.indexOf('>', start)
  return close < 0 ? { start, end: html.length, next: html.length } : { start, end: close, next: close + 1 }
}

export function commentText(html: string, start: number, end: number): string {
  return normalize(html.slice(start, end), true)
}

export interface Doctype {
  readonly name: string | null
  readonly publicId: string | null
  readonly systemId: string | null
  readonly quirks: boolean
}

const NAME = /^[\t\n\f ]*([^\t\n\f >]+)/
const KEYWORD = /^[\t\n\f ]*(public|system)[\t\n\f ]*/i
const QUOTED = /^[\t\n\f ]*(?:"([^"]*)("?)|'([^']*)('?))/

/** The parts of a document type; `html[start, end)` is the text between `<!doctype` and its `>`. */
export function parseDoctype(html: string, start: number, end: number): Doctype {
  const closed = html.charCodeAt(end) === 62
  const text = normalize(html.slice(start, end), true)
  const name = NAME.exec(text)
  if (!name) return { name: null, publicId: null, systemId: null, quirks: true }
  const rest = text.slice(name[0].length)
  return { name: asciiLower(name[1]!), ...identifiers(rest, closed) }
}

function identifiers(rest: string, closed: boolean): Omit<Doctype, 'name'> {
  const none = { publicId: null, systemId: null }
  const keyword = KEYWORD.exec(rest)
  if (!keyword) return { ...none, quirks: !closed || /[^\t\n\f ]/.test(rest) }
  const first = quoted(rest.slice(keyword[0].length))
  if (first === undefined) return { ...none, quirks: true }
  const isPublic = keyword[1]!.toLowerCase() === 'public'
  if (!isPublic)
    return { publicId: null, systemId: first.text, quirks: !first.complete || !endsWell(first.rest, closed) }
  const second = first.complete ? quoted(first.rest) : undefined
  if (second === undefined) {
    const quirks = !first.complete || !closed || /[^\t\n\f ]/.test(first.rest)
    return { publicId: first.text, systemId: null, quirks }
  }
  return {
    publicId: first.text,
    systemId: second.text,
    quirks: !second.complete || !endsWell(second.rest, closed),
  }
}

/**
 * Garbage after a system identifier is an error but does not mean quirks mode (13.2.5.67); a page that ends in the whitespace there does.
 */
function endsWell(rest: string, closed: boolean): boolean {
  return closed || /[^\t\n\f ]/.test(rest)
}

function quoted(text: string): { text: string; complete: boolean; rest: string } | undefined {
  const match = QUOTED.exec(text)
  if (!match) return undefined
  return {
    text: match[1] ?? match[3]!,
    complete: (match[2] || match[4]) !== undefined && (match[2] || match[4]) !== '',
    rest: text.slice(match[0].length),
  }
}
