/** Links in the response header: `Link` (RFC 8288) and `Refresh`; and `X-Robots-Tag`. */
import { readDirectives } from './metadata.ts'
import { parseRefresh } from './refresh.ts'
import type { RobotsDirectives } from './scan-page.ts'

export interface HeaderLink {
  /** Absolute, not canonical. */
  readonly href: string
  /** Relation types in lower case. */
  readonly rel: readonly string[]
  readonly type?: string
  readonly title?: string
  readonly hreflang?: string
  /** What a preloaded resource is used as. */
  readonly as?: string
}

const MAX_VALUES = 100
const MAX_CHARS = 16_384
const PARAMETER = /^\s*;\s*([^\s=;,]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?/

/** Links whose context is a document other than `base` (RFC 8288 3.2, `anchor`) are left out. */
export function linksFromHeader(value: string, base: string): HeaderLink[] {
  const found: HeaderLink[] = []
  let rest = value.slice(0, MAX_CHARS)
  for (let open = rest.indexOf('<'); open >= 0 && found.length < MAX_VALUES; open = rest.indexOf('<')) {
    const close = rest.indexOf('>', open)
    if (close < 0) break
    const href = URL.parse(rest.slice(open + 1, close).trim(), base)?.href
    const { values, behind } = parameters(rest.slice(close + 1))
    rest = behind
    if (href !== undefined && isAbout(base, values.get('anchor'))) found.push(headerLink(href, values))
  }
  return found
}

function isAbout(base: string, anchor: string | undefined): boolean {
  if (anchor === undefined) return true
  const context = URL.parse(anchor, base)
  if (context !== null) context.hash = ''
  return context?.href === URL.parse(base)?.href
}

function headerLink(href: string, values: ReadonlyMap<string, string>): HeaderLink {
  const rel = (values.get('rel') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  const link: { -readonly [K in keyof HeaderLink]: HeaderLink[K] } = { href, rel }
  for (const name of ['type', 'title', 'hreflang', 'as'] as const) {
    const value = values.get(name)
    if (value !== undefined) link[name] = value
  }
  return link
}

/** RFC 8288 3: the first of a repeated parameter counts. */
function parameters(text: string): { values: Map<string, string>; behind: string } {
  const values = new Map<string, string>()
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const name = match[1]!.toLowerCase()
    const value = match[2]?.replace(/\\(.)/g, '$1') ?? match[3] ?? ''
    if (!values.has(name)) values.set(name, value)
    text = text.slice(match[0].length)
  }
  return { values, behind: text }
}

/** A reload of the page itself gives the address of `base`. */
export function refreshFromHeader(
  value: string,
  base: string,
): { url: string; delaySeconds: number } | undefined {
  const parsed = parseRefresh(value)
  const url = parsed === undefined ? null : URL.parse(parsed.url === '' ? base : parsed.url, base)
  return parsed === undefined || url === null
    ? undefined
    : { url: url.href, delaySeconds: parsed.delaySeconds }
}

/** "googlebot: noindex, nofollow" applies to one agent, "noindex" to all; other prefixes are directives with values. */
export function robotsFromHeader(values: readonly string[], agent?: string): RobotsDirectives {
  const robots = { noindex: false, nofollow: false, noarchive: false }
  for (const value of values) {
    const named = /^\s*([a-z0-9_-]+)\s*:(.*)$/is.exec(value)
    const word = named?.[1]?.toLowerCase()
    if (named === null || word === 'unavailable_after' || word?.startsWith('max-'))
      readDirectives(value, robots)
    else if (word === agent?.toLowerCase()) readDirectives(named[2]!, robots)
  }
  return robots
}
