import { normalizeEscapes } from './escapes.ts'
import type { Parameters } from './parameters.ts'
import { stripPathSession } from './session.ts'

/** A scheme at the very start, as the WHATWG parser finds it. */
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/

/** What the canonical form depends on besides the URL itself. */
export interface ParseRules {
  readonly parameters: Parameters
  readonly stripSessionIds: boolean
}

/**
 * The canonical form by way of the WHATWG parser: the definition that the fast path in `fast-canonical.ts` must agree with. `file:` URLs
 * have no sessions and no campaigns, so only their escapes are settled.
 */
export function canonicalByParsing(
  href: string,
  base: string | undefined,
  rules: ParseRules,
): string | undefined {
  if (isForeign(href)) return undefined
  const url = URL.parse(href, base)
  if (url === null) return undefined
  const { protocol } = url
  if (protocol === 'file:')
    return `file://${url.host}${normalizeEscapes(url.pathname)}${normalizeEscapes(url.search)}`
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const settled = normalizeEscapes(url.pathname)
  const path = rules.stripSessionIds ? stripPathSession(settled) : settled
  const query = rules.parameters.clean(normalizeEscapes(url.search.slice(1)))
  return `${protocol}//${withoutRootDot(url)}${path}${query === '' ? '' : `?${query}`}`
}

/** `mailto:`, `javascript:`, `data:` and the like; this avoids parsing a megabyte of inlined image. */
function isForeign(href: string): boolean {
  const scheme = SCHEME.exec(href)?.[1]?.toLowerCase()
  return scheme !== undefined && scheme !== 'https' && scheme !== 'http' && scheme !== 'file'
}

/** `example.org.` names the same host as `example.org`; servers and certificates know it by the latter. */
function withoutRootDot(url: URL): string {
  const { hostname } = url
  if (!hostname.endsWith('.') || hostname.length < 2 || hostname.endsWith('..')) return url.host
  return hostname.slice(0, -1) + url.host.slice(hostname.length)
}
