import { type Canonicalizer, canonicalUrl, type Url } from '../url/index.ts'

const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d)/i

/**
 * Returns the canonical form of an address typed by a person, or `undefined` if it is not an address. Without a scheme,
 * https is assumed if it looks like a host name; a bare word is more likely a slip than an intranet host.
 */
export function seedUrl(typed: string, canonicalizer?: Canonicalizer): Url | undefined {
  const url = complete(typed.trim())
  if (url === undefined || /\s/.test(url)) return undefined
  return canonicalizer === undefined ? canonicalUrl(url) : canonicalizer.canonical(url)
}

export const isSeedAddress = (typed: string): boolean => seedUrl(typed) !== undefined

function complete(typed: string): string | undefined {
  if (/^(?:https?|file):\/\//i.test(typed)) return typed
  if (SCHEME.test(typed)) return undefined
  const bare = typed.startsWith('//') ? typed.slice(2) : typed
  return looksLikeHost(bare.split(/[/?#]/, 1)[0]!) ? `https://${bare}` : undefined
}

function looksLikeHost(host: string): boolean {
  return /^localhost(?::\d+)?$|^[^.].*\.[^.]|^\[.+\]|^[^:]+:\d+$/i.test(host) && !host.includes('@')
}
