import { errorMessage, Failure } from '../env/failure.ts'
import { canonicalUrl } from './canonical.ts'

export type Pattern =
  | { readonly exact: string }
  | { readonly prefix: string }
  | { readonly suffix: string }
  | { readonly regexp: string }

/**
 * A pattern of the config. Without `on`, a suffix applies to the host, an `exact` to the URL if it has a scheme and to the host otherwise,
 * a prefix and a regexp to the URL.
 */
export type ScopePattern = Pattern & { readonly on?: 'host' | 'url' }

export interface Matcher {
  readonly on: 'host' | 'url'
  /** The pattern as the user wrote it: `suffix .no`. */
  readonly words: string
  matches(canonical: string, host: string): boolean
}

/** A user's regexp may backtrack badly; this limits what a hostile URL can make of it. */
const TESTED_CHARACTERS = 2000

export function compilePattern(pattern: ScopePattern, where: string): Matcher {
  if ('exact' in pattern) return exact(pattern.exact, pattern.on)
  if ('prefix' in pattern) return prefix(pattern.prefix, pattern.on)
  if ('suffix' in pattern) return suffix(pattern.suffix, pattern.on)
  return regexp(pattern.regexp, pattern.on, where)
}

function exact(text: string, on = hasScheme(text) ? ('url' as const) : ('host' as const)): Matcher {
  const wanted = on === 'host' ? text.toLowerCase() : (canonicalUrl(text) ?? text)
  return matcher(on, `exact ${text}`, subject => subject === wanted)
}

/** A URL prefix without a scheme (`example.org/news/`) matches every scheme. */
function prefix(text: string, on: 'host' | 'url' = 'url'): Matcher {
  const words = `prefix ${text}`
  if (on === 'host') return matcher(on, words, subject => subject.startsWith(text.toLowerCase()))
  if (hasScheme(text)) return matcher(on, words, subject => subject.startsWith(text))
  return matcher(on, words, subject => subject.startsWith(text, subject.indexOf('//') + 2))
}

/** On hosts, `.no` matches every host that ends in it; `example.org` matches that host and those below it, never `badexample.org`. */
function suffix(text: string, on: 'host' | 'url' = 'host'): Matcher {
  const words = `suffix ${text}`
  if (on === 'url') return matcher(on, words, subject => subject.endsWith(text))
  const wanted = text.toLowerCase()
  if (wanted.startsWith('.')) return matcher(on, words, subject => subject.endsWith(wanted))
  return matcher(on, words, subject => subject === wanted || subject.endsWith(`.${wanted}`))
}

function regexp(text: string, on: 'host' | 'url' = 'url', where: string): Matcher {
  const expression = compile(text, where)
  return matcher(on, `regexp ${text}`, subject => expression.test(subject.slice(0, TESTED_CHARACTERS)))
}

function compile(text: string, where: string): RegExp {
  try {
    return new RegExp(text)
  } catch (cause) {
    const reason = errorMessage(cause)
    throw new Failure(
      'usage',
      `${where}: the regexp "${text}" cannot be read (${reason}); correct or remove it`,
      {
        cause,
      },
    )
  }
}

function matcher(on: 'host' | 'url', words: string, test: (subject: string) => boolean): Matcher {
  return { on, words, matches: (canonical, host) => test(on === 'url' ? canonical : host) }
}

function hasScheme(text: string): boolean {
  return /^(?:https?|file):/i.test(text)
}
