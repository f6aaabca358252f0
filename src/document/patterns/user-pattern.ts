/**
 * Users' regular expressions, run by RE2 (`re2js`): in time linear in the text, whatever the expression. Look-around and back references,
 * which cannot be run this way, are rejected when the config is read.
 */
import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

/** Most characters searched on one page with one expression. */
const MAX_SEARCHED_CHARS = 2_000_000
const MAX_MATCHES = 1_000
const MAX_VALUE_CHARS = 500

export interface UserPattern {
  readonly find: (text: string) => ReadonlySet<string>
  /** Where it matches, from the first character to the one after the last. */
  readonly spans: (text: string) => readonly (readonly [from: number, to: number])[]
}

/** Loaded with the first expression. */
function library(): typeof import('re2js') {
  return createRequire(import.meta.url)('re2js') as typeof import('re2js')
}

/** Throws a readable error if the expression is invalid. */
export function userPattern(regexp: string): UserPattern {
  const expression = library().RE2JS.compile(regexp)
  return {
    find: text => valuesOf(expression, text.slice(0, MAX_SEARCHED_CHARS)),
    spans: text => spansOf(expression, text.slice(0, MAX_SEARCHED_CHARS)),
  }
}

function spansOf(expression: RE2JS, text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = []
  const matcher = expression.matcher(text)
  while (spans.length < MAX_MATCHES && matcher.find())
    if (matcher.end() > matcher.start()) spans.push([matcher.start(), matcher.end()])
  return spans
}

/** The first group if there is one, otherwise the whole match. */
function valuesOf(expression: RE2JS, text: string): ReadonlySet<string> {
  const values = new Set<string>()
  const group = expression.groupCount() > 0 ? 1 : 0
  const matcher = expression.matcher(text)
  while (values.size < MAX_MATCHES && matcher.find()) {
    const value = matcher.group(group)?.replace(/\s+/g, ' ').trim()
    if (value) values.add(value.slice(0, MAX_VALUE_CHARS))
  }
  return values
}
